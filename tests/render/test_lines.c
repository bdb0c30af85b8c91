// SPDX-License-Identifier: MIT
#include "draw_fixture.h"

static const waft_vec3 black = {0.0f, 0.0f, 0.0f};

static waft_picture draw_line(
    waft_renderer* renderer, waft_drawing* drawing, const waft_draw_line* line) {
    drawing->lines = line;
    drawing->line_count = 1;
    return fixture_draw(renderer, drawing);
}

// What a row across an upright line loses is the line's width, however it falls on the samples.
static void test_width(waft_renderer* renderer) {
    static const float widths[] = {0.4f, 1.0f, 2.5f, 7.0f};
    for (int i = 0; i < 24; ++i) {
        waft_drawing drawing = fixture_drawing(64, 64);
        drawing.look.samples = 1 + i % 3;
        const float x = 0.013f * (float)i;
        const waft_vec3 points[] = {{x, -1.5f, 0.0f}, {x, 1.5f, 0.0f}};
        const waft_draw_line line = {.points = points,
            .point_count = 2,
            .color = black,
            .width = widths[i / 6],
            .on_top = i % 2 == 0};
        const waft_picture picture = draw_line(renderer, &drawing, &line);
        // In the world samples are averaged as light: half covered is then less than half as dark.
        const double tolerance = line.on_top ? 0.06 : 0.75 * fmin(line.width, 1.0);
        CHECK_NEAR(fixture_ink(&picture, 0, 32, 64, 33), line.width, tolerance);
    }
}

static void test_round_ends(waft_renderer* renderer) {
    waft_drawing drawing = fixture_drawing(64, 64);
    const waft_vec3 points[] = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    waft_draw_line line = {
        .points = points, .point_count = 3, .color = black, .width = 20.0f, .on_top = true};
    for (size_t count = 1; count <= 3; count += 2) {
        line.point_count = count;
        const waft_picture picture = draw_line(renderer, &drawing, &line);
        CHECK_NEAR(fixture_ink(&picture, 0, 0, 64, 64), 3.14159 * 100.0, 6.0);
    }
}

// A half transparent zigzag is the same at its joints as on its way.
static void test_joints_are_even(waft_renderer* renderer) {
    waft_drawing drawing = fixture_drawing(128, 128);
    const waft_vec3 points[] = {
        {-1.5f, -1.0f, 0.0f}, {-0.5f, 1.0f, 0.0f}, {0.5f, -1.0f, 0.0f}, {1.5f, 0.9f, 0.0f}};
    const float alphas[] = {0.4f, 0.4f, 0.4f, 0.4f};
    waft_draw_line line = {
        .points = points, .alphas = alphas, .point_count = 4, .color = black, .width = 14.0f};
    for (int top = 0; top < 2; ++top) {
        line.on_top = top == 1;
        const waft_picture picture = draw_line(renderer, &drawing, &line);
        const double way = fixture_grey(&picture, 64, 64);
        CHECK(way < fixture_grey(&picture, 2, 2) - 20.0);
        for (int y = -5; y <= 5; ++y) {
            for (int x = -2; x <= 2; ++x) {
                CHECK_NEAR(fixture_grey(&picture, 48 + x, 32 - (y > 0 ? 0 : y)), way, 2.0);
                CHECK_NEAR(fixture_grey(&picture, 80 + x, 96 + (y > 0 ? 0 : y)), way, 2.0);
            }
        }
    }
}

static void test_fades(waft_renderer* renderer) {
    waft_drawing drawing = fixture_drawing(128, 32);
    drawing.camera.height = 1.0f;
    const waft_vec3 points[] = {{-1.8f, 0.0f, 0.0f}, {1.8f, 0.0f, 0.0f}};
    const float alphas[] = {0.0f, 1.0f};
    const waft_draw_line line = {
        .points = points, .alphas = alphas, .point_count = 2, .color = black, .width = 8.0f};
    const waft_picture picture = draw_line(renderer, &drawing, &line);
    for (int x = 20; x < 110; x += 8) {
        CHECK(fixture_grey(&picture, x, 16) > fixture_grey(&picture, x + 8, 16) + 3.0);
    }
}

// A sphere before the line hides it unless the line is on top; order in the lists does not matter.
static void test_depth(waft_renderer* renderer) {
    waft_drawing drawing = fixture_drawing(64, 64);
    drawing.look.shadows = false;
    const waft_vec3 points[] = {{-1.5f, 0.0f, 0.0f}, {1.5f, 0.0f, 0.0f}};
    const float x = 0.0f;
    const float y = 0.0f;
    float z = 1.0f;
    const waft_draw_particles ball = {.x = &x,
        .y = &y,
        .z = &z,
        .radius = 0.6f,
        .color = {0.9f, 0.9f, 0.9f},
        .opacity = 1.0f,
        .count = 1};
    drawing.particles = &ball;
    drawing.particles_count = 1;
    waft_draw_line line = {.points = points, .point_count = 2, .color = black, .width = 6.0f};
    waft_picture picture = draw_line(renderer, &drawing, &line);
    CHECK(fixture_grey(&picture, 32, 32) > 60.0);
    CHECK(fixture_grey(&picture, 12, 32) < 10.0);
    z = -1.0f;
    picture = draw_line(renderer, &drawing, &line);
    CHECK(fixture_grey(&picture, 32, 32) < 10.0);
    z = 1.0f;
    line.on_top = true;
    picture = draw_line(renderer, &drawing, &line);
    CHECK(fixture_grey(&picture, 32, 32) < 10.0);
}

// A line from behind the eye to far away is cut, not folded.
static void test_cut_to_the_view(waft_renderer* renderer) {
    waft_drawing drawing = fixture_drawing(64, 64);
    drawing.camera.orthographic = false;
    drawing.camera.fov = 1.0f;
    const waft_vec3 points[] = {{-1.0f, -1.0f, 1000.0f}, {-1.0f, -1.0f, -50.0f}};
    waft_draw_line line = {
        .points = points, .point_count = 2, .color = black, .width = 3.0f, .on_top = true};
    const waft_picture picture = draw_line(renderer, &drawing, &line);
    CHECK(fixture_ink(&picture, 0, 32, 32, 64) > 10.0);
    CHECK_NEAR(fixture_ink(&picture, 34, 0, 64, 64), 0.0, 0.0);
    CHECK_NEAR(fixture_ink(&picture, 0, 0, 64, 30), 0.0, 0.0);
    const waft_vec3 wild[] = {{1e30f, -1e30f, 3.0f}, {-1e30f, 1e30f, 1e30f}, {0.0f, 0.0f, 0.0f}};
    line.points = wild;
    line.point_count = 3;
    (void)draw_line(renderer, &drawing, &line);
}

static void test_refuses(waft_renderer* renderer) {
    waft_drawing drawing = fixture_drawing(32, 32);
    const waft_vec3 points[] = {{0.0f, 0.0f, 0.0f}, {0.0f, NAN, 0.0f}};
    const float alphas[] = {INFINITY};
    waft_draw_line line = {.point_count = 2, .width = 1.0f};
    drawing.lines = &line;
    drawing.line_count = 1;
    fixture_refused(renderer, &drawing, "NULL");
    line.points = points;
    fixture_refused(renderer, &drawing, "finite");
    line.point_count = 1;
    line.alphas = alphas;
    fixture_refused(renderer, &drawing, "finite");
    line.alphas = NULL;
    line.width = 0.0f;
    fixture_refused(renderer, &drawing, "width");
    line.width = 1.0f;
    line.color.x = NAN;
    fixture_refused(renderer, &drawing, "color");
}

static void test_in_both_graphics(void) {
    static fixture_test* const tests[] = {test_width, test_round_ends, test_joints_are_even,
        test_fades, test_depth, test_cut_to_the_view, test_refuses};
    fixture_run_in_both(tests, sizeof tests / sizeof tests[0]);
}

static void test_graphics_agree(void) {
    waft_drawing drawing = fixture_drawing(96, 64);
    const waft_vec3 points[] = {{-1.5f, -1.0f, 0.0f}, {-0.5f, 1.0f, 0.5f}, {1.4f, 0.3f, -1.0f}};
    const float alphas[] = {0.0f, 0.5f, 1.0f};
    const waft_draw_line lines[] = {
        {.points = points, .alphas = alphas, .point_count = 3, .color = black, .width = 9.0f},
        {.points = points,
            .point_count = 3,
            .color = {0.5f, 0.1f, 0.1f},
            .width = 2.0f,
            .on_top = true},
    };
    drawing.lines = lines;
    drawing.line_count = 2;
    fixture_check_agreement(&drawing);
}

static const test_case cases[] = {
    {"in_both_graphics", test_in_both_graphics},
    {"graphics_agree", test_graphics_agree},
};

TEST_MAIN(cases)

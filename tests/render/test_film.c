// SPDX-License-Identifier: MIT
#include "render/film.h"

#include "draw_fixture.h"

// The film as the shader has it.
static double film(double x) {
    return 0.965 * x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
}

static void test_stored_is_the_way_back(void) {
    waft_look look = waft_look_default();
    for (int stops = -1; stops <= 2; ++stops) {
        look.exposure = (float)stops;
        for (int i = 0; i <= 18; ++i) {
            const float c = 0.05f * (float)i;
            const double s = (double)wafti_film_stored((waft_vec3){c, c, c}, &look).x;
            CHECK_NEAR(film(8.0 * s * s * (double)wafti_film_exposure(&look)), c, 1e-4);
        }
    }
}

static void test_stored_stays_in_range(void) {
    waft_look look = waft_look_default();
    for (int stops = -10; stops <= 10; ++stops) {
        look.exposure = (float)stops;
        const waft_vec3 s = wafti_film_stored((waft_vec3){-1.0f, 1.0f, 50.0f}, &look);
        CHECK_NEAR(s.x, 0.0, 0.0);
        CHECK(s.y > 0.0f && s.y <= 1.0f);
        CHECK(s.z > 0.0f && s.z <= 1.0f);
    }
}

static void test_srgb(void) {
    const waft_vec3 s = wafti_film_srgb((waft_vec3){0.0f, 0.2140411f, 2.0f});
    CHECK_NEAR(s.x, 0.0, 0.0);
    CHECK_NEAR(s.y, 0.5, 1e-5);
    CHECK_NEAR(s.z, 1.0, 1e-5);
}

// A wide line through the whole film, in both passes that can draw it.
static void test_agrees_with_the_shader(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    static const waft_vec3 colors[] = {
        {0.8f, 0.05f, 0.03f}, {0.02f, 0.15f, 0.7f}, {0.5f, 0.5f, 0.5f}, {0.9f, 0.6f, 0.01f}};
    const waft_vec3 points[] = {{-1.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}};
    waft_drawing drawing = fixture_drawing(64, 64);
    for (size_t i = 0; i < 16; ++i) {
        const waft_draw_line line = {.points = points,
            .point_count = 2,
            .color = colors[i % 4],
            .width = 20.0f,
            .on_top = i >= 8};
        drawing.look.exposure = i % 8 >= 4 ? 0.7f : 0.0f;
        drawing.look.samples = 1 + (int32_t)(i & 1);
        drawing.lines = &line;
        drawing.line_count = 1;
        const waft_picture picture = fixture_draw(renderer, &drawing);
        const waft_vec3 want = wafti_film_srgb(line.color);
        const uint8_t* got = fixture_pixel(&picture, 32, 32);
        CHECK_NEAR(got[0], 255.0f * want.x, 2.1);
        CHECK_NEAR(got[1], 255.0f * want.y, 2.1);
        CHECK_NEAR(got[2], 255.0f * want.z, 2.1);
    }
    waft_renderer_destroy(renderer);
}

static const test_case cases[] = {
    {"stored_is_the_way_back", test_stored_is_the_way_back},
    {"stored_stays_in_range", test_stored_stays_in_range},
    {"srgb", test_srgb},
    {"agrees_with_the_shader", test_agrees_with_the_shader},
};

TEST_MAIN(cases)

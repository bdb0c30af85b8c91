// SPDX-License-Identifier: MIT
#include "render/particles.h"

#include "cloud_fixture.h"
#include "draw_fixture.h"

static const waft_vec3 dark = {0.02f, 0.02f, 0.02f};

static waft_picture draw_particles(
    waft_renderer* renderer, waft_drawing* drawing, const waft_draw_particles* group) {
    drawing->particles = group;
    drawing->particles_count = 1;
    return fixture_draw(renderer, drawing);
}

// A ball of every kind of size covers the disc it should.
static void test_disc(waft_renderer* renderer) {
    static const float radii[] = {0.05f, 0.1f, 0.3f, 1.0f}; // 0.8 to 16 pixels
    for (size_t i = 0; i < 8; ++i) {
        waft_drawing drawing = fixture_drawing(64, 64);
        drawing.look.samples = 2;
        drawing.look.shadows = false;
        const float x = 0.013f;
        const float y = -0.007f;
        const float z = 0.0f;
        const waft_draw_particles ball = {.x = &x,
            .y = &y,
            .z = &z,
            .radius = radii[i / 2],
            .color = {0.02f, 0.02f, 0.02f},
            .opacity = i % 2 == 0 ? 1.0f : 0.999f,
            .count = 1};
        const waft_picture picture = draw_particles(renderer, &drawing, &ball);
        const double radius = 16.0 * (double)ball.radius;
        const double middle = 1.0 - fixture_grey(&picture, 32, 32) / fixture_grey(&picture, 0, 0);
        const double area = 3.14159 * radius * radius * fmax(middle, 0.5);
        // Averaged as light, pixels at the rim are less dark than they are covered.
        CHECK_NEAR(fixture_ink(&picture, 0, 0, 64, 64), area, 0.05 * area + 2.0 * radius + 0.2);
    }
}

// Lit from the upper left: brighter there; up is up in both graphics.
static void test_light(waft_renderer* renderer) {
    for (int i = 0; i < 2; ++i) {
        waft_drawing drawing = fixture_drawing(64, 64);
        drawing.look.shadows = false;
        drawing.look.sun_azimuth = -0.8f; // towards -x and the eye
        drawing.look.sun_elevation = 0.7f;
        drawing.look.samples = i == 0 ? 1 : 3;
        const float x = 0.0f;
        const float y = 0.0f;
        const float z = 0.0f;
        const waft_draw_particles ball = {.x = &x,
            .y = &y,
            .z = &z,
            .radius = i == 0 ? 0.5f : 1.0f,
            .color = {0.5f, 0.1f, 0.1f},
            .opacity = 1.0f,
            .count = 1};
        const waft_picture picture = draw_particles(renderer, &drawing, &ball);
        const int off = i == 0 ? 4 : 8;
        const double bright = fixture_grey(&picture, 32 - off, 32 - off);
        const double shaded = fixture_grey(&picture, 32 + off, 32 + off);
        CHECK(bright > shaded + 25.0);
        const uint8_t* p = fixture_pixel(&picture, 32, 32);
        CHECK(p[0] > p[1] + 40);
    }
}

// The nearer of two hides the other, in either order and for small and large ones.
static void test_depth(waft_renderer* renderer) {
    const float x[] = {0.0f, 0.0f};
    const float y[] = {0.0f, 0.0f};
    const waft_vec3 colors[] = {{0.8f, 0.02f, 0.02f}, {0.02f, 0.02f, 0.8f}};
    for (int i = 0; i < 8; ++i) {
        waft_drawing drawing = fixture_drawing(64, 64);
        drawing.look.shadows = false;
        drawing.camera.orthographic = (i & 4) != 0;
        drawing.camera.fov = 0.4f;
        const bool first_near = (i & 1) != 0;
        const float z[] = {first_near ? 1.0f : -1.0f, first_near ? -1.0f : 1.0f};
        const float size = (i & 2) != 0 ? 0.9f : 0.3f;
        const waft_draw_particles balls = {
            .x = x, .y = y, .z = z, .radius = size, .colors = colors, .opacity = 1.0f, .count = 2};
        const waft_picture picture = draw_particles(renderer, &drawing, &balls);
        const uint8_t* p = fixture_pixel(&picture, 32, 32);
        CHECK(first_near ? p[0] > p[2] + 60 : p[2] > p[0] + 60);
    }
}

// A ball whose middle lies just outside the picture still shows the half that reaches in.
static void test_edge(waft_renderer* renderer) {
    static const float sides[][2] = {{2.02f, 0.0f}, {-2.02f, 0.0f}, {0.0f, 2.02f}, {0.0f, -2.02f}};
    for (int i = 0; i < 8; ++i) {
        waft_drawing drawing = fixture_drawing(64, 64);
        drawing.look.shadows = false;
        const float z = 0.0f;
        const waft_draw_particles ball = {.x = &sides[i / 2][0],
            .y = &sides[i / 2][1],
            .z = &z,
            .radius = 0.3f,
            .color = dark,
            .opacity = i % 2 == 0 ? 1.0f : 0.9f,
            .count = 1};
        const waft_picture picture = draw_particles(renderer, &drawing, &ball);
        // Half a disc of 4.8 pixels is 36.
        CHECK_NEAR(fixture_ink(&picture, 0, 0, 64, 64), 24.0, 8.0);
    }
}

static float spread(size_t i, float step) {
    const float t = (float)(i + 1) * step;
    return 3.0f * (t - floorf(t)) - 1.5f;
}

// Drops far below a pixel darken a bright sky by the area they cover, whether each is a hundredth or
// a thousandth of a pixel.
static void test_spray_covers_its_area(waft_renderer* renderer) {
    enum { COUNT = 40000 };
    static float x[COUNT];
    static float y[COUNT];
    static float z[COUNT];
    for (size_t i = 0; i < COUNT; ++i) {
        x[i] = spread(i, 0.754877666f); // the plastic number: even over the square
        y[i] = spread(i, 0.569840291f);
    }
    double inks[2];
    for (int i = 0; i < 2; ++i) {
        waft_drawing drawing = fixture_drawing(96, 96);
        drawing.look.samples = 2;
        drawing.look.shadows = false;
        const waft_draw_particles drops = {.x = x,
            .y = y,
            .z = z,
            .radius = i == 0 ? 0.001f : 0.001f * 3.1622777f,
            .color = {0.0f, 0.0f, 0.0f},
            .opacity = 1.0f,
            .count = i == 0 ? COUNT : COUNT / 10};
        const waft_picture picture = draw_particles(renderer, &drawing, &drops);
        const double paper = fixture_grey(&picture, 0, 0);
        double sum = 0.0;
        for (int p = 0; p < 96 * 96; ++p) {
            sum += paper - fixture_grey(&picture, p % 96, p / 96);
        }
        inks[i] = sum / paper;
        // In pixels. The shoulder of the film shows a quarter of a small change in a bright sky.
        const double area = 3.14159e-6 * COUNT * 24.0 * 24.0;
        CHECK_NEAR(inks[i] / area, 0.26, 0.06);
    }
    CHECK_NEAR(inks[0] / inks[1], 1.0, 0.1);
}

static void test_opacity(waft_renderer* renderer) {
    static const float radii[] = {0.25f, 1.2f};
    const float x = 0.0f;
    const float y = 0.0f;
    const float z = 0.0f;
    for (int i = 0; i < 2; ++i) {
        double greys[3];
        for (int k = 0; k < 3; ++k) {
            waft_drawing drawing = fixture_drawing(64, 64);
            drawing.look.shadows = false;
            const waft_draw_particles ball = {.x = &x,
                .y = &y,
                .z = &z,
                .radius = radii[i],
                .color = dark,
                .opacity = 0.5f * (float)k,
                .count = 1};
            const waft_picture picture = draw_particles(renderer, &drawing, &ball);
            greys[k] = fixture_grey(&picture, 32, 32);
        }
        CHECK(greys[0] > greys[1] + 30.0);
        CHECK(greys[1] > greys[2] + 30.0);
    }
}

static void test_shadow(waft_renderer* renderer) {
    static const float radii[] = {0.1f, 0.5f};
    const float x = 0.0f;
    const float y = 0.5f;
    const float z = 0.0f;
    for (int i = 0; i < 2; ++i) {
        waft_drawing drawing = fixture_drawing(96, 96);
        drawing.look.ground = WAFT_GROUND_PLAIN;
        drawing.look.sun_elevation = 1.5f;
        drawing.camera = (waft_camera){.eye = {0.0f, 0.5f, 8.0f}, .fov = 0.8f};
        drawing.camera.target.y = -1.0f;
        double greys[2];
        for (int k = 0; k < 2; ++k) {
            drawing.look.shadows = k == 1;
            const waft_draw_particles ball = {.x = &x,
                .y = &y,
                .z = &z,
                .radius = radii[i],
                .color = dark,
                .opacity = 1.0f,
                .count = 1};
            const waft_picture picture = draw_particles(renderer, &drawing, &ball);
            // Under the ball, (0, -2, 0) is seen some 13 pixels below the middle.
            greys[k] = 255.0;
            for (int at = 0; at < 24 * 16; ++at) {
                greys[k] = fmin(greys[k], fixture_grey(&picture, 40 + at % 16, 55 + at / 16));
            }
        }
        CHECK(greys[1] < greys[0] - (i == 0 ? 2.0 : 25.0));
    }
}

// Smoke before the sun darkens a ball of every shape, solid and blended.
static void test_shadow_of_smoke(waft_renderer* renderer) {
    static const float radii[] = {0.03f, 0.2f, 1.2f};
    const float zero = 0.0f;
    for (int i = 0; i < 6; ++i) {
        waft_drawing drawing = fixture_drawing(64, 64);
        const waft_draw_volume cloud = fixture_cloud(&drawing);
        drawing.look.background = WAFT_BACKGROUND_DARK;
        const waft_draw_particles ball = {.x = &zero,
            .y = &zero,
            .z = &zero,
            .radius = radii[i / 2],
            .color = {0.9f, 0.9f, 0.9f},
            .opacity = i % 2 == 0 ? 1.0f : 0.9f,
            .count = 1};
        double greys[2];
        for (int k = 0; k < 2; ++k) {
            drawing.volume = k == 1 ? &cloud : NULL;
            const waft_picture picture = draw_particles(renderer, &drawing, &ball);
            greys[k] = 0.0;
            for (int at = 0; at < 16; ++at) {
                greys[k] = fmax(greys[k], fixture_grey(&picture, 30 + at % 4, 30 + at / 4));
            }
        }
        CHECK(greys[1] < greys[0] - 10.0);
    }
}

static void test_refuses(waft_renderer* renderer) {
    waft_drawing drawing = fixture_drawing(32, 32);
    const float good = 0.0f;
    const float bad = NAN;
    const waft_draw_particles right = {
        .x = &good, .y = &good, .z = &good, .radius = 1.0f, .opacity = 1.0f, .count = 1};
    waft_draw_particles group = right;
    drawing.particles = &group;
    drawing.particles_count = 1;
    group.y = NULL;
    fixture_refused(renderer, &drawing, "NULL");
    group = right;
    group.z = &bad;
    fixture_refused(renderer, &drawing, "finite");
    group = right;
    group.radii = &bad;
    fixture_refused(renderer, &drawing, "finite");
    group = right;
    group.radius = -1.0f;
    fixture_refused(renderer, &drawing, "radius");
    group = right;
    group.opacity = 1.5f;
    fixture_refused(renderer, &drawing, "opacity");
}

static void test_in_both_graphics(void) {
    static fixture_test* const tests[] = {test_disc, test_light, test_depth, test_edge,
        test_spray_covers_its_area, test_opacity, test_shadow, test_shadow_of_smoke, test_refuses};
    fixture_run_in_both(tests, sizeof tests / sizeof tests[0]);
}

// Every shape, solid and blended, lit with and without shadows.
static void test_graphics_agree(void) {
    const float x[] = {-1.2f, -0.6f, 0.3f, 1.2f};
    const float y[] = {0.0f, 0.2f, 0.0f, 0.4f};
    const float z[] = {0.0f, 0.0f, 0.0f, 0.0f};
    const float radii[] = {0.02f, 0.1f, 0.5f, 0.3f};
    for (int i = 0; i < 4; ++i) {
        waft_drawing drawing = fixture_drawing(96, 64);
        drawing.look.ground = WAFT_GROUND_PLAIN;
        drawing.look.shadows = (i & 1) != 0;
        const waft_draw_particles balls = {.x = x,
            .y = y,
            .z = z,
            .radii = radii,
            .color = {0.2f, 0.3f, 0.6f},
            .opacity = (i & 2) != 0 ? 0.6f : 1.0f,
            .count = 4};
        drawing.particles = &balls;
        drawing.particles_count = 1;
        fixture_check_agreement(&drawing);
    }
}

static const test_case cases[] = {
    {"in_both_graphics", test_in_both_graphics},
    {"graphics_agree", test_graphics_agree},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "render/water_uniforms.h"

#include "test.h"

static wafti_water_uniforms make(const waft_drawing* drawing) {
    const wafti_frame frame = {.drawing = drawing};
    const waft_bounds block = {{0.0f, -1.0f, 0.0f}, {1.0f, 0.0f, 1.0f}};
    const wafti_ripples ripples = {2.0f, 0.5f, {1.0f, 0.0f}};
    return wafti_water_uniforms_make(&frame, block, &ripples);
}

// After the clarity a third of the light is left, in the mean; the colour it lacks goes first.
static void test_absorption(void) {
    waft_drawing drawing = waft_drawing_default();
    drawing.look.water_clarity = 5.0f;
    const wafti_water_uniforms blue = make(&drawing);
    CHECK_NEAR((blue.absorption.x + blue.absorption.y + blue.absorption.z) / 3.0f, 0.2, 1e-6);
    CHECK(blue.absorption.x > 1.5f * blue.absorption.y);
    drawing.look.water_color = (waft_vec3){0.2f, 0.1f, 0.0f};
    const wafti_water_uniforms brown = make(&drawing);
    CHECK(brown.absorption.z > brown.absorption.y);
    CHECK(brown.absorption.y > brown.absorption.x);
    drawing.look.water_color = (waft_vec3){0.0f, 0.0f, 0.0f};
    const wafti_water_uniforms black = make(&drawing);
    CHECK(isfinite(black.absorption.x));
    CHECK_NEAR(black.absorption.x, black.absorption.z, 1e-6);
}

// Ripples drift with the wind and stay within the texture however long it takes.
static void test_ripples(void) {
    waft_drawing drawing = waft_drawing_default();
    drawing.look.ripples = 0.4f;
    const wafti_water_uniforms start = make(&drawing);
    CHECK_NEAR(start.ripple[0], 0.5, 1e-6);
    CHECK_NEAR(start.ripple[1], 0.2, 1e-6);
    CHECK(start.ripple[2] == 0.0f);
    drawing.time = 1.0;
    const wafti_water_uniforms later = make(&drawing);
    CHECK_NEAR(later.ripple[2], -sqrt(9.81 * 0.25 / 6.2831853) / 2.0, 1e-4);
    drawing.time = 1e7;
    CHECK(fabsf(make(&drawing).ripple[2]) <= 64.0f);
}

static void check_refused(const waft_drawing* drawing, const char* words) {
    waft_error error = {0};
    CHECK(!wafti_water_look_check(&(wafti_frame){.drawing = drawing, .error = &error}));
    CHECK(error.result == WAFT_ERR_ARGUMENT && strstr(error.sentence, words) != NULL);
}

static void test_look_check(void) {
    const waft_drawing good = waft_drawing_default();
    CHECK(wafti_water_look_check(&(wafti_frame){.drawing = &good}));
    waft_drawing bad = good;
    bad.look.water_clarity = NAN;
    check_refused(&bad, "water_clarity");
    bad = good;
    bad.look.foam = 1.5f;
    check_refused(&bad, "foam");
    bad = good;
    bad.look.water_color.y = -0.1f;
    check_refused(&bad, "water_color");
    const waft_draw_water water = {.still_level = INFINITY};
    bad = good;
    bad.water = &water;
    check_refused(&bad, "still_level");
}

static const test_case cases[] = {
    {"absorption", test_absorption},
    {"ripples", test_ripples},
    {"look check", test_look_check},
};

TEST_MAIN(cases)

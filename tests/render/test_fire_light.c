// SPDX-License-Identifier: MIT
#include "render/fire_light.h"

#include "test.h"

enum { N = 68, BRICKS = 17 };

static float density[N * N * N];
static float heat[N * N * N];
static float light[BRICKS * BRICKS * BRICKS];
static float scratch[2 * BRICKS * BRICKS * BRICKS];
static wafti_smoke_bricks bricks;

static waft_field make_field(const float* data) {
    return (waft_field){.data = data,
        .size = {N, N, N},
        .stride = {1, N, (ptrdiff_t)N * N},
        .spacing = {0.1f, 0.1f, 0.1f}};
}

static float at(int i, int j, int k) {
    return light[i + BRICKS * (j + BRICKS * k)];
}

// One glowing brick in the middle.
static float light_up(float temperature) {
    memset(density, 0, sizeof density);
    memset(heat, 0, sizeof heat);
    for (int n = 0; n < 64; ++n) {
        const int cell = 32 + n % 4 + N * (32 + n / 4 % 4 + N * (32 + n / 16));
        density[cell] = 100.0f;
        heat[cell] = temperature;
    }
    const waft_field d = make_field(density);
    const waft_field t = make_field(heat);
    (void)wafti_smoke_survey(&d, &bricks);
    const wafti_fire fire = {.extinction = 1.0f, .from = 600.0f, .unit = 600.0f};
    return wafti_fire_light(&fire, &d, &t, &bricks, scratch, light);
}

static void test_falloff(void) {
    const float most = light_up(1200.0f);
    CHECK(wafti_fire_count(&bricks) == (size_t)BRICKS * BRICKS * BRICKS);
    CHECK_NEAR(most, at(8, 8, 8), 1e-6);
    CHECK(most > 0.1f && most < 2.0f);
    // Alike both ways along all axes, but for what the ends cut off.
    CHECK_NEAR(at(11, 8, 8), at(5, 8, 8), 2e-3);
    CHECK_NEAR(at(11, 8, 8), at(8, 8, 11), 1e-4);
    CHECK_NEAR(at(11, 8, 8), at(8, 5, 8), 2e-3);
    // The inverse square, by a factor of two either way: from 2 to 6 bricks a ninth.
    const double ratio = (double)(at(10, 8, 8) / at(14, 8, 8));
    CHECK(ratio > 4.5 && ratio < 18.0);
}

static void test_cold(void) {
    CHECK_NEAR(light_up(599.0f), 0.0, 0.0);
    const float once = light_up(1200.0f);
    CHECK_NEAR(light_up(1800.0f), 2.0f * once, 1e-4);
    heat[5] = NAN;
    const waft_field d = make_field(density);
    const waft_field t = make_field(heat);
    const wafti_fire fire = {.extinction = 1.0f, .from = 600.0f, .unit = 600.0f};
    CHECK_NEAR(wafti_fire_light(&fire, &d, &t, &bricks, scratch, light), 2.0f * once, 1e-4);
}

static const test_case cases[] = {
    {"falloff", test_falloff},
    {"cold", test_cold},
};
TEST_MAIN(cases)

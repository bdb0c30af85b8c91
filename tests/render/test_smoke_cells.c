// SPDX-License-Identifier: MIT
#include "render/smoke_cells.h"

#include "test.h"

// 3 x 2 x 2 cells in rows of 5, slices of 11.
static float values[32];

static waft_field make_field(void) {
    for (int i = 0; i < 32; ++i) {
        values[i] = 1e6f; // the padding
    }
    waft_field f = {.data = values,
        .size = {3, 2, 2},
        .stride = {1, 5, 11},
        .origin = {1.0f, 2.0f, 3.0f},
        .spacing = {0.1f, 0.2f, 0.3f}};
    for (int n = 0; n < 12; ++n) {
        values[n % 3 + n / 3 % 2 * 5 + n / 6 * 11] = (float)n;
    }
    return f;
}

static void test_values(void) {
    CHECK_NEAR(wafti_smoke_value(2.5f), 2.5, 0.0);
    CHECK_NEAR(wafti_smoke_value(-1.0f), 0.0, 0.0);
    CHECK_NEAR(wafti_smoke_value(NAN), 0.0, 0.0);
    CHECK_NEAR(wafti_smoke_value(INFINITY), 0.0, 0.0);
    const waft_field f = make_field();
    CHECK_NEAR(wafti_smoke_most(&f), 11.0, 0.0);
}

static void test_bytes(void) {
    const waft_field f = make_field();
    uint8_t out[4 * 12];
    memset(out, 7, sizeof out);
    wafti_smoke_put(&f, 0.0f, 9.0f, true, out);
    wafti_smoke_put(&f, 2.0f, 10.0f, false, out + 3);
    for (int n = 0; n < 12; ++n) {
        const uint8_t* cell = out + (ptrdiff_t)4 * n;
        CHECK_NEAR(cell[0], fmin(255.0 * sqrt(n / 9.0), 255.0), 0.51);
        CHECK_NEAR(cell[3], fmin(fmax(255.0 * (n - 2) / 8.0, 0.0), 255.0), 0.51);
        CHECK(cell[1] == 7 && cell[2] == 7);
    }
}

static void test_thin(void) {
    const waft_field f = make_field();
    float out[2];
    CHECK(wafti_smoke_thin_count(&f, 2) == 2);
    const waft_field thin = wafti_smoke_thin(&f, 2, out);
    CHECK(thin.size[0] == 2 && thin.size[1] == 1 && thin.size[2] == 1);
    CHECK_NEAR(out[0], (0 + 1 + 3 + 4 + 6 + 7 + 9 + 10) / 8.0, 1e-6);
    CHECK_NEAR(out[1], (2 + 5 + 8 + 11) / 4.0, 1e-6);
    // The same box.
    CHECK_NEAR(thin.origin.x - 0.5f * thin.spacing.x, 0.95, 1e-6);
    CHECK_NEAR(thin.spacing.x * 2.0f, 0.3, 1e-6);
    CHECK_NEAR(thin.origin.y - 0.5f * thin.spacing.y, 1.9, 1e-6);
    CHECK_NEAR(thin.spacing.z, 0.6, 1e-6);
}

static const test_case cases[] = {
    {"values", test_values},
    {"bytes", test_bytes},
    {"thin", test_thin},
};
TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "grid/noise.h"

#include "test.h"

static void stays_in_range_and_uses_it(void) {
    double low = 0.0;
    double high = 0.0;
    double sum = 0.0;
    for (int n = 0; n < 20000; ++n) {
        const double value = wafti_noise_fractal(7, n * 0.137, n * 0.071, 4);
        low = fmin(low, value);
        high = fmax(high, value);
        sum += value;
    }
    CHECK(low >= -1.0);
    CHECK(high <= 1.0);
    CHECK(low < -0.4);
    CHECK(high > 0.4);
    CHECK_NEAR(sum / 20000.0, 0.0, 0.05);
}

static void vanishes_at_lattice_points(void) {
    for (int n = -3; n < 4; ++n) {
        CHECK_NEAR(wafti_noise_gradient(3, n, -2 * n), 0.0, 1e-15);
    }
    CHECK_NEAR(wafti_noise_fractal(3, 1e36, 0.5, 12), 0.0, 0.0);
    CHECK_NEAR(wafti_noise_fractal(3, 0.5, (double)-INFINITY, 12), 0.0, 0.0);
}

static void is_smooth_across_lattice_lines(void) {
    const double h = 1e-6;
    for (int n = 0; n < 20; ++n) {
        const double z = 0.05 + 0.31 * n;
        const double left = wafti_noise_gradient(5, 2.0 - h, z);
        const double right = wafti_noise_gradient(5, 2.0 + h, z);
        const double beyond = wafti_noise_gradient(5, 2.0 + 3.0 * h, z);
        CHECK_NEAR(left, right, 1e-5);
        CHECK_NEAR((right - left) / (2.0 * h), (beyond - right) / (2.0 * h), 1e-4);
    }
}

static void seeds_differ_and_repeat(void) {
    CHECK_NEAR(wafti_noise_gradient(1, 0.3, 0.7), wafti_noise_gradient(1, 0.3, 0.7), 0.0);
    CHECK(fabs(wafti_noise_gradient(1, 0.3, 0.7) - wafti_noise_gradient(2, 0.3, 0.7)) > 1e-6);
}

static const test_case cases[] = {
    {"stays_in_range_and_uses_it", stays_in_range_and_uses_it},
    {"vanishes_at_lattice_points", vanishes_at_lattice_points},
    {"is_smooth_across_lattice_lines", is_smooth_across_lattice_lines},
    {"seeds_differ_and_repeat", seeds_differ_and_repeat},
};
TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "liquid/kernel.h"

#include "test.h"

enum { KINDS = 4 };

static void ends_at_its_reach(void) {
    for (int kind = 0; kind < KINDS; ++kind) {
        const wafti_kernel_kind k = (wafti_kernel_kind)kind;
        for (int dimension = 2; dimension <= 3; ++dimension) {
            CHECK(wafti_kernel_value(k, dimension, 0.5, 0.499) > 0.0);
            CHECK(wafti_kernel_value(k, dimension, 0.5, 0.5) == 0.0);
            CHECK(wafti_kernel_value(k, dimension, 0.5, 0.7) == 0.0);
            CHECK(wafti_kernel_slope(k, dimension, 0.5, 0.7) == 0.0);
        }
    }
    CHECK(wafti_kernel_laplacian(3, 0.5, 0.7) == 0.0);
}

static void has_the_printed_constants(void) {
    const double h = 0.8;
    const double cube = h * h * h;
    CHECK_NEAR(wafti_kernel_value(WAFTI_KERNEL_CUBIC, 3, h, 0.0), 8.0 / (M_PI * cube), 1e-12);
    CHECK_NEAR(
        wafti_kernel_value(WAFTI_KERNEL_WENDLAND, 3, h, 0.0), 21.0 / (2.0 * M_PI * cube), 1e-12);
    CHECK_NEAR(
        wafti_kernel_value(WAFTI_KERNEL_POLY6, 3, h, 0.0), 315.0 / (64.0 * M_PI * cube), 1e-12);
    CHECK_NEAR(wafti_kernel_value(WAFTI_KERNEL_SPIKY, 2, h, 0.0), 10.0 / (M_PI * h * h), 1e-12);
    CHECK_NEAR(wafti_kernel_laplacian(3, h, 0.3), 45.0 / (M_PI * cube * cube) * 0.5, 1e-9);
}

// What the constants are for: a lattice has density 1, and a wall adds what a layer misses.
static void calibrates_a_lattice(void) {
    const double d = 0.1;
    for (int kernel = WAFT_LIQUID_CUBIC; kernel <= WAFT_LIQUID_WENDLAND; ++kernel) {
        wafti_calibration c;
        wafti_calibrate(&c, (waft_liquid_kernel)kernel, 3, d, 2.3);
        double sum = 0.0;
        double missing = 0.0;
        for (int n = 0; n < 7 * 7 * 7; ++n) {
            const double x = n % 7 - 3;
            const double y = n / 7 % 7 - 3;
            const int plane = n / 49;
            const double z = plane - 3;
            const double w = wafti_kernel_value(c.density, 3, c.h, d * sqrt(x * x + y * y + z * z));
            sum += c.volume * c.value_scale * w;
            missing += x < 0 ? c.volume * c.value_scale * w : 0.0;
        }
        CHECK_NEAR(sum, 1.0, 1e-12);
        const double t = 1.0 - 0.5 * d / c.wall_reach;
        CHECK_NEAR(c.wall_scale * t * t * t, missing, 1e-12);
        CHECK_NEAR(c.wall_share, missing, 1e-12);
    }
}

static const test_case cases[] = {
    {"ends_at_its_reach", ends_at_its_reach},
    {"has_the_printed_constants", has_the_printed_constants},
    {"calibrates_a_lattice", calibrates_a_lattice},
};

TEST_MAIN(cases)

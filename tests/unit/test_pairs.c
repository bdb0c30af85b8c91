// SPDX-License-Identifier: MIT
#include "liquid/pairs.h"

#include "simd/cpu.h"
#include "test.h"
#include "unit/cloud_fixture.h"

static void constants_follow_from_the_calibration(void) {
    wafti_calibration c;
    wafti_calibrate(&c, WAFT_LIQUID_CUBIC, 3, 0.05, 2.0);
    const wafti_pair_constants p = wafti_pair_constants_of(&c, WAFT_LIQUID_CUBIC);
    CHECK_NEAR(p.h, 0.1, 1e-8);
    CHECK_NEAR(p.value, 8.0 / (M_PI * 8.0) * c.value_scale, 1e-6);
    CHECK_NEAR(p.self, p.value, 1e-6);
    CHECK_NEAR(p.slope * p.h, p.value, 1e-6);
    CHECK(p.far > 1e6f * p.h);
}

// Every copy of the code that this machine runs gives what double precision gives.
static void copies_agree_with_double(void) {
    static const wafti_isa sets[] = {
        WAFTI_ISA_SCALAR, WAFTI_ISA_SSE2, WAFTI_ISA_AVX2, WAFTI_ISA_AVX512};
    liquid_fixture f = cloud_open(WAFT_LIQUID_WCSPH);
    waft_liquid* liquid = f.liquid;
    for (size_t n = 0; n < sizeof(sets) / sizeof(sets[0]); ++n) {
        if (sets[n] > liquid->context->isa) {
            continue;
        }
        liquid->kernels = wafti_pair_kernels_choose(sets[n]);
        wafti_liquid_sweep_density(liquid);
        double worst = 0.0;
        for (uint32_t i = 0; i < liquid->count; i += 7) {
            double gradient[3];
            worst =
                fmax(worst, fabs((double)liquid->fluid[i] - cloud_density(liquid, i, gradient)));
        }
        CHECK(worst < 3e-6);
    }
    liquid_close(&f);
}

static void pressure_of_pairs_adds_to_nothing(void) {
    liquid_fixture f = cloud_open(WAFT_LIQUID_WCSPH);
    waft_liquid* liquid = f.liquid;
    wafti_liquid_sweep_density(liquid);
    for (uint32_t i = 0; i < liquid->count; ++i) {
        liquid->now.k[i] = 1.0f + 0.001f * (float)(i % 97);
    }
    wafti_liquid_sweep_force(liquid);
    for (int axis = 0; axis < 3; ++axis) {
        double sum = 0.0;
        double size = 0.0;
        for (uint32_t i = 0; i < liquid->count; ++i) {
            sum += (double)liquid->a[axis][i];
            size += fabs((double)liquid->a[axis][i]);
        }
        CHECK(size > 100.0);
        CHECK(fabs(sum) < 1e-6 * size);
    }
    liquid_close(&f);
}

static const test_case cases[] = {
    {"constants_follow_from_the_calibration", constants_follow_from_the_calibration},
    {"copies_agree_with_double", copies_agree_with_double},
    {"pressure_of_pairs_adds_to_nothing", pressure_of_pairs_adds_to_nothing},
};

TEST_MAIN(cases)

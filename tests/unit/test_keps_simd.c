// SPDX-License-Identifier: MIT
// Many cells at once against one by one.
#include "grid/keps_kernel.h"

#include <math.h>

#include "grid/keps.h"
#include "test.h"

enum { CELLS = 48 };

// Strains, k and rates over many powers of ten, none and extremes among them.
static void fill(double production[CELLS], double k[CELLS], double eps[CELLS]) {
    for (int i = 0; i < CELLS; ++i) {
        production[i] = i % 8 == 0 ? 0.0 : pow(10.0, (double)(i % 8) * 2.5 - 10.0);
        k[i] = pow(10.0, (double)(i % 5) * 3.0 - 12.0);
        eps[i] = k[i] * pow(10.0, (double)(i % 7) - 3.0);
    }
}

static void check(wafti_isa isa, double dt) {
    double production[CELLS];
    double k[CELLS];
    double eps[CELLS];
    double many_k[CELLS];
    double many_eps[CELLS];
    fill(production, k, eps);
    fill(production, many_k, many_eps);
    wafti_keps_choose(isa)(dt, CELLS, production, many_k, many_eps);
    for (int i = 0; i < CELLS; ++i) {
        wafti_keps_update(production[i], dt, &k[i], &eps[i]);
        CHECK_NEAR(many_k[i], k[i], 1e-8 * k[i]);
        CHECK_NEAR(many_eps[i], eps[i], 1e-8 * eps[i]);
    }
}

static void test_as_one_by_one(void) {
    static const wafti_isa sets[4] = {
        WAFTI_ISA_SCALAR, WAFTI_ISA_SSE2, WAFTI_ISA_AVX2, WAFTI_ISA_AVX512};
    const double steps[] = {1e-3, 0.1, 3.0};
    for (int i = 0; i < 4 && sets[i] <= wafti_isa_choose(); ++i) {
        for (int s = 0; s < 3; ++s) {
            check(sets[i], steps[s]);
        }
    }
}

static const test_case cases[] = {
    {"as one by one", test_as_one_by_one},
};

TEST_MAIN(cases)

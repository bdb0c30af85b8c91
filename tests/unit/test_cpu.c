// SPDX-License-Identifier: MIT
#include "simd/cpu.h"

#include <stdlib.h>

#include <waft/base.h>

#include "test.h"

static void test_names(void) {
    CHECK_TEXT(wafti_isa_name(WAFTI_ISA_SCALAR), "scalar");
    CHECK_TEXT(wafti_isa_name(WAFTI_ISA_SSE2), "sse2");
    CHECK_TEXT(wafti_isa_name(WAFTI_ISA_AVX2), "avx2");
    CHECK_TEXT(wafti_isa_name(WAFTI_ISA_AVX512), "avx512");
    CHECK_TEXT(wafti_isa_name(WAFTI_ISA_NEON), "neon");
}

static void test_wish(void) {
    CHECK(setenv("WAFT_ISA", "scalar", 1) == 0);
    CHECK(wafti_isa_choose() == WAFTI_ISA_SCALAR);
    CHECK_TEXT(waft_isa(), "scalar");
    CHECK(unsetenv("WAFT_ISA") == 0);
    const wafti_isa best = wafti_isa_choose();
    CHECK_TEXT(waft_isa(), wafti_isa_name(best));
    // A wish for what is not there, or for nothing known, is not followed.
    CHECK(setenv("WAFT_ISA", "avx1024", 1) == 0);
    CHECK(wafti_isa_choose() == best);
    CHECK(setenv("WAFT_ISA", best == WAFTI_ISA_NEON ? "avx2" : "neon", 1) == 0);
    CHECK(wafti_isa_choose() == best);
    CHECK(setenv("WAFT_ISA", wafti_isa_name(best), 1) == 0);
    CHECK(wafti_isa_choose() == best);
    CHECK(unsetenv("WAFT_ISA") == 0);
}

static const test_case cases[] = {
    {"names", test_names},
    {"wish", test_wish},
};

TEST_MAIN(cases)

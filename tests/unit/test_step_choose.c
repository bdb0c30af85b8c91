// SPDX-License-Identifier: MIT
#include "body/step_choose.h"
#include "test.h"

static void test_choice(void) {
    CHECK(wafti_body_choose(WAFTI_ISA_SCALAR) == wafti_body_step_scalar);
    CHECK(wafti_body_choose(wafti_isa_choose()) != NULL);
    if (wafti_isa_choose() != WAFTI_ISA_SCALAR) {
        CHECK(wafti_body_choose(wafti_isa_choose()) != wafti_body_step_scalar);
    }
}

static const test_case cases[] = {
    {"choice", test_choice},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "task/fpmode.h"

#include <float.h>

#include <fenv.h>

#include "test.h"

// Volatile in and out, so that the compiler does not move the operation across a change of mode.
static float third(void) {
    volatile float one = 1.0f;
    volatile float three = 3.0f;
    volatile float quotient = one / three;
    return quotient;
}

static float half_of_the_smallest(void) {
    volatile float tiny = FLT_MIN;
    volatile float half = tiny * 0.5f;
    return half;
}

static void test_rounding(void) {
    const float nearest = third();
    CHECK(fesetround(FE_DOWNWARD) == 0);
    const float down = third();
    const wafti_fpmode host = wafti_fpmode_enter();
    CHECK(third() == nearest);
    wafti_fpmode_leave(host);
    CHECK(third() == down);
    CHECK(fesetround(FE_TONEAREST) == 0);
    CHECK(down < nearest);
}

static void test_subnormals(void) {
#if defined(__SSE__)
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | (1u << 15) | (1u << 6)); // as a host built with -ffast-math runs
    const unsigned with_flush = _mm_getcsr();
    CHECK(half_of_the_smallest() == 0.0f);
    const wafti_fpmode host = wafti_fpmode_enter();
    CHECK(half_of_the_smallest() > 0.0f);
    CHECK((_mm_getcsr() & 0x1F80u) == (with_flush & 0x1F80u)); // traps stay the host's
    wafti_fpmode_leave(host);
    CHECK(half_of_the_smallest() == 0.0f);
    _mm_setcsr(before);
#endif
    CHECK(half_of_the_smallest() > 0.0f);
}

static void test_nothing_to_do(void) {
    const float nearest = third();
    const wafti_fpmode host = wafti_fpmode_enter();
    CHECK(third() == nearest);
    wafti_fpmode_leave(host);
    CHECK(third() == nearest);
}

static const test_case cases[] = {
    {"rounding", test_rounding},
    {"subnormals", test_subnormals},
    {"nothing_to_do", test_nothing_to_do},
};

TEST_MAIN(cases)

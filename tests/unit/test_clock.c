// SPDX-License-Identifier: MIT
#include "port/port.h"

#include "test.h"

static void test_wall(void) {
    const double start = wafti_clock_wall();
    wafti_clock_sleep(0.005);
    const double passed = wafti_clock_wall() - start;
    CHECK(passed >= 0.005);
    CHECK(passed < 10.0);
    double last = start;
    for (int i = 0; i < 1000; ++i) {
        const double now = wafti_clock_wall();
        CHECK(now >= last);
        last = now;
    }
}

static void test_cpu(void) {
    const double start = wafti_clock_cpu();
    wafti_clock_sleep(0.05);
    CHECK(wafti_clock_cpu() - start < 0.045); // sleeping costs nothing
    const double wall = wafti_clock_wall();
    while (wafti_clock_cpu() - start < 0.005 && wafti_clock_wall() - wall < 10.0) {
    }
    CHECK(wafti_clock_cpu() - start >= 0.005);
}

static const test_case cases[] = {
    {"wall", test_wall},
    {"cpu", test_cpu},
};

TEST_MAIN(cases)

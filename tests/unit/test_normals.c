// SPDX-License-Identifier: MIT
#include "body/dynamics.h"

#include <math.h>

#include "math/philox.h"
#include "test.h"

// The deviates of docs/spec/bodies.md#random-numbers in double, from the words of Philox.
static void expect(uint64_t seed, uint64_t step, uint32_t stream, double out[6]) {
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    uint32_t words[8];
    for (uint32_t draw = 0; draw < 2; ++draw) {
        const uint32_t counter[4] = {(uint32_t)step, (uint32_t)(step >> 32), stream, draw};
        const wafti_random4 drawn = wafti_philox(counter, key);
        for (int i = 0; i < 4; ++i) {
            words[4 * draw + (uint32_t)i] = drawn.word[i];
        }
    }
    for (int i = 0; i < 6; i += 2) {
        const double u = ((double)(words[i] >> 8) + 0.5) / 16777216.0;
        const double turn = ((double)(words[i + 1] >> 8) + 0.5) / 16777216.0;
        const double radius = sqrt(-2.0 * log(u));
        out[i] = radius * cos(6.283185307179586 * turn);
        out[i + 1] = radius * sin(6.283185307179586 * turn);
    }
}

static void test_deviates_are_those_of_the_spec(void) {
    for (uint64_t step = 0; step < 2000; ++step) {
        const uint64_t seed = 0x123456789ABCDEFu * (step % 7);
        const uint64_t index = step << (step % 40);
        double want[6];
        double got[6];
        expect(seed, index, (uint32_t)(step * 2654435761u), want);
        wafti_body_normals(seed, index, (uint32_t)(step * 2654435761u), true, got);
        for (int i = 0; i < 6; ++i) {
            CHECK_NEAR(got[i], want[i], 3e-6);
        }
    }
}

static void test_four_are_the_first_of_six(void) {
    double six[6];
    double four[6];
    wafti_body_normals(1, 2, 3, true, six);
    wafti_body_normals(1, 2, 3, false, four);
    for (int i = 0; i < 4; ++i) {
        CHECK(four[i] == six[i]);
    }
    CHECK(four[4] == 0.0 && four[5] == 0.0);
    CHECK(six[4] != 0.0 && six[5] != 0.0);
}

static const test_case cases[] = {
    {"of the spec", test_deviates_are_those_of_the_spec},
    {"four of six", test_four_are_the_first_of_six},
};

TEST_MAIN(cases)

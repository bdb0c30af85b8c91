// SPDX-License-Identifier: MIT
#include "math/half.h"
#include "test.h"

static void known_values(void) {
    static const struct {
        float value;
        uint16_t half;
    } rows[] = {{0.0f, 0x0000}, {-0.0f, 0x8000}, {1.0f, 0x3C00}, {-2.0f, 0xC000},
        {65504.0f, 0x7BFF}, {0x1p-14f, 0x0400}, {0x1p-24f, 0x0001}, {0.333251953125f, 0x3555},
        {0x1.ff8p-15f, 0x03FF}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
        CHECK(wafti_half_from_float(rows[i].value) == rows[i].half);
        CHECK_NEAR(wafti_half_to_float(rows[i].half), rows[i].value, 0.0);
    }
}

static void every_half_comes_back(void) {
    for (unsigned h = 0; h < 0x10000; ++h) {
        const bool is_finite = (h & 0x7C00) != 0x7C00;
        if (is_finite) {
            CHECK(wafti_half_from_float(wafti_half_to_float((uint16_t)h)) == h);
        }
    }
    CHECK(isinf(wafti_half_to_float(0x7C00)));
    CHECK(isnan(wafti_half_to_float(0x7E00)));
}

// Midway between two halves the even one is right; a hair beside, the nearer.
static void ties_go_to_even(void) {
    for (unsigned h = 0; h < 0x7BFF; ++h) {
        const float low = wafti_half_to_float((uint16_t)h);
        const float high = wafti_half_to_float((uint16_t)(h + 1));
        const float middle = 0.5f * (low + high);
        CHECK(wafti_half_from_float(middle) == (h % 2 == 0 ? h : h + 1));
        CHECK(wafti_half_from_float(nextafterf(middle, low)) == h);
        CHECK(wafti_half_from_float(nextafterf(middle, high)) == h + 1);
        CHECK(wafti_half_from_float(-middle) == (0x8000 | (h % 2 == 0 ? h : h + 1)));
    }
}

static void nothing_becomes_infinite(void) {
    CHECK(wafti_half_from_float(65519.0f) == 0x7BFF);
    CHECK(wafti_half_from_float(65536.0f) == 0x7BFF);
    CHECK(wafti_half_from_float(3e38f) == 0x7BFF);
    CHECK(wafti_half_from_float(INFINITY) == 0x7BFF);
    CHECK(wafti_half_from_float(-INFINITY) == 0xFBFF);
    CHECK(wafti_half_from_float(NAN) == 0);
    CHECK(wafti_half_from_float(1e-40f) == 0);
}

static const test_case cases[] = {
    {"known_values", known_values},
    {"every_half_comes_back", every_half_comes_back},
    {"ties_go_to_even", ties_go_to_even},
    {"nothing_becomes_infinite", nothing_becomes_infinite},
};

TEST_MAIN(cases)

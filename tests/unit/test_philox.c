// SPDX-License-Identifier: MIT
#include "math/philox.h"

#include "test.h"

// The known answers that Random123 ships for philox4x32-10.
static const struct {
    uint32_t counter[4], key[2], want[4];
} known[] = {
    {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff},
        {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0},
        {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

static void test_known_answers(void) {
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i) {
        const wafti_random4 got = wafti_philox(known[i].counter, known[i].key);
        CHECK(memcmp(got.word, known[i].want, sizeof(got.word)) == 0);
    }
    const wafti_random4 zero = wafti_random(0, 0, 0, 0);
    CHECK(memcmp(zero.word, known[0].want, sizeof(zero.word)) == 0);
}

static bool same(wafti_random4 a, wafti_random4 b) {
    return memcmp(a.word, b.word, sizeof(a.word)) == 0;
}

static void test_every_bit_of_the_place_counts(void) {
    const wafti_random4 base = wafti_random(7, 3, 11, 5);
    CHECK(same(base, wafti_random(7, 3, 11, 5)));
    for (int bit = 0; bit < 64; ++bit) {
        CHECK(!same(base, wafti_random(7 ^ (UINT64_C(1) << bit), 3, 11, 5)));
    }
    for (int bit = 0; bit < 32; ++bit) {
        CHECK(!same(base, wafti_random(7, 3 ^ (UINT32_C(1) << bit), 11, 5)));
    }
    for (int bit = 0; bit < 48; ++bit) {
        CHECK(!same(base, wafti_random(7, 3, 11 ^ (UINT64_C(1) << bit), 5)));
        CHECK(!same(base, wafti_random(7, 3, 11, 5 ^ (UINT64_C(1) << bit))));
    }
}

static void test_uniform(void) {
    CHECK(wafti_uniform(0) == 0.0f);
    CHECK(wafti_uniform(UINT32_MAX) < 1.0f);
    CHECK(wafti_uniform(UINT32_MAX) == 1.0f - 1.0f / 16777216.0f);
    enum { COUNT = 40000 };
    double sum = 0.0;
    double squares = 0.0;
    for (uint64_t i = 0; i < COUNT / 4; ++i) {
        const wafti_random4 r = wafti_random(1, 2, 3, i);
        for (int k = 0; k < 4; ++k) {
            const double u = (double)wafti_uniform(r.word[k]);
            sum += u;
            squares += u * u;
        }
    }
    // Four standard deviations of the mean and of the mean square.
    CHECK_NEAR(sum / COUNT, 0.5, 4.0 * sqrt(1.0 / 12.0 / COUNT));
    CHECK_NEAR(squares / COUNT, 1.0 / 3.0, 4.0 * sqrt(4.0 / 45.0 / COUNT));
}

static void test_normal(void) {
    enum { COUNT = 40000 };
    double sum = 0.0;
    double squares = 0.0;
    double product = 0.0;
    double fourth = 0.0;
    for (uint64_t i = 0; i < COUNT / 2; ++i) {
        const wafti_random4 r = wafti_random(1, 2, 3, i);
        float pair[2];
        wafti_normal_pair(r.word[0], r.word[1], pair);
        product += (double)pair[0] * (double)pair[1];
        for (int k = 0; k < 2; ++k) {
            const double x = (double)pair[k];
            sum += x;
            squares += x * x;
            fourth += x * x * x * x;
        }
    }
    CHECK_NEAR(sum / COUNT, 0.0, 4.0 / sqrt(COUNT));
    CHECK_NEAR(squares / COUNT, 1.0, 4.0 * sqrt(2.0 / COUNT));
    CHECK_NEAR(fourth / COUNT, 3.0, 4.0 * sqrt(96.0 / COUNT));
    CHECK_NEAR(product / (0.5 * COUNT), 0.0, 4.0 / sqrt(0.5 * COUNT));
    float pair[2];
    wafti_normal_pair(0, 0, pair); // the rarest radius is still finite
    CHECK_NEAR(pair[0], sqrt(-2.0 * log(1.0 / 4294967296.0)), 1e-5);
    wafti_normal_pair(UINT32_MAX, 0, pair);
    CHECK(pair[0] == 0.0f);
}

static const test_case cases[] = {
    {"known_answers", test_known_answers},
    {"every_bit_of_the_place_counts", test_every_bit_of_the_place_counts},
    {"uniform", test_uniform},
    {"normal", test_normal},
};

TEST_MAIN(cases)

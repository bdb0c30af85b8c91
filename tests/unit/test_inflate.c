// SPDX-License-Identifier: MIT
#include "io/deflate.h"
#include "io/inflate.h"
#include "test.h"

static void test_round_trip(void) {
    unsigned char plain[3000];
    unsigned char zipped[4000];
    unsigned char back[3000];
    wafti_deflater deflater;
    wafti_inflater inflater;
    CHECK(wafti_deflater_init(&deflater, NULL, sizeof(plain)) == WAFT_OK);
    CHECK(wafti_inflater_init(&inflater, NULL) == WAFT_OK);
    for (int round = 0; round < 3 && wafti_deflate_available(); ++round) {
        for (size_t i = 0; i < sizeof(plain); ++i) {
            plain[i] = (unsigned char)(i * (size_t)(round + 1) / 7);
        }
        const size_t size = wafti_deflate(&deflater, plain, sizeof(plain), zipped, sizeof(zipped));
        CHECK(size > 0);
        CHECK(wafti_inflate(&inflater, zipped, size, back, sizeof(back)));
        CHECK(memcmp(plain, back, sizeof(plain)) == 0);
        CHECK(!wafti_inflate(&inflater, zipped, size - 5, back, sizeof(back)));
        CHECK(!wafti_inflate(&inflater, zipped, size, back, sizeof(back) - 1));
        zipped[0] ^= 0x55;
        CHECK(!wafti_inflate(&inflater, zipped, size, back, sizeof(back)));
    }
    wafti_inflater_free(&inflater);
    wafti_deflater_free(&deflater);
}

static const test_case cases[] = {{"round trip", test_round_trip}};

TEST_MAIN(cases)

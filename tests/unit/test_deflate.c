// SPDX-License-Identifier: MIT
#include "base/hash.h"
#include "hooks.h"
#include "io/deflate.h"

#if defined(WAFTI_HAVE_ZLIB)
#include <zlib.h>
#endif

enum { SIZE = 100000 };

static void fill(unsigned char* bytes, bool noise) {
    uint32_t state = 1;
    for (size_t i = 0; i < SIZE; ++i) {
        state = state * 1664525u + 1013904223u;
        bytes[i] = (unsigned char)(noise ? state >> 24 : i / 100);
    }
}

#if defined(WAFTI_HAVE_ZLIB)
static void check_block(wafti_zlib* deflater, const unsigned char* bytes, size_t size) {
    static unsigned char zipped[2 * SIZE];
    static unsigned char back[SIZE];
    const size_t zipped_size =
        wafti_deflate(deflater, bytes, size, zipped, wafti_deflate_bound(size));
    uLongf back_size = sizeof(back);
    CHECK(zipped_size > 0);
    CHECK(uncompress(back, &back_size, zipped, (uLong)zipped_size) == Z_OK);
    CHECK(back_size == size && memcmp(back, bytes, size) == 0);
}
#endif

static void blocks_come_back(void) {
#if defined(WAFTI_HAVE_ZLIB)
    static unsigned char bytes[SIZE];
    CHECK(wafti_deflate_available());
    static const size_t block_sizes[] = {1, 2048, 6144, 1 << 18};
    for (size_t i = 0; i < sizeof(block_sizes) / sizeof(block_sizes[0]); ++i) {
        wafti_zlib deflater;
        CHECK(wafti_deflater_init(&deflater, NULL, block_sizes[i]) == WAFT_OK);
        for (int noise = 0; noise < 2; ++noise) {
            fill(bytes, noise != 0);
            check_block(&deflater, bytes, SIZE);
            check_block(&deflater, bytes, 6144);
            check_block(&deflater, bytes, 0);
        }
        wafti_zlib_free(&deflater);
    }
#endif
}

static void what_does_not_fit_is_left(void) {
    static unsigned char bytes[SIZE];
    static unsigned char zipped[SIZE];
    wafti_zlib deflater;
    CHECK(wafti_deflater_init(&deflater, NULL, SIZE) == WAFT_OK);
    fill(bytes, true);
    CHECK(wafti_deflate(&deflater, bytes, SIZE, zipped, SIZE) == 0);
    fill(bytes, false);
    CHECK((wafti_deflate(&deflater, bytes, SIZE, zipped, SIZE) > 0) == wafti_deflate_available());
    wafti_zlib_free(&deflater);
}

static void memory_may_run_out(void) {
    for (long fail_at = 1; fail_at < 100; ++fail_at) {
        counting count = {.fail_at = fail_at};
        const waft_allocator allocator = counting_hook(&count);
        wafti_zlib deflater;
        const waft_result result = wafti_deflater_init(&deflater, &allocator, 1 << 15);
        if (result == WAFT_OK) {
            CHECK(count.calls < fail_at);
            wafti_zlib_free(&deflater);
            CHECK(count.live == 0);
            return;
        }
        CHECK(result == WAFT_ERR_NO_MEMORY);
        CHECK(count.live == 0);
    }
    CHECK(false);
}

static void checksums_agree(void) {
    static unsigned char bytes[SIZE];
    fill(bytes, true);
    for (size_t size = 0; size < 200; ++size) {
        CHECK(wafti_block_crc32(0, bytes, size) == wafti_crc32(0, bytes, size));
    }
    const uint32_t part = wafti_block_crc32(0, bytes, 1000);
    CHECK(wafti_block_crc32(part, bytes + 1000, SIZE - 1000) == wafti_crc32(0, bytes, SIZE));
}

static void streams_are_unpacked(void) {
    unsigned char plain[3000];
    unsigned char zipped[4000];
    unsigned char back[3000];
    wafti_zlib deflater;
    wafti_zlib inflater;
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
    wafti_zlib_free(&inflater);
    wafti_zlib_free(&deflater);
}

static const test_case cases[] = {
    {"blocks_come_back", blocks_come_back},
    {"what_does_not_fit_is_left", what_does_not_fit_is_left},
    {"memory_may_run_out", memory_may_run_out},
    {"checksums_agree", checksums_agree},
    {"streams_are_unpacked", streams_are_unpacked},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "base/hash.h"

#include "test.h"

static void test_bytes_and_boundaries_count(void) {
    unsigned char bytes[40];
    for (unsigned i = 0; i < sizeof(bytes); ++i) {
        bytes[i] = (unsigned char)(i * 7);
    }
    for (size_t count = 0; count <= sizeof(bytes); ++count) {
        const uint64_t hash = wafti_hash(WAFTI_HASH_START, bytes, count);
        CHECK(hash == wafti_hash(WAFTI_HASH_START, bytes, count));
        CHECK(count == sizeof(bytes) || hash != wafti_hash(WAFTI_HASH_START, bytes, count + 1));
        for (size_t i = 0; i < count; ++i) {
            bytes[i] ^= 0x80;
            CHECK(hash != wafti_hash(WAFTI_HASH_START, bytes, count));
            bytes[i] ^= 0x80;
        }
    }
    const uint64_t whole = wafti_hash(WAFTI_HASH_START, bytes, 16);
    const uint64_t parts = wafti_hash(wafti_hash(WAFTI_HASH_START, bytes, 8), bytes + 8, 8);
    CHECK(whole != parts);
}

static void test_alignment_does_not_count(void) {
    const char text[] = ".seventeen bytes..";
    CHECK(wafti_hash(1, text + 1, 17) == wafti_hash(1, "seventeen bytes..", 17));
}

// A flipped input bit should flip about half of the 64 output bits.
static void test_avalanche(void) {
    int flips = 0;
    for (int bit = 0; bit < 64; ++bit) {
        const uint64_t a = wafti_hash_u64(WAFTI_HASH_START, 12345);
        const uint64_t b = wafti_hash_u64(WAFTI_HASH_START, 12345 ^ (UINT64_C(1) << bit));
        flips += __builtin_popcountll(a ^ b);
    }
    CHECK_NEAR(flips / 64.0, 32.0, 2.0);
    CHECK(wafti_hash_u64(1, 2) != wafti_hash_u64(2, 1));
}

static void test_crc32(void) {
    // The check value of CRC-32/ISO-HDLC, and that of PNG's empty end chunk.
    CHECK(wafti_crc32(0, "123456789", 9) == 0xCBF43926u);
    CHECK(wafti_crc32(0, "IEND", 4) == 0xAE426082u);
    CHECK(wafti_crc32(0, "", 0) == 0);
    CHECK(wafti_crc32(wafti_crc32(0, "1234", 4), "56789", 5) == 0xCBF43926u);
}

static const test_case cases[] = {
    {"bytes_and_boundaries_count", test_bytes_and_boundaries_count},
    {"alignment_does_not_count", test_alignment_does_not_count},
    {"avalanche", test_avalanche},
    {"crc32", test_crc32},
};

TEST_MAIN(cases)

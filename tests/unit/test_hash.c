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

// Signs are the bits that floats of a state differ by most easily: other signs in any two of its words are
// another state.
static void test_signs_do_not_cancel(void) {
    enum { WORDS = 64 };
    const uint64_t signs[] = {UINT64_C(1) << 63, UINT64_C(1) << 31, UINT64_C(1) << 63 | 1u << 31};
    uint64_t words[WORDS] = {0};
    const uint64_t still = wafti_hash(WAFTI_HASH_START, words, sizeof(words));
    int equal = 0;
    for (int a = 0; a < WORDS; ++a) {
        for (int b = a + 1; b < WORDS; ++b) {
            for (int n = 0; n < 9; ++n) {
                words[a] = signs[n % 3];
                words[b] = signs[n / 3];
                equal += wafti_hash(WAFTI_HASH_START, words, sizeof(words)) == still;
                words[b] = 0;
            }
        }
        words[a] = 0;
    }
    CHECK(equal == 0);
}

static uint32_t crc_in_parts(const unsigned char* bytes, size_t count, size_t part) {
    uint32_t crc = 0;
    for (size_t at = 0; at < count; at += part) {
        crc = wafti_crc32(crc, bytes + at, part < count - at ? part : count - at);
    }
    return crc;
}

static void test_long_inputs(void) {
    enum { SIZE = 40000 };
    static unsigned char bytes[SIZE];
    uint32_t state = 1;
    for (size_t i = 0; i < SIZE; ++i) {
        state = state * 1664525u + 1013904223u;
        bytes[i] = (unsigned char)(state >> 24);
    }
    const size_t counts[] = {16383, 16384, 16385, 32767, SIZE};
    for (size_t n = 0; n < sizeof(counts) / sizeof(counts[0]); ++n) {
        CHECK(wafti_crc32(0, bytes, counts[n]) == crc_in_parts(bytes, counts[n], 1000));
    }
    for (size_t count = 250; count < 300; ++count) {
        const uint64_t hash = wafti_hash(WAFTI_HASH_START, bytes + 1, count);
        CHECK(hash != wafti_hash(WAFTI_HASH_START, bytes + 1, count + 1));
        for (size_t i = 1; i <= count; ++i) {
            bytes[i] ^= 0x10;
            CHECK(hash != wafti_hash(WAFTI_HASH_START, bytes + 1, count));
            bytes[i] ^= 0x10;
        }
    }
    // The same words elsewhere are something else.
    static const uint64_t swapped[2][40] = {{1, 2, 3, 4, 5, 6, 7, 8}, {5, 6, 7, 8, 1, 2, 3, 4}};
    static const uint64_t turned[40] = {2, 1, 3, 4, 5, 6, 7, 8};
    const uint64_t first = wafti_hash(WAFTI_HASH_START, swapped[0], sizeof(swapped[0]));
    CHECK(first != wafti_hash(WAFTI_HASH_START, swapped[1], sizeof(swapped[1])));
    CHECK(first != wafti_hash(WAFTI_HASH_START, turned, sizeof(turned)));
}

static const test_case cases[] = {
    {"bytes_and_boundaries_count", test_bytes_and_boundaries_count},
    {"alignment_does_not_count", test_alignment_does_not_count},
    {"avalanche", test_avalanche},
    {"signs_do_not_cancel", test_signs_do_not_cancel},
    {"crc32", test_crc32},
    {"long_inputs", test_long_inputs},
};

TEST_MAIN(cases)

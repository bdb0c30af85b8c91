// SPDX-License-Identifier: MIT
#include "base/hash.h"

#include <string.h>

static uint64_t mix(uint64_t x) {
    x ^= x >> 32;
    x *= UINT64_C(0xD6E8FEB86659FD93);
    x ^= x >> 32;
    x *= UINT64_C(0xD6E8FEB86659FD93);
    x ^= x >> 32;
    return x;
}

uint64_t wafti_hash_u64(uint64_t hash, uint64_t value) {
    return mix(hash ^ mix(value + UINT64_C(0x9E3779B97F4A7C15))) * UINT64_C(0x9FB21C651E98DF25);
}

enum { LANES = 8, BLOCK = 8 * LANES };

// A chain waits for its own multiplications: long inputs are dealt out to eight. A step is one to one in
// the lane and in the word, so that a change of one word always shows. The product carries a change up
// alone, and that of a sign not at all: the turn takes it to the middle of the next one. What lanes come
// to is mixed well at the end.
static uint64_t hash_long(uint64_t hash, const unsigned char* bytes, size_t blocks) {
    uint64_t lane[LANES];
    for (uint64_t n = 0; n < LANES; ++n) {
        lane[n] = wafti_hash_u64(hash, n);
    }
    for (size_t block = 0; block < blocks; ++block) {
        uint64_t words[LANES];
        memcpy(words, bytes + sizeof(words) * block, sizeof(words));
        for (int n = 0; n < LANES; ++n) {
            const uint64_t x = (lane[n] ^ words[n]) * UINT64_C(0x9FB21C651E98DF25);
            lane[n] = x << 29 | x >> 35;
        }
    }
    for (int n = 0; n < LANES; ++n) {
        hash = wafti_hash_u64(hash, lane[n]);
    }
    return hash;
}

uint64_t wafti_hash(uint64_t hash, const void* bytes, size_t byte_count) {
    enum { LONG = 256 };
    const unsigned char* p = bytes;
    hash = wafti_hash_u64(hash, (uint64_t)byte_count);
    if (byte_count >= LONG) {
        const size_t blocks = byte_count / BLOCK;
        hash = hash_long(hash, p, blocks);
        p += blocks * BLOCK;
        byte_count -= blocks * BLOCK;
    }
    for (; byte_count >= 8; byte_count -= 8, p += 8) {
        uint64_t word = 0;
        memcpy(&word, p, 8);
        hash = wafti_hash_u64(hash, word);
    }
    if (byte_count > 0) {
        uint64_t word = 0;
        memcpy(&word, p, byte_count);
        hash = wafti_hash_u64(hash, word);
    }
    return hash;
}

// Four bits at a time: a table of 16 that fits a cache line and needs no set-up.
static uint32_t crc_byte(uint32_t crc) {
    static const uint32_t nibble[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190,
        0x6B6B51F4, 0x4DB26158, 0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
        0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    crc = (crc >> 4) ^ nibble[crc & 15];
    return (crc >> 4) ^ nibble[crc & 15];
}

enum { SLICES = 16 };

// Sixteen bytes at a time (Kounavis & Berry 2008): tables[n][b] is what byte b does to the sum n bytes
// later. Made for each call, which takes some microseconds.
static uint32_t crc_long(uint32_t crc, const unsigned char* bytes, size_t blocks) {
    uint32_t tables[SLICES][256];
    for (uint32_t b = 0; b < 256; ++b) {
        tables[0][b] = crc_byte(b);
    }
    for (int n = 1; n < SLICES; ++n) {
        for (uint32_t b = 0; b < 256; ++b) {
            const uint32_t before = tables[n - 1][b];
            tables[n][b] = (before >> 8) ^ tables[0][before & 255];
        }
    }
    for (size_t block = 0; block < blocks; ++block, bytes += SLICES) {
        uint32_t sum = 0;
        for (int n = 0; n < SLICES; ++n) {
            const uint32_t mixed = n < 4 ? crc >> (8 * n) : 0;
            sum ^= tables[SLICES - 1 - n][(bytes[n] ^ mixed) & 255];
        }
        crc = sum;
    }
    return crc;
}

uint32_t wafti_crc32(uint32_t crc, const void* bytes, size_t byte_count) {
    enum { LONG = 16384 };
    const unsigned char* p = bytes;
    size_t done = 0;
    crc = ~crc;
    if (byte_count >= LONG) {
        done = byte_count / SLICES * SLICES;
        crc = crc_long(crc, p, byte_count / SLICES);
    }
    for (; done < byte_count; ++done) {
        crc = crc_byte(crc ^ p[done]);
    }
    return ~crc;
}

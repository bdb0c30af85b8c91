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

uint64_t wafti_hash(uint64_t hash, const void* bytes, size_t byte_count) {
    const unsigned char* p = bytes;
    hash = wafti_hash_u64(hash, (uint64_t)byte_count);
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

uint32_t wafti_crc32(uint32_t crc, const void* bytes, size_t byte_count) {
    // Four bits at a time: a table of 16 that fits a cache line and needs no set-up.
    static const uint32_t nibble[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190,
        0x6B6B51F4, 0x4DB26158, 0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
        0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    const unsigned char* p = bytes;
    crc = ~crc;
    for (size_t i = 0; i < byte_count; ++i) {
        crc ^= p[i];
        crc = (crc >> 4) ^ nibble[crc & 15];
        crc = (crc >> 4) ^ nibble[crc & 15];
    }
    return ~crc;
}

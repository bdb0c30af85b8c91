// SPDX-License-Identifier: MIT
// State hashes and checksums.
#ifndef WAFTI_BASE_HASH_H
#define WAFTI_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define WAFTI_HASH_START UINT64_C(0x9E3779B97F4A7C15)

/// Mixes bytes into a running 64-bit hash; the pieces' boundaries matter.
uint64_t wafti_hash(uint64_t hash, const void* bytes, size_t byte_count);
uint64_t wafti_hash_u64(uint64_t hash, uint64_t value);

/// CRC-32 (the one of PNG and zip); start with 0.
uint32_t wafti_crc32(uint32_t crc, const void* bytes, size_t byte_count);

#endif // WAFTI_BASE_HASH_H

// SPDX-License-Identifier: MIT
// Random numbers without state: the same place asks for the same numbers, whatever the order.
#ifndef WAFTI_MATH_PHILOX_H
#define WAFTI_MATH_PHILOX_H

#include <stdint.h>

// What the rounds multiply by, and what is added to the key after each.
#define WAFTI_PHILOX_M0 0xD2511F53u
#define WAFTI_PHILOX_M1 0xCD9E8D57u
#define WAFTI_PHILOX_K0 0x9E3779B9u
#define WAFTI_PHILOX_K1 0xBB67AE85u

typedef struct wafti_random4 {
    uint32_t word[4];
} wafti_random4;

/// Philox4x32-10 of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
wafti_random4 wafti_philox(const uint32_t counter[4], const uint32_t key[2]);

/// Four words for one use of randomness: `stream` tells the users apart, `index` (below 2^48) the
/// cells or particles of one user, `step` (below 2^48) the time. No two places share a word.
wafti_random4 wafti_random(uint64_t seed, uint32_t stream, uint64_t step, uint64_t index);

/// Uniform in [0, 1), a multiple of 2^-24.
static inline float wafti_uniform(uint32_t word) {
    return (float)(word >> 8) * (1.0f / 16777216.0f);
}

/// Two independent normal deviates (mean 0, variance 1) from two words.
void wafti_normal_pair(uint32_t word0, uint32_t word1, float out_pair[2]);

#endif // WAFTI_MATH_PHILOX_H

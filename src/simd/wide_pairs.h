// SPDX-License-Identifier: MIT
// Neighbouring pairs of floats: what a transfer between a grid and one of half its cells does along a
// row.
#ifndef WAFTI_SIMD_WIDE_PAIRS_H
#define WAFTI_SIMD_WIDE_PAIRS_H

#include "simd/wide.h"

/// Sums of neighbours, p[0] + p[1], p[2] + p[3] and so on, of twice as many floats as there are lanes.
static inline wafti_wide wafti_wide_pair_sums(const float* p) {
#if defined(WAFTI_KERNEL_SET_SCALAR)
    return p[0] + p[1];
#else
    const wafti_wide low = wafti_wide_load_any(p);
    const wafti_wide high = wafti_wide_load_any(p + WAFTI_LANES);
#if defined(WAFTI_KERNEL_SET_AVX2)
    return __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14) +
           __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
#else
    return __builtin_shufflevector(low, high, 0, 2, 4, 6) +
           __builtin_shufflevector(low, high, 1, 3, 5, 7);
#endif
#endif
}

/// Adds every lane of v to a pair of neighbours of p.
static inline void wafti_wide_add_pairs(const float* p, wafti_wide v, float* out) {
#if defined(WAFTI_KERNEL_SET_SCALAR)
    out[0] = p[0] + v;
    out[1] = p[1] + v;
#else
#if defined(WAFTI_KERNEL_SET_AVX2)
    const wafti_wide low = __builtin_shufflevector(v, v, 0, 0, 1, 1, 2, 2, 3, 3);
    const wafti_wide high = __builtin_shufflevector(v, v, 4, 4, 5, 5, 6, 6, 7, 7);
#else
    const wafti_wide low = __builtin_shufflevector(v, v, 0, 0, 1, 1);
    const wafti_wide high = __builtin_shufflevector(v, v, 2, 2, 3, 3);
#endif
    wafti_wide_store_any(out, wafti_wide_load_any(p) + low);
    wafti_wide_store_any(out + WAFTI_LANES, wafti_wide_load_any(p + WAFTI_LANES) + high);
#endif
}

#endif // WAFTI_SIMD_WIDE_PAIRS_H

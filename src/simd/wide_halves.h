// SPDX-License-Identifier: MIT
// Halves (IEEE binary16) as floats, two neighbours at a time. Include after simd/wide.h.
#ifndef WAFTI_SIMD_WIDE_HALVES_H
#define WAFTI_SIMD_WIDE_HALVES_H

#include "simd/wide.h"

/// p[i] in the low half of each lane and p[i + 1] in the high one; i taken as signed.
static inline wafti_wide_uint wafti_wide_gather_halves(const uint16_t* p, wafti_wide_uint i) {
#if defined(WAFTI_KERNEL_SET_AVX2)
    return (wafti_wide_uint)_mm256_i32gather_epi32((const int*)(const void*)p, (__m256i)i, 2);
#elif defined(WAFTI_KERNEL_SET_SCALAR)
    const uint16_t* at = p + (int32_t)i;
    return (uint32_t)at[0] | (uint32_t)at[1] << 16;
#else
    wafti_wide_uint pairs = wafti_wide_set_uint(0);
    for (int lane = 0; lane < WAFTI_LANES; ++lane) {
        const uint16_t* at = p + (int32_t)i[lane];
        pairs[lane] = (uint32_t)at[0] | (uint32_t)at[1] << 16;
    }
    return pairs;
#endif
}

/// The high half of each lane, without infinities and NaN.
static inline wafti_wide wafti_wide_high_half(wafti_wide_uint pairs) {
    const wafti_wide_uint sign = pairs & wafti_wide_set_uint(0x80000000u);
    const wafti_wide_uint size = (pairs >> 3) & wafti_wide_set_uint(0x0FFFE000u);
    // Exact: only the exponent's bias differs.
    return wafti_wide_from_bits(sign | size) * wafti_wide_set(0x1p112f);
}

/// The low half of each lane.
static inline wafti_wide wafti_wide_low_half(wafti_wide_uint pairs) {
    return wafti_wide_high_half(pairs << 16);
}

#endif // WAFTI_SIMD_WIDE_HALVES_H

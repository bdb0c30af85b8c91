// SPDX-License-Identifier: MIT
// Lanes as whole numbers of 64 bits, even and odd ones apart. Only their low halves count, so that
// the high half of a product need not be cleared away.
#ifndef WAFTI_SIMD_WIDE_LONG_H
#define WAFTI_SIMD_WIDE_LONG_H

#include "simd/wide.h"

#if defined(WAFTI_KERNEL_SET_SCALAR)
enum { WAFTI_HALVES = 1 };
typedef uint64_t wafti_wide_long;

static inline wafti_wide_long wafti_wide_long_set(uint32_t x) {
    return x;
}

/// Of the low halves.
static inline wafti_wide_long wafti_wide_long_product(wafti_wide_long a, wafti_wide_long b) {
    return (a & 0xFFFFFFFFu) * (b & 0xFFFFFFFFu);
}

static inline void wafti_wide_split(wafti_wide_uint lanes, wafti_wide_long out[WAFTI_HALVES]) {
    out[0] = lanes;
}

/// The low halves.
static inline wafti_wide_uint wafti_wide_join(const wafti_wide_long halves[WAFTI_HALVES]) {
    return (wafti_wide_uint)halves[0];
}
#else
enum { WAFTI_HALVES = 2 };
typedef uint64_t wafti_wide_long __attribute__((vector_size(sizeof(wafti_wide_uint))));

static inline wafti_wide_long wafti_wide_long_set(uint32_t x) {
    return (wafti_wide_long)wafti_wide_set_uint(x);
}

static inline wafti_wide_long wafti_wide_long_product(wafti_wide_long a, wafti_wide_long b) {
#if defined(WAFTI_KERNEL_SET_AVX2)
    return (wafti_wide_long)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#elif defined(WAFTI_KERNEL_SET_SSE2)
    return (wafti_wide_long)_mm_mul_epu32((__m128i)a, (__m128i)b);
#else
    return (a & 0xFFFFFFFFu) * (b & 0xFFFFFFFFu);
#endif
}

static inline void wafti_wide_split(wafti_wide_uint lanes, wafti_wide_long out[WAFTI_HALVES]) {
    out[0] = (wafti_wide_long)lanes;
    out[1] = (wafti_wide_long)lanes >> 32;
}

static inline wafti_wide_uint wafti_wide_join(const wafti_wide_long halves[WAFTI_HALVES]) {
    const wafti_wide_long odd = halves[1] << 32;
#if defined(WAFTI_KERNEL_SET_AVX2)
    return (wafti_wide_uint)_mm256_blend_epi32((__m256i)halves[0], (__m256i)odd, 0xAA);
#else
    return (wafti_wide_uint)((halves[0] & 0xFFFFFFFFu) | odd);
#endif
}
#endif

#endif // WAFTI_SIMD_WIDE_LONG_H

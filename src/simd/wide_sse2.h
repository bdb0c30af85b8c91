// SPDX-License-Identifier: MIT
// Four lanes: what every x86-64 has. See simd/wide.h.
#ifndef WAFTI_SIMD_WIDE_SSE2_H
#define WAFTI_SIMD_WIDE_SSE2_H

#include <emmintrin.h>

enum { WAFTI_LANES = 4 };

typedef __m128 wafti_wide;
typedef uint32_t wafti_wide_uint __attribute__((vector_size(16)));

static inline wafti_wide wafti_wide_set(float x) {
    return _mm_set1_ps(x);
}

static inline wafti_wide_uint wafti_wide_set_uint(uint32_t x) {
    return (wafti_wide_uint)_mm_set1_epi32((int)x);
}

static inline wafti_wide wafti_wide_iota(void) {
    return (wafti_wide){0.0f, 1.0f, 2.0f, 3.0f};
}

static inline wafti_wide wafti_wide_load(const float* p) {
    return _mm_load_ps(p);
}

static inline wafti_wide wafti_wide_load_any(const float* p) {
    return _mm_loadu_ps(p);
}

static inline wafti_wide wafti_wide_load_bytes(const uint8_t* p) {
    return (wafti_wide){(float)p[0], (float)p[1], (float)p[2], (float)p[3]};
}

static inline wafti_wide wafti_wide_gather(const float* p, wafti_wide_uint i) {
    return (wafti_wide){p[(int32_t)i[0]], p[(int32_t)i[1]], p[(int32_t)i[2]], p[(int32_t)i[3]]};
}

static inline void wafti_wide_store(float* p, wafti_wide v) {
    _mm_store_ps(p, v);
}

static inline void wafti_wide_store_any(float* p, wafti_wide v) {
    _mm_storeu_ps(p, v);
}

static inline wafti_wide wafti_wide_min(wafti_wide a, wafti_wide b) {
    return _mm_min_ps(a, b);
}

static inline wafti_wide wafti_wide_max(wafti_wide a, wafti_wide b) {
    return _mm_max_ps(a, b);
}

static inline wafti_wide wafti_wide_sqrt(wafti_wide v) {
    return _mm_sqrt_ps(v);
}

static inline wafti_wide wafti_wide_fma(wafti_wide a, wafti_wide b, wafti_wide c) {
    return a * b + c;
}

static inline wafti_wide_uint wafti_wide_to_uint(wafti_wide v) {
    return (wafti_wide_uint)_mm_cvttps_epi32(v);
}

static inline wafti_wide wafti_wide_from_uint(wafti_wide_uint i) {
    return _mm_cvtepi32_ps((__m128i)i);
}

static inline float wafti_wide_first(wafti_wide v) {
    return _mm_cvtss_f32(v);
}

static inline wafti_wide_uint wafti_wide_less(wafti_wide a, wafti_wide b) {
    return (wafti_wide_uint)_mm_cmplt_ps(a, b);
}

static inline wafti_wide_uint wafti_wide_less_equal(wafti_wide a, wafti_wide b) {
    return (wafti_wide_uint)_mm_cmple_ps(a, b);
}

static inline wafti_wide_uint wafti_wide_equal(wafti_wide a, wafti_wide b) {
    return (wafti_wide_uint)_mm_cmpeq_ps(a, b);
}

static inline wafti_wide wafti_wide_select(wafti_wide_uint mask, wafti_wide a, wafti_wide b) {
    return (wafti_wide)((mask & (wafti_wide_uint)a) | (~mask & (wafti_wide_uint)b));
}

static inline unsigned wafti_wide_lanes(wafti_wide_uint mask) {
    return (unsigned)_mm_movemask_ps((__m128)mask);
}

static inline bool wafti_wide_any(wafti_wide_uint mask) {
    return wafti_wide_lanes(mask) != 0;
}

static inline float wafti_wide_sum(wafti_wide v) {
    const __m128 two = _mm_add_ps(v, _mm_movehl_ps(v, v));
    return two[0] + two[1];
}

static inline float wafti_wide_greatest(wafti_wide v) {
    const __m128 two = _mm_max_ps(v, _mm_movehl_ps(v, v));
    return two[0] > two[1] ? two[0] : two[1];
}

#endif // WAFTI_SIMD_WIDE_SSE2_H

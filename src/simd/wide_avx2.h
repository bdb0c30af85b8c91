// SPDX-License-Identifier: MIT
// Eight lanes: AVX2 with FMA. See simd/wide.h.
#ifndef WAFTI_SIMD_WIDE_AVX2_H
#define WAFTI_SIMD_WIDE_AVX2_H

#include <immintrin.h>

enum { WAFTI_LANES = 8 };
#define WAFTI_WIDE_HAS_ROUND
#define WAFTI_WIDE_HAS_GATHER_BYTES

typedef __m256 wafti_wide;
typedef uint32_t wafti_wide_uint __attribute__((vector_size(32)));

static inline wafti_wide wafti_wide_set(float x) {
    return _mm256_set1_ps(x);
}

static inline wafti_wide_uint wafti_wide_set_uint(uint32_t x) {
    return (wafti_wide_uint)_mm256_set1_epi32((int)x);
}

static inline wafti_wide wafti_wide_iota(void) {
    return (wafti_wide){0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f};
}

static inline wafti_wide wafti_wide_load(const float* p) {
    return _mm256_load_ps(p);
}

static inline wafti_wide wafti_wide_load_any(const float* p) {
    return _mm256_loadu_ps(p);
}

static inline wafti_wide wafti_wide_load_bytes(const uint8_t* p) {
    return _mm256_cvtepi32_ps(
        _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)(const void*)p)));
}

static inline wafti_wide wafti_wide_gather(const float* p, wafti_wide_uint i) {
    return _mm256_i32gather_ps(p, (__m256i)i, 4);
}

static inline wafti_wide_uint wafti_wide_gather_bytes(const uint8_t* p, wafti_wide_uint i) {
    return (wafti_wide_uint)_mm256_i32gather_epi32((const int*)(const void*)p, (__m256i)i, 1);
}

static inline void wafti_wide_store(float* p, wafti_wide v) {
    _mm256_store_ps(p, v);
}

static inline void wafti_wide_store_any(float* p, wafti_wide v) {
    _mm256_storeu_ps(p, v);
}

static inline wafti_wide wafti_wide_min(wafti_wide a, wafti_wide b) {
    return _mm256_min_ps(a, b);
}

static inline wafti_wide wafti_wide_max(wafti_wide a, wafti_wide b) {
    return _mm256_max_ps(a, b);
}

static inline wafti_wide wafti_wide_sqrt(wafti_wide v) {
    return _mm256_sqrt_ps(v);
}

static inline wafti_wide wafti_wide_fma(wafti_wide a, wafti_wide b, wafti_wide c) {
    return _mm256_fmadd_ps(a, b, c);
}

static inline wafti_wide wafti_wide_round(wafti_wide v) {
    return _mm256_round_ps(v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

static inline wafti_wide wafti_wide_floor(wafti_wide v) {
    return _mm256_floor_ps(v);
}

static inline wafti_wide_uint wafti_wide_to_uint(wafti_wide v) {
    return (wafti_wide_uint)_mm256_cvttps_epi32(v);
}

static inline wafti_wide wafti_wide_from_uint(wafti_wide_uint i) {
    return _mm256_cvtepi32_ps((__m256i)i);
}

static inline float wafti_wide_first(wafti_wide v) {
    return _mm256_cvtss_f32(v);
}

static inline wafti_wide_uint wafti_wide_less(wafti_wide a, wafti_wide b) {
    return (wafti_wide_uint)_mm256_cmp_ps(a, b, _CMP_LT_OQ);
}

static inline wafti_wide_uint wafti_wide_less_equal(wafti_wide a, wafti_wide b) {
    return (wafti_wide_uint)_mm256_cmp_ps(a, b, _CMP_LE_OQ);
}

static inline wafti_wide_uint wafti_wide_equal(wafti_wide a, wafti_wide b) {
    return (wafti_wide_uint)_mm256_cmp_ps(a, b, _CMP_EQ_OQ);
}

static inline wafti_wide wafti_wide_select(wafti_wide_uint mask, wafti_wide a, wafti_wide b) {
    return _mm256_blendv_ps(b, a, (__m256)mask);
}

static inline unsigned wafti_wide_lanes(wafti_wide_uint mask) {
    return (unsigned)_mm256_movemask_ps((__m256)mask);
}

static inline bool wafti_wide_any(wafti_wide_uint mask) {
    return wafti_wide_lanes(mask) != 0;
}

static inline float wafti_wide_sum(wafti_wide v) {
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return two[0] + two[1];
}

static inline float wafti_wide_greatest(wafti_wide v) {
    const __m128 four = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return two[0] > two[1] ? two[0] : two[1];
}

#endif // WAFTI_SIMD_WIDE_AVX2_H

// SPDX-License-Identifier: MIT
// Sixteen lanes: AVX-512 F, DQ, BW and VL. Masks are bits, those above the sixteenth without meaning.
// There is no sum of all lanes: in another order than that of eight it would be other bits. See
// simd/wide.h.
#ifndef WAFTI_SIMD_WIDE_AVX512_H
#define WAFTI_SIMD_WIDE_AVX512_H

#include <immintrin.h>

enum { WAFTI_LANES = 16 };
#define WAFTI_WIDE_HAS_ROUND
#define WAFTI_WIDE_HAS_GATHER_BYTES
#define WAFTI_WIDE_HAS_MASK

typedef __m512 wafti_wide;
typedef uint32_t wafti_wide_uint __attribute__((vector_size(64)));
typedef uint32_t wafti_wide_mask;

static inline wafti_wide wafti_wide_set(float x) {
    return _mm512_set1_ps(x);
}

static inline wafti_wide_uint wafti_wide_set_uint(uint32_t x) {
    return (wafti_wide_uint)_mm512_set1_epi32((int)x);
}

static inline wafti_wide wafti_wide_iota(void) {
    return (wafti_wide){0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f, 8.0f, 9.0f, 10.0f, 11.0f,
        12.0f, 13.0f, 14.0f, 15.0f};
}

static inline wafti_wide wafti_wide_load(const float* p) {
    return _mm512_load_ps(p);
}

static inline wafti_wide wafti_wide_load_any(const float* p) {
    return _mm512_loadu_ps(p);
}

static inline wafti_wide wafti_wide_load_bytes(const uint8_t* p) {
    return _mm512_cvtepi32_ps(
        _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i*)(const void*)p)));
}

static inline wafti_wide wafti_wide_gather(const float* p, wafti_wide_uint i) {
    return _mm512_i32gather_ps((__m512i)i, p, 4);
}

static inline wafti_wide_uint wafti_wide_gather_bytes(const uint8_t* p, wafti_wide_uint i) {
    return (wafti_wide_uint)_mm512_i32gather_epi32((__m512i)i, (const void*)p, 1);
}

static inline void wafti_wide_store(float* p, wafti_wide v) {
    _mm512_store_ps(p, v);
}

static inline void wafti_wide_store_any(float* p, wafti_wide v) {
    _mm512_storeu_ps(p, v);
}

static inline wafti_wide wafti_wide_min(wafti_wide a, wafti_wide b) {
    return _mm512_min_ps(a, b);
}

static inline wafti_wide wafti_wide_max(wafti_wide a, wafti_wide b) {
    return _mm512_max_ps(a, b);
}

static inline wafti_wide wafti_wide_sqrt(wafti_wide v) {
    return _mm512_sqrt_ps(v);
}

static inline wafti_wide wafti_wide_fma(wafti_wide a, wafti_wide b, wafti_wide c) {
    return _mm512_fmadd_ps(a, b, c);
}

static inline wafti_wide wafti_wide_round(wafti_wide v) {
    return _mm512_roundscale_ps(v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

static inline wafti_wide wafti_wide_floor(wafti_wide v) {
    return _mm512_roundscale_ps(v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}

static inline wafti_wide_uint wafti_wide_to_uint(wafti_wide v) {
    return (wafti_wide_uint)_mm512_cvttps_epi32(v);
}

static inline wafti_wide wafti_wide_from_uint(wafti_wide_uint i) {
    return _mm512_cvtepi32_ps((__m512i)i);
}

static inline float wafti_wide_first(wafti_wide v) {
    return _mm512_cvtss_f32(v);
}

static inline wafti_wide_mask wafti_wide_none(void) {
    return 0;
}

static inline wafti_wide_mask wafti_wide_test(wafti_wide_uint i, uint32_t bits) {
    return _mm512_test_epi32_mask((__m512i)i, _mm512_set1_epi32((int)bits));
}

static inline wafti_wide_mask wafti_wide_less(wafti_wide a, wafti_wide b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
}

static inline wafti_wide_mask wafti_wide_less_equal(wafti_wide a, wafti_wide b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ);
}

static inline wafti_wide_mask wafti_wide_equal(wafti_wide a, wafti_wide b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ);
}

static inline wafti_wide wafti_wide_select(wafti_wide_mask mask, wafti_wide a, wafti_wide b) {
    return _mm512_mask_blend_ps((__mmask16)mask, b, a);
}

static inline wafti_wide wafti_wide_where(wafti_wide_mask mask, wafti_wide v) {
    return _mm512_maskz_mov_ps((__mmask16)mask, v);
}

static inline unsigned wafti_wide_lanes(wafti_wide_mask mask) {
    return mask & 0xFFFFu;
}

static inline bool wafti_wide_any(wafti_wide_mask mask) {
    return wafti_wide_lanes(mask) != 0;
}

static inline void wafti_wide_store_first(float* p, int32_t n, wafti_wide v) {
    const unsigned kept = (1u << n) - 1u;
    const unsigned written = n > 8 ? 0xFFFFu : 0xFFu;
    _mm512_mask_storeu_ps(p, (__mmask16)written, wafti_wide_where(kept, v));
}

static inline float wafti_wide_greatest(wafti_wide v) {
    const __m256 eight = _mm256_max_ps(_mm512_castps512_ps256(v), _mm512_extractf32x8_ps(v, 1));
    const __m128 four = _mm_max_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return two[0] > two[1] ? two[0] : two[1];
}

#endif // WAFTI_SIMD_WIDE_AVX512_H

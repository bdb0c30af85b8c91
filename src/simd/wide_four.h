// SPDX-License-Identifier: MIT
// Four lanes on the compiler's own vectors, for NEON and whatever else has 16 bytes. See simd/wide.h.
#ifndef WAFTI_SIMD_WIDE_FOUR_H
#define WAFTI_SIMD_WIDE_FOUR_H

enum { WAFTI_LANES = 4 };

typedef float wafti_wide __attribute__((vector_size(16)));
typedef uint32_t wafti_wide_uint __attribute__((vector_size(16)));
// The same vectors inside arrays of floats, with and without alignment.
typedef float wafti_wide_place __attribute__((vector_size(16), may_alias));
typedef float wafti_wide_place_any __attribute__((vector_size(16), may_alias, aligned(4)));

static inline wafti_wide wafti_wide_set(float x) {
    return (wafti_wide){x, x, x, x};
}

static inline wafti_wide_uint wafti_wide_set_uint(uint32_t x) {
    return (wafti_wide_uint){x, x, x, x};
}

static inline wafti_wide wafti_wide_iota(void) {
    return (wafti_wide){0.0f, 1.0f, 2.0f, 3.0f};
}

static inline wafti_wide wafti_wide_load(const float* p) {
    return *(const wafti_wide_place*)(const void*)p;
}

static inline wafti_wide wafti_wide_load_any(const float* p) {
    return *(const wafti_wide_place_any*)(const void*)p;
}

static inline wafti_wide wafti_wide_load_bytes(const uint8_t* p) {
    return (wafti_wide){(float)p[0], (float)p[1], (float)p[2], (float)p[3]};
}

static inline wafti_wide wafti_wide_gather(const float* p, wafti_wide_uint i) {
    return (wafti_wide){p[(int32_t)i[0]], p[(int32_t)i[1]], p[(int32_t)i[2]], p[(int32_t)i[3]]};
}

static inline void wafti_wide_store(float* p, wafti_wide v) {
    *(wafti_wide_place*)(void*)p = v;
}

static inline void wafti_wide_store_any(float* p, wafti_wide v) {
    *(wafti_wide_place_any*)(void*)p = v;
}

static inline wafti_wide_uint wafti_wide_to_uint(wafti_wide v) {
    return (wafti_wide_uint){(uint32_t)(int32_t)v[0], (uint32_t)(int32_t)v[1],
        (uint32_t)(int32_t)v[2], (uint32_t)(int32_t)v[3]};
}

static inline wafti_wide wafti_wide_from_uint(wafti_wide_uint i) {
    return (wafti_wide){(float)i[0], (float)i[1], (float)i[2], (float)i[3]};
}

static inline float wafti_wide_first(wafti_wide v) {
    return v[0];
}

static inline wafti_wide_uint wafti_wide_less(wafti_wide a, wafti_wide b) {
    return (wafti_wide_uint)(a < b);
}

static inline wafti_wide_uint wafti_wide_less_equal(wafti_wide a, wafti_wide b) {
    return (wafti_wide_uint)(a <= b);
}

static inline wafti_wide_uint wafti_wide_equal(wafti_wide a, wafti_wide b) {
    return (wafti_wide_uint)(a == b);
}

static inline wafti_wide wafti_wide_select(wafti_wide_uint mask, wafti_wide a, wafti_wide b) {
    return (wafti_wide)((mask & (wafti_wide_uint)a) | (~mask & (wafti_wide_uint)b));
}

static inline unsigned wafti_wide_lanes(wafti_wide_uint mask) {
    return (mask[0] & 1u) | (mask[1] & 2u) | (mask[2] & 4u) | (mask[3] & 8u);
}

static inline bool wafti_wide_any(wafti_wide_uint mask) {
    return ((mask[0] | mask[1]) | (mask[2] | mask[3])) != 0;
}

static inline wafti_wide wafti_wide_min(wafti_wide a, wafti_wide b) {
    return wafti_wide_select(wafti_wide_less(a, b), a, b);
}

static inline wafti_wide wafti_wide_max(wafti_wide a, wafti_wide b) {
    return wafti_wide_select(wafti_wide_less(b, a), a, b);
}

static inline wafti_wide wafti_wide_sqrt(wafti_wide v) {
    return (wafti_wide){
        __builtin_sqrtf(v[0]), __builtin_sqrtf(v[1]), __builtin_sqrtf(v[2]), __builtin_sqrtf(v[3])};
}

static inline wafti_wide wafti_wide_fma(wafti_wide a, wafti_wide b, wafti_wide c) {
    return a * b + c;
}

static inline float wafti_wide_sum(wafti_wide v) {
    return (v[0] + v[2]) + (v[1] + v[3]);
}

static inline float wafti_wide_greatest(wafti_wide v) {
    const float a = v[0] > v[2] ? v[0] : v[2];
    const float b = v[1] > v[3] ? v[1] : v[3];
    return a > b ? a : b;
}

#endif // WAFTI_SIMD_WIDE_FOUR_H

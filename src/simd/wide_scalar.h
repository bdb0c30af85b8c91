// SPDX-License-Identifier: MIT
// One lane: the twin that any compiler takes and the others are tested against. See simd/wide.h.
#ifndef WAFTI_SIMD_WIDE_SCALAR_H
#define WAFTI_SIMD_WIDE_SCALAR_H

#include <math.h>
#include <string.h>

enum { WAFTI_LANES = 1 };
#define WAFTI_WIDE_HAS_BITS
#define WAFTI_WIDE_HAS_TEST

typedef float wafti_wide;
typedef uint32_t wafti_wide_uint;

static inline wafti_wide wafti_wide_set(float x) {
    return x;
}

static inline wafti_wide_uint wafti_wide_set_uint(uint32_t x) {
    return x;
}

static inline wafti_wide wafti_wide_iota(void) {
    return 0.0f;
}

static inline wafti_wide wafti_wide_load(const float* p) {
    return *p;
}

static inline wafti_wide wafti_wide_load_any(const float* p) {
    return *p;
}

static inline wafti_wide wafti_wide_load_bytes(const uint8_t* p) {
    return (float)*p;
}

static inline wafti_wide wafti_wide_gather(const float* p, wafti_wide_uint i) {
    return p[(int32_t)i];
}

static inline void wafti_wide_store(float* p, wafti_wide v) {
    *p = v;
}

static inline void wafti_wide_store_any(float* p, wafti_wide v) {
    *p = v;
}

static inline wafti_wide wafti_wide_min(wafti_wide a, wafti_wide b) {
    return a < b ? a : b;
}

static inline wafti_wide wafti_wide_max(wafti_wide a, wafti_wide b) {
    return a > b ? a : b;
}

static inline wafti_wide wafti_wide_sqrt(wafti_wide v) {
    return sqrtf(v);
}

static inline wafti_wide wafti_wide_fma(wafti_wide a, wafti_wide b, wafti_wide c) {
    return a * b + c;
}

static inline wafti_wide_uint wafti_wide_bits(wafti_wide v) {
    wafti_wide_uint i = 0;
    memcpy(&i, &v, sizeof(i));
    return i;
}

static inline wafti_wide wafti_wide_from_bits(wafti_wide_uint i) {
    wafti_wide v = 0.0f;
    memcpy(&v, &i, sizeof(v));
    return v;
}

static inline wafti_wide_uint wafti_wide_to_uint(wafti_wide v) {
    return (wafti_wide_uint)(int32_t)v;
}

static inline wafti_wide wafti_wide_from_uint(wafti_wide_uint i) {
    return (float)i;
}

static inline float wafti_wide_first(wafti_wide v) {
    return v;
}

static inline wafti_wide_uint wafti_wide_test(wafti_wide_uint i, uint32_t bits) {
    return (i & bits) != 0 ? ~0u : 0u;
}

static inline wafti_wide_uint wafti_wide_less(wafti_wide a, wafti_wide b) {
    return -(wafti_wide_uint)(a < b);
}

static inline wafti_wide_uint wafti_wide_less_equal(wafti_wide a, wafti_wide b) {
    return -(wafti_wide_uint)(a <= b);
}

static inline wafti_wide_uint wafti_wide_equal(wafti_wide a, wafti_wide b) {
    return -(wafti_wide_uint)(a == b);
}

static inline wafti_wide wafti_wide_select(wafti_wide_uint mask, wafti_wide a, wafti_wide b) {
    return mask != 0 ? a : b;
}

static inline unsigned wafti_wide_lanes(wafti_wide_uint mask) {
    return mask & 1u;
}

static inline bool wafti_wide_any(wafti_wide_uint mask) {
    return mask != 0;
}

static inline float wafti_wide_sum(wafti_wide v) {
    return v;
}

static inline float wafti_wide_greatest(wafti_wide v) {
    return v;
}

#endif // WAFTI_SIMD_WIDE_SCALAR_H

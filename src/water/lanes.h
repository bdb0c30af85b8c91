// SPDX-License-Identifier: MIT
// The lanes that water kernels are written in: those of simd/wide.h, or one double where a test
// compiles the same source in double.
#ifndef WAFTI_WATER_LANES_H
#define WAFTI_WATER_LANES_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "math/real.h"

#if defined(WAFTI_REAL_DOUBLE)

enum { WAFTI_LANES = 1 };

typedef double wafti_wide;
typedef uint32_t wafti_wide_uint;

#define WAFTI_KERNEL(name) name##_scalar

static inline wafti_wide wafti_wide_set(double x) {
    return x;
}

static inline wafti_wide wafti_wide_load(const double* p) {
    return *p;
}

static inline wafti_wide wafti_wide_load_any(const double* p) {
    return *p;
}

static inline void wafti_wide_store(double* p, wafti_wide v) {
    *p = v;
}

static inline void wafti_wide_store_any(double* p, wafti_wide v) {
    *p = v;
}

static inline wafti_wide wafti_wide_fma(wafti_wide a, wafti_wide b, wafti_wide c) {
    return a * b + c;
}

static inline wafti_wide wafti_wide_min(wafti_wide a, wafti_wide b) {
    return a < b ? a : b;
}

static inline wafti_wide wafti_wide_max(wafti_wide a, wafti_wide b) {
    return a > b ? a : b;
}

static inline wafti_wide wafti_wide_abs(wafti_wide v) {
    return fabs(v);
}

static inline wafti_wide wafti_wide_sqrt(wafti_wide v) {
    return sqrt(v);
}

static inline wafti_wide_uint wafti_wide_less(wafti_wide a, wafti_wide b) {
    return -(wafti_wide_uint)(a < b);
}

static inline wafti_wide_uint wafti_wide_less_equal(wafti_wide a, wafti_wide b) {
    return -(wafti_wide_uint)(a <= b);
}

static inline wafti_wide wafti_wide_select(wafti_wide_uint mask, wafti_wide a, wafti_wide b) {
    return mask != 0 ? a : b;
}

static inline bool wafti_wide_any(wafti_wide_uint mask) {
    return mask != 0;
}

static inline double wafti_wide_greatest(wafti_wide v) {
    return v;
}

static inline void wafti_wide_transpose(wafti_wide v[WAFTI_LANES]) {
    (void)v;
}

#else

#include "simd/wide_transpose.h"

#endif

#endif // WAFTI_WATER_LANES_H

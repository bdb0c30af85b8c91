// SPDX-License-Identifier: MIT
// The lanes that kernels are written in whose source a test compiles a second time in double: those of
// simd/wide.h, or one double there.
#ifndef WAFTI_MATH_LANES_H
#define WAFTI_MATH_LANES_H

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

static inline wafti_wide wafti_wide_iota(void) {
    return 0.0;
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

static inline wafti_wide_uint wafti_wide_equal(wafti_wide a, wafti_wide b) {
    return -(wafti_wide_uint)(a == b);
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

static inline double wafti_wide_least(wafti_wide v) {
    return v;
}

static inline void wafti_wide_transpose(wafti_wide v[WAFTI_LANES]) {
    (void)v;
}

#else

#include "simd/wide_transpose.h"

#endif

/// The first `count` lanes, or all if there are fewer.
static inline wafti_wide_uint wafti_lanes_first(int32_t count) {
    return wafti_wide_less(wafti_wide_iota(), wafti_wide_set((wafti_real)count));
}

/// `sum` and all lanes, added to it in order.
static inline double wafti_lanes_add(double sum, wafti_wide v) {
    wafti_real lanes[WAFTI_LANES];
    wafti_wide_store_any(lanes, v);
    for (int32_t lane = 0; lane < WAFTI_LANES; ++lane) {
        sum += (double)lanes[lane];
    }
    return sum;
}

/// Whether all lanes are 0; a NaN is not.
static inline bool wafti_lanes_are_zero(wafti_wide v) {
    return !wafti_wide_any(~wafti_wide_equal(v, wafti_wide_set(0)));
}

#endif // WAFTI_MATH_LANES_H

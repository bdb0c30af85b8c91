// SPDX-License-Identifier: MIT
// A few doubles at once, half as many as floats, for kernels that sum or solve in double. Include
// after simd/wide.h. wafti_wide_double takes + - * /.
#ifndef WAFTI_SIMD_WIDE_DOUBLE_H
#define WAFTI_SIMD_WIDE_DOUBLE_H

#include "simd/wide.h"

#if defined(WAFTI_KERNEL_SET_SCALAR)
enum { WAFTI_DOUBLE_LANES = 1 };
typedef double wafti_wide_double;
typedef double wafti_wide_double_place;
typedef float wafti_wide_half_place;
#define WAFTI_CONVERT(v, type) ((type)(v))
typedef float wafti_wide_half;
#else
enum { WAFTI_DOUBLE_LANES = WAFTI_LANES / 2 };
#define WAFTI_DOUBLE_BYTES     (WAFTI_DOUBLE_LANES * 8)
typedef double wafti_wide_double __attribute__((vector_size(WAFTI_DOUBLE_BYTES)));
typedef int64_t wafti_wide_long __attribute__((vector_size(WAFTI_DOUBLE_BYTES)));
typedef float wafti_wide_half __attribute__((vector_size(WAFTI_DOUBLE_BYTES / 2)));
// The same vectors inside arrays, anywhere.
typedef double wafti_wide_double_place
    __attribute__((vector_size(WAFTI_DOUBLE_BYTES), may_alias, aligned(8)));
typedef float wafti_wide_half_place
    __attribute__((vector_size(WAFTI_DOUBLE_BYTES / 2), may_alias, aligned(4)));
#define WAFTI_CONVERT(v, type) __builtin_convertvector(v, type)
#endif

static inline wafti_wide_double wafti_double_set(double x) {
#if defined(WAFTI_KERNEL_SET_SCALAR)
    return x;
#else
    return (wafti_wide_double){0.0} + x;
#endif
}

static inline wafti_wide_double wafti_double_load(const double* p) {
    return *(const wafti_wide_double_place*)(const void*)p;
}

static inline void wafti_double_store(double* p, wafti_wide_double v) {
    *(wafti_wide_double_place*)(void*)p = v;
}

/// Half a vector of floats, widened.
static inline wafti_wide_double wafti_double_load_float(const float* p) {
#if defined(WAFTI_KERNEL_SET_AVX2)
    // The compiler would convert two at a time.
    return _mm256_cvtps_pd(_mm_loadu_ps(p));
#else
    const wafti_wide_half half = *(const wafti_wide_half_place*)(const void*)p;
    return WAFTI_CONVERT(half, wafti_wide_double);
#endif
}

static inline void wafti_double_store_float(float* p, wafti_wide_double v) {
#if defined(WAFTI_KERNEL_SET_AVX2)
    _mm_storeu_ps(p, _mm256_cvtpd_ps(v));
#else
    *(wafti_wide_half_place*)(void*)p = WAFTI_CONVERT(v, wafti_wide_half);
#endif
}

/// The greater of `a` and |b| in each lane; b must not be NaN.
static inline wafti_wide_double wafti_double_max_abs(wafti_wide_double a, wafti_wide_double b) {
#if defined(WAFTI_KERNEL_SET_SCALAR)
    const double size = b < 0.0 ? -b : b;
    return size > a ? size : a;
#else
    const wafti_wide_long sign = (wafti_wide_long){0} + INT64_MAX;
    const wafti_wide_double size = (wafti_wide_double)((wafti_wide_long)b & sign);
#if defined(WAFTI_KERNEL_SET_AVX2)
    return _mm256_max_pd(size, a);
#else
    const wafti_wide_long mask = (wafti_wide_long)(size > a);
    return (wafti_wide_double)((mask & (wafti_wide_long)size) | (~mask & (wafti_wide_long)a));
#endif
#endif
}

/// Of all lanes, in a fixed order.
static inline double wafti_double_sum(wafti_wide_double v) {
#if defined(WAFTI_KERNEL_SET_SCALAR)
    return v;
#else
    double sum = 0.0;
    for (int lane = 0; lane < WAFTI_DOUBLE_LANES; ++lane) {
        sum += v[lane];
    }
    return sum;
#endif
}

static inline double wafti_double_greatest(wafti_wide_double v) {
#if defined(WAFTI_KERNEL_SET_SCALAR)
    return v;
#else
    double greatest = v[0];
    for (int lane = 1; lane < WAFTI_DOUBLE_LANES; ++lane) {
        greatest = v[lane] > greatest ? v[lane] : greatest;
    }
    return greatest;
#endif
}

#endif // WAFTI_SIMD_WIDE_DOUBLE_H

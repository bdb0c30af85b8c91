// SPDX-License-Identifier: MIT
// Roots, angles and logarithms of a few doubles at once, within two units of the last place. Kernel
// files only. The plain set asks the C library, and so is what the others are measured against.
#ifndef WAFTI_SIMD_WIDE_DOUBLE_MATH_H
#define WAFTI_SIMD_WIDE_DOUBLE_MATH_H

#include "simd/wide_double.h"

#include <math.h>

#if defined(WAFTI_KERNEL_SET_SCALAR)

static inline wafti_wide_double wafti_double_fma(
    wafti_wide_double a, wafti_wide_double b, wafti_wide_double c) {
    return a * b + c;
}

static inline wafti_wide_double wafti_double_sqrt(wafti_wide_double v) {
    return sqrt(v);
}

static inline wafti_wide_double wafti_double_abs(wafti_wide_double v) {
    return fabs(v);
}

static inline wafti_wide_double wafti_double_max(wafti_wide_double a, wafti_wide_double b) {
    return a > b ? a : b;
}

static inline wafti_wide_double wafti_double_atan2(wafti_wide_double y, wafti_wide_double x) {
    return atan2(y, x);
}

static inline wafti_wide_double wafti_double_log_ratio(wafti_wide_double n, wafti_wide_double d) {
    return log(n / d);
}

#else

typedef uint64_t wafti_wide_ulong __attribute__((vector_size(WAFTI_DOUBLE_BYTES)));

static inline wafti_wide_double wafti_double_fma(
    wafti_wide_double a, wafti_wide_double b, wafti_wide_double c) {
#if defined(WAFTI_KERNEL_SET_AVX2)
    return _mm256_fmadd_pd(a, b, c);
#else
    return a * b + c;
#endif
}

static inline wafti_wide_double wafti_double_sqrt(wafti_wide_double v) {
#if defined(WAFTI_KERNEL_SET_AVX2)
    return _mm256_sqrt_pd(v);
#elif defined(WAFTI_KERNEL_SET_SSE2)
    return _mm_sqrt_pd(v);
#else
    return (wafti_wide_double){__builtin_sqrt(v[0]), __builtin_sqrt(v[1])};
#endif
}

static inline wafti_wide_double wafti_double_abs(wafti_wide_double v) {
    return (wafti_wide_double)((wafti_wide_long)v & ((wafti_wide_long){0} + INT64_MAX));
}

static inline wafti_wide_double wafti_double_select(
    wafti_wide_long mask, wafti_wide_double a, wafti_wide_double b) {
    return (wafti_wide_double)((mask & (wafti_wide_long)a) | (~mask & (wafti_wide_long)b));
}

static inline wafti_wide_double wafti_double_max(wafti_wide_double a, wafti_wide_double b) {
    return wafti_double_select((wafti_wide_long)(a > b), a, b);
}

/// sum of c[k] x^k, k from 0 to count - 1.
static inline wafti_wide_double wafti_double_series(
    wafti_wide_double x, const double* c, int count) {
    wafti_wide_double sum = wafti_double_set(c[count - 1]);
    for (int k = count - 2; k >= 0; --k) {
        sum = wafti_double_fma(sum, x, wafti_double_set(c[k]));
    }
    return sum;
}

/// The angle of (x, y), not both 0. The quotient is brought below tan(pi/8) with the tangent's sum
/// rule before it is taken, so there is one division.
static inline wafti_wide_double wafti_double_atan2(wafti_wide_double y, wafti_wide_double x) {
    // atan(sqrt u) / sqrt u, least error on 0 to tan(pi/8)^2: 1.3e-18.
    static const double series[] = {1.0, -0.3333333333333312, 0.19999999999940868,
        -0.14285714279248055, 0.11111110744810647, -0.09090896805912162, 0.07692045274291998,
        -0.06662951162727927, 0.05846873503411509, -0.05035080589113427, 0.03796469507021349,
        -0.01780477396050943};
    const wafti_wide_long sign_bit = (wafti_wide_long){0} + INT64_MIN;
    const wafti_wide_double high_y = wafti_double_abs(y);
    const wafti_wide_double high_x = wafti_double_abs(x);
    const wafti_wide_long steep = (wafti_wide_long)(high_y > high_x);
    const wafti_wide_double small = wafti_double_select(steep, high_x, high_y);
    const wafti_wide_double large = wafti_double_select(steep, high_y, high_x);
    const wafti_wide_long wide = (wafti_wide_long)(small > 0.41421356237309503 * large);
    const wafti_wide_double top = wafti_double_select(wide, small - large, small);
    const wafti_wide_double bottom = wafti_double_select(wide, small + large, large);
    const wafti_wide_double s = top / bottom;
    wafti_wide_double angle = s * wafti_double_series(s * s, series, 12);
    angle += (wafti_wide_double)(wide & (wafti_wide_long)wafti_double_set(M_PI_4));
    angle = wafti_double_select(steep, M_PI_2 - angle, angle);
    angle = wafti_double_select((wafti_wide_long)(x < 0.0), M_PI - angle, angle);
    return (wafti_wide_double)((wafti_wide_long)angle | ((wafti_wide_long)y & sign_bit));
}

/// ln(n / d) for n >= d > 0, both normal numbers. The whole powers of two are told from the bits,
/// rounded, and the rest is 2 artanh((n - d 2^k) / (n + d 2^k)), again with one division.
static inline wafti_wide_double wafti_double_log_ratio(wafti_wide_double n, wafti_wide_double d) {
    // artanh(sqrt u) / sqrt u, least error on 0 to 0.0405: 1.5e-19.
    static const double series[] = {1.0, 0.33333333333333276, 0.200000000000366,
        0.14285714276456452, 0.1111111228253193, 0.09090825995812467, 0.07695758603102607,
        0.06583683240227095, 0.06941139521087276};
    const wafti_wide_ulong half = (wafti_wide_ulong){0} + (1ull << 51);
    const wafti_wide_ulong k = ((wafti_wide_ulong)n - (wafti_wide_ulong)d + half) >> 52;
    const wafti_wide_double power = (wafti_wide_double)((k + 1023u) << 52);
    const wafti_wide_double scaled = d * power;
    const wafti_wide_double s = (n - scaled) / (n + scaled);
    const wafti_wide_double rest = (s + s) * wafti_double_series(s * s, series, 9);
    // A whole number below 2^52 in the low bits of 2^52.
    const wafti_wide_double whole =
        (wafti_wide_double)(k | ((wafti_wide_ulong){0} + 0x4330000000000000ull)) - 0x1p52;
    return wafti_double_fma(whole, wafti_double_set(M_LN2), rest);
}

#endif

#endif // WAFTI_SIMD_WIDE_DOUBLE_MATH_H

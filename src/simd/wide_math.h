// SPDX-License-Identifier: MIT
// Sine, cosine and exponential of a few floats at once; the same source for every set of lanes.
#ifndef WAFTI_SIMD_WIDE_MATH_H
#define WAFTI_SIMD_WIDE_MATH_H

#include "simd/wide.h"

// 1.5 * 2^23. Added to a float below 2^22 it leaves the nearest integer in the low bits, where it
// can be read without a conversion that might overflow; subtracted again it gives that as a float.
#define WAFTI_WIDE_ROUNDER 12582912.0f

/// Sine and cosine of r + quadrant pi/2, |r| <= pi/4; of `quadrant` the last two bits count.
static inline void wafti_wide_sincos_quadrant(
    wafti_wide r, wafti_wide_uint quadrant, wafti_wide* out_sin, wafti_wide* out_cos) {
    // Polynomials through the Chebyshev points, error 1e-8 and 8e-10.
    const wafti_wide z = r * r;
    wafti_wide s =
        wafti_wide_fma(z, wafti_wide_set(-1.9587765e-4f), wafti_wide_set(8.33274769e-3f));
    s = wafti_wide_fma(z, s, wafti_wide_set(-1.66666647e-1f));
    s = wafti_wide_fma(z * r, s, r);
    wafti_wide c =
        wafti_wide_fma(z, wafti_wide_set(2.45478159e-5f), wafti_wide_set(-1.38883025e-3f));
    c = wafti_wide_fma(z, c, wafti_wide_set(4.16666647e-2f));
    c = wafti_wide_fma(z, c, wafti_wide_set(-0.5f));
    c = wafti_wide_fma(z, c, wafti_wide_set(1.0f));

    // Quadrants 1 and 3 swap the two; the sine changes sign in 2 and 3, the cosine in 1 and 2.
    const wafti_wide_uint one = wafti_wide_set_uint(1u);
    const wafti_wide_uint two = wafti_wide_set_uint(2u);
    const wafti_wide_uint swap = -(quadrant & one);
    const wafti_wide_uint sin_sign = (quadrant & two) << 30;
    const wafti_wide_uint cos_sign = ((quadrant + one) & two) << 30;
    *out_sin = wafti_wide_from_bits(wafti_wide_bits(wafti_wide_select(swap, c, s)) ^ sin_sign);
    *out_cos = wafti_wide_from_bits(wafti_wide_bits(wafti_wide_select(swap, s, c)) ^ cos_sign);
}

/// Sine and cosine of `x` in rad. For |x| < 1e4 both are within 1e-7; beyond, the error grows with
/// the spacing of floats around x, and from 6e6 on nothing is promised. NaN and infinity give NaN.
static inline void wafti_wide_sincos(wafti_wide x, wafti_wide* out_sin, wafti_wide* out_cos) {
    // Cody and Waite 1980: x = quarter * pi/2 + r, with pi/2 in three parts. The first two are so
    // short that their products with quarter < 2^13 are exact.
    const wafti_wide rounder = wafti_wide_set(WAFTI_WIDE_ROUNDER);
    const wafti_wide shifted = wafti_wide_fma(x, wafti_wide_set(0.636619772f), rounder);
    const wafti_wide quarter = shifted - rounder;
    wafti_wide r = wafti_wide_fma(quarter, wafti_wide_set(-1.5703125f), x);
    r = wafti_wide_fma(quarter, wafti_wide_set(-4.8375129699707e-4f), r);
    r = wafti_wide_fma(quarter, wafti_wide_set(-7.5497901264e-8f), r);
    wafti_wide_sincos_quadrant(r, wafti_wide_bits(shifted), out_sin, out_cos);
}

/// Sine and cosine of the angle 2 pi (word + 1/2) / 2^32, within 1e-7.
static inline void wafti_wide_sincos_word(
    wafti_wide_uint word, wafti_wide* out_sin, wafti_wide* out_cos) {
    // The nearest quarter turn, and what is left of it in two parts that floats hold exactly.
    const wafti_wide_uint shifted = word + wafti_wide_set_uint(1u << 29);
    const wafti_wide_uint rest = shifted & wafti_wide_set_uint((1u << 30) - 1u);
    const wafti_wide high = wafti_wide_from_uint(rest >> 8);
    const wafti_wide low = wafti_wide_from_uint(rest & wafti_wide_set_uint(255u));
    const wafti_wide units =
        wafti_wide_fma(high, wafti_wide_set(256.0f), wafti_wide_set(-536870912.0f)) +
        (low + wafti_wide_set(0.5f));
    const wafti_wide r = units * wafti_wide_set(1.46291808e-9f); // 2 pi / 2^32
    wafti_wide_sincos_quadrant(r, shifted >> 30, out_sin, out_cos);
}

/// e to the power of `x`, relative error below 2e-7; x is taken as -87 if below and 88 if above.
/// NaN gives NaN.
static inline wafti_wide wafti_wide_exp(wafti_wide x) {
    x = wafti_wide_max(wafti_wide_set(-87.0f), wafti_wide_min(wafti_wide_set(88.0f), x));
    // x = n ln 2 + r, with ln 2 in two parts, the first exact in products with |n| <= 127.
    const wafti_wide rounder = wafti_wide_set(WAFTI_WIDE_ROUNDER);
    const wafti_wide shifted = wafti_wide_fma(x, wafti_wide_set(1.44269504f), rounder);
    const wafti_wide n = shifted - rounder;
    wafti_wide r = wafti_wide_fma(n, wafti_wide_set(-0.693145751953125f), x);
    r = wafti_wide_fma(n, wafti_wide_set(-1.4286067653e-6f), r);

    wafti_wide q =
        wafti_wide_fma(r, wafti_wide_set(1.39262508e-3f), wafti_wide_set(8.36323288e-3f));
    q = wafti_wide_fma(r, q, wafti_wide_set(4.16665542e-2f));
    q = wafti_wide_fma(r, q, wafti_wide_set(1.66665767e-1f));
    q = wafti_wide_fma(r, q, wafti_wide_set(0.5f));
    q = wafti_wide_fma(r * r, q, r) + wafti_wide_set(1.0f);

    // 2^n: n + 127 in the exponent's place. The low bits of `shifted` are those of n.
    const wafti_wide_uint exponent =
        wafti_wide_bits(shifted) - wafti_wide_bits(rounder) + wafti_wide_set_uint(127u);
    return q * wafti_wide_from_bits(exponent << 23);
}

#endif // WAFTI_SIMD_WIDE_MATH_H

// SPDX-License-Identifier: MIT
// One over a square root, to the last bits or nearly so.
#ifndef WAFTI_SIMD_WIDE_ROOT_H
#define WAFTI_SIMD_WIDE_ROOT_H

#include "simd/wide.h"

/// Relative error below 4e-7; v above 1e-36 and finite. The last bits depend on the CPU's maker.
static inline wafti_wide wafti_wide_inverse_sqrt(wafti_wide v) {
#if defined(WAFTI_KERNEL_SET_AVX2)
    // One step of Newton's method on the CPU's 12 bits, half the price of a root and a division.
    const wafti_wide guess = _mm256_rsqrt_ps(v);
    const wafti_wide half = wafti_wide_set(-0.5f) * v * guess;
    return guess * wafti_wide_fma(half, guess, wafti_wide_set(1.5f));
#else
    return wafti_wide_set(1.0f) / wafti_wide_sqrt(v);
#endif
}

#endif // WAFTI_SIMD_WIDE_ROOT_H

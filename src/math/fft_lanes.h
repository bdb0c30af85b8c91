// SPDX-License-Identifier: MIT
// Complex numbers and small matrices in the lanes of math/lanes.h.
#ifndef WAFTI_MATH_FFT_LANES_H
#define WAFTI_MATH_FFT_LANES_H

#include "math/lanes.h"

/// A complex number in every lane.
typedef struct wafti_pair {
    wafti_wide re, im;
} wafti_pair;

static inline wafti_pair wafti_pair_load(const wafti_real* re, const wafti_real* im) {
    return (wafti_pair){wafti_wide_load_any(re), wafti_wide_load_any(im)};
}

static inline void wafti_pair_store(wafti_real* re, wafti_real* im, wafti_pair a) {
    wafti_wide_store_any(re, a.re);
    wafti_wide_store_any(im, a.im);
}

/// The complex number at `root` in every lane.
static inline wafti_pair wafti_pair_set(const wafti_real* root) {
    return (wafti_pair){wafti_wide_set(root[0]), wafti_wide_set(root[1])};
}

static inline wafti_pair wafti_pair_add(wafti_pair a, wafti_pair b) {
    return (wafti_pair){a.re + b.re, a.im + b.im};
}

static inline wafti_pair wafti_pair_sub(wafti_pair a, wafti_pair b) {
    return (wafti_pair){a.re - b.re, a.im - b.im};
}

/// a + i b and a - i b.
static inline wafti_pair wafti_pair_add_i(wafti_pair a, wafti_pair b) {
    return (wafti_pair){a.re - b.im, a.im + b.re};
}

static inline wafti_pair wafti_pair_sub_i(wafti_pair a, wafti_pair b) {
    return (wafti_pair){a.re + b.im, a.im - b.re};
}

static inline wafti_pair wafti_pair_mul(wafti_pair a, wafti_pair w) {
    return (wafti_pair){
        wafti_wide_fma(a.re, w.re, -(a.im * w.im)), wafti_wide_fma(a.re, w.im, a.im * w.re)};
}

/// a + f b, with a real f.
static inline wafti_pair wafti_pair_add_scaled(wafti_pair a, wafti_wide f, wafti_pair b) {
    return (wafti_pair){wafti_wide_fma(f, b.re, a.re), wafti_wide_fma(f, b.im, a.im)};
}

/// Matrices are used for lines of up to so many points.
enum { WAFTI_FFT_MATRIX_MAX = 5 };

/// out = matrix in, for an n x n matrix in rows; not in place.
static inline void wafti_lanes_multiply(const wafti_real* matrix, int32_t n,
    const wafti_wide in[WAFTI_FFT_MATRIX_MAX], wafti_wide out[WAFTI_FFT_MATRIX_MAX]) {
    for (int32_t r = 0; r < n; ++r) {
        wafti_wide sum = wafti_wide_set(matrix[r * n]) * in[0];
        for (int32_t j = 1; j < n; ++j) {
            sum = wafti_wide_fma(wafti_wide_set(matrix[r * n + j]), in[j], sum);
        }
        out[r] = sum;
    }
}

#endif // WAFTI_MATH_FFT_LANES_H

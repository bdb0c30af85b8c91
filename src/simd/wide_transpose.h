// SPDX-License-Identifier: MIT
// Square blocks of floats turned over, for kernels whose lanes are rows.
#ifndef WAFTI_SIMD_WIDE_TRANSPOSE_H
#define WAFTI_SIMD_WIDE_TRANSPOSE_H

#include "simd/wide.h"

#if defined(WAFTI_KERNEL_SET_AVX2)

// Neighbours are interleaved one by one, then two by two, then halves are exchanged.
static inline void wafti_wide_transpose(wafti_wide v[WAFTI_LANES]) {
    wafti_wide ones[8];
    for (int i = 0; i < 8; i += 2) {
        ones[i] = _mm256_unpacklo_ps(v[i], v[i + 1]);
        ones[i + 1] = _mm256_unpackhi_ps(v[i], v[i + 1]);
    }
    wafti_wide twos[8];
    for (int i = 0; i < 8; i += 4) {
        for (int k = 0; k < 2; ++k) {
            const __m256d low = _mm256_castps_pd(ones[i + k]);
            const __m256d high = _mm256_castps_pd(ones[i + k + 2]);
            twos[i + 2 * k] = _mm256_castpd_ps(_mm256_unpacklo_pd(low, high));
            twos[i + 2 * k + 1] = _mm256_castpd_ps(_mm256_unpackhi_pd(low, high));
        }
    }
    for (int i = 0; i < 4; ++i) {
        v[i] = _mm256_permute2f128_ps(twos[i], twos[i + 4], 0x20);
        v[i + 4] = _mm256_permute2f128_ps(twos[i], twos[i + 4], 0x31);
    }
}

#elif defined(WAFTI_KERNEL_SET_SCALAR)

static inline void wafti_wide_transpose(wafti_wide v[WAFTI_LANES]) {
    (void)v;
}

#else

static inline void wafti_wide_transpose(wafti_wide v[4]) {
    // cppcheck-suppress ctuArrayIndex; it mixes these four lanes with the one of the plain set
    const wafti_wide low01 = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5);
    const wafti_wide high01 = __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7);
    const wafti_wide low23 = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5);
    const wafti_wide high23 = __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);
    v[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
    v[1] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
    v[2] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
    v[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
}

#endif

#endif // WAFTI_SIMD_WIDE_TRANSPOSE_H

// SPDX-License-Identifier: MIT
// Four floats of each of a few particles, read at once: one line of memory a neighbour in place of
// four. For *_simd.c files.
#ifndef WAFTI_LIQUID_RECORDS_H
#define WAFTI_LIQUID_RECORDS_H

#include <string.h>

#include "base/inline.h"
#include "simd/wide.h"
#if !defined(__AVX2__) && !defined(WAFTI_KERNEL_SET_SCALAR)
#include "simd/wide_transpose.h"
#endif

static inline const float* record_at(const float* records, const float* offset) {
    uint32_t floats;
    memcpy(&floats, offset, sizeof(floats));
    return records + floats;
}

// out[n] is the n-th float of the records that begin at offsets[0..WAFTI_LANES), uint32_t as bits.
#if defined(__AVX2__)

static inline __m256 record_pair(const float* records, const float* offsets) {
    const __m128 low = _mm_loadu_ps(record_at(records, offsets));
    const __m128 high = _mm_loadu_ps(record_at(records, offsets + 4));
    return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}

WAFTI_INLINE void records_load(const float* records, const float* offsets, wafti_wide out[4]) {
    const __m256 r0 = record_pair(records, offsets);
    const __m256 r1 = record_pair(records, offsets + 1);
    const __m256 r2 = record_pair(records, offsets + 2);
    const __m256 r3 = record_pair(records, offsets + 3);
    const __m256d low01 = _mm256_castps_pd(_mm256_unpacklo_ps(r0, r1));
    const __m256d low23 = _mm256_castps_pd(_mm256_unpacklo_ps(r2, r3));
    const __m256d high01 = _mm256_castps_pd(_mm256_unpackhi_ps(r0, r1));
    const __m256d high23 = _mm256_castps_pd(_mm256_unpackhi_ps(r2, r3));
    out[0] = _mm256_castpd_ps(_mm256_unpacklo_pd(low01, low23));
    out[1] = _mm256_castpd_ps(_mm256_unpackhi_pd(low01, low23));
    out[2] = _mm256_castpd_ps(_mm256_unpacklo_pd(high01, high23));
    out[3] = _mm256_castpd_ps(_mm256_unpackhi_pd(high01, high23));
}

// Sums of the lanes of three vectors, in a fixed order.
static inline void records_sum(wafti_wide x, wafti_wide y, wafti_wide z, float out[4]) {
    const __m256 xy = _mm256_hadd_ps(x, y);
    const __m256 zz = _mm256_hadd_ps(z, z);
    const __m256 all = _mm256_hadd_ps(xy, zz);
    _mm_storeu_ps(out, _mm_add_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1)));
}

#else

static inline void records_load(const float* records, const float* offsets, wafti_wide out[4]) {
#if defined(WAFTI_KERNEL_SET_SCALAR)
    const float* record = record_at(records, offsets);
    for (int n = 0; n < 4; ++n) {
        out[n] = wafti_wide_load_any(record + n);
    }
#else
    for (int lane = 0; lane < 4; ++lane) {
        out[lane] = wafti_wide_load_any(record_at(records, offsets + lane));
    }
    // cppcheck-suppress argumentSize ; sets that come here have four lanes
    wafti_wide_transpose(out);
#endif
}

static inline void records_sum(wafti_wide x, wafti_wide y, wafti_wide z, float out[4]) {
    out[0] = wafti_wide_sum(x);
    out[1] = wafti_wide_sum(y);
    out[2] = out[3] = wafti_wide_sum(z);
}

#endif

#endif // WAFTI_LIQUID_RECORDS_H

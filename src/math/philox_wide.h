// SPDX-License-Identifier: MIT
// Random numbers of math/philox.h in every lane.
#ifndef WAFTI_MATH_PHILOX_WIDE_H
#define WAFTI_MATH_PHILOX_WIDE_H

#include "simd/wide_long.h"

#include "math/philox.h"

/// The counters become the words. Even and odd lanes go apart through all rounds, which spares
/// joining the halves of each product.
static inline void wafti_wide_philox(wafti_wide_uint counter[4], const uint32_t key[2]) {
    wafti_wide_long c[4][WAFTI_HALVES];
    for (int i = 0; i < 4; ++i) {
        wafti_wide_split(counter[i], c[i]);
    }
    const wafti_wide_long m0 = wafti_wide_long_set(WAFTI_PHILOX_M0);
    const wafti_wide_long m1 = wafti_wide_long_set(WAFTI_PHILOX_M1);
    wafti_wide_long k0 = wafti_wide_long_set(key[0]);
    wafti_wide_long k1 = wafti_wide_long_set(key[1]);
    for (int round = 0; round < 10; ++round) {
        for (int half = 0; half < WAFTI_HALVES; ++half) {
            const wafti_wide_long product0 = wafti_wide_long_product(c[0][half], m0);
            const wafti_wide_long product1 = wafti_wide_long_product(c[2][half], m1);
            c[0][half] = (product1 >> 32) ^ (c[1][half] ^ k0);
            c[2][half] = (product0 >> 32) ^ (c[3][half] ^ k1);
            c[1][half] = product1;
            c[3][half] = product0;
        }
        k0 += wafti_wide_long_set(WAFTI_PHILOX_K0);
        k1 += wafti_wide_long_set(WAFTI_PHILOX_K1);
    }
    for (int i = 0; i < 4; ++i) {
        counter[i] = wafti_wide_join(c[i]);
    }
}

#endif // WAFTI_MATH_PHILOX_WIDE_H

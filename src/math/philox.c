// SPDX-License-Identifier: MIT
#include "math/philox.h"

#include <math.h>

#include "base/assert.h"

wafti_random4 wafti_philox(const uint32_t counter[4], const uint32_t key[2]) {
    uint32_t c0 = counter[0];
    uint32_t c1 = counter[1];
    uint32_t c2 = counter[2];
    uint32_t c3 = counter[3];
    uint32_t k0 = key[0];
    uint32_t k1 = key[1];
    for (int round = 0; round < 10; ++round) {
        const uint64_t product0 = (uint64_t)c0 * WAFTI_PHILOX_M0;
        const uint64_t product1 = (uint64_t)c2 * WAFTI_PHILOX_M1;
        c0 = (uint32_t)(product1 >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)product1;
        c2 = (uint32_t)(product0 >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)product0;
        // Weyl sequences: the golden ratio and sqrt(3) - 1.
        k0 += WAFTI_PHILOX_K0;
        k1 += WAFTI_PHILOX_K1;
    }
    return (wafti_random4){{c0, c1, c2, c3}};
}

wafti_random4 wafti_random(uint64_t seed, uint32_t stream, uint64_t step, uint64_t index) {
    WAFT_ASSERT(step >> 48 == 0);
    WAFT_ASSERT(index >> 48 == 0);
    const uint32_t upper = (uint32_t)(index >> 32) | (uint32_t)(step >> 32) << 16;
    const uint32_t counter[4] = {(uint32_t)index, (uint32_t)step, upper, stream};
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    return wafti_philox(counter, key);
}

void wafti_normal_pair(uint32_t word0, uint32_t word1, float out_pair[2]) {
    // Box and Muller 1958. The first factor is in (0, 1], so that its logarithm is finite.
    const double u = ((double)word0 + 1.0) / 4294967296.0;
    const double angle = 6.283185307179586 * (double)word1 / 4294967296.0;
    const double radius = sqrt(-2.0 * log(u));
    out_pair[0] = (float)(radius * cos(angle));
    out_pair[1] = (float)(radius * sin(angle));
}

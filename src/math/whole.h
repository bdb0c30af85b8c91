// SPDX-License-Identifier: MIT
// Whole numbers: the lesser, the greater, and what stands for a place beyond the ends of a line.
#ifndef WAFTI_MATH_WHOLE_H
#define WAFTI_MATH_WHOLE_H

#include <stdbool.h>
#include <stdint.h>

static inline int32_t wafti_lesser(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static inline int32_t wafti_greater(int32_t a, int32_t b) {
    return a > b ? a : b;
}

/// The place of a ring of `count` that number i comes to.
static inline int32_t wafti_wrap(int32_t i, int32_t count) {
    if (i >= 0 && i < count) { // mostly, and a division takes long
        return i;
    }
    const int32_t rest = i % count;
    return rest < 0 ? rest + count : rest;
}

/// The place that stands for i: round a ring, else the nearest from 0 to `count` - 1.
static inline int32_t wafti_inside(int32_t i, int32_t count, bool ring) {
    return ring ? wafti_wrap(i, count) : wafti_greater(0, wafti_lesser(i, count - 1));
}

#endif // WAFTI_MATH_WHOLE_H

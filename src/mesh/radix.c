// SPDX-License-Identifier: MIT
#include "mesh/radix.h"

#include <string.h>

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

static void sort_digit(
    const wafti_keyed* from, wafti_keyed* to, size_t count, int shift, size_t starts[DIGITS]) {
    memset(starts, 0, DIGITS * sizeof(starts[0]));
    for (size_t i = 0; i < count; ++i) {
        ++starts[from[i].key >> shift & (DIGITS - 1)];
    }
    size_t sum = 0;
    for (size_t d = 0; d < DIGITS; ++d) {
        const size_t of_digit = starts[d];
        starts[d] = sum;
        sum += of_digit;
    }
    for (size_t i = 0; i < count; ++i) {
        to[starts[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
    }
}

wafti_keyed* wafti_radix_sort(wafti_keyed* items, wafti_keyed* spare, size_t count, int bits) {
    size_t starts[DIGITS];
    wafti_keyed* from = items;
    wafti_keyed* to = spare;
    for (int shift = 0; shift < bits; shift += DIGIT_BITS) {
        sort_digit(from, to, count, shift, starts);
        wafti_keyed* const sorted = to;
        to = from;
        from = sorted;
    }
    return from;
}

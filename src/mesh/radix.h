// SPDX-License-Identifier: MIT
// Sorting by whole numbers.
#ifndef WAFTI_MESH_RADIX_H
#define WAFTI_MESH_RADIX_H

#include <stddef.h>
#include <stdint.h>

typedef struct wafti_keyed {
    uint64_t key;
    uint32_t item;
} wafti_keyed;

/// Sorts by key, equal keys in the order they were in; keys are below 2^bits. `spare` holds as many.
/// Returns where the result is: `items` or `spare`.
wafti_keyed* wafti_radix_sort(wafti_keyed* items, wafti_keyed* spare, size_t count, int bits);

#endif // WAFTI_MESH_RADIX_H

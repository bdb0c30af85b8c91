// SPDX-License-Identifier: MIT
// Numbers that belong together, by union-find: the parent of one is one before it, the first of a group
// its own.
#ifndef WAFTI_MATH_GROUPS_H
#define WAFTI_MATH_GROUPS_H

#include <stdint.h>

/// The first of the group of n.
static inline uint32_t wafti_group_of(uint32_t* parents, uint32_t n) {
    while (parents[n] != n) {
        parents[n] = parents[parents[n]];
        n = parents[n];
    }
    return n;
}

/// Makes one group of two. The lower number leads, so that groups do not depend on the order in which
/// they meet.
static inline void wafti_groups_join(uint32_t* parents, uint32_t a, uint32_t b) {
    if (parents[a] == parents[b]) { // most are together already
        return;
    }
    const uint32_t first = wafti_group_of(parents, a);
    const uint32_t second = wafti_group_of(parents, b);
    parents[first > second ? first : second] = first < second ? first : second;
}

#endif // WAFTI_MATH_GROUPS_H

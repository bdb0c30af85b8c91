// SPDX-License-Identifier: MIT
// Does a segment meet the mesh?
#include "base/assert.h"
#include "mesh/bvh.h"

#include <float.h>

// A segment by its middle and half its extent.
typedef struct segment {
    double middle[3], half[3];
    double slack; // of the rounding of coordinates, m
} segment;

// Separating axes of a segment and a box: the box's sides and the segment across them.
static bool box_meets(const segment* s, const wafti_bvh_node* node) {
    double away[3];
    double reach[3];
    for (int k = 0; k < 3; ++k) {
        const double low = (double)node->low[k];
        const double high = (double)node->high[k];
        away[k] = s->middle[k] - 0.5 * (low + high);
        reach[k] = 0.5 * (high - low) + s->slack;
        if (fabs(away[k]) > reach[k] + fabs(s->half[k])) {
            return false;
        }
    }
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3;
        const int j = (k + 2) % 3;
        const double shadow = fabs(away[i] * s->half[j] - away[j] * s->half[i]);
        const double box_shadow = reach[i] * fabs(s->half[j]) + reach[j] * fabs(s->half[i]);
        if (shadow > box_shadow * (1.0 + 16.0 * DBL_EPSILON)) {
            return false;
        }
    }
    return true;
}

static segment make_segment(const wafti_bvh* bvh, const double from[3], const double to[3]) {
    segment s;
    double size = 0.0;
    for (int k = 0; k < 3; ++k) {
        s.middle[k] = 0.5 * (from[k] + to[k]);
        s.half[k] = 0.5 * (to[k] - from[k]);
        size += fabs(from[k]) + fabs(to[k]) + fabs((double)bvh->nodes[0].low[k]) +
                fabs((double)bvh->nodes[0].high[k]);
    }
    s.slack = 16.0 * DBL_EPSILON * size;
    return s;
}

bool wafti_bvh_meets(const wafti_bvh* bvh, const double from[3], const double to[3]) {
    const segment s = make_segment(bvh, from, to);
    uint32_t stack[WAFTI_BVH_STACK];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const wafti_bvh_node* node = &bvh->nodes[stack[--depth]];
        if (!box_meets(&s, node)) {
            continue;
        }
        for (uint32_t i = 0; i < node->facet_count; ++i) {
            const wafti_triangle triangle = wafti_bvh_triangle(bvh, bvh->order[node->first + i]);
            if (wafti_triangle_meets(&triangle, from, to)) {
                return true;
            }
        }
        if (node->facet_count == 0) {
            WAFT_ASSERT(depth + 2 <= WAFTI_BVH_STACK);
            stack[depth++] = node->first + 1;
            stack[depth++] = node->first;
        }
    }
    return false;
}

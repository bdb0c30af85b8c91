// SPDX-License-Identifier: MIT
// Nearest points and the side they lie on.
#include "base/assert.h"
#include "mesh/bvh.h"
#include "mesh/vector.h"
#include "mesh/winding.h"

static double square_to_box(const wafti_bvh_node* node, const double point[3]) {
    double square = 0.0;
    for (int k = 0; k < 3; ++k) {
        const double below = (double)node->low[k] - point[k];
        const double above = point[k] - (double)node->high[k];
        const double gap = below > above ? below : above;
        square += gap > 0.0 ? gap * gap : 0.0;
    }
    return square;
}

static void try_facet(
    const wafti_bvh* bvh, uint32_t facet, const double point[3], wafti_nearest* best) {
    const wafti_triangle triangle = wafti_bvh_triangle(bvh, facet);
    wafti_nearest found = {.facet = facet};
    found.square = wafti_triangle_nearest(&triangle, point, found.point, &found.feature);
    if (found.square < best->square) {
        *best = found;
    }
}

typedef struct waiting {
    uint32_t node;
    double square;
} waiting;

// Nearer children first; what is not nearer than the best so far is left out.
wafti_nearest wafti_bvh_nearest(const wafti_bvh* bvh, const double point[3], double bound) {
    wafti_nearest best = {.square = bound * bound, .facet = UINT32_MAX};
    waiting stack[WAFTI_BVH_STACK];
    int depth = 0;
    stack[depth++] = (waiting){0, square_to_box(&bvh->nodes[0], point)};
    while (depth > 0) {
        const waiting next = stack[--depth];
        if (next.square >= best.square) {
            continue;
        }
        const wafti_bvh_node* node = &bvh->nodes[next.node];
        for (uint32_t i = 0; i < node->facet_count; ++i) {
            try_facet(bvh, bvh->order[node->first + i], point, &best);
        }
        if (node->facet_count == 0) {
            waiting near = {node->first, square_to_box(&bvh->nodes[node->first], point)};
            waiting far = {node->first + 1, square_to_box(&bvh->nodes[node->first + 1], point)};
            if (far.square < near.square) {
                const waiting swap = near;
                near = far;
                far = swap;
            }
            WAFT_ASSERT(depth + 2 <= WAFTI_BVH_STACK);
            stack[depth++] = far;
            stack[depth++] = near;
        }
    }
    return best;
}

static void add_normal(const wafti_bvh* bvh, uint32_t facet, double normal[3]) {
    double cross[3];
    wafti_vector_of_facet(bvh->mesh.positions, bvh->mesh.indices, facet, cross);
    if (wafti_vector_normalize(cross) > 0.0) {
        wafti_vector_add_scaled(normal, cross, 1.0);
    }
}

// The pseudo-normal of the feature, and a point of the mesh on it: a corner, whose coordinates are
// exact. Along an edge or a face the product with the normal does not change.
static const double* pseudo_normal(
    const wafti_bvh* bvh, const wafti_nearest* nearest, double out_normal[3]) {
    const size_t first = 3 * (size_t)nearest->facet;
    out_normal[0] = out_normal[1] = out_normal[2] = 0.0;
    if (nearest->feature >= WAFTI_FEATURE_POINT_0) {
        const size_t k = (size_t)(nearest->feature - WAFTI_FEATURE_POINT_0);
        const size_t point = bvh->mesh.indices[first + k];
        wafti_vector_add_scaled(out_normal, bvh->mesh.normals + 3 * point, 1.0);
        return bvh->mesh.positions + 3 * point;
    }
    add_normal(bvh, nearest->facet, out_normal);
    size_t k = 0;
    if (nearest->feature != WAFTI_FEATURE_FACE) {
        k = (size_t)(nearest->feature - WAFTI_FEATURE_EDGE_0);
        const uint32_t beyond = bvh->mesh.neighbors[first + k];
        if (beyond != UINT32_MAX) {
            add_normal(bvh, beyond, out_normal);
        }
    }
    return bvh->mesh.positions + 3 * (size_t)bvh->mesh.indices[first + k];
}

double wafti_bvh_side(const wafti_bvh* bvh, const double point[3], const wafti_nearest* nearest) {
    double normal[3];
    double offset[3];
    wafti_vector_sub(point, pseudo_normal(bvh, nearest, normal), offset);
    if (normal[0] == 0.0 && normal[1] == 0.0 && normal[2] == 0.0) {
        return wafti_winding(&bvh->mesh, point) > 0.5 ? -1.0 : 1.0;
    }
    return wafti_vector_dot(offset, normal) < 0.0 ? -1.0 : 1.0;
}

double wafti_bvh_distance(const wafti_bvh* bvh, const double point[3]) {
    const wafti_nearest nearest = wafti_bvh_nearest(bvh, point, (double)INFINITY);
    return wafti_bvh_side(bvh, point, &nearest) * sqrt(nearest.square);
}

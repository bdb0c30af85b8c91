// SPDX-License-Identifier: MIT
// Whether a surface passes through itself: some edge meets a facet that it shares no point with, which
// is a warning by docs/spec/bodies.md#mesh-checks. A hull has so few facets that all pairs are looked
// at, nearly all by their bounds.
#include "hull/hull.h"

#include "base/error.h"
#include "mesh/triangle.h"

#include <string.h>

typedef struct bounds {
    double low[3], high[3];
} bounds;

static bounds bounds_of(const waft_mesh_view* mesh, const uint32_t* points, int count) {
    bounds b;
    memcpy(b.low, &mesh->positions[3 * (size_t)points[0]], sizeof(b.low));
    memcpy(b.high, b.low, sizeof(b.high));
    for (int i = 1; i < count; ++i) {
        const double* p = &mesh->positions[3 * (size_t)points[i]];
        for (int d = 0; d < 3; ++d) {
            b.low[d] = fmin(b.low[d], p[d]);
            b.high[d] = fmax(b.high[d], p[d]);
        }
    }
    return b;
}

static bool overlap(const bounds* a, const bounds* b) {
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
           b->low[1] <= a->high[1] && a->low[2] <= b->high[2] && b->low[2] <= a->high[2];
}

static bool edge_meets(const waft_mesh_view* mesh, const uint32_t ends[2], uint32_t facet) {
    const uint32_t* corner = &mesh->indices[3 * (size_t)facet];
    wafti_triangle triangle;
    for (int k = 0; k < 3; ++k) {
        if (corner[k] == ends[0] || corner[k] == ends[1]) {
            return false;
        }
        triangle.corners[k] = &mesh->positions[3 * (size_t)corner[k]];
    }
    return wafti_triangle_meets(
        &triangle, &mesh->positions[3 * (size_t)ends[0]], &mesh->positions[3 * (size_t)ends[1]]);
}

// The first facet that an edge of facet f meets, else WAFTI_NO_FACET. Edges of two facets count once.
static uint32_t meets_any(const waft_mesh_view* mesh, const bounds* all, uint32_t f) {
    for (uint32_t k = 0; k < 3; ++k) {
        const uint32_t* corner = &mesh->indices[3 * (size_t)f];
        const uint32_t ends[2] = {corner[k], corner[(k + 1) % 3]};
        if (ends[0] > ends[1] && mesh->neighbors[3 * (size_t)f + k] != WAFTI_NO_FACET) {
            continue;
        }
        const bounds own = bounds_of(mesh, ends, 2);
        for (uint32_t g = 0; g < mesh->facet_count; ++g) {
            if (overlap(&own, &all[g]) && edge_meets(mesh, ends, g)) {
                return g;
            }
        }
    }
    return WAFTI_NO_FACET;
}

waft_result wafti_hull_find_crossing(
    const waft_mesh* mesh, const wafti_context* context, uint32_t out_facets[2]) {
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    bounds* all = wafti_allocate(&context->allocator, view.facet_count, sizeof(bounds));
    out_facets[0] = WAFTI_NO_FACET;
    out_facets[1] = WAFTI_NO_FACET;
    if (all == NULL) {
        return wafti_fail_memory(context->error, view.facet_count * sizeof(bounds), "facets");
    }
    for (size_t f = 0; f < view.facet_count; ++f) {
        all[f] = bounds_of(&view, &view.indices[3 * f], 3);
    }
    for (uint32_t f = 0; f < view.facet_count && out_facets[1] == WAFTI_NO_FACET; ++f) {
        out_facets[0] = f;
        out_facets[1] = meets_any(&view, all, f);
    }
    wafti_release(&context->allocator, all, view.facet_count, sizeof(bounds));
    return WAFT_OK;
}

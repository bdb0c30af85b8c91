// SPDX-License-Identifier: MIT
// A tree of boxes over the facets of a mesh: which point of it is nearest, does a segment meet it.
// Queries allocate nothing and may run on any number of threads.
#ifndef WAFTI_MESH_BVH_H
#define WAFTI_MESH_BVH_H

#include "mesh/triangle.h"

#include <waft/mesh.h>

/// Bounds are rounded outwards. An inner node has facet_count 0 and its children at `first` and
/// `first + 1`; a leaf holds the facets order[first ...].
typedef struct wafti_bvh_node {
    float low[3];
    uint32_t first;
    float high[3];
    uint32_t facet_count;
} wafti_bvh_node;

typedef struct wafti_bvh {
    waft_allocator allocator;
    waft_mesh_view mesh;    ///< the mesh must outlive the tree
    double low[3], high[3]; ///< its exact bounds, m
    wafti_bvh_node* nodes;
    uint32_t* order; ///< facets by leaf
    size_t node_count, node_capacity;
} wafti_bvh;

/// Levels of the deepest tree and a few more; a walk puts at most one node a level aside.
enum { WAFTI_BVH_STACK = 64 };

static inline wafti_triangle wafti_bvh_triangle(const wafti_bvh* bvh, uint32_t facet) {
    const uint32_t* points = bvh->mesh.indices + 3 * (size_t)facet;
    const double* positions = bvh->mesh.positions;
    return (wafti_triangle){{&positions[3 * (size_t)points[0]], &positions[3 * (size_t)points[1]],
        &positions[3 * (size_t)points[2]]}};
}

/// The same mesh gives the same tree. Error: WAFT_ERR_NO_MEMORY; nothing is then left.
waft_result wafti_bvh_init(
    wafti_bvh* bvh, const waft_mesh* mesh, const waft_allocator* allocator, waft_error* out_error);
void wafti_bvh_free(wafti_bvh* bvh);

/// Bytes of a tree over so many facets: those that it keeps, and those that building it gives back.
size_t wafti_bvh_size(size_t facet_count);
size_t wafti_bvh_scratch_size(size_t facet_count);

typedef struct wafti_nearest {
    double square;   ///< of the distance, m2
    double point[3]; ///< of the mesh
    uint32_t facet;  ///< UINT32_MAX: nothing within the bound
    wafti_feature feature;
} wafti_nearest;

/// The nearest point of the mesh, looked for where the distance is below `bound` (INFINITY: anywhere;
/// a good bound makes it faster).
wafti_nearest wafti_bvh_nearest(const wafti_bvh* bvh, const double point[3], double bound);

/// 1 if the point lies outside a closed mesh and -1 inside, by the angle-weighted pseudo-normal at
/// its nearest point (Baerentzen & Aanaes 2005).
double wafti_bvh_side(const wafti_bvh* bvh, const double point[3], const wafti_nearest* nearest);

/// Exact signed distance to a closed mesh, negative inside.
double wafti_bvh_distance(const wafti_bvh* bvh, const double point[3]);

/// True if the segment meets the mesh, ends, edges and points of facets included: within rounding it
/// never slips through between two facets.
bool wafti_bvh_meets(const wafti_bvh* bvh, const double from[3], const double to[3]);

#endif // WAFTI_MESH_BVH_H

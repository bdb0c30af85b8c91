// SPDX-License-Identifier: MIT
// What the walks through a tree share.
#ifndef WAFTI_MESH_BVH_WALK_H
#define WAFTI_MESH_BVH_WALK_H

#include "mesh/bvh.h"

/// Levels of the deepest tree and a few more; a walk puts at most one node a level aside.
enum { WAFTI_BVH_STACK = 64 };

static inline wafti_triangle wafti_bvh_triangle(const wafti_bvh* bvh, uint32_t facet) {
    const uint32_t* points = bvh->mesh.indices + 3 * (size_t)facet;
    const double* positions = bvh->mesh.positions;
    return (wafti_triangle){{&positions[3 * (size_t)points[0]], &positions[3 * (size_t)points[1]],
        &positions[3 * (size_t)points[2]]}};
}

#endif // WAFTI_MESH_BVH_WALK_H

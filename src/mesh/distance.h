// SPDX-License-Identifier: MIT
// The signed distance to a closed mesh, baked onto a grid in body space: a solid that moves asks for
// it at points turned into its own frame.
#ifndef WAFTI_MESH_DISTANCE_H
#define WAFTI_MESH_DISTANCE_H

#include "mesh/bvh.h"
#include "task/pool.h"

typedef struct wafti_distance_def {
    double spacing;    ///< of the nodes, m, >= 1e-9; half a cell of the smoke keeps edges sharp
    double margin;     ///< m, >= 0, that the grid reaches beyond the mesh on each side
    double band;       ///< m, >= 0: nodes this near are exact; at least two spacings
    size_t most_bytes; ///< of samples; a finer grid is made coarser until it fits; >= 4 KiB
} wafti_distance_def;

typedef struct wafti_distance {
    waft_allocator allocator;
    float* samples;    ///< at nodes, x fastest, no padding; m, negative inside
    int32_t nodes[3];  ///< at least 2 along each axis
    double origin[3];  ///< of the first node
    double spacing;    ///< m, what was asked for or more
    double thickness;  ///< m, twice the depth of the deepest node: below a cell it is a sheet
    size_t byte_count; ///< of samples
} wafti_distance;

/// Nodes and spacing that a def gives for a mesh of such bounds; samples stay NULL. Error:
/// WAFT_ERR_ARGUMENT.
waft_result wafti_distance_plan(const wafti_distance_def* def, const double low[3],
    const double high[3], wafti_distance* out_distance, waft_error* out_error);

/// Memory that a thing takes.
typedef struct wafti_need {
    size_t kept;    ///< bytes, for as long as it lives
    size_t passing; ///< bytes more while it is made
} wafti_need;

/// What baking the distance to a mesh of such bounds and so many facets takes, its tree included, which
/// is given back. A def that baking would refuse needs nothing.
wafti_need wafti_distance_need(
    const wafti_distance_def* def, const double low[3], const double high[3], size_t facet_count);

/// Bakes the distance to a mesh that waft_mesh_check() takes for a solid. Nodes within the band are
/// exact to the rounding of a float; further off the distance is that to a point of the mesh which is
/// nearest or nearly so, and never below the true one. The same bits for any number of threads. Errors:
/// WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT; nothing is then left.
waft_result wafti_distance_bake(wafti_distance* distance, const wafti_bvh* bvh,
    const wafti_distance_def* def, wafti_pool* pool, waft_error* out_error);
void wafti_distance_free(wafti_distance* distance);

/// Interpolated between nodes; outside the grid a lower bound, positive and continuous.
double wafti_distance_at(const wafti_distance* distance, const double point[3]);

#endif // WAFTI_MESH_DISTANCE_H

// SPDX-License-Identifier: MIT
// A closed mesh made smoother, its small parts dropped, its normals.
#ifndef WAFTI_MESH_MESH_SMOOTH_H
#define WAFTI_MESH_MESH_SMOOTH_H

#include "mesh/iso_mesh.h"

/// Room for the work on a mesh.
typedef struct wafti_smoother {
    wafti_array start_array, corner_array; ///< facets' corners of each point
    wafti_array ring_array;                ///< the point at the next corner of each of those
    wafti_array swap_array;                ///< positions, the other copy
    wafti_array root_array, volume_array;  ///< of parts
} wafti_smoother;

/// Lists which facets have a point; what is below needs it. Errors: WAFT_ERR_FULL, WAFT_ERR_NO_MEMORY.
waft_result wafti_smoother_start(
    wafti_smoother* smoother, wafti_room* room, const wafti_iso_mesh* mesh);

/// Moves points towards the mean of their neighbours, `passes` times, in full where particles are
/// crowded and not at all where they are few: thin sheets and drops would shrink away.
waft_result wafti_smoother_run(
    wafti_smoother* smoother, wafti_room* room, wafti_iso_mesh* mesh, wafti_pool* pool, int passes);

/// Normals of points from the facets around them, weighted by area.
void wafti_smoother_normals(const wafti_smoother* smoother, wafti_iso_mesh* mesh, wafti_pool* pool);

/// Drops parts whose volume, in or out, is below `least` m3. Errors: WAFT_ERR_FULL,
/// WAFT_ERR_NO_MEMORY.
waft_result wafti_smoother_drop_parts(
    wafti_smoother* smoother, wafti_room* room, wafti_iso_mesh* mesh, double least);

#endif // WAFTI_MESH_MESH_SMOOTH_H

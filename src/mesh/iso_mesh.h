// SPDX-License-Identifier: MIT
// From a field on blocks to a closed triangle mesh.
#ifndef WAFTI_MESH_ISO_MESH_H
#define WAFTI_MESH_ISO_MESH_H

#include "mesh/marching.h"
#include "mesh/particle_field.h"

/// What a point has beside its place, taken from the field where marching cubes put it.
typedef struct wafti_iso_mesh {
    size_t point_count, facet_count;
    float* positions;  ///< xyz, m
    float* normals;    ///< xyz, unit: against the field's gradient
    float* velocities; ///< xyz, m/s
    float* crowding;   ///< mean of rf of the particles near: 1 inside a lattice, 1/pi if alone
    uint32_t* indices;
    wafti_array position_array, normal_array, velocity_array, crowding_array, index_array;
    wafti_array part_array, id_array; ///< of blocks: counts, first numbers; numbers of points
} wafti_iso_mesh;

typedef struct wafti_iso_job {
    const wafti_field* field;
    const wafti_marching* table;
    float level;
    wafti_pool* pool;
} wafti_iso_job;

/// Points are in order of block, node and axis, facets in order of block and cell. Errors:
/// WAFT_ERR_FULL (also: more than 2^31 points or facets), WAFT_ERR_NO_MEMORY.
waft_result wafti_iso_mesh_make(wafti_iso_mesh* mesh, wafti_room* room, const wafti_iso_job* job);

#endif // WAFTI_MESH_ISO_MESH_H

// SPDX-License-Identifier: MIT
// A mesh as glTF wants it: one normal a point, so that points on sharp edges stand there several times.
#ifndef WAFTI_EXPORT_GLB_MESH_H
#define WAFTI_EXPORT_GLB_MESH_H

#include "base/memory.h"
#include "io/file.h"

#include <waft/mesh.h>

typedef struct wafti_glb_surface {
    float* positions; ///< xyz
    float* normals;   ///< xyz, unit
    uint32_t* indices;
    size_t point_count, index_count;
    float low[3], high[3]; ///< bounds of the positions
} wafti_glb_surface;

/// Facets round a point that meet at less than 40 degrees share a normal there, weighted by angle, as
/// in our own pictures. The arrays come from the arena. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_glb_surface_make(
    wafti_glb_surface* surface, const waft_mesh* mesh, wafti_arena* arena);

/// Ends the JSON of a .glb file: its length becomes a multiple of four.
void wafti_glb_end_json(wafti_text* json);
/// Puts what stands before the numbers, of which there are `binary_size` bytes; 0: none follow.
void wafti_glb_put_head(wafti_file* file, const wafti_text* json, uint64_t binary_size);

#endif // WAFTI_EXPORT_GLB_MESH_H

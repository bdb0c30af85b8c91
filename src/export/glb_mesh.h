// SPDX-License-Identifier: MIT
// A mesh as glTF wants it: one normal a point, so that points on sharp edges stand there several times.
#ifndef WAFTI_EXPORT_GLB_MESH_H
#define WAFTI_EXPORT_GLB_MESH_H

#include <waft/mesh.h>

typedef struct wafti_glb_surface {
    float* positions; ///< xyz
    float* normals;   ///< xyz, unit
    uint32_t* indices;
    size_t point_count, index_count;
    float low[3], high[3]; ///< bounds of the positions
} wafti_glb_surface;

/// Facets round a point that meet at less than 40 degrees share a normal there, weighted by angle, as
/// in our own pictures. Error: WAFT_ERR_NO_MEMORY; nothing is taken then.
waft_result wafti_glb_surface_make(
    wafti_glb_surface* surface, const waft_mesh* mesh, const waft_allocator* allocator);
void wafti_glb_surface_free(wafti_glb_surface* surface, const waft_allocator* allocator);

#endif // WAFTI_EXPORT_GLB_MESH_H

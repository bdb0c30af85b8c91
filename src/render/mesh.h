// SPDX-License-Identifier: MIT
// What the files of the mesh pass share: instances as shaders see them, and which are drawn how.
#ifndef WAFTI_RENDER_MESH_H
#define WAFTI_RENDER_MESH_H

#include <waft/mesh.h>

#include "render/frame.h"

/// Levels of detail. Level 0 is the mesh as it is; each further one has bigger triangles.
enum { WAFTI_MESH_LEVELS = 4, WAFTI_MESH_PLANES = 6, WAFTI_MESH_KINDS = 3 };

/// What a shader knows of an instance.
typedef struct wafti_mesh_instance {
    float rotation[4];
    float place[4]; ///< xyz, scale
    float tint[3];
} wafti_mesh_instance;

/// Ranges of the instance buffer, one a level.
typedef struct wafti_mesh_ranges {
    size_t first[WAFTI_MESH_LEVELS], count[WAFTI_MESH_LEVELS];
} wafti_mesh_ranges;

/// From where instances are seen: the camera or the sun.
typedef struct wafti_mesh_view {
    float planes[WAFTI_MESH_PLANES][4]; ///< unit normal and distance; what is seen lies above all
    float depth[4];                     ///< dot with a point gives the distance that sizes go by
    float scale;                        ///< picture elements a metre has at distance 1
    float element; ///< side of the cubes of a coarse mesh, in elements, at most
} wafti_mesh_view;

wafti_mesh_view wafti_mesh_camera_view(const wafti_frame* frame);
wafti_mesh_view wafti_mesh_light_view(const wafti_frame* frame);

/// Cubes along the diameter of a mesh at a level from 1 on.
float wafti_mesh_cubes(int level);

/// Writes the instances that are seen into `out_instances`, which has room for all, sorted by level;
/// `levels` (one a mesh instance) is scratch. Ranges count from `first`. Returns how many there are.
size_t wafti_mesh_gather(const waft_draw_mesh* mesh, float radius, const wafti_mesh_view* view,
    uint8_t* levels, size_t first, wafti_mesh_instance* out_instances,
    wafti_mesh_ranges* out_ranges);

/// A mesh of the library; material, poses and colours are the caller's to add.
waft_draw_mesh wafti_mesh_drawn(const waft_mesh* mesh);

/// False if a mesh cannot be drawn; the frame's error names it and what is wrong with it.
bool wafti_mesh_check(const wafti_frame* frame);

#endif // WAFTI_RENDER_MESH_H

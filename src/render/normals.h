// SPDX-License-Identifier: MIT
// Normals for meshes that bring none.
#ifndef WAFTI_RENDER_NORMALS_H
#define WAFTI_RENDER_NORMALS_H

#include "render/frame.h"

/// A mesh whose points have normals. The arrays are the mesh's own or lie in the store.
typedef struct wafti_surface {
    const float* positions;
    const float* normals;
    const uint32_t* indices;
    size_t point_count, index_count;
} wafti_surface;

typedef struct wafti_normals_store {
    wafti_render_buffer faces, corners, points, normals, indices;
} wafti_normals_store;

/// The mesh as it is if it has normals. If not, triangles round a point that meet at less than 40
/// degrees share a smooth normal there, weighted by area; sharper edges stay sharp, and their points
/// are doubled. Indices must be in range. Valid until the next call. False: the frame's error says why.
bool wafti_normals_complete(const wafti_frame* frame, wafti_normals_store* store,
    const waft_draw_mesh* mesh, wafti_surface* out_surface);

#endif // WAFTI_RENDER_NORMALS_H

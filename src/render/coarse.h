// SPDX-License-Identifier: MIT
// Fewer triangles for what is small in the picture.
#ifndef WAFTI_RENDER_COARSE_H
#define WAFTI_RENDER_COARSE_H

#include "render/normals.h"
#include "render/support.h"

typedef struct wafti_coarse_store {
    wafti_render_buffer cells, points;
} wafti_coarse_store;

/// Writes the triangles that are left when all points within a cube of side `cell` become one, into
/// `out_indices`, which has room for surface->index_count. They use the surface's own points. Returns
/// how many indices were written, or -1 if memory is out. After Rossignac and Borrel (1993); a cube
/// keeps the point farthest from the surface's middle, so that outlines do not shrink.
long wafti_coarse_indices(wafti_coarse_store* store, const wafti_surface* surface, float cell,
    wafti_render_room* room, uint32_t* out_indices);

#endif // WAFTI_RENDER_COARSE_H

// SPDX-License-Identifier: MIT
// Small meshes with normals, for demos, benches and tests. All are centred on the origin; y is up.
#ifndef WAFTI_RENDER_SHAPES_H
#define WAFTI_RENDER_SHAPES_H

#include <waft/render.h>

typedef struct wafti_render_shape {
    float* positions; ///< xyz
    float* normals;   ///< xyz, unit
    uint32_t* indices;
    size_t point_count, index_count;
} wafti_render_shape;

/// Error of all: WAFT_ERR_NO_MEMORY; *out_shape is then empty.

/// A leaf along x with its tip at +x, folded a little along the midrib and bent down towards both
/// ends, with a short stem: 42 triangles. `bend` is how far the ends sink, as a share of the length.
waft_result wafti_render_shape_leaf(const waft_allocator* allocator, float length, float width,
    float bend, wafti_render_shape* out_shape, waft_error* out_error);
/// A sheet in the plane of x and z that sags by `bend` times its length at the middle.
waft_result wafti_render_shape_sheet(const waft_allocator* allocator, float length, float width,
    float bend, wafti_render_shape* out_shape, waft_error* out_error);
waft_result wafti_render_shape_sphere(const waft_allocator* allocator, float radius, int rings,
    wafti_render_shape* out_shape, waft_error* out_error);
/// `size` along each axis; edges are sharp.
waft_result wafti_render_shape_box(const waft_allocator* allocator, waft_vec3 size,
    wafti_render_shape* out_shape, waft_error* out_error);
void wafti_render_shape_free(const waft_allocator* allocator, wafti_render_shape* shape);

/// A mesh that shows the shape; poses and colours are the caller's to add.
waft_draw_mesh wafti_render_shape_mesh(const wafti_render_shape* shape);

#endif // WAFTI_RENDER_SHAPES_H

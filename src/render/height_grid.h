// SPDX-License-Identifier: MIT
// A block with a shaped top: the mesh of a horizontal field out to the edges of its domain, and four
// upright sides below its outline. Ground and water are both such blocks.
#ifndef WAFTI_RENDER_HEIGHT_GRID_H
#define WAFTI_RENDER_HEIGHT_GRID_H

#include "render/frame.h"

/// One corner of the mesh. Vertices are made on the processor: llvmpipe reads a buffer several times
/// faster than it fetches texels in a vertex shader.
typedef struct wafti_height_vertex {
    float x, y, z;
    float depth; ///< m from y down to the foot of the block; on a side: below its top
    /// Of a unit normal, times 32767; y follows, as it is never below 0. On the top of water: where the
    /// vertex is on its skin, see skin.h.
    int16_t normal_x, normal_z;
    int16_t spare[2];
} wafti_height_vertex;

/// Where mesh columns (or rows) stand and which samples of the field they show. The first and the
/// last lie on the edge of the domain, half a cell beyond the outermost samples.
typedef struct wafti_height_axis {
    int count;
    const int32_t* source;
    const float* place;
} wafti_height_axis;

typedef struct wafti_height_grid {
    GLuint array;
    wafti_stream stream, index_stream;
    int columns, rows;             ///< of the mesh that the index buffer holds
    GLsizei top_count, side_count; ///< indices; the top's come first
    wafti_height_axis axis[2];     ///< x and z
    wafti_render_buffer axes, indices;
    wafti_render_buffer
        vertices; ///< the top's come first, row by row along z, to be filled before the upload
} wafti_height_grid;

/// Refuses a field that is no horizontal grid, naming it. `like` (may be NULL) is a field it must
/// have the size of.
bool wafti_height_field_check(
    const wafti_frame* frame, const waft_field* field, const waft_field* like, const char* name);
/// Refuses a domain without extent.
bool wafti_height_domain_check(
    const wafti_frame* frame, const waft_bounds* domain, const char* name);

/// Lays a mesh of at most about `most_triangles` over the field and makes room for its vertices.
/// False: the frame's error says why.
bool wafti_height_grid_lay(const wafti_frame* frame, wafti_height_grid* grid,
    const waft_field* field, const waft_bounds* domain, size_t most_triangles);
/// Makes the sides from the top's outline, moved inwards by `inset` m and down by `sink` m, and sends
/// all to OpenGL.
void wafti_height_grid_upload(wafti_height_grid* grid, float inset, float sink);

void wafti_height_grid_draw_top(const wafti_height_grid* grid);
void wafti_height_grid_draw_sides(const wafti_height_grid* grid);
void wafti_height_grid_free(wafti_height_grid* grid);

/// Triangles that are worth drawing in a picture. llvmpipe shades blocks of 4 x 4 samples: with 32
/// samples a triangle, water takes half the time that it takes with 8, and looks the same.
size_t wafti_height_grid_worth(const int size[2], int samples);

/// The part along x and z of the unit normal of a height field at a sample.
waft_vec2 wafti_height_normal(const waft_field* field, int32_t i, int32_t k);

/// A share from -1 to 1 as the vertex keeps it.
int16_t wafti_height_pack(float share);

#endif // WAFTI_RENDER_HEIGHT_GRID_H

// SPDX-License-Identifier: MIT
// Small meshes with normals. All are centred on the origin; y is up. Error of all: WAFT_ERR_NO_MEMORY.
#ifndef SHAPES_FIXTURE_H
#define SHAPES_FIXTURE_H

#include <string.h>

#include "render/bench.h"
#include "render/support.h"

typedef struct wafti_render_shape {
    float* positions; ///< xyz
    float* normals;   ///< xyz, unit
    uint32_t* indices;
    size_t point_count, index_count;
} wafti_render_shape;

static inline void wafti_render_shape_free(
    const waft_allocator* allocator, wafti_render_shape* shape) {
    wafti_render_release(allocator, shape->positions, shape->point_count, 3 * sizeof(float));
    wafti_render_release(allocator, shape->normals, shape->point_count, 3 * sizeof(float));
    wafti_render_release(allocator, shape->indices, shape->index_count, sizeof(uint32_t));
    *shape = (wafti_render_shape){0};
}

static inline waft_result allocate(const waft_allocator* allocator, size_t point_count,
    size_t index_count, wafti_render_shape* shape, waft_error* out_error) {
    *shape = (wafti_render_shape){
        .positions = wafti_render_allocate(allocator, point_count, 3 * sizeof(float)),
        .normals = wafti_render_allocate(allocator, point_count, 3 * sizeof(float)),
        .indices = wafti_render_allocate(allocator, index_count, sizeof(uint32_t)),
        .point_count = point_count,
        .index_count = index_count,
    };
    if (shape->positions == NULL || shape->normals == NULL || shape->indices == NULL) {
        wafti_render_shape_free(allocator, shape);
        return wafti_render_fail(out_error, WAFT_ERR_NO_MEMORY, "no memory for a shape");
    }
    return WAFT_OK;
}

static inline waft_draw_mesh wafti_render_shape_mesh(const wafti_render_shape* shape) {
    return (waft_draw_mesh){
        .positions = shape->positions,
        .normals = shape->normals,
        .indices = shape->indices,
        .point_count = shape->point_count,
        .index_count = shape->index_count,
        .material = {.color = {0.5f, 0.5f, 0.5f}, .roughness = 0.6f},
    };
}

static inline void put(float* xyz, size_t index, waft_vec3 v) {
    xyz[3 * index] = v.x;
    xyz[3 * index + 1] = v.y;
    xyz[3 * index + 2] = v.z;
}

static inline waft_vec3 get(const float* xyz, size_t index) {
    return (waft_vec3){xyz[3 * index], xyz[3 * index + 1], xyz[3 * index + 2]};
}

static inline uint32_t* put_triangle(uint32_t* at, size_t a, size_t b, size_t c) {
    at[0] = (uint32_t)a;
    at[1] = (uint32_t)b;
    at[2] = (uint32_t)c;
    return at + 3;
}

// Smooth normals: every triangle counts by its area.
static inline void set_normals(wafti_render_shape* shape) {
    for (size_t i = 0; i < shape->index_count; i += 3) {
        const uint32_t* corner = &shape->indices[i];
        const waft_vec3 a = get(shape->positions, corner[0]);
        const waft_vec3 normal = waft_vec3_cross(waft_vec3_sub(get(shape->positions, corner[1]), a),
            waft_vec3_sub(get(shape->positions, corner[2]), a));
        for (int k = 0; k < 3; ++k) {
            put(shape->normals, corner[k], waft_vec3_add(get(shape->normals, corner[k]), normal));
        }
    }
    for (size_t i = 0; i < shape->point_count; ++i) {
        put(shape->normals, i, waft_vec3_normalize(get(shape->normals, i)));
    }
}

// A leaf of the benches, which brings no normals.
static inline waft_result wafti_render_shape_leaf(const waft_allocator* allocator, float length,
    float width, float bend, wafti_render_shape* out_shape, waft_error* out_error) {
    wafti_bench_leaf leaf;
    const waft_result result = allocate(allocator, WAFTI_LEAF_POINTS,
        sizeof leaf.indices / sizeof leaf.indices[0], out_shape, out_error);
    if (result == WAFT_OK) {
        wafti_bench_leaf_make(length, width, bend, &leaf);
        memcpy(out_shape->positions, leaf.positions, sizeof leaf.positions);
        memcpy(out_shape->indices, leaf.indices, sizeof leaf.indices);
        set_normals(out_shape);
    }
    return result;
}

// Quads between `rows` + 1 rows of `across` + 1 points; the front is where rows x across points.
static inline void grid_triangles(uint32_t* at, size_t rows, size_t across) {
    for (size_t row = 0; row < rows; ++row) {
        for (size_t i = 0; i < across; ++i) {
            const size_t a = row * (across + 1) + i;
            const size_t b = a + across + 1;
            at = put_triangle(at, a, a + 1, b + 1);
            at = put_triangle(at, a, b + 1, b);
        }
    }
}

static inline waft_result wafti_render_shape_sheet(const waft_allocator* allocator, float length,
    float width, float bend, wafti_render_shape* out_shape, waft_error* out_error) {
    enum { ROWS = 12, ACROSS = 1 };
    const waft_result result = allocate(allocator, (size_t)(ROWS + 1) * (ACROSS + 1),
        (size_t)6 * ROWS * ACROSS, out_shape, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    for (size_t row = 0; row <= ROWS; ++row) {
        const float along = 2.0f * (float)row / ROWS - 1.0f;
        for (size_t i = 0; i <= ACROSS; ++i) {
            put(out_shape->positions, row * (ACROSS + 1) + i,
                (waft_vec3){0.5f * length * along, bend * length * (along * along - 1.0f),
                    width * ((float)i / ACROSS - 0.5f)});
        }
    }
    grid_triangles(out_shape->indices, ROWS, ACROSS);
    set_normals(out_shape);
    return WAFT_OK;
}

// By latitude and longitude; the triangles at the poles that have no area are drawn for nothing.
static inline waft_result wafti_render_shape_sphere(const waft_allocator* allocator, float radius,
    int rings, wafti_render_shape* out_shape, waft_error* out_error) {
    const size_t rows = rings < 3 ? 3 : (size_t)rings;
    const size_t across = 2 * rows;
    const waft_result result =
        allocate(allocator, (rows + 1) * (across + 1), 6 * rows * across, out_shape, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    for (size_t row = 0; row <= rows; ++row) {
        const float polar = (float)M_PI * (float)row / (float)rows;
        for (size_t i = 0; i <= across; ++i) {
            const float around = 2.0f * (float)M_PI * (float)i / (float)across;
            const waft_vec3 out = {
                sinf(polar) * cosf(around), cosf(polar), -sinf(polar) * sinf(around)};
            const size_t index = row * (across + 1) + i;
            put(out_shape->normals, index, out);
            put(out_shape->positions, index, waft_vec3_scale(out, radius));
        }
    }
    // Rows go down and points around, so that their cross product points inwards: swap them.
    grid_triangles(out_shape->indices, rows, across);
    for (size_t i = 0; i < out_shape->index_count; i += 3) {
        const uint32_t keep = out_shape->indices[i + 1];
        out_shape->indices[i + 1] = out_shape->indices[i + 2];
        out_shape->indices[i + 2] = keep;
    }
    return WAFT_OK;
}

static inline waft_result wafti_render_shape_box(const waft_allocator* allocator, waft_vec3 size,
    wafti_render_shape* out_shape, waft_error* out_error) {
    const waft_result result = allocate(allocator, 24, 36, out_shape, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const float half[3] = {0.5f * size.x, 0.5f * size.y, 0.5f * size.z};
    uint32_t* at = out_shape->indices;
    for (size_t face = 0; face < 6; ++face) {
        const size_t axis = face / 2;
        const float side = face % 2 == 0 ? 1.0f : -1.0f;
        for (size_t corner = 0; corner < 4; ++corner) {
            float point[3];
            float normal[3] = {0.0f, 0.0f, 0.0f};
            // The second axis turns over with the side, so that the winding stays outward.
            point[axis] = side * half[axis];
            point[(axis + 1) % 3] = half[(axis + 1) % 3] * (corner % 2 == 0 ? -side : side);
            point[(axis + 2) % 3] = half[(axis + 2) % 3] * (corner / 2 == 0 ? -1.0f : 1.0f);
            normal[axis] = side;
            const size_t index = 4 * face + corner;
            put(out_shape->positions, index, (waft_vec3){point[0], point[1], point[2]});
            put(out_shape->normals, index, (waft_vec3){normal[0], normal[1], normal[2]});
        }
        at = put_triangle(at, 4 * face, 4 * face + 1, 4 * face + 3);
        at = put_triangle(at, 4 * face, 4 * face + 3, 4 * face + 2);
    }
    return WAFT_OK;
}

#endif // SHAPES_FIXTURE_H

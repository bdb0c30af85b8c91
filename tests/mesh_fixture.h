// SPDX-License-Identifier: MIT
// Small meshes that several tests share.
#ifndef WAFT_TEST_MESH_FIXTURE_H
#define WAFT_TEST_MESH_FIXTURE_H

#include <waft/mesh.h>

#include "test.h"

// Corners at the origin and one along each axis.
static const double tetra_points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const uint32_t tetra_facets[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};

static inline waft_mesh* mesh_from(const double* points, size_t point_count,
    const uint32_t* indices, size_t facet_count, const waft_mesh_options* options) {
    const waft_mesh_options standard = waft_mesh_options_default();
    const waft_mesh_arrays arrays = {points, point_count, indices, facet_count};
    waft_mesh* mesh = NULL;
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_mesh_create(&arrays, options != NULL ? options : &standard, &mesh, &error) ==
               WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
    return mesh;
}

static inline waft_mesh* mesh_tetra(void) {
    return mesh_from(tetra_points, 4, tetra_facets, 4, NULL);
}

static inline waft_mesh* mesh_of_shape(const waft_mesh_shape* shape) {
    waft_mesh* mesh = NULL;
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_mesh_create_shape(shape, NULL, &mesh, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
    return mesh;
}

static inline waft_mesh* mesh_sphere(int detail) {
    const waft_mesh_shape shape = {.kind = WAFT_MESH_SPHERE, .radius = 1.0f, .detail = detail};
    return mesh_of_shape(&shape);
}

static inline waft_mesh* mesh_box(float x, float y, float z) {
    const waft_mesh_shape shape = {.kind = WAFT_MESH_BOX, .size = {x, y, z}};
    return mesh_of_shape(&shape);
}

// -1 to 1, the same every time.
static inline double mesh_random(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / (double)(1 << 23) - 1.0;
}

static inline void mesh_random_point(uint32_t* state, double size, double out_point[3]) {
    for (int k = 0; k < 3; ++k) {
        out_point[k] = size * mesh_random(state);
    }
}

#endif // WAFT_TEST_MESH_FIXTURE_H

// SPDX-License-Identifier: MIT
#include "export/glb_mesh.h"

#include "test.h"

static wafti_glb_surface surface_of(const waft_mesh_shape* shape, wafti_arena* arena) {
    waft_mesh* mesh = NULL;
    wafti_glb_surface surface = {0};
    CHECK(waft_mesh_create_shape(shape, NULL, &mesh, NULL) == WAFT_OK);
    wafti_arena_init(arena, NULL, 4096);
    CHECK(wafti_glb_surface_make(&surface, mesh, arena) == WAFT_OK);
    waft_mesh_destroy(mesh);
    return surface;
}

static void check_facets(const wafti_glb_surface* surface) {
    for (size_t i = 0; i < surface->index_count; i += 3) {
        const float* p[3];
        for (size_t k = 0; k < 3; ++k) {
            CHECK(surface->indices[i + k] < surface->point_count);
            p[k] = &surface->positions[3 * (size_t)surface->indices[i + k]];
        }
        const waft_vec3 a = waft_vec3_make(p[1][0] - p[0][0], p[1][1] - p[0][1], p[1][2] - p[0][2]);
        const waft_vec3 b = waft_vec3_make(p[2][0] - p[0][0], p[2][1] - p[0][1], p[2][2] - p[0][2]);
        const waft_vec3 facet = waft_vec3_normalize(waft_vec3_cross(a, b));
        for (size_t k = 0; k < 3; ++k) {
            const float* n = &surface->normals[3 * (size_t)surface->indices[i + k]];
            const waft_vec3 normal = waft_vec3_make(n[0], n[1], n[2]);
            CHECK_NEAR(waft_vec3_length(normal), 1.0, 1e-6);
            CHECK(waft_vec3_dot(normal, facet) > 0.7f);
        }
    }
}

static void spheres_are_smooth(void) {
    const waft_mesh_shape shape = {.kind = WAFT_MESH_SPHERE, .radius = 2.0f, .detail = 2};
    wafti_arena arena;
    const wafti_glb_surface surface = surface_of(&shape, &arena);
    CHECK(surface.point_count == 162);
    CHECK(surface.index_count == 960);
    for (size_t i = 0; i < 3 * surface.point_count; ++i) {
        CHECK_NEAR(surface.normals[i], 0.5 * (double)surface.positions[i], 0.01);
    }
    CHECK_NEAR(surface.low[1], -2.0, 0.02);
    CHECK_NEAR(surface.high[1], 2.0, 0.02);
    check_facets(&surface);
    wafti_arena_free(&arena);
}

static void edges_of_boxes_are_sharp(void) {
    const waft_mesh_shape shape = {.kind = WAFT_MESH_BOX, .size = {1.0f, 0.01f, 3.0f}};
    wafti_arena arena;
    const wafti_glb_surface surface = surface_of(&shape, &arena);
    CHECK(surface.point_count == 24);
    CHECK(surface.index_count == 36);
    for (size_t i = 0; i < surface.point_count; ++i) {
        const float* n = &surface.normals[3 * i];
        CHECK_NEAR(fabsf(n[0]) + fabsf(n[1]) + fabsf(n[2]), 1.0, 1e-6);
    }
    CHECK_NEAR(surface.low[0], -0.5, 0.0);
    CHECK_NEAR(surface.high[2], 1.5, 0.0);
    check_facets(&surface);
    wafti_arena_free(&arena);
}

// A corner with three facets at right angles stands there three times, one with a smooth side twice.
static void rims_of_discs_are_sharp(void) {
    const waft_mesh_shape shape = {
        .kind = WAFT_MESH_CYLINDER, .radius = 1.0f, .length = 0.01f, .detail = 3};
    wafti_arena arena;
    const wafti_glb_surface surface = surface_of(&shape, &arena);
    size_t up = 0;
    size_t side = 0;
    for (size_t i = 0; i < surface.point_count; ++i) {
        up += fabsf(surface.normals[3 * i + 1]) > 0.999f;
        side += fabsf(surface.normals[3 * i + 1]) < 0.001f;
    }
    CHECK(up + side == surface.point_count);
    CHECK(side == 64);
    check_facets(&surface);
    wafti_arena_free(&arena);
}

static const test_case cases[] = {
    {"spheres_are_smooth", spheres_are_smooth},
    {"edges_of_boxes_are_sharp", edges_of_boxes_are_sharp},
    {"rims_of_discs_are_sharp", rims_of_discs_are_sharp},
};

TEST_MAIN(cases)

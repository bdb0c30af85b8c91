// SPDX-License-Identifier: MIT
#include "mesh/mesh_smooth.h"

#include <math.h>
#include <string.h>

#include "test.h"

static wafti_room room = {.name = "mesh", .most = (size_t)1 << 30};
static wafti_pool* pool;
static wafti_iso_mesh mesh;
static wafti_smoother smoother;

// Two octahedra, one of radius 1 about 0 and one of radius 0.1 about (3, 0, 0).
static void make_two(void) {
    static const uint32_t facets[8][3] = {
        {0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    mesh.point_count = 12;
    mesh.facet_count = 16;
    CHECK(wafti_array_need(&room, &mesh.position_array, 36, sizeof(float)) == WAFT_OK);
    CHECK(wafti_array_need(&room, &mesh.normal_array, 36, sizeof(float)) == WAFT_OK);
    CHECK(wafti_array_need(&room, &mesh.velocity_array, 36, sizeof(float)) == WAFT_OK);
    CHECK(wafti_array_need(&room, &mesh.crowding_array, 12, sizeof(float)) == WAFT_OK);
    CHECK(wafti_array_need(&room, &mesh.index_array, 48, sizeof(uint32_t)) == WAFT_OK);
    mesh.positions = mesh.position_array.data;
    mesh.normals = mesh.normal_array.data;
    mesh.velocities = mesh.velocity_array.data;
    mesh.crowding = mesh.crowding_array.data;
    mesh.indices = mesh.index_array.data;
    memset(mesh.positions, 0, 36 * sizeof(float));
    for (size_t p = 0; p < 12; ++p) {
        const float radius = p < 6 ? 1.0f : 0.1f;
        mesh.positions[3 * p + p % 6 / 2] = p % 2 == 0 ? radius : -radius;
        mesh.positions[3 * p] += p < 6 ? 0.0f : 3.0f;
        mesh.velocities[3 * p] = (float)p;
        mesh.crowding[p] = 1.0f;
    }
    for (uint32_t f = 0; f < 16; ++f) {
        for (uint32_t k = 0; k < 3; ++k) {
            mesh.indices[3 * f + k] = facets[f % 8][k] + (f < 8 ? 0 : 6);
        }
    }
}

static void points_move_halfway(void) {
    make_two();
    mesh.crowding[0] = 0.5f;  // stays
    mesh.crowding[2] = 0.65f; // half as far
    CHECK(wafti_smoother_start(&smoother, &room, &mesh) == WAFT_OK);
    CHECK(wafti_smoother_run(&smoother, &room, &mesh, pool, 1) == WAFT_OK);
    // The four neighbours of each corner of an octahedron have their mean in the middle.
    CHECK_NEAR(mesh.positions[0], 1.0, 1e-6);
    CHECK_NEAR(mesh.positions[3], -0.5, 1e-6);
    CHECK_NEAR(mesh.positions[7], 0.75, 1e-6);
    CHECK_NEAR(mesh.positions[21], 2.95, 1e-6);
}

static void normals_are_those_of_facets(void) {
    make_two();
    CHECK(wafti_smoother_start(&smoother, &room, &mesh) == WAFT_OK);
    wafti_smoother_normals(&smoother, &mesh, pool);
    for (uint32_t p = 0; p < 12; ++p) {
        for (uint32_t d = 0; d < 3; ++d) {
            const double want = d == p % 6 / 2 ? (p % 2 == 0 ? 1.0 : -1.0) : 0.0;
            CHECK_NEAR(mesh.normals[3 * p + d], want, 1e-6);
        }
    }
}

static void small_parts_go(void) {
    make_two();
    // An octahedron has 4/3 r^3.
    CHECK(wafti_smoother_drop_parts(&smoother, &room, &mesh, 0.0013) == WAFT_OK);
    CHECK(mesh.point_count == 12 && mesh.facet_count == 16);
    CHECK(wafti_smoother_drop_parts(&smoother, &room, &mesh, 0.0014) == WAFT_OK);
    CHECK(mesh.point_count == 6 && mesh.facet_count == 8);
    make_two();
    for (uint32_t p = 0; p < 18; ++p) {
        mesh.positions[p] *= 0.05f; // now the first is the smaller one
    }
    CHECK(wafti_smoother_drop_parts(&smoother, &room, &mesh, 0.001) == WAFT_OK);
    CHECK(mesh.point_count == 6 && mesh.facet_count == 8);
    CHECK_NEAR(mesh.positions[0], 3.1, 1e-6);
    CHECK_NEAR(mesh.velocities[3], 7.0, 0.0);
    for (uint32_t c = 0; c < 24; ++c) {
        CHECK(mesh.indices[c] < 6);
    }
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        {"points_move_halfway", points_move_halfway},
        {"normals_are_those_of_facets", normals_are_those_of_facets},
        {"small_parts_go", small_parts_go},
    };
    if (wafti_pool_create(&(wafti_pool_def){.threads = 1}, &pool, NULL) != WAFT_OK) {
        return 1;
    }
    const int failed = test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
    wafti_room_free(&room);
    wafti_pool_destroy(pool);
    return failed;
}

// SPDX-License-Identifier: MIT
#include "mesh/iso_mesh.h"

#include "surface_fixture.h"
#include "test.h"

static cloud c;
static wafti_room room = {.name = "surface", .most = (size_t)1 << 30};
static wafti_blocks blocks;
static wafti_field field;
static wafti_iso_mesh mesh;
static wafti_marching table;
static wafti_pool* pool;

static void make(float level) {
    const waft_surface_particles view = cloud_view(&c);
    CHECK(wafti_blocks_fill(&blocks, &room, &view, 0.3, 0.2) == WAFT_OK);
    field.blocks = &blocks;
    field.kernels = wafti_field_kernels_choose(wafti_isa_choose());
    field.pool = pool;
    CHECK(wafti_field_make(&field, &room) == WAFT_OK);
    const wafti_iso_job job = {&field, &table, level, pool};
    CHECK(wafti_iso_mesh_make(&mesh, &room, &job) == WAFT_OK);
}

// A lone particle is the level of one spline: every point lies at its radius.
static void ball_has_its_radius(void) {
    c.count = 0;
    c.spacing = 0.1f;
    cloud_add(&c, 0.31, 0.02, -0.29);
    make(0.5f);
    // 1 - 6 q^2 + 6 q^3 = 1/2
    const double radius = 0.2 * 0.3629;
    double worst = 0.0;
    for (size_t p = 0; p < mesh.point_count; ++p) {
        const double x = (double)mesh.positions[3 * p] - 0.31;
        const double y = (double)mesh.positions[3 * p + 1] - 0.02;
        const double z = (double)mesh.positions[3 * p + 2] + 0.29;
        worst = fmax(worst, fabs(sqrt(x * x + y * y + z * z) - radius));
        const double outward =
            ((double)mesh.normals[3 * p] * x + (double)mesh.normals[3 * p + 1] * y +
                (double)mesh.normals[3 * p + 2] * z) /
            sqrt(x * x + y * y + z * z);
        CHECK_NEAR(outward, 1.0, 1e-4);
        CHECK_NEAR(mesh.crowding[p], 1.0 / M_PI, 1e-5);
    }
    CHECK(mesh.point_count > 20);
    CHECK_NEAR(worst, 0.0, 0.004);
    CHECK(mesh.point_count + mesh.facet_count == 3 * mesh.facet_count / 2 + 2);
}

static void points_are_used(void) {
    c.count = 0;
    c.spacing = 0.1f;
    cloud_random_box(&c, 500, 1.0, 11);
    make(0.586f);
    static unsigned char used[CLOUD_CAPACITY];
    CHECK(mesh.point_count < CLOUD_CAPACITY);
    memset(used, 0, sizeof(used));
    int outside = 0;
    for (size_t i = 0; i < 3 * mesh.facet_count; ++i) {
        outside += mesh.indices[i] >= mesh.point_count;
        used[mesh.indices[i] % CLOUD_CAPACITY] = 1;
    }
    size_t count = 0;
    for (size_t p = 0; p < mesh.point_count; ++p) {
        count += used[p];
    }
    CHECK(outside == 0 && count == mesh.point_count);
}

static void memory_is_limited(void) {
    const size_t used = room.used;
    wafti_array_free(&room, &mesh.position_array);
    wafti_array_free(&room, &mesh.index_array);
    CHECK(room.used < used);
    room.most = room.used + 2000;
    const wafti_iso_job job = {&field, &table, 0.586f, pool};
    CHECK(wafti_iso_mesh_make(&mesh, &room, &job) == WAFT_ERR_FULL);
    CHECK(mesh.point_count == 0 && mesh.facet_count == 0);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        {"ball_has_its_radius", ball_has_its_radius},
        {"points_are_used", points_are_used},
        {"memory_is_limited", memory_is_limited},
    };
    wafti_marching_make(&table);
    if (wafti_pool_create(&(wafti_pool_def){.threads = 1}, &pool, NULL) != WAFT_OK) {
        return 1;
    }
    const int failed = test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
    wafti_room_free(&room);
    wafti_pool_destroy(pool);
    return failed;
}

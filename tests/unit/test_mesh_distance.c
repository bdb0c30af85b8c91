// SPDX-License-Identifier: MIT
// Solids given by a distance become closed meshes.
#include "mesh_fixture.h"

#include "hooks.h"
#include "mesh/primitive.h"

static double primitive_distance(void* context, const double point[3]) {
    return wafti_primitive_distance(context, point);
}

static wafti_primitive ball = {
    .kind = WAFTI_PRIMITIVE_SPHERE, .a = {0.2, -0.1, 0.3}, .radius = 0.5};
static wafti_primitive slab = {
    .kind = WAFTI_PRIMITIVE_PLANE, .a = {0.0, 0.0, 0.0}, .b = {0.0, 1.0, 0.0}};

static waft_mesh_distance around(wafti_primitive* primitive, double spacing) {
    return (waft_mesh_distance){.distance = primitive_distance,
        .context = primitive,
        .low = {-0.4, -0.7, -0.3},
        .high = {0.8, 0.5, 0.9},
        .spacing = spacing};
}

static waft_mesh* made(const waft_mesh_distance* solid) {
    waft_mesh* mesh = NULL;
    waft_error error = {.sentence = ""};
    CHECK(waft_mesh_create_distance(solid, NULL, &mesh, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    CHECK(mesh != NULL && waft_mesh_check(mesh, WAFT_MESH_SOLID, &error) == WAFT_OK);
    return mesh;
}

// Points on the surface, volume to second order, one part that looks outwards.
static void a_ball_is_round(void) {
    const double volume = 4.0 / 3.0 * 3.14159265358979 * 0.125;
    double errors[2];
    for (int n = 0; n < 2; ++n) {
        const waft_mesh_distance solid = around(&ball, n == 0 ? 0.1 : 0.05);
        waft_mesh* mesh = made(&solid);
        const waft_mesh_info info = waft_mesh_get_info(mesh);
        const waft_mesh_view view = waft_mesh_get_view(mesh);
        CHECK(info.closed && info.component_count == 1);
        errors[n] = fabs(info.volume / volume - 1.0);
        double worst = 0.0;
        for (size_t p = 0; p < view.point_count; ++p) {
            worst = fmax(worst, fabs(wafti_primitive_distance(&ball, &view.positions[3 * p])));
        }
        CHECK(worst < solid.spacing * 0.05);
        waft_mesh_destroy(mesh);
    }
    CHECK(errors[0] < 0.03);
    CHECK(errors[1] < errors[0] / 3.0);
}

// A half space has no end but that of the bounds.
static void bounds_cut(void) {
    const waft_mesh_distance solid = around(&slab, 0.1);
    waft_mesh* mesh = made(&solid);
    const waft_mesh_info info = waft_mesh_get_info(mesh);
    for (int axis = 0; axis < 3; ++axis) {
        CHECK(info.low[axis] > solid.low[axis] - solid.spacing);
        CHECK(info.high[axis] < solid.high[axis] + solid.spacing);
    }
    CHECK_NEAR(info.high[1], 0.0, 0.011 * solid.spacing);
    waft_mesh_destroy(mesh);
}

static double broken_distance(void* context, const double point[3]) {
    (void)context;
    return point[0] > 0.0 ? (double)NAN : 1.0;
}

static void refuse(const waft_mesh_distance* solid, waft_result expected, const char* part) {
    waft_mesh* mesh = (waft_mesh*)(void*)&mesh;
    waft_error error = {.sentence = ""};
    CHECK(waft_mesh_create_distance(solid, NULL, &mesh, &error) == expected && mesh == NULL);
    CHECK(strstr(error.sentence, part) != NULL);
}

static void misuse(void) {
    waft_mesh_distance solid = around(&ball, 0.1);
    solid.distance = NULL;
    refuse(&solid, WAFT_ERR_ARGUMENT, "NULL");
    refuse(NULL, WAFT_ERR_ARGUMENT, "NULL");
    solid = around(&ball, 1e-4);
    refuse(&solid, WAFT_ERR_ARGUMENT, "16777216 nodes");
    solid = around(&ball, 0.0);
    refuse(&solid, WAFT_ERR_ARGUMENT, "nodes");
    solid = around(&ball, (double)NAN);
    refuse(&solid, WAFT_ERR_ARGUMENT, "nodes");
    solid = around(&ball, 0.1);
    solid.high[2] = solid.low[2];
    refuse(&solid, WAFT_ERR_ARGUMENT, "below high");
    solid = around(&ball, 0.1);
    solid.distance = broken_distance;
    refuse(&solid, WAFT_ERR_ARGUMENT, "is not finite");
    wafti_primitive far = ball;
    far.a[0] = 9.0;
    solid = around(&far, 0.1);
    refuse(&solid, WAFT_ERR_MESH, "no node is inside");
}

static void memory(void) {
    counting c = {0};
    const waft_allocator allocator = counting_hook(&c);
    const waft_mesh_distance solid = around(&ball, 0.2);
    waft_result result = WAFT_ERR_NO_MEMORY;
    long tries = 0;
    waft_mesh* mesh = NULL;
    while (result == WAFT_ERR_NO_MEMORY && tries < 100) {
        c = (counting){.fail_at = ++tries};
        result = waft_mesh_create_distance(&solid, &allocator, &mesh, NULL);
        CHECK(result == WAFT_OK || (mesh == NULL && c.live == 0));
    }
    CHECK(result == WAFT_OK && tries > 4);
    waft_mesh_destroy(mesh);
    CHECK(c.live == 0);
}

static const test_case cases[] = {
    {"a ball is round", a_ball_is_round},
    {"bounds cut", bounds_cut},
    {"misuse", misuse},
    {"memory", memory},
};
TEST_MAIN(cases)

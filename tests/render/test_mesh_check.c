// SPDX-License-Identifier: MIT
#include "render/mesh.h"

#include "test.h"

static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
static const uint32_t indices[] = {0, 1, 2};
static const waft_pose here = {{0, 0, 0}, {0, 0, 0, 1}};

static waft_draw_mesh good_mesh(void) {
    return (waft_draw_mesh){.positions = corners,
        .indices = indices,
        .point_count = 3,
        .index_count = 3,
        .poses = &here,
        .instance_count = 1};
}

static void check_refused(const waft_draw_mesh* mesh, const char* words) {
    waft_draw_mesh meshes[2] = {good_mesh(), *mesh};
    const waft_drawing drawing = {.meshes = meshes, .mesh_count = 2};
    waft_error error = {0};
    CHECK(!wafti_mesh_check(&(wafti_frame){.drawing = &drawing, .error = &error}));
    CHECK(error.result == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "meshes[1]") != NULL);
    if (!CHECK(strstr(error.sentence, words) != NULL)) {
        (void)fprintf(stderr, "  '%s' lacks '%s'\n", error.sentence, words);
    }
}

static void good_and_empty_pass(void) {
    waft_draw_mesh meshes[2] = {good_mesh(), {0}};
    const waft_drawing drawing = {.meshes = meshes, .mesh_count = 2};
    CHECK(wafti_mesh_check(&(wafti_frame){.drawing = &drawing}));
}

static void surfaces_are_checked(void) {
    waft_draw_mesh mesh = good_mesh();
    mesh.positions = NULL;
    check_refused(&mesh, "NULL");
    mesh = good_mesh();
    mesh.index_count = 2;
    check_refused(&mesh, "multiple of 3");
    mesh = good_mesh();
    mesh.point_count = 2;
    check_refused(&mesh, "below point_count");
    mesh = good_mesh();
    mesh.index_count = SIZE_MAX / 2;
    check_refused(&mesh, "million");
    mesh = good_mesh();
    const float bad[] = {0, 0, 0, NAN, 0, 0, 0, 1, 0};
    mesh.positions = bad;
    check_refused(&mesh, "finite");
    mesh = good_mesh();
    mesh.normals = bad;
    check_refused(&mesh, "finite");
}

static void instances_are_checked(void) {
    waft_draw_mesh mesh = good_mesh();
    mesh.poses = NULL;
    check_refused(&mesh, "poses");
    mesh = good_mesh();
    mesh.instance_count = SIZE_MAX / 8;
    check_refused(&mesh, "million");
    mesh = good_mesh();
    const waft_pose lost = {{0, INFINITY, 0}, {0, 0, 0, 1}};
    mesh.poses = &lost;
    check_refused(&mesh, "poses");
    mesh = good_mesh();
    const float scale = -1.0f;
    mesh.scales = &scale;
    check_refused(&mesh, "scales");
    mesh = good_mesh();
    const waft_vec3 tint = {NAN, 0, 0};
    mesh.tints = &tint;
    check_refused(&mesh, "tints");
}

static void materials_are_checked(void) {
    waft_draw_mesh mesh = good_mesh();
    mesh.material.kind = (waft_material_kind)7;
    check_refused(&mesh, "material");
    mesh = good_mesh();
    mesh.material.transmission = NAN;
    check_refused(&mesh, "finite");
}

static const test_case cases[] = {
    {"good and empty pass", good_and_empty_pass},
    {"surfaces are checked", surfaces_are_checked},
    {"instances are checked", instances_are_checked},
    {"materials are checked", materials_are_checked},
};

TEST_MAIN(cases)

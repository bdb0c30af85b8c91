// SPDX-License-Identifier: MIT
#include "solid/shape_check.h"

#include "test.h"

static const char* about(const waft_shape* shape, wafti_shape_rules rules) {
    static waft_error error;
    error = (waft_error){.sentence = "accepted"};
    (void)wafti_form_check(shape, "solids[1]", &rules, &error);
    return error.sentence;
}

static void sizes_are_checked(void) {
    const wafti_shape_rules plain = {.sheets = false};
    waft_shape shape = {.kind = WAFT_SHAPE_SPHERE, .radius = 0.5f};
    CHECK_TEXT(about(&shape, plain), "accepted");
    shape.radius = 0.0f;
    CHECK_TEXT(about(&shape, plain),
        "solids[1].shape.sphere is 0: allowed are values above 0 up to 1e+06");
    shape = (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {1.0f, 1.0f, 0.0f}};
    CHECK_TEXT(about(&shape, plain),
        "solids[1].shape.box[2] is 0: allowed are values above 0 up to 1e+06");
    CHECK_TEXT(about(&shape, (wafti_shape_rules){.flat = true}), "accepted");
    shape = (waft_shape){.kind = WAFT_SHAPE_PLANE};
    CHECK_TEXT(about(&shape, plain), "solids[1].shape cannot be a half space");
    CHECK_TEXT(about(&shape, (wafti_shape_rules){.half_spaces = true}), "accepted");
    shape.kind = (waft_shape_kind)9;
    CHECK_TEXT(about(&shape, plain), "solids[1].shape.kind is 9: there is no such choice");
}

static void open_meshes_are_sheets(void) {
    const double positions[] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0};
    const uint32_t indices[] = {0, 1, 2};
    const waft_mesh_arrays arrays = {positions, 3, indices, 1};
    const waft_mesh_options options = waft_mesh_options_default();
    waft_mesh* mesh = NULL;
    CHECK(waft_mesh_create(&arrays, &options, &mesh, NULL) == WAFT_OK);
    const waft_shape shape = {.kind = WAFT_SHAPE_MESH, .mesh = mesh};
    const wafti_shape_rules sheets = {.sheets = true};
    const wafti_shape_rules plain = {.sheets = false};
    CHECK(wafti_form_check(&shape, "a", &sheets, NULL) == WAFT_OK);
    CHECK(wafti_form_check(&shape, "a", &plain, NULL) == WAFT_ERR_MESH);
    waft_mesh_destroy(mesh);
    const waft_shape none = {.kind = WAFT_SHAPE_MESH};
    CHECK_TEXT(about(&none, sheets), "solids[1].shape.mesh is NULL");
}

static void poses_are_checked(void) {
    waft_error error = {0};
    waft_pose pose = {.position = {0.0f, NAN, 0.0f}, .rotation = {.w = 1.0f}};
    CHECK(wafti_pose_check(&pose, "solids[1]", false, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strncmp(error.sentence, "solids[1].at[1] is nan", 22) == 0);
    pose = (waft_pose){.rotation = {.w = 0.5f}};
    CHECK(wafti_pose_check(&pose, "solids[1]", false, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "solids[1].rotation has the length 0.5: allowed is 1");
    pose.rotation = (waft_quat){0.6f, 0.0f, 0.0f, 0.8f};
    CHECK(wafti_pose_check(&pose, "solids[1]", false, &error) == WAFT_OK);
    CHECK(wafti_pose_check(&pose, "solids[1]", true, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "solids[1].rotation: in a plane things turn about z only");
}

static const test_case cases[] = {
    {"sizes_are_checked", sizes_are_checked},
    {"open_meshes_are_sheets", open_meshes_are_sheets},
    {"poses_are_checked", poses_are_checked},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "render/matrix.h"

#include "test.h"

static void check_point(waft_vec3 p, float x, float y, float z, double tolerance) {
    CHECK_NEAR(p.x, x, tolerance);
    CHECK_NEAR(p.y, y, tolerance);
    CHECK_NEAR(p.z, z, tolerance);
}

static void look_puts_the_target_ahead(void) {
    const wafti_mat4 view = wafti_mat4_look((waft_vec3){3.0f, 4.0f, 5.0f},
        (waft_vec3){0.0f, 0.0f, 5.0f}, (waft_vec3){0.0f, 1.0f, 0.0f});
    check_point(wafti_mat4_point(&view, (waft_vec3){3.0f, 4.0f, 5.0f}), 0.0f, 0.0f, 0.0f, 1e-6);
    check_point(wafti_mat4_point(&view, (waft_vec3){0.0f, 0.0f, 5.0f}), 0.0f, 0.0f, -5.0f, 1e-5);
    const waft_vec3 above = wafti_mat4_point(&view, (waft_vec3){0.0f, 1.0f, 5.0f});
    CHECK(above.y > 0.0f);
}

static void perspective_maps_its_planes(void) {
    const float fov = 1.0f;
    const wafti_mat4 p = wafti_mat4_perspective(fov, 2.0f, 0.5f, 100.0f);
    check_point(wafti_mat4_point(&p, (waft_vec3){0.0f, 0.0f, -0.5f}), 0.0f, 0.0f, -1.0f, 1e-5);
    check_point(wafti_mat4_point(&p, (waft_vec3){0.0f, 0.0f, -100.0f}), 0.0f, 0.0f, 1.0f, 1e-5);
    const float edge = 7.0f * tanf(0.5f * fov);
    const waft_vec3 corner = wafti_mat4_point(&p, (waft_vec3){2.0f * edge, edge, -7.0f});
    CHECK_NEAR(corner.x, 1.0, 1e-5);
    CHECK_NEAR(corner.y, 1.0, 1e-5);
}

static void orthographic_maps_its_box(void) {
    const wafti_mat4 p =
        wafti_mat4_orthographic((waft_vec3){-1.0f, 2.0f, 3.0f}, (waft_vec3){5.0f, 4.0f, 9.0f});
    check_point(wafti_mat4_point(&p, (waft_vec3){-1.0f, 2.0f, -3.0f}), -1.0f, -1.0f, -1.0f, 1e-6);
    check_point(wafti_mat4_point(&p, (waft_vec3){5.0f, 4.0f, -9.0f}), 1.0f, 1.0f, 1.0f, 1e-6);
}

static void inverse_undoes(void) {
    const wafti_mat4 view = wafti_mat4_look((waft_vec3){30.0f, 4.0f, -5.0f},
        (waft_vec3){1.0f, 2.0f, 5.0f}, (waft_vec3){0.0f, 1.0f, 0.0f});
    const wafti_mat4 p = wafti_mat4_perspective(0.7f, 1.8f, 0.1f, 4000.0f);
    const wafti_mat4 both = wafti_mat4_mul(&p, &view);
    const wafti_mat4 back = wafti_mat4_inverse(&both);
    const wafti_mat4 one = wafti_mat4_mul(&back, &both);
    for (int i = 0; i < 16; ++i) {
        CHECK_NEAR(one.m[i], i % 5 == 0 ? 1.0 : 0.0, 2e-3);
    }
    const wafti_mat4 view_back = wafti_mat4_inverse(&view);
    check_point(
        wafti_mat4_point(&view_back, (waft_vec3){0.0f, 0.0f, 0.0f}), 30.0f, 4.0f, -5.0f, 1e-4);
}

// Rows change places: the first pivot is zero.
static void inverse_needs_pivots(void) {
    const wafti_mat4 swap = {{0.0f, 1.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f,
        2.0f, 0.0f, 0.0f, 4.0f, 0.0f}};
    const wafti_mat4 back = wafti_mat4_inverse(&swap);
    const wafti_mat4 one = wafti_mat4_mul(&back, &swap);
    for (int i = 0; i < 16; ++i) {
        CHECK_NEAR(one.m[i], i % 5 == 0 ? 1.0 : 0.0, 1e-6);
    }
}

static const test_case cases[] = {
    {"look puts the target ahead", look_puts_the_target_ahead},
    {"perspective maps its planes", perspective_maps_its_planes},
    {"orthographic maps its box", orthographic_maps_its_box},
    {"inverse undoes", inverse_undoes},
    {"inverse needs pivots", inverse_needs_pivots},
};

TEST_MAIN(cases)

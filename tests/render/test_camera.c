// SPDX-License-Identifier: MIT
#include <waft/render.h>

#include "render/matrix.h"
#include "test.h"

static const waft_bounds box = {{-2.0f, 0.0f, -1.0f}, {4.0f, 1.0f, 3.0f}};

// Corners of the bounds lie in the picture, and at least one comes near its edge.
static void check_fit(const waft_camera_def* def, float aspect) {
    const waft_camera camera = waft_camera_resolve(def, &box, aspect);
    const wafti_mat4 view =
        wafti_mat4_look(camera.eye, camera.target, (waft_vec3){0.0f, 1.0f, 0.0f});
    const float y = 0.5f * camera.height;
    const wafti_mat4 projection = camera.orthographic
                                      ? wafti_mat4_orthographic((waft_vec3){-y * aspect, -y, 0.0f},
                                            (waft_vec3){y * aspect, y, 100.0f})
                                      : wafti_mat4_perspective(camera.fov, aspect, 0.01f, 1000.0f);
    const wafti_mat4 both = wafti_mat4_mul(&projection, &view);
    float most = 0.0f;
    for (int corner = 0; corner < 8; ++corner) {
        const waft_vec3 at = {(corner & 1) != 0 ? box.high.x : box.low.x,
            (corner & 2) != 0 ? box.high.y : box.low.y, (corner & 4) != 0 ? box.high.z : box.low.z};
        const waft_vec3 seen = wafti_mat4_point(&both, at);
        most = fmaxf(most, fmaxf(fabsf(seen.x), fabsf(seen.y)));
    }
    CHECK(most <= 1.0f);
    CHECK(most > 0.85f);
}

static void all_fits(void) {
    const float aspects[] = {0.5f, 1.0f, 16.0f / 9.0f, 4.0f};
    for (int i = 0; i < 4; ++i) {
        for (int turn = 0; turn < 5; ++turn) {
            waft_camera_def def = waft_camera_def_default();
            def.azimuth = 1.3f * (float)turn;
            def.elevation = 0.3f * (float)turn - 0.4f;
            check_fit(&def, aspects[i]);
            def.orthographic = true;
            check_fit(&def, aspects[i]);
        }
    }
}

static void angles_point_as_documented(void) {
    waft_camera_def def = waft_camera_def_default();
    def.azimuth = 0.0f;
    def.elevation = 0.0f;
    def.distance = 5.0f;
    waft_camera camera = waft_camera_resolve(&def, &box, 1.5f);
    CHECK_NEAR(camera.eye.x, 1.0, 1e-5);
    CHECK_NEAR(camera.eye.y, 0.5, 1e-5);
    CHECK_NEAR(camera.eye.z, 6.0, 1e-5);
    def.azimuth = 1.5707963f;
    camera = waft_camera_resolve(&def, &box, 1.5f);
    CHECK_NEAR(camera.eye.x, 6.0, 1e-5);
    CHECK_NEAR(camera.eye.z, 1.0, 1e-5);
}

static void given_points_stand(void) {
    waft_camera_def def = waft_camera_def_default();
    def.has_from = true;
    def.has_at = true;
    def.from = (waft_vec3){1.0f, 2.0f, 3.0f};
    def.at = (waft_vec3){-1.0f, 0.0f, 0.5f};
    def.height = 7.0f;
    const waft_camera camera = waft_camera_resolve(&def, &box, 1.0f);
    CHECK_NEAR(camera.eye.z, 3.0, 0.0);
    CHECK_NEAR(camera.target.x, -1.0, 0.0);
    CHECK_NEAR(camera.height, 7.0, 0.0);
}

static void a_point_can_be_looked_at(void) {
    const waft_bounds point = {{1.0f, 1.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
    const waft_camera_def def = waft_camera_def_default();
    const waft_camera camera = waft_camera_resolve(&def, &point, 1.0f);
    CHECK(waft_vec3_length(waft_vec3_sub(camera.eye, camera.target)) > 0.0f);
    CHECK(camera.height > 0.0f);
}

static const test_case cases[] = {
    {"all fits", all_fits},
    {"angles point as documented", angles_point_as_documented},
    {"given points stand", given_points_stand},
    {"a point can be looked at", a_point_can_be_looked_at},
};

TEST_MAIN(cases)

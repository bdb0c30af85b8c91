// SPDX-License-Identifier: MIT
#include "render/bench.h"

#include "picture.h"

enum { COUNT = 1000 };

static bool same_pose(const waft_pose* a, const waft_pose* b) {
    const waft_vec3 p = a->position;
    const waft_quat q = a->rotation;
    return p.x == b->position.x && p.y == b->position.y && p.z == b->position.z &&
           q.x == b->rotation.x && q.y == b->rotation.y && q.z == b->rotation.z &&
           q.w == b->rotation.w;
}

static void leaves_fall_and_stay_inside(void) {
    static waft_pose poses[COUNT];
    static waft_pose later[COUNT];
    static waft_vec3 tints[COUNT];
    wafti_render_bench_leaves(3.0, COUNT, poses, tints);
    wafti_render_bench_leaves(3.01, COUNT, later, tints);
    int falling = 0;
    for (int i = 0; i < COUNT; ++i) {
        const waft_vec3 p = poses[i].position;
        const waft_quat q = poses[i].rotation;
        CHECK(p.y > 0.0f && p.y < 2.0f && p.x * p.x + p.z * p.z < 4.1f);
        CHECK_NEAR(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0, 1e-4);
        falling += later[i].position.y < p.y ? 1 : 0;
    }
    CHECK(falling > COUNT * 9 / 10);
    wafti_render_bench_leaves(3.01, COUNT, poses, tints);
    int same = 0;
    for (int i = 0; i < COUNT; ++i) {
        same += same_pose(&poses[i], &later[i]) ? 1 : 0;
    }
    CHECK(same == COUNT);
}

static void the_picture_is_drawn(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GLES, NULL, &renderer)) {
        return;
    }
    waft_error error = {0};
    CHECK(wafti_render_bench_bodies(&(wafti_bench_clock){.renderer = renderer}, 0, &error) ==
          WAFT_OK);
    CHECK(wafti_render_bench_bodies(&(wafti_bench_clock){.renderer = renderer}, 1, &error) ==
          WAFT_OK);
    waft_renderer_destroy(renderer);
}

static const test_case cases[] = {
    {"leaves fall and stay inside", leaves_fall_and_stay_inside},
    {"the picture is drawn", the_picture_is_drawn},
};

TEST_MAIN(cases)

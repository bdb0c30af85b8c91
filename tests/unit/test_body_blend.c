// SPDX-License-Identifier: MIT
#include "crowd_fixture.h"

static const double step = 0.004; // s, of the world by default

static body_world empty_space(void) {
    waft_world_def world_def = waft_world_def_default();
    world_def.gravity[1] = 0.0;
    waft_bodies_def def = waft_bodies_def_default();
    def.medium = WAFT_MEDIUM_VACUUM;
    return make_body_world(&world_def, &def);
}

static waft_body_def flying(const waft_hull* ball, bool precise) {
    waft_body_def def = bare_def(ball);
    def.precise = precise;
    def.state.position[1] = 7.0;
    def.state.velocity[0] = 2.0;
    def.state.spin[2] = 10.0;
    return def;
}

static waft_pose blend_one(const body_world* in, waft_body_id id, float alpha) {
    waft_pose pose = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};
    CHECK(waft_bodies_blend_one(in->bodies, id, alpha, &pose) == WAFT_OK);
    return pose;
}

// Half the angle of a body that turns about z, 0 to pi.
static double half_turn(const waft_pose* pose) {
    return fabs(atan2((double)pose->rotation.z, (double)pose->rotation.w));
}

// A body that flies and turns evenly is where its motion has it at any time between two steps.
static void poses_lie_between_the_steps(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 500.0);
    for (int precise = 0; precise < 2; ++precise) {
        const body_world in = empty_space();
        const waft_body_def def = flying(ball, precise == 1);
        const waft_body_id id = add_body(&in, &def);
        step_bodies(&in, 5);
        for (int n = 0; n <= 4; ++n) {
            const float alpha = 0.25f * (float)n;
            const double time = (4.0 + (double)alpha) * step;
            const waft_pose pose = blend_one(&in, id, alpha);
            CHECK_NEAR(pose.position.x, 2.0 * time, 1e-6);
            CHECK_NEAR(pose.position.y, 7.0, 1e-6);
            CHECK_NEAR(half_turn(&pose), 5.0 * time, 1e-5);
        }
        waft_body_info info;
        CHECK(waft_bodies_get(in.bodies, id, &info) == WAFT_OK);
        const waft_pose now = blend_one(&in, id, 1.0f);
        CHECK(now.position.x == (float)info.state.position[0]);
        const waft_pose beyond = blend_one(&in, id, 7.0f);
        CHECK(beyond.position.x == now.position.x);
        const waft_pose before = blend_one(&in, id, 0.0f);
        const waft_pose none = blend_one(&in, id, (float)NAN);
        CHECK(none.position.x == before.position.x && before.position.x < now.position.x);
        waft_world_destroy(in.world);
    }
    waft_hull_destroy(ball);
}

// Bodies that lie still, came, were put elsewhere or restored do not come from anywhere else.
static void nothing_blends_across_a_jump(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 500.0);
    for (int precise = 0; precise < 2; ++precise) {
        const body_world in = empty_space();
        waft_body_def def = flying(ball, precise == 1);
        const waft_body_id placed = add_body(&in, &def);
        step_bodies(&in, 3);
        const waft_body_id added = add_body(&in, &def);
        CHECK(blend_one(&in, added, 0.0f).position.x == 0.0f);
        CHECK(blend_one(&in, added, 0.5f).position.y == 7.0f);
        def.state.position[0] = 100.0;
        CHECK(waft_bodies_place(in.bodies, placed, &def.state) == WAFT_OK);
        CHECK(blend_one(&in, placed, 0.0f).position.x == 100.0f);
        step_bodies(&in, 1);
        CHECK_NEAR(blend_one(&in, placed, 0.0f).position.x, 100.0, 1e-6);
        CHECK_NEAR(blend_one(&in, placed, 1.0f).position.x, 100.0 + 2.0 * step, 1e-5);

        static unsigned char snapshot[1 << 22];
        CHECK(waft_world_snapshot(in.world, snapshot, sizeof(snapshot)) == WAFT_OK);
        step_bodies(&in, 50);
        CHECK(waft_world_restore(in.world, snapshot, sizeof(snapshot)) == WAFT_OK);
        const waft_pose now = blend_one(&in, placed, 1.0f);
        CHECK(blend_one(&in, placed, 0.0f).position.x == now.position.x);
        waft_world_destroy(in.world);
    }
    waft_hull_destroy(ball);
}

// Two quaternions name each rotation; half a turn a step comes out at a quarter, never at nothing.
static void rotations_go_the_short_way(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 500.0);
    const body_world in = empty_space();
    waft_body_def def = flying(ball, true);
    def.state.spin[2] = 0.1 / step;
    const waft_body_id id = add_body(&in, &def);
    double last = 0.0;
    for (int n = 0; n < 200; ++n) {
        step_bodies(&in, 1);
        const waft_pose pose = blend_one(&in, id, 0.5f);
        const double angle = 2.0 * atan2((double)pose.rotation.z, (double)pose.rotation.w);
        CHECK_NEAR(remainder(angle - last, 6.283185307179586), n == 0 ? 0.05 : 0.1, 1e-5);
        last = angle;
    }
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

static void all_are_in_creation_order(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 500.0);
    const body_world in = empty_space();
    waft_body_id ids[20];
    for (int n = 0; n < 20; ++n) {
        waft_body_def def = flying(ball, n % 3 == 0);
        def.state.position[2] = n;
        ids[n] = add_body(&in, &def);
    }
    CHECK(waft_bodies_remove(in.bodies, ids[4]) == WAFT_OK);
    step_bodies(&in, 2);
    waft_pose poses[20];
    poses[18].position.z = -1.0f;
    CHECK(waft_bodies_blend(in.bodies, 0.5f, poses, 18) == 19);
    CHECK(poses[18].position.z == -1.0f);
    for (int n = 0; n < 18; ++n) {
        CHECK_NEAR(poses[n].position.z, n < 4 ? n : n + 1, 1e-6);
        CHECK_NEAR(poses[n].position.x, 3.0 * step, 1e-6);
    }
    CHECK(waft_bodies_blend(in.bodies, 0.5f, NULL, 0) == 19);
    CHECK(waft_bodies_blend(NULL, 0.5f, poses, 20) == 0);
    CHECK(waft_bodies_blend_one(in.bodies, ids[4], 0.5f, poses) == WAFT_ERR_STALE_ID);
    CHECK(waft_bodies_blend_one(in.bodies, ids[5], 0.5f, NULL) == WAFT_ERR_ARGUMENT);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

static const test_case cases[] = {
    {"poses_lie_between_the_steps", poses_lie_between_the_steps},
    {"nothing_blends_across_a_jump", nothing_blends_across_a_jump},
    {"rotations_go_the_short_way", rotations_go_the_short_way},
    {"all_are_in_creation_order", all_are_in_creation_order},
};
TEST_MAIN(cases)

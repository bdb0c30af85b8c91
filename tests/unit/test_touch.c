// SPDX-License-Identifier: MIT
#include "crowd_fixture.h"

#include "body/touch.h"

static body_world empty_space(void) {
    waft_world_def world_def = waft_world_def_default();
    world_def.gravity[1] = 0.0;
    world_def.step = 1e-3;
    waft_bodies_def def = waft_bodies_def_default();
    def.medium = WAFT_MEDIUM_VACUUM;
    def.collisions = true;
    return make_body_world(&world_def, &def);
}

static void balls_stand_for_shapes(void) {
    waft_hull* disc = bake_hull(WAFT_HULL_DISC, 0.03, 1e-3, 0.0, 800.0);
    waft_hull* leaf = bake_leaf();
    double balls[WAFTI_BALLS][4];
    waft_hull_info info = waft_hull_get_info(disc);
    CHECK(wafti_balls_make(&info, false, balls) == 7);
    for (int n = 0; n < 7; ++n) {
        CHECK(fabs(balls[n][1]) < 1e-4);
        CHECK(hypot(balls[n][0], balls[n][2]) + balls[n][3] < 0.0301);
        CHECK_NEAR(balls[n][3], 0.01, 2e-4);
    }
    info = waft_hull_get_info(leaf);
    CHECK(wafti_balls_make(&info, false, balls) == 5);
    CHECK_NEAR(fabs(balls[0][0]) + balls[0][3], 0.04, 1e-3); // along x, to the tip
    CHECK_NEAR(balls[0][2], 0.0, 1e-4);
    CHECK(wafti_balls_make(&info, true, balls) == 1);
    CHECK_NEAR(balls[0][3], info.reach, 0.0);
    waft_hull_destroy(disc);
    waft_hull_destroy(leaf);
}

// Two equal balls meet head on and exchange velocities by their restitution; momentum stays.
static void balls_bounce(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 1000.0);
    const body_world in = empty_space();
    waft_body_def def = bare_def(ball);
    def.restitution = 1.0f;
    def.state.velocity[0] = 1.0;
    const waft_body_id a = add_body(&in, &def);
    def.state.position[0] = 0.15;
    def.state.velocity[0] = 0.0;
    const waft_body_id b = add_body(&in, &def);
    step_bodies(&in, 100);
    CHECK_NEAR(body_info(&in, a).state.velocity[0], 0.0, 1e-9);
    CHECK_NEAR(body_info(&in, b).state.velocity[0], 1.0, 1e-9);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

static void off_centre_momentum_stays(void) {
    waft_hull* leaf = bake_leaf();
    const body_world in = empty_space();
    waft_body_def def = bare_def(leaf);
    def.state.velocity[1] = -1.0;
    def.state.position[1] = 0.05;
    def.state.position[0] = 0.03;
    const waft_body_id a = add_body(&in, &def);
    def.state = (waft_body_state){.rotation = {0.0, 0.0, 0.0, 1.0}};
    const waft_body_id b = add_body(&in, &def);
    waft_body_momentum before[2];
    CHECK(waft_bodies_momentum(in.bodies, a, &before[0]) == WAFT_OK);
    CHECK(waft_bodies_momentum(in.bodies, b, &before[1]) == WAFT_OK);
    bool touched = false;
    for (int n = 0; n < 80; ++n) {
        step_bodies(&in, 1);
        touched = touched || body_info(&in, b).flag == WAFT_BODY_CONTACT;
    }
    CHECK(touched);
    waft_body_momentum after[2];
    CHECK(waft_bodies_momentum(in.bodies, a, &after[0]) == WAFT_OK);
    CHECK(waft_bodies_momentum(in.bodies, b, &after[1]) == WAFT_OK);
    const double scale = fabs(before[0].linear[1]);
    for (int k = 0; k < 3; ++k) {
        CHECK_NEAR(after[0].linear[k] + after[1].linear[k],
            before[0].linear[k] + before[1].linear[k], 1e-9 * scale);
    }
    CHECK(fabs(body_info(&in, b).state.spin[2]) > 1.0);
    CHECK(after[0].energy + after[1].energy < before[0].energy);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

// Pairs are taken by stream, so that the order of creation does not show.
static void creation_order_does_not_show(void) {
    waft_hull* leaf = bake_leaf();
    enum { COUNT = 60 };
    static uint64_t bits[2][COUNT];
    for (int shuffled = 0; shuffled < 2; ++shuffled) {
        const waft_world_def world_def = waft_world_def_default();
        waft_bodies_def bodies_def = waft_bodies_def_default();
        bodies_def.collisions = true;
        const body_world in = make_body_world(&world_def, &bodies_def);
        waft_body_id ids[COUNT];
        for (uint32_t n = 0; n < COUNT; ++n) {
            const uint32_t who = shuffled ? n * 7 % COUNT : n;
            waft_body_def def = leaf_def(leaf);
            def.stream = who + 1;
            def.state = scattered_state(who);
            for (int k = 0; k < 3; ++k) {
                def.state.position[k] *= 0.15; // close together
            }
            ids[who] = add_body(&in, &def);
        }
        size_t contacts = 0;
        for (int n = 0; n < 60; ++n) {
            step_bodies(&in, 1);
            contacts += waft_bodies_get_stats(in.bodies).in_contact;
        }
        CHECK(contacts > 10);
        for (uint32_t n = 0; n < COUNT; ++n) {
            const waft_body_info info = body_info(&in, ids[n]);
            bits[shuffled][n] = body_bits(&info);
        }
        waft_world_destroy(in.world);
    }
    CHECK(memcmp(bits[0], bits[1], sizeof(bits[0])) == 0);
    waft_hull_destroy(leaf);
}

// More neighbours than are looked at in one go: all of them are met.
static void crowded_places_lose_nobody(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 1000.0);
    const body_world in = empty_space();
    waft_body_def def = bare_def(ball);
    for (int n = 0; n < 300; ++n) {
        def.state.position[0] = 1e-5 * n;
        (void)add_body(&in, &def);
    }
    step_bodies(&in, 1);
    CHECK(waft_bodies_get_stats(in.bodies).in_contact == 300);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

static void coincident_balls_part(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 1000.0);
    const body_world in = empty_space();
    const waft_body_def def = bare_def(ball);
    const waft_body_id a = add_body(&in, &def);
    const waft_body_id b = add_body(&in, &def);
    step_bodies(&in, 1);
    CHECK(waft_bodies_get_stats(in.bodies).in_contact == 2);
    step_bodies(&in, 60);
    const double apart = body_info(&in, a).state.position[1] - body_info(&in, b).state.position[1];
    CHECK_NEAR(apart, 0.1, 1e-3);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

static void memory_of_too_many_is_all(void) {
    CHECK(wafti_meeting_memory(4000000) < SIZE_MAX);
    CHECK(wafti_meeting_memory(UINT32_MAX) == SIZE_MAX);
}

static const test_case cases[] = {
    {"balls_stand_for_shapes", balls_stand_for_shapes},
    {"balls_bounce", balls_bounce},
    {"off_centre_momentum_stays", off_centre_momentum_stays},
    {"creation_order_does_not_show", creation_order_does_not_show},
    {"crowded_places_lose_nobody", crowded_places_lose_nobody},
    {"coincident_balls_part", coincident_balls_part},
    {"memory_of_too_many_is_all", memory_of_too_many_is_all},
};

TEST_MAIN(cases)

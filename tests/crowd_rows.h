// SPDX-License-Identifier: MIT
// The rows of docs/spec/bodies.md#verification that go through a world. Each returns what it found; who
// calls it knows what to expect.
#ifndef WAFT_TEST_CROWD_ROWS_H
#define WAFT_TEST_CROWD_ROWS_H

#include "crowd_fixture.h"

#include "body/crowd.h"

typedef struct case_def {
    double dt;
    waft_vec3 gravity;
    waft_medium medium;
    bool ground;
    waft_vec3 normal;
} case_def;

static const waft_vec3 case_down = {0.0f, -9.81f, 0.0f};
static const waft_vec3 case_up = {0.0f, 1.0f, 0.0f};

static inline body_world world_of(const case_def* what) {
    waft_world_def world_def = waft_world_def_default();
    world_def.step = what->dt;
    const double gravity[3] = {
        (double)what->gravity.x, (double)what->gravity.y, (double)what->gravity.z};
    memcpy(world_def.gravity, gravity, sizeof(gravity));
    waft_bodies_def def = waft_bodies_def_default();
    def.medium = what->medium;
    def.ground.exists = what->ground;
    def.ground.normal = what->normal;
    return make_body_world(&world_def, &def);
}

/// Water below y = 0, air above.
static inline body_world world_with_level(const waft_world_def* world_def) {
    waft_bodies_def def = waft_bodies_def_default();
    def.medium = WAFT_MEDIUM_BOTH;
    return make_body_world(world_def, &def);
}

/// release-acceleration: acceleration in g of a ball let go in water, from one step.
static inline double crowd_release_acceleration(double density, bool precise) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, density);
    const case_def what = {1e-4, case_down, WAFT_MEDIUM_WATER, false, case_up};
    const body_world in = world_of(&what);
    waft_body_def def = bare_def(ball);
    def.precise = precise;
    const waft_body_id id = add_body(&in, &def);
    step_bodies(&in, 1);
    const double got = body_info(&in, id).state.velocity[1] / (9.81f * 1e-4);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
    return got;
}

/// heave: rate (rad/s) of a floating ball's heave; air without density, so that it is water's alone.
static inline double crowd_heave(bool precise) {
    waft_hull_def hull_def = waft_hull_def_default();
    hull_def.shape = WAFT_HULL_SPHERE;
    hull_def.size[0] = 0.05;
    hull_def.density = 499.0;
    hull_def.detail = 4;
    hull_def.turbulence.bake = false;
    waft_hull* ball = NULL;
    CHECK(waft_hull_bake(&hull_def, &ball, NULL) == WAFT_OK);
    waft_world_def world_def = waft_world_def_default();
    world_def.step = 1e-3;
    world_def.air.density = 1e-6f;
    const body_world in = world_with_level(&world_def);
    waft_body_def def = bare_def(ball);
    def.precise = precise;
    def.state.position[1] = 5e-4;
    const waft_body_id id = add_body(&in, &def);
    double crossing[2] = {0.0, 0.0};
    int count = 0;
    double last = 5e-4;
    for (int n = 1; n <= 1000 && count < 2; ++n) {
        step_bodies(&in, 1);
        const double y = body_info(&in, id).state.position[1];
        if (last > 0.0 && y <= 0.0) {
            crossing[count++] = 1e-3 * (n - y / (y - last));
        }
        last = y;
    }
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
    return 6.283185307179586 / (crossing[1] - crossing[0]);
}

/// entry: velocity (m/s) of a neutral ball that entered water with -1 m/s, without gravity.
static inline double crowd_entry(bool precise) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 998.0);
    waft_world_def world_def = waft_world_def_default();
    world_def.step = 1e-3;
    world_def.gravity[1] = 0.0;
    world_def.air.density = 1e-6f;
    const body_world in = world_with_level(&world_def);
    waft_body_def def = bare_def(ball);
    def.precise = precise;
    def.state.position[1] = 0.0505;
    def.state.velocity[1] = -1.0;
    const waft_body_id id = add_body(&in, &def);
    size_t entered = 0;
    for (int n = 0; n < 200; ++n) {
        step_bodies(&in, 1);
        entered += count_events(in.world, WAFT_EVENT_BODY_ENTERED);
    }
    CHECK(entered == 1);
    CHECK_NEAR(body_info(&in, id).submerged, 1.0, 0.0);
    const double v = body_info(&in, id).state.velocity[1];
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
    return v;
}

/// ground-contact: speed after a bounce over that before it, of a ball with restitution 1/2 in vacuum.
static inline double crowd_ground_bounce(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 1000.0);
    const case_def what = {1e-3, case_down, WAFT_MEDIUM_VACUUM, true, case_up};
    const body_world in = world_of(&what);
    waft_body_def def = bare_def(ball);
    def.state.position[1] = 0.5;
    def.restitution = 0.5f;
    const waft_body_id id = add_body(&in, &def);
    size_t landed = 0;
    double before = 0.0;
    double after = 0.0;
    for (int n = 0; n < 400 && landed == 0; ++n) {
        before = body_info(&in, id).state.velocity[1];
        step_bodies(&in, 1);
        after = body_info(&in, id).state.velocity[1];
        landed = count_events(in.world, WAFT_EVENT_BODY_LANDED);
    }
    CHECK(landed == 1);
    CHECK(body_info(&in, id).flag == WAFT_BODY_CONTACT);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
    return after / (before - 9.81f * 1e-3);
}

/// ground-contact: acceleration (m/s2) of a block on a slope of 20 degrees in vacuum from 0.5 to 1 s, and
/// its flag then.
static inline double crowd_ground_slide(float friction, waft_body_flag* out_flag) {
    waft_hull* block = bake_hull(WAFT_HULL_BOX, 0.2, 0.1, 0.2, 1000.0);
    const double slope = 20.0 * 3.14159265358979 / 180.0;
    const waft_vec3 normal = {(float)sin(slope), (float)cos(slope), 0.0f};
    const case_def what = {1e-3, case_down, WAFT_MEDIUM_VACUUM, true, normal};
    const body_world in = world_of(&what);
    waft_body_def def = bare_def(block);
    def.friction = friction;
    def.restitution = 0.0f;
    def.state.rotation[2] = sin(-0.5 * slope);
    def.state.rotation[3] = cos(-0.5 * slope);
    for (int k = 0; k < 2; ++k) {
        def.state.position[k] = 0.05 * (k == 0 ? sin(slope) : cos(slope));
    }
    const waft_body_id id = add_body(&in, &def);
    step_bodies(&in, 500);
    const waft_body_info first = body_info(&in, id);
    step_bodies(&in, 500);
    const waft_body_info last = body_info(&in, id);
    *out_flag = last.flag;
    const double gain = hypot(last.state.velocity[0], last.state.velocity[1]) -
                        hypot(first.state.velocity[0], first.state.velocity[1]);
    waft_world_destroy(in.world);
    waft_hull_destroy(block);
    return gain / 0.5;
}

enum { CROWD_LEAVES = 1000 };

/// same-bits: hash of each of 1000 leaves after 500 steps; a shuffled crowd is made in another order.
static inline void crowd_same_bits(
    const waft_hull* leaf, int threads, bool shuffled, uint64_t out_bits[CROWD_LEAVES]) {
    waft_world_def world_def = waft_world_def_default();
    world_def.step = 2e-3;
    world_def.threads = threads;
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.capacity = CROWD_LEAVES;
    bodies_def.ground.exists = true;
    bodies_def.ground.height = 1.4f;
    const body_world in = make_body_world(&world_def, &bodies_def);
    static waft_body_id ids[CROWD_LEAVES];
    for (uint32_t n = 0; n < CROWD_LEAVES; ++n) {
        const uint32_t who = shuffled ? n * 617 % CROWD_LEAVES : n;
        waft_body_def def = leaf_def(leaf);
        def.stream = who + 1;
        def.state = scattered_state(who);
        ids[who] = add_body(&in, &def);
    }
    step_bodies(&in, 500);
    for (uint32_t n = 0; n < CROWD_LEAVES; ++n) {
        const waft_body_info info = body_info(&in, ids[n]);
        out_bits[n] = body_bits(&info);
    }
    CHECK(waft_bodies_get_stats(in.bodies).quarantined == 0);
    waft_world_destroy(in.world);
}

static inline void add_leaves(const body_world* in, const waft_hull* leaf, uint32_t count) {
    for (uint32_t n = 0; n < count; ++n) {
        waft_body_def def = leaf_def(leaf);
        def.state = scattered_state(n);
        (void)add_body(in, &def);
    }
}

/// A position that no step keeps. Where exceptions trap, NaN would end the test.
static inline float poison(void) {
#if defined(WAFT_TEST_TRAP)
    return 1e8f;
#else
    return NAN;
#endif
}

/// quarantine: how many of 64 leaves are as without it if the 20th goes mad, and the events about that.
static inline int crowd_quarantine(size_t* out_events) {
    waft_hull* leaf = bake_leaf();
    const case_def what = {1e-3, case_down, WAFT_MEDIUM_AIR, false, case_up};
    uint64_t bits[2][64];
    *out_events = 0;
    for (int mad = 0; mad < 2; ++mad) {
        const body_world in = world_of(&what);
        add_leaves(&in, leaf, 64);
        step_bodies(&in, 10);
        if (mad) {
            in.bodies->blocks[2].position[1][3] = poison();
        }
        for (int n = 0; n < 41; ++n) {
            step_bodies(&in, 1);
            size_t count = 0;
            const waft_event* events = waft_world_events(in.world, &count, NULL);
            *out_events += count_events(in.world, WAFT_EVENT_BODY_QUARANTINED);
            CHECK(count == 0 || (mad && n == 0 && events[0].index == 20));
        }
        CHECK(waft_bodies_get_stats(in.bodies).quarantined == (mad ? 1u : 0u));
        waft_body_info infos[64];
        CHECK(waft_bodies_states(in.bodies, infos, 64) == 64);
        for (int n = 0; n < 64; ++n) {
            bits[mad][n] = body_bits(&infos[n]);
        }
        CHECK(!mad || infos[19].flag == WAFT_BODY_QUARANTINED);
        waft_world_destroy(in.world);
    }
    int same = 0;
    for (int n = 0; n < 64; ++n) {
        same += bits[0][n] == bits[1][n];
    }
    waft_hull_destroy(leaf);
    return same;
}

#endif // WAFT_TEST_CROWD_ROWS_H

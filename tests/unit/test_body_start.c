// SPDX-License-Identifier: MIT
#include "crowd_fixture.h"

static const double step = 0.004; // s, of the world by default

static body_world air_with(bool collisions) {
    const waft_world_def world_def = waft_world_def_default();
    waft_bodies_def def = waft_bodies_def_default();
    def.collisions = collisions;
    return make_body_world(&world_def, &def);
}

static waft_body_def later(const waft_hull* ball, double start, bool precise) {
    waft_body_def def = bare_def(ball);
    def.precise = precise;
    def.start = start;
    def.state.position[1] = 5.0;
    def.state.velocity[0] = 1.0;
    return def;
}

static void a_body_waits_for_its_start(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 500.0);
    for (int precise = 0; precise < 2; ++precise) {
        const body_world in = air_with(false);
        const waft_body_def soon = later(ball, 0.0, precise == 1);
        const waft_body_def late = later(ball, 10.0 * step, precise == 1);
        const waft_body_id first = add_body(&in, &soon);
        const waft_body_id second = add_body(&in, &late);
        CHECK(body_info(&in, first).flag == WAFT_BODY_FREE);
        CHECK(body_info(&in, second).flag == WAFT_BODY_WAITING);
        CHECK(waft_bodies_push(in.bodies, second, (waft_vec3){0.0f, 0.0f, 0.1f},
                  (waft_vec3){0.0f, 5.0f, 0.0f}) == WAFT_OK);
        step_bodies(&in, 10);
        const waft_body_info waits = body_info(&in, second);
        CHECK(waits.flag == WAFT_BODY_WAITING && waits.age == 0.0);
        CHECK_NEAR(waits.state.position[0], 0.0, 0.0);
        CHECK_NEAR(waits.state.velocity[2], 0.0, 0.0);
        CHECK(waft_bodies_get_stats(in.bodies).count == 1);
        CHECK(waft_bodies_count(in.bodies) == 2);
        // From then on it falls as the first one did; the push has waited with it.
        step_bodies(&in, 25);
        const waft_body_info fell = body_info(&in, second);
        CHECK(fell.flag == WAFT_BODY_FREE && waft_bodies_get_stats(in.bodies).count == 2);
        CHECK_NEAR(fell.age, 25.0 * step, 1e-9);
        CHECK_NEAR(fell.state.position[0], 25.0 * step, 1e-5);
        CHECK(fell.state.velocity[2] > 0.01);
        CHECK_NEAR(body_info(&in, first).age, 35.0 * step, 1e-9);
        waft_world_destroy(in.world);
    }
    waft_hull_destroy(ball);
}

// One that waits is in nobody's way.
static void nothing_meets_a_body_that_waits(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 500.0);
    const body_world in = air_with(true);
    waft_body_def def = later(ball, 100.0, false);
    def.state.position[0] = 0.2;
    const waft_body_id waits = add_body(&in, &def);
    def = later(ball, 0.0, false);
    def.state.velocity[0] = 10.0;
    const waft_body_id flies = add_body(&in, &def);
    step_bodies(&in, 10);
    CHECK(body_info(&in, flies).state.position[0] > 0.35);
    CHECK_NEAR(body_info(&in, waits).state.position[0], 0.2, 1e-7);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

// A world that was restored lets its bodies begin in the same step, with the same bits.
static void snapshots_know_who_waits(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 500.0);
    static unsigned char snapshot[1 << 22];
    const body_world in = air_with(false);
    for (int n = 0; n < 20; ++n) {
        const waft_body_def def = later(ball, n * step, n % 2 == 0);
        (void)add_body(&in, &def);
    }
    step_bodies(&in, 7);
    CHECK(waft_bodies_get_stats(in.bodies).count == 7);
    CHECK(waft_world_snapshot(in.world, snapshot, sizeof(snapshot)) == WAFT_OK);
    step_bodies(&in, 30);
    const uint64_t hash = waft_world_hash(in.world);
    CHECK(waft_world_restore(in.world, snapshot, sizeof(snapshot)) == WAFT_OK);
    CHECK(waft_bodies_get_stats(in.bodies).count == 7);
    step_bodies(&in, 30);
    CHECK(waft_world_hash(in.world) == hash);
    CHECK(waft_bodies_get_stats(in.bodies).count == 20);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

static void waiting_bodies_can_go(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 500.0);
    const body_world in = air_with(false);
    const waft_body_def late = later(ball, 1.0, false);
    const waft_body_id id = add_body(&in, &late);
    CHECK(waft_bodies_remove(in.bodies, id) == WAFT_OK);
    CHECK(waft_bodies_get_stats(in.bodies).count == 0);
    const waft_body_def soon = later(ball, 0.0, false);
    const waft_body_id other = add_body(&in, &soon); // the same seat
    CHECK(body_info(&in, other).flag == WAFT_BODY_FREE);
    CHECK(waft_bodies_get_stats(in.bodies).count == 1);
    waft_body_def odd = later(ball, -1.0, false);
    waft_body_id none;
    CHECK(waft_bodies_add(in.bodies, &odd, &none) == WAFT_ERR_ARGUMENT);
    odd.start = INFINITY;
    CHECK(waft_bodies_add(in.bodies, &odd, &none) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(in.world),
        "body.release.time is inf: allowed are values from 0 up to 1000000");
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

static const test_case cases[] = {
    {"a_body_waits_for_its_start", a_body_waits_for_its_start},
    {"nothing_meets_a_body_that_waits", nothing_meets_a_body_that_waits},
    {"snapshots_know_who_waits", snapshots_know_who_waits},
    {"waiting_bodies_can_go", waiting_bodies_can_go},
};
TEST_MAIN(cases)

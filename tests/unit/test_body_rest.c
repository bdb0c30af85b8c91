// SPDX-License-Identifier: MIT
#include "body/step_job.h"

#include "crowd_fixture.h"

static body_world floor_world(bool sleep, bool ends) {
    waft_world_def world_def = waft_world_def_default();
    world_def.step = 0.01;
    waft_bodies_def def = waft_bodies_def_default();
    def.ground.exists = true;
    def.ground.ends = ends;
    def.ground.sleep = sleep;
    def.capacity = 16;
    return make_body_world(&world_def, &def);
}

static waft_body_def box_def(const waft_hull* hull, double y, bool precise) {
    waft_body_def def = waft_body_def_default();
    def.hull = hull;
    def.noise = WAFT_NOISE_OFF;
    def.precise = precise;
    def.state.position[1] = y;
    return def;
}

static bool lies_still(const waft_body_info* info) {
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) {
        sum += fabs(info->state.velocity[k]) + fabs(info->state.spin[k]);
    }
    return sum == 0.0;
}

// Half a second without motion, not less, and only if it may.
static void what_lies_still_falls_asleep(void) {
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.2, 0.1, 0.2, 500.0);
    for (int n = 0; n < 4; ++n) {
        const bool sleeps = n % 2 == 0;
        const body_world in = floor_world(sleeps, false);
        const waft_body_def def = box_def(hull, 0.05 - 1e-5, n / 2 != 0);
        const waft_body_id id = add_body(&in, &def);
        step_bodies(&in, 45);
        CHECK(body_info(&in, id).flag == WAFT_BODY_CONTACT);
        step_bodies(&in, 60);
        const waft_body_info info = body_info(&in, id);
        CHECK(info.flag == (sleeps ? WAFT_BODY_ASLEEP : WAFT_BODY_CONTACT));
        CHECK(!sleeps || lies_still(&info));
        // Each step falls g dt^2 / 2 and takes a fifth of the depth back.
        CHECK_NEAR(info.state.position[1], 0.05, 4.0 * 0.5 * 9.81e-4 + 1e-4);
        waft_world_destroy(in.world);
    }
    waft_hull_destroy(hull);
}

// A capsule that falls over lies on its side, its straight part along the ground.
static void capsules_lie_on_their_side(void) {
    waft_hull* hull = bake_hull(WAFT_HULL_CAPSULE, 0.05, 0.2, 0.0, 500.0);
    const body_world in = floor_world(false, false);
    waft_body_def def = box_def(hull, 0.2, false);
    def.state.rotation[2] = sin(0.6);
    def.state.rotation[3] = cos(0.6);
    const waft_body_id id = add_body(&in, &def);
    step_bodies(&in, 300);
    const waft_body_info info = body_info(&in, id);
    const double* q = info.state.rotation;
    CHECK(info.flag == WAFT_BODY_CONTACT);
    CHECK_NEAR(info.state.position[1], 0.05, 0.004);
    CHECK_NEAR(1.0 - 2.0 * (q[0] * q[0] + q[2] * q[2]), 0.0, 0.05); // its axis has no height
    waft_world_destroy(in.world);
    waft_hull_destroy(hull);
}

static void ground_that_ends_stops_at_once(void) {
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.2, 0.1, 0.2, 500.0);
    const body_world in = floor_world(true, true);
    waft_body_def def = box_def(hull, 0.3, false);
    def.state.velocity[0] = 1.0;
    const waft_body_id id = add_body(&in, &def);
    size_t landings = 0;
    for (int n = 0; n < 60; ++n) {
        step_bodies(&in, 1);
        landings += count_events(in.world, WAFT_EVENT_BODY_LANDED);
    }
    const waft_body_info info = body_info(&in, id);
    CHECK(landings == 1);
    CHECK(info.flag == WAFT_BODY_ENDED);
    CHECK(lies_still(&info));
    // 0.25 m of fall take 0.226 s.
    CHECK_NEAR(info.state.position[0], 0.23, 0.03);
    waft_world_destroy(in.world);
    waft_hull_destroy(hull);
}

// Wind wakes a sleeper when its drag is above half of what friction holds: about 0.3 of the weight,
// 5.9 N for this box, which needs some 30 m/s.
static void strong_wind_wakes(void) {
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.2, 0.1, 0.2, 500.0);
    const body_world in = floor_world(true, false);
    const waft_body_def def = box_def(hull, 0.05 - 1e-5, false);
    const waft_body_id id = add_body(&in, &def);
    waft_wind_def wind = waft_wind_def_default();
    wind.kind = WAFT_WIND_UNIFORM;
    size_t index = 0;
    CHECK(waft_bodies_add_wind(in.bodies, &wind, &index) == WAFT_OK);
    step_bodies(&in, 105);
    CHECK(body_info(&in, id).flag == WAFT_BODY_ASLEEP);
    wind.velocity.x = 3.0f;
    CHECK(waft_bodies_set_wind(in.bodies, index, &wind) == WAFT_OK);
    step_bodies(&in, 16);
    CHECK(body_info(&in, id).flag == WAFT_BODY_ASLEEP);
    wind.velocity.x = 100.0f;
    CHECK(waft_bodies_set_wind(in.bodies, index, &wind) == WAFT_OK);
    step_bodies(&in, 9); // a sleeper looks in one step of eight
    CHECK(body_info(&in, id).flag != WAFT_BODY_ASLEEP);
    CHECK(body_info(&in, id).state.velocity[0] > 0.0);
    waft_world_destroy(in.world);
    waft_hull_destroy(hull);
}

// The bed of a water takes all speed across it, whatever the body's own restitution.
static void beds_do_not_throw_back(void) {
    static const float heights[4] = {-1.0f, -1.0f, -1.0f, -1.0f};
    waft_hull* hull = bake_hull(WAFT_HULL_SPHERE, 0.1, 0.0, 0.0, 1000.0);
    const body_world in = floor_world(true, false);
    waft_body_def def = bare_def(hull);
    def.restitution = 1.0f;
    def.state.position[1] = 9.0;
    (void)add_body(&in, &def);
    waft_bodies* bodies = in.bodies;
    const wafti_kind* kind = bodies->kinds[0];
    wafti_body_lane lane = {
        .position = {0.5, 0.099, 0.5}, .rotation = {0.0, 0.0, 0.0, 1.0}, .velocity = {0, -2.0, 0}};
    double impact = -1.0;
    CHECK(wafti_body_meet_ground(bodies, kind, 0.0, &lane, &impact));
    CHECK_NEAR(impact, 2.0, 1e-9);
    CHECK_NEAR(lane.velocity[1], 2.0, 1e-9);
    const wafti_moving_water water = {.bed = {.data = heights,
                                          .size = {2, 1, 2},
                                          .stride = {1, 2, 2},
                                          .spacing = {1.0f, 1.0f, 1.0f}}};
    wafti_bodies_set_water(bodies, &water);
    wafti_ground_prepare(&bodies->bed);
    bodies->ground.has_plane = false;
    lane.position[1] = -0.901;
    lane.velocity[1] = -2.0;
    CHECK(wafti_body_meet_ground(bodies, kind, 0.0, &lane, &impact));
    CHECK_NEAR(impact, 2.0, 1e-9);
    CHECK_NEAR(lane.velocity[1], 0.0, 1e-9);
    lane.position[1] = -0.5;
    CHECK(!wafti_body_meet_ground(bodies, kind, 0.0, &lane, &impact));
    CHECK_NEAR(impact, 0.0, 0.0);
    waft_world_destroy(in.world);
    waft_hull_destroy(hull);
}

static const test_case cases[] = {
    {"what_lies_still_falls_asleep", what_lies_still_falls_asleep},
    {"capsules_lie_on_their_side", capsules_lie_on_their_side},
    {"ground_that_ends_stops_at_once", ground_that_ends_stops_at_once},
    {"strong_wind_wakes", strong_wind_wakes},
    {"beds_do_not_throw_back", beds_do_not_throw_back},
};

TEST_MAIN(cases)

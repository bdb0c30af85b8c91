// SPDX-License-Identifier: MIT
// Rows of docs/spec/bodies.md#verification through a world: release-acceleration, clipped-volume, heave,
// entry, ground-contact and quarantine.
#include "crowd_rows.h"

// A light sphere rises with 2 g (nearly: it must weigh something), steel sinks with 0.8196 g.
static void release_acceleration(void) {
    const double density[2] = {1e-6, 7800.0};
    const double want[2] = {2.0, -0.819617};
    for (int n = 0; n < 2; ++n) {
        for (int precise = 0; precise < 2; ++precise) {
            const double got = crowd_release_acceleration(density[n], precise != 0);
            CHECK_NEAR(got, want[n], 1e-6);
        }
    }
}

// Half a sphere is under water, by the world's own level.
static void clipped_volume_of_half_a_ball(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 499.0);
    const waft_world_def world_def = waft_world_def_default();
    const body_world in = world_with_level(&world_def);
    waft_body_def def = bare_def(ball);
    const waft_body_id id = add_body(&in, &def);
    CHECK_NEAR(body_info(&in, id).submerged, 0.5, 1e-9);
    def.state.position[1] = 0.0499;
    CHECK(body_info(&in, add_body(&in, &def)).submerged < 0.01);
    def.state.position[1] = 1.0;
    CHECK_NEAR(body_info(&in, add_body(&in, &def)).submerged, 0.0, 0.0);
    def.state.position[1] = -1.0;
    CHECK_NEAR(body_info(&in, add_body(&in, &def)).submerged, 1.0, 0.0);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

// Added mass in heave is half the displaced half: K = m + rho_e Kh with rho_e = rho / 2 by
// docs/spec/bodies.md#mixture, so that sqrt(rho g A / K) = sqrt(g / R).
static void heave_of_a_floating_ball(void) {
    const double want = sqrt(9.81 / 0.05);
    for (int precise = 0; precise < 2; ++precise) {
        CHECK_NEAR(crowd_heave(precise != 0) / want, 1.0, 0.005);
    }
}

// A neutral sphere that plunges holds its momentum: v0 m = v1 (m + rho V / 2).
static void entry_into_water(void) {
    for (int precise = 0; precise < 2; ++precise) {
        CHECK_NEAR(crowd_entry(precise != 0), -1.0 / 1.5, 1e-5);
    }
}

// Out of the water velocity is held: the fluid keeps its own.
static void leaving_water_costs_nothing(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 998.0);
    waft_world_def world_def = waft_world_def_default();
    world_def.step = 1e-3;
    world_def.gravity[1] = 0.0;
    const body_world in = world_with_level(&world_def);
    waft_body_def def = bare_def(ball);
    def.precise = false;
    def.buoyancy = false;
    def.state.position[1] = -0.1;
    def.state.velocity[1] = 1.0;
    const waft_body_id id = add_body(&in, &def);
    size_t left = 0;
    for (int n = 0; n < 200; ++n) {
        step_bodies(&in, 1);
        left += count_events(in.world, WAFT_EVENT_BODY_LEFT);
    }
    CHECK(left == 1);
    CHECK_NEAR(body_info(&in, id).state.velocity[1], 1.0, 1e-5);
    CHECK_NEAR(body_info(&in, id).submerged, 0.0, 0.0);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

static void ground_contact_bounces(void) {
    CHECK_NEAR(crowd_ground_bounce(), -0.5, 1e-5);
}

static void ground_contact_on_a_slope(void) {
    waft_body_flag flag = WAFT_BODY_FREE;
    CHECK_NEAR(crowd_ground_slide(0.6f, &flag), 0.0, 1e-3);
    CHECK(flag == WAFT_BODY_ASLEEP);
    CHECK_NEAR(crowd_ground_slide(0.2f, &flag), 1.5115, 0.015);
    CHECK(flag == WAFT_BODY_CONTACT);
}

// One of 64 goes mad; the others do not notice.
static void quarantine_of_one_leaf(void) {
    size_t events = 0;
    CHECK(crowd_quarantine(&events) == 63);
    CHECK(events == 1);
}

static void all_mad_is_divergence(void) {
    waft_hull* leaf = bake_leaf();
    const case_def what = {1e-3, case_down, WAFT_MEDIUM_AIR, false, case_up};
    const body_world in = world_of(&what);
    add_leaves(&in, leaf, 2);
    in.bodies->blocks[0].position[1][0] = poison();
    in.bodies->blocks[0].position[1][1] = poison();
    CHECK(waft_world_step(in.world) == WAFT_ERR_DIVERGED);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

static void leaves_land_sleep_and_are_lifted(void) {
    waft_hull* leaf = bake_leaf();
    waft_world_def world_def = waft_world_def_default();
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.ground.exists = true;
    const body_world in = make_body_world(&world_def, &bodies_def);
    waft_body_def def = leaf_def(leaf);
    def.gust_speed = 0.0f;
    def.state.position[1] = 0.02;
    const waft_body_id id = add_body(&in, &def);
    step_bodies(&in, 800);
    CHECK(body_info(&in, id).flag == WAFT_BODY_ASLEEP);
    const double x = body_info(&in, id).state.position[0];
    CHECK(fabs(body_info(&in, id).state.position[1]) < 1e-3);
    const waft_edit storm = {.kind = WAFT_EDIT_SET, .setting = {"air.wind[0]", {15.0f}, 1}};
    CHECK(waft_world_queue(in.world, &storm) == WAFT_OK);
    step_bodies(&in, 50);
    CHECK(body_info(&in, id).state.position[0] > x + 0.01);
    CHECK(body_info(&in, id).flag != WAFT_BODY_ASLEEP);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

static void ends_stop_where_they_touch(void) {
    waft_hull* leaf = bake_leaf();
    waft_world_def world_def = waft_world_def_default();
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.ground.exists = true;
    bodies_def.ground.ends = true;
    const body_world in = make_body_world(&world_def, &bodies_def);
    waft_body_def def = leaf_def(leaf);
    def.state.position[1] = 0.1;
    const waft_body_id id = add_body(&in, &def);
    for (int n = 0; n < 500 && body_info(&in, id).flag != WAFT_BODY_ENDED; ++n) {
        step_bodies(&in, 1);
    }
    const waft_body_info ended = body_info(&in, id);
    CHECK(ended.flag == WAFT_BODY_ENDED);
    step_bodies(&in, 20);
    const waft_body_info later = body_info(&in, id);
    CHECK(body_bits(&ended) == body_bits(&later));
    CHECK_NEAR(later.state.velocity[1], 0.0, 0.0);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

// A vortex of one turn in 2 pi / 5 s round y, given as a grid, turns a leaf only if asked to.
static double spin_in_vortex(waft_medium medium, bool spin, bool precise) {
    enum { N = 3 };
    static float data[3][N * N * N];
    waft_wind_def wind = waft_wind_def_default();
    wind.kind = WAFT_WIND_GRID;
    for (int axis = 0; axis < 3; ++axis) {
        for (int n = 0; n < N * N * N; ++n) {
            const int plane = n / (N * N);
            const float x = (float)(n % N) - 1.0f;
            const float z = (float)plane - 1.0f;
            data[axis][n] = axis == 0 ? 5.0f * z : axis == 2 ? -5.0f * x : 0.0f;
        }
        wind.grid[axis] = (waft_field){.data = data[axis],
            .size = {N, N, N},
            .stride = {1, N, (ptrdiff_t)N * N},
            .origin = {-1.0f, -1.0f, -1.0f},
            .spacing = {1.0f, 1.0f, 1.0f}};
    }
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 2.0);
    waft_world_def world_def = waft_world_def_default();
    world_def.gravity[1] = 0.0;
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.medium = medium;
    bodies_def.spin = spin;
    const body_world in = make_body_world(&world_def, &bodies_def);
    CHECK(waft_bodies_add_wind(in.bodies, &wind, NULL) == WAFT_OK);
    waft_body_def def = bare_def(ball);
    def.loads = WAFT_LOADS_COMPACT;
    def.precise = precise;
    const waft_body_id id = add_body(&in, &def);
    step_bodies(&in, 100);
    const double got = body_info(&in, id).state.spin[1];
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
    return got;
}

static void vortices_turn_bodies_if_asked(void) {
    CHECK_NEAR(spin_in_vortex(WAFT_MEDIUM_AIR, false, false), 0.0, 1e-6);
    CHECK(spin_in_vortex(WAFT_MEDIUM_AIR, true, false) > 0.01);
}

// A ball with turbulence of its own, baked for a Reynolds number far below those of air and water.
static waft_hull* bake_stirred_ball(void) {
    waft_hull_def hull_def = waft_hull_def_default();
    hull_def.shape = WAFT_HULL_SPHERE;
    hull_def.size[0] = 0.05;
    hull_def.density = 2000.0;
    hull_def.detail = 2;
    hull_def.turbulence.cells[0] = 16;
    hull_def.turbulence.cells[1] = 16;
    hull_def.turbulence.cells[2] = 8;
    hull_def.turbulence.reynolds = 100.0;
    waft_hull* ball = NULL;
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_hull_bake(&hull_def, &ball, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
    return ball;
}

// Its turbulence is that of another flow, which is told once.
static void far_reynolds_numbers_are_told(void) {
    waft_hull* ball = bake_stirred_ball();
    const case_def what = {1e-3, case_down, WAFT_MEDIUM_WATER, false, case_up};
    const body_world in = world_of(&what);
    waft_body_def def = waft_body_def_default();
    def.hull = ball;
    (void)add_body(&in, &def);
    (void)add_body(&in, &def);
    step_bodies(&in, 1);
    CHECK(count_events(in.world, WAFT_EVENT_BODY_REYNOLDS) == 1);
    size_t count = 0;
    const waft_event* events = waft_world_events(in.world, &count, NULL);
    CHECK(count == 1 && events[0].index == 1 && events[0].step == 0 && events[0].value > 3.0f);
    step_bodies(&in, 1);
    CHECK(count_events(in.world, WAFT_EVENT_BODY_REYNOLDS) == 0);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

static void heights_are_ground(void) {
    const float data[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    const waft_field heights = {.data = data,
        .size = {2, 1, 2},
        .stride = {1, 2, 2},
        .origin = {-1.0f, 0.0f, -1.0f},
        .spacing = {2.0f, 1.0f, 2.0f}};
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 1000.0);
    const case_def what = {2e-3, case_down, WAFT_MEDIUM_VACUUM, false, case_up};
    const body_world in = world_of(&what);
    CHECK(waft_bodies_set_ground(in.bodies, &heights) == WAFT_OK);
    waft_body_def def = bare_def(ball);
    def.precise = false;
    def.state.position[1] = 1.2;
    const waft_body_id on = add_body(&in, &def);
    def.state.position[0] = 3.0;
    const waft_body_id off = add_body(&in, &def);
    step_bodies(&in, 700);
    CHECK_NEAR(body_info(&in, on).state.position[1], 1.05, 1e-3);
    CHECK(body_info(&in, on).flag == WAFT_BODY_ASLEEP);
    CHECK(body_info(&in, off).state.position[1] < -5.0);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

// Sub-steps are steps, also where a ground must be watched in between.
static void substeps_are_steps(void) {
    waft_hull* leaf = bake_leaf();
    uint64_t bits[3];
    for (int n = 0; n < 3; ++n) {
        waft_world_def world_def = waft_world_def_default();
        world_def.step = n == 0 ? 0.001 : 0.004;
        waft_bodies_def bodies_def = waft_bodies_def_default();
        bodies_def.substeps = n == 0 ? 1 : 4;
        bodies_def.ground.exists = n == 2;
        bodies_def.ground.height = -100.0f;
        const body_world in = make_body_world(&world_def, &bodies_def);
        add_leaves(&in, leaf, 3);
        step_bodies(&in, n == 0 ? 80 : 20);
        waft_body_info info;
        CHECK(waft_bodies_at(in.bodies, 2, &info) == WAFT_OK);
        bits[n] = body_bits(&info);
        waft_world_destroy(in.world);
    }
    CHECK(bits[0] == bits[1]);
    CHECK(bits[1] == bits[2]);
    waft_hull_destroy(leaf);
}

// Sleepers are looked at in turn by the world's steps: with eight steps of bodies in one of the
// world's, a count of those would always come to the same ones.
static void substeps_let_every_sleeper_wake(void) {
    waft_hull* leaf = bake_leaf();
    waft_world_def world_def = waft_world_def_default();
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.ground.exists = true;
    bodies_def.substeps = 8;
    const body_world in = make_body_world(&world_def, &bodies_def);
    waft_body_def def = leaf_def(leaf);
    def.gust_speed = 0.0f;
    def.state.position[1] = 0.01;
    for (int n = 0; n < 8; ++n) {
        def.state.position[0] = n;
        (void)add_body(&in, &def);
    }
    step_bodies(&in, 500);
    CHECK(waft_bodies_get_stats(in.bodies).asleep == 8);
    const waft_edit storm = {.kind = WAFT_EDIT_SET, .setting = {"air.wind[0]", {15.0f}, 1}};
    CHECK(waft_world_queue(in.world, &storm) == WAFT_OK);
    step_bodies(&in, 10);
    CHECK(waft_bodies_get_stats(in.bodies).asleep == 0);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

// A ball hardly heavier than air sleeps while a wind rises. Woken by a small push, it does not get all
// of the change at once.
static void waking_is_no_jolt(void) {
    for (int precise = 0; precise < 2; ++precise) {
        waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 2.0);
        const case_def what = {4e-3, case_down, WAFT_MEDIUM_AIR, true, case_up};
        const body_world in = world_of(&what);
        waft_body_def def = bare_def(ball);
        def.precise = precise != 0;
        def.state.position[1] = 0.05;
        const waft_body_id id = add_body(&in, &def);
        step_bodies(&in, 200);
        CHECK(body_info(&in, id).flag == WAFT_BODY_ASLEEP);
        const waft_edit wind = {.kind = WAFT_EDIT_SET, .setting = {"air.wind[0]", {2.0f}, 1}};
        CHECK(waft_world_queue(in.world, &wind) == WAFT_OK);
        step_bodies(&in, 2);
        const waft_vec3 at = {0.0f, 0.05f, 0.0f};
        CHECK(waft_bodies_push(in.bodies, id, (waft_vec3){0.0f, 1e-3f, 0.0f}, at) == WAFT_OK);
        step_bodies(&in, 1);
        CHECK(body_info(&in, id).flag != WAFT_BODY_ASLEEP);
        CHECK_NEAR(body_info(&in, id).state.velocity[0], 0.0, 1e-6);
        CHECK(body_info(&in, id).state.velocity[1] > 0.1);
        waft_world_destroy(in.world);
        waft_hull_destroy(ball);
    }
}

// Noise in air, none in water: below the surface nothing of it is left, above it begins anew.
static void calm_fluids_end_fluctuations(void) {
    for (int precise = 0; precise < 2; ++precise) {
        waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.01, 0.0, 0.0, 2000.0);
        waft_world_def world_def = waft_world_def_default();
        const body_world in = world_with_level(&world_def);
        waft_body_def def = leaf_def(ball);
        def.precise = precise != 0;
        def.state.position[1] = 0.05;
        const waft_body_id id = add_body(&in, &def);
        wafti_kind* kind = in.bodies->kinds[0];
        kind->models[WAFTI_WATER].noise = WAFT_NOISE_OFF;
        CHECK(wafti_body_model_finish(&kind->models[WAFTI_WATER]));
        if (precise == 0) {
            wafti_body_model_float_make(&kind->models[WAFTI_WATER], kind->fast[WAFTI_WATER]);
        }
        step_bodies(&in, 1);
        CHECK(fabs(body_info(&in, id).gust[0]) > 1e-6);
        step_bodies(&in, 60);
        CHECK_NEAR(body_info(&in, id).submerged, 1.0, 0.0);
        CHECK_NEAR(body_info(&in, id).gust[0], 0.0, 0.0);
        const wafti_seat seat = wafti_seat_at(in.bodies, 0, 0);
        const wafti_body_lane lane = wafti_lane_get(in.bodies, &seat);
        CHECK(lane.swirl[2] == 0.0 && lane.fluid[1] == 0.0);
        waft_world_destroy(in.world);
        waft_hull_destroy(ball);
    }
}

// Why a body was set aside in the last step.
static waft_body_cause cause_told(const body_world* in) {
    size_t count = 0;
    const waft_event* events = waft_world_events(in->world, &count, NULL);
    CHECK(count_events(in->world, WAFT_EVENT_BODY_QUARANTINED) == 1);
    waft_body_cause cause = 0;
    for (size_t i = 0; i < count; ++i) {
        if (events[i].kind == WAFT_EVENT_BODY_QUARANTINED) {
            cause = (waft_body_cause)events[i].value;
        }
    }
    return cause;
}

// One of nine bodies has a state that no step keeps; a NaN, unless exceptions trap, is the first.
static void causes_are_told(void) {
    waft_hull* leaf = bake_leaf();
    const case_def what = {1e-3, {0.0f, 0.0f, 0.0f}, WAFT_MEDIUM_VACUUM, false, case_up};
    const bool traps = isfinite(poison());
    for (int n = 0; n < 8; ++n) {
        const body_world in = world_of(&what);
        waft_body_def def = bare_def(leaf);
        def.precise = n >= 4;
        for (int i = 0; i < 9; ++i) {
            (void)add_body(&in, &def);
        }
        const waft_body_cause cause =
            n % 4 == 0 && traps ? WAFT_CAUSE_PLACE : (waft_body_cause)(n % 4 + 1);
        const wafti_seat seat = wafti_seat_at(in.bodies, 0, 5);
        wafti_body_lane lane = wafti_lane_get(in.bodies, &seat);
        lane.position[1] = n % 4 == 0 ? (double)poison() : cause == WAFT_CAUSE_PLACE ? 2e7 : 0.0;
        lane.velocity[1] = cause == WAFT_CAUSE_SPEED ? 2e4 : 0.0;
        lane.spin[1] = cause == WAFT_CAUSE_SPIN ? 2e5 : 0.0;
        wafti_lane_put(in.bodies, &seat, &lane);
        step_bodies(&in, 1);
        CHECK(cause_told(&in) == cause);
        waft_world_destroy(in.world);
    }
    waft_hull_destroy(leaf);
}

// What no state could hold is told, and the body stays as it was.
static void mad_pushes_leave_the_state(void) {
    waft_hull* leaf = bake_leaf();
    const case_def what = {1e-3, case_down, WAFT_MEDIUM_AIR, false, case_up};
    for (int precise = 0; precise < 2; ++precise) {
        const body_world in = world_of(&what);
        waft_body_def def = leaf_def(leaf);
        def.precise = precise != 0;
        const waft_body_id id = add_body(&in, &def);
        (void)add_body(&in, &def);
        step_bodies(&in, 3);
        const waft_body_info before = body_info(&in, id);
        const waft_vec3 impulse = {3e38f, 0.0f, 0.0f};
        CHECK(waft_bodies_push(in.bodies, id, impulse, (waft_vec3){0.0f, 1.0f, 0.0f}) == WAFT_OK);
        step_bodies(&in, 1);
        CHECK(count_events(in.world, WAFT_EVENT_BODY_QUARANTINED) == 1);
        CHECK(cause_told(&in) == WAFT_CAUSE_PUSH);
        const waft_body_info after = body_info(&in, id);
        CHECK(after.flag == WAFT_BODY_QUARANTINED);
        CHECK(body_bits(&after) == body_bits(&before));
        waft_world_destroy(in.world);
    }
    waft_hull_destroy(leaf);
}

// The air's curl does not reach under water.
static void water_does_not_turn_with_the_wind(void) {
    for (int precise = 0; precise < 2; ++precise) {
        CHECK_NEAR(spin_in_vortex(WAFT_MEDIUM_WATER, true, precise != 0), 0.0, 1e-9);
    }
    const double dry = spin_in_vortex(WAFT_MEDIUM_AIR, true, true);
    CHECK_NEAR(spin_in_vortex(WAFT_MEDIUM_AIR, true, false), dry, 1e-3 * dry);
}

// Both fluids are far from the bake; each is told by the first body that is in it.
static void both_fluids_reynolds_are_told(void) {
    waft_hull* ball = bake_stirred_ball();
    const case_def what = {1e-3, case_down, WAFT_MEDIUM_BOTH, false, case_up};
    const body_world in = world_of(&what);
    waft_body_def def = waft_body_def_default();
    def.hull = ball;
    def.state.position[1] = -1.0;
    (void)add_body(&in, &def);
    step_bodies(&in, 1);
    CHECK(count_events(in.world, WAFT_EVENT_BODY_REYNOLDS) == 1);
    def.state.position[1] = 1.0;
    (void)add_body(&in, &def);
    (void)add_body(&in, &def);
    step_bodies(&in, 1);
    size_t count = 0;
    const waft_event* events = waft_world_events(in.world, &count, NULL);
    CHECK(count == 1 && events[0].kind == WAFT_EVENT_BODY_REYNOLDS && events[0].index == 2);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

// Steps are counted: seconds summed up in float would be off by milliseconds here.
static void ages_do_not_drift(void) {
    waft_hull* leaf = bake_leaf();
    const case_def what = {1e-3, case_down, WAFT_MEDIUM_VACUUM, false, case_up};
    waft_world_def world_def = waft_world_def_default();
    world_def.step = what.dt;
    world_def.gravity[1] = 0.0;
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.medium = what.medium;
    bodies_def.substeps = 10;
    const body_world in = make_body_world(&world_def, &bodies_def);
    waft_body_def def = bare_def(leaf);
    def.precise = false;
    const waft_body_id id = add_body(&in, &def);
    step_bodies(&in, 20000);
    CHECK_NEAR(body_info(&in, id).age, 20.0, 1e-9);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

static const test_case cases[] = {
    {"release_acceleration", release_acceleration},
    {"clipped_volume_of_half_a_ball", clipped_volume_of_half_a_ball},
    {"heave_of_a_floating_ball", heave_of_a_floating_ball},
    {"entry_into_water", entry_into_water},
    {"leaving_water_costs_nothing", leaving_water_costs_nothing},
    {"ground_contact_bounces", ground_contact_bounces},
    {"ground_contact_on_a_slope", ground_contact_on_a_slope},
    {"quarantine_of_one_leaf", quarantine_of_one_leaf},
    {"all_mad_is_divergence", all_mad_is_divergence},
    {"leaves_land_sleep_and_are_lifted", leaves_land_sleep_and_are_lifted},
    {"ends_stop_where_they_touch", ends_stop_where_they_touch},
    {"vortices_turn_bodies_if_asked", vortices_turn_bodies_if_asked},
    {"far_reynolds_numbers_are_told", far_reynolds_numbers_are_told},
    {"heights_are_ground", heights_are_ground},
    {"substeps_are_steps", substeps_are_steps},
    {"substeps_let_every_sleeper_wake", substeps_let_every_sleeper_wake},
    {"waking_is_no_jolt", waking_is_no_jolt},
    {"calm_fluids_end_fluctuations", calm_fluids_end_fluctuations},
    {"causes_are_told", causes_are_told},
    {"mad_pushes_leave_the_state", mad_pushes_leave_the_state},
    {"water_does_not_turn_with_the_wind", water_does_not_turn_with_the_wind},
    {"both_fluids_reynolds_are_told", both_fluids_reynolds_are_told},
    {"ages_do_not_drift", ages_do_not_drift},
};

TEST_MAIN(cases)

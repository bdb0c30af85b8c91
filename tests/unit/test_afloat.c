// SPDX-License-Identifier: MIT
#include "couple/water_bodies.h"

#include "float_fixture.h"

static double speed_of(const waft_body_info* info) {
    const double* v = info->state.velocity;
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void drop_box(double density, double size, double dt, int substeps) {
    pond_def def = pond_of(32, 0.25, 2.0, dt);
    def.substeps = substeps;
    def.damping = 2.0; // waves in a small pond would go on for minutes
    pond p = make_pond(&def);
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, size, size, size, density);
    waft_body_def body = float_def(hull, 0.3, 0.5 * size + 0.3, -0.2);
    body.state.rotation[0] = sin(0.2);
    body.state.rotation[3] = cos(0.2);
    const waft_body_id id = add_body(&p.in, &body);
    double fastest = 0.0;
    double highest = 0.0;
    const int steps = (int)(12.0 / dt);
    for (int n = 0; n < steps; ++n) {
        step_bodies(&p.in, 1);
        const waft_body_info info = body_info(&p.in, id);
        fastest = fmax(fastest, speed_of(&info));
        highest = fmax(highest, n * dt > 4.0 ? info.state.position[1] : 0.0);
    }
    const waft_body_info end = body_info(&p.in, id);
    const bool calm = fastest < 8.0 && speed_of(&end) < 0.6 && highest < size + 0.3 &&
                      end.flag != WAFT_BODY_QUARANTINED;
    if (!CHECK(calm)) {
        (void)fprintf(stderr, "  density %g, size %g, dt %g/%d: fastest %g, end %g, highest %g\n",
            density, size, dt, substeps, fastest, speed_of(&end), highest);
    }
    const double y = end.state.position[1];
    if (!CHECK(density > 1000.0 ? y < size - 2.0 : y > -0.7 * size)) {
        (void)fprintf(
            stderr, "  density %g, size %g, dt %g/%d: y %g\n", density, size, dt, substeps, y);
    }
    waft_world_destroy(p.in.world);
    waft_hull_destroy(hull);
}

static void boxes_of_all_kinds_stay_calm(void) {
    static const double densities[] = {20.0, 500.0, 950.0, 2000.0, 11340.0};
    static const double sizes[] = {0.03, 0.2, 1.0, 1.8};
    for (size_t d = 0; d < sizeof(densities) / sizeof(densities[0]); ++d) {
        for (size_t n = 0; n < sizeof(sizes) / sizeof(sizes[0]); ++n) {
            drop_box(densities[d], sizes[n], 0.02, 1);
        }
        drop_box(densities[d], 0.6, 0.005, 1);
        drop_box(densities[d], 0.6, 0.04, 2);
        drop_box(densities[d], 0.6, 0.05, 4);
    }
}

// At rest weight and pressure cancel, whatever steps water and bodies take.
static void rests_without_motion(void) {
    static const int steps[4][2] = {{1, 1}, {3, 1}, {1, 4}, {2, 3}};
    for (int n = 0; n < 4; ++n) {
        pond_def def = pond_of(32, 0.25, 2.0, 0.02);
        def.damping = 1.0;
        def.substeps = steps[n][0];
        def.body_substeps = steps[n][1];
        pond p = make_pond(&def);
        waft_hull* hull = bake_hull(WAFT_HULL_BOX, 1.1, 0.5, 1.3, 400.0);
        const waft_body_def body = float_def(hull, 0.1, 0.05, 0.0);
        const waft_body_id id = add_body(&p.in, &body);
        step_bodies(&p.in, 1500);
        const waft_body_info info = body_info(&p.in, id);
        CHECK_NEAR(info.state.velocity[1], 0.0, 2e-3);
        CHECK_NEAR(mean_level(&p) - info.state.position[1], -0.05, 1e-3);
        CHECK_NEAR(info.submerged, 0.4, 2e-3);
        waft_world_destroy(p.in.world);
        waft_hull_destroy(hull);
    }
}

// Boxes side by side, whose edges share columns.
static void several_share_columns(void) {
    pond_def def = pond_of(32, 0.25, 2.0, 0.02);
    def.damping = 2.0;
    def.collisions = true;
    pond p = make_pond(&def);
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.9, 0.4, 0.9, 400.0);
    waft_body_id ids[4];
    for (int n = 0; n < 4; ++n) {
        const int row = n / 2;
        const waft_body_def body = float_def(hull, 0.92 * (n % 2) - 0.41, 0.2, 0.92 * row - 0.38);
        ids[n] = add_body(&p.in, &body);
    }
    step_bodies(&p.in, 1500);
    for (int n = 0; n < 4; ++n) {
        const waft_body_info info = body_info(&p.in, ids[n]);
        CHECK_NEAR(info.submerged, 0.4, 0.03);
        CHECK(speed_of(&info) < 0.05);
    }
    waft_world_destroy(p.in.world);
    waft_hull_destroy(hull);
}

static void waters_that_cannot_say_so(void) {
    waft_error error;
    waft_world* world = NULL;
    const waft_world_def world_def = waft_world_def_default();
    CHECK(waft_world_create(&world_def, &world, &error) == WAFT_OK);
    waft_water_def def = waft_water_def_default();
    waft_water* water = NULL;
    def.method = WAFT_WATER_WAVES;
    CHECK(waft_world_create_water(world, &def, &water) == WAFT_OK);
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.medium = WAFT_MEDIUM_BOTH;
    bodies_def.reaction = WAFT_REACTION_ON;
    waft_bodies* bodies = NULL;
    CHECK(waft_world_create_bodies(world, &bodies_def, &bodies) == WAFT_ERR_ARGUMENT);
    CHECK(bodies == NULL);
    CHECK(strstr(waft_world_error(world), "columns") != NULL);
    bodies_def.reaction = WAFT_REACTION_AUTO;
    CHECK(waft_world_create_bodies(world, &bodies_def, &bodies) == WAFT_OK);
    waft_world_destroy(world);
}

// A hand lifts a box out of the water without ever being faster than its spring.
static void a_hand_drags_and_lets_go(void) {
    pond_def def = pond_of(32, 0.25, 2.0, 0.02);
    def.damping = 2.0;
    pond p = make_pond(&def);
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.5, 0.5, 0.5, 500.0);
    const waft_body_def body = float_def(hull, 0.0, 0.0, 0.0);
    const waft_body_id id = add_body(&p.in, &body);
    waft_edit edit = {.kind = WAFT_EDIT_HOLD, .index = 2, .grip = {.to = {1, 1, 0}, .most = 5e3f}};
    CHECK(waft_world_queue(p.in.world, &edit) == WAFT_ERR_ARGUMENT);
    edit.index = 1;
    edit.grip.most = 0.0f;
    CHECK(waft_world_queue(p.in.world, &edit) == WAFT_ERR_ARGUMENT);
    edit.grip.most = 5e3f;
    CHECK(waft_world_queue(p.in.world, &edit) == WAFT_OK);
    double last = 0.0;
    for (int n = 0; n < 200; ++n) {
        step_bodies(&p.in, 1);
        const double x = body_info(&p.in, id).state.position[0];
        CHECK(x - last < 0.15);
        last = x;
    }
    const waft_body_info held = body_info(&p.in, id);
    CHECK_NEAR(held.state.position[0], 1.0, 0.01);
    CHECK_NEAR(held.state.position[1], 1.0, 0.1); // hangs by its weight
    // A weak hand cannot lift it.
    edit.grip = (waft_grip){.to = {1.0f, 5.0f, 0.0f}, .most = 100.0f};
    CHECK(waft_world_queue(p.in.world, &edit) == WAFT_OK);
    step_bodies(&p.in, 300);
    CHECK(body_info(&p.in, id).state.position[1] < 0.3);
    edit = (waft_edit){.kind = WAFT_EDIT_LET_GO, .index = 1};
    CHECK(waft_world_queue(p.in.world, &edit) == WAFT_OK);
    step_bodies(&p.in, 1000);
    CHECK_NEAR(body_info(&p.in, id).submerged, 0.5, 0.05);
    waft_world_destroy(p.in.world);
    waft_hull_destroy(hull);
}

// On waves a light ball goes round with the water, up and down with the surface.
static void waves_carry_a_ball(void) {
    waft_error error;
    waft_world* world = NULL;
    waft_world_def world_def = waft_world_def_default();
    world_def.step = 0.02;
    CHECK(waft_world_create(&world_def, &world, &error) == WAFT_OK);
    waft_water_def def = waft_water_def_default();
    const waft_train_def train = {.direction = {1.0f, 0.0f}, .amplitude = 0.3f, .period = 4.0f};
    def.origin = (waft_vec2){-50.0f, -50.0f};
    def.size = (waft_vec2){100.0f, 100.0f};
    def.depth = 20.0f;
    def.trains = &train;
    def.train_count = 1;
    waft_water* water = NULL;
    CHECK(waft_world_create_water(world, &def, &water) == WAFT_OK);
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.medium = WAFT_MEDIUM_BOTH;
    body_world in = {.world = world};
    CHECK(waft_world_create_bodies(world, &bodies_def, &in.bodies) == WAFT_OK);
    waft_hull* hull = bake_hull(WAFT_HULL_SPHERE, 0.1, 0.0, 0.0, 500.0);
    const waft_body_def body = float_def(hull, 0.0, 0.3, 0.0);
    const waft_body_id id = add_body(&in, &body);
    double off = 0.0;
    double low = 1.0;
    double high = -1.0;
    for (int n = 0; n < 1000; ++n) {
        step_bodies(&in, 1);
        const waft_body_info info = body_info(&in, id);
        const waft_vec3 at = {(float)info.state.position[0], 0.0f, (float)info.state.position[2]};
        waft_water_sample sample;
        CHECK(waft_water_query(water, &at, 1, &sample) == WAFT_OK);
        if (n > 200) {
            off = fmax(off, fabs(info.state.position[1] - (double)sample.level));
            low = fmin(low, info.state.position[1]);
            high = fmax(high, info.state.position[1]);
        }
    }
    CHECK(off < 0.05);
    CHECK(high - low > 0.5);
    waft_world_destroy(world);
    waft_hull_destroy(hull);
}

// Strokes move the water under a box; whether someone has looked at it before is nobody's affair.
static uint64_t stroked(bool look) {
    const pond_def def = pond_of(32, 0.25, 2.0, 0.02);
    pond p = make_pond(&def);
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 1.0, 0.5, 1.0, 500.0);
    const waft_body_def body = float_def(hull, 0.0, 0.0, 0.0);
    (void)add_body(&p.in, &body);
    static const waft_edit_kind kinds[2] = {WAFT_EDIT_BRUSH, WAFT_EDIT_TERRAIN};
    for (int n = 0; n < 20; ++n) {
        waft_field field;
        CHECK(!look || waft_water_field(p.water, WAFT_WATER_LEVEL, &field) == WAFT_OK);
        const waft_edit stroke = {
            .kind = kinds[n / 5 % 2], .brush = {{0.3f, 0.2f}, 0.6f, n % 2 == 0 ? 0.2f : -0.1f}};
        CHECK(n % 5 != 0 || waft_world_queue(p.in.world, &stroke) == WAFT_OK);
        step_bodies(&p.in, 1);
    }
    const uint64_t hash = waft_world_hash(p.in.world);
    waft_world_destroy(p.in.world);
    waft_hull_destroy(hull);
    return hash;
}

static void looks_leave_no_trace(void) {
    CHECK(stroked(true) == stroked(false));
}

static void count_warnings(void* user, waft_log_level level, const char* sentence) {
    int* count = user;
    *count += level == WAFT_LOG_WARNING && strstr(sentence, "131072 columns") != NULL ? 1 : 0;
}

// A raft over more columns than there is room for floats all the same, and a run says so once.
static void too_many_columns_are_told(void) {
    int count = 0;
    pond_def def = pond_of(400, 0.25, 2.0, 0.02);
    def.logger = (waft_logger){.user = &count, .write = count_warnings};
    pond p = make_pond(&def);
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 95.0, 1.0, 95.0, 500.0);
    const waft_body_def body = float_def(hull, 0.0, 0.0, 0.0);
    const waft_body_id id = add_body(&p.in, &body);
    step_bodies(&p.in, 3);
    CHECK(count == 1);
    CHECK_NEAR(body_info(&p.in, id).state.position[1], 0.0, 0.01);
    waft_world_destroy(p.in.world);
    waft_hull_destroy(hull);
}

// A box runs into the wall of its pond and stays inside; one that flies passes over it.
static void walls_hold_what_is_in_the_water(void) {
    for (int method = 0; method < 2; ++method) {
        pond_def def = pond_of(32, 0.25, 2.0, 0.02);
        def.method = method == 0 ? WAFT_WATER_COLUMNS : WAFT_WATER_SWE;
        pond p = make_pond(&def);
        waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.6, 0.4, 0.6, 400.0);
        waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.2, 0.0, 0.0, 400.0);
        waft_body_def defs[3] = {float_def(hull, 3.0, 0.05, 3.2), float_def(ball, 0.0, 0.0, -3.4),
            float_def(hull, 3.0, 1.0, 0.0)};
        defs[0].state.velocity[0] = 3.0;
        defs[0].state.velocity[2] = 2.0;
        defs[1].state.velocity[2] = -4.0;
        defs[2].state.velocity[0] = 6.0;
        waft_body_id ids[3];
        for (int n = 0; n < 3; ++n) {
            ids[n] = add_body(&p.in, &defs[n]);
        }
        double furthest = 0.0;
        for (int n = 0; n < 400; ++n) {
            step_bodies(&p.in, 1);
            for (int b = 0; b < 2; ++b) {
                const waft_body_info info = body_info(&p.in, ids[b]);
                const double half = b == 0 ? 0.3 : 0.2;
                furthest = fmax(furthest, fabs(info.state.position[0]) + half);
                furthest = fmax(furthest, fabs(info.state.position[2]) + half);
                CHECK(info.flag == WAFT_BODY_FREE);
            }
        }
        CHECK(furthest > 3.9 && furthest < 4.15);
        const waft_body_info flown = body_info(&p.in, ids[2]);
        CHECK(flown.state.position[0] > 4.5);
        waft_world_destroy(p.in.world);
        waft_hull_destroy(hull);
        waft_hull_destroy(ball);
    }
}

static const test_case cases[] = {
    {"looks_leave_no_trace", looks_leave_no_trace},
    {"boxes of all kinds stay calm", boxes_of_all_kinds_stay_calm},
    {"rests without motion", rests_without_motion},
    {"several share columns", several_share_columns},
    {"waters that cannot say so", waters_that_cannot_say_so},
    {"a hand drags and lets go", a_hand_drags_and_lets_go},
    {"waves carry a ball", waves_carry_a_ball},
    {"too many columns are told", too_many_columns_are_told},
    {"walls hold what is in the water", walls_hold_what_is_in_the_water},
};

TEST_MAIN(cases)

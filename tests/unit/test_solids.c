// SPDX-License-Identifier: MIT
// Solids in a liquid, src/liquid/solids.c.
#include "test.h"
#include "unit/cloud_fixture.h"

static liquid_fixture open_box(float density) {
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
    waft_liquid_obstacle_def box = waft_liquid_obstacle_def_default();
    box.shape = liquid_box_shape(0.6f, 1.0f, 0.8f, 1.4f, 1.4f, 1.2f);
    box.axis = (waft_vec3){0.0f, 0.0f, 1.0f};
    box.density = density;
    CHECK(waft_liquid_add_obstacle(f.liquid, &box) == WAFT_OK);
    return f;
}

static double distance_to(const liquid_fixture* f, double x, double y, double z, double normal[3]) {
    const double place[3] = {x, y, z};
    return wafti_liquid_solid_distance(&f->liquid->solids[0], place, normal);
}

static void distances_turn_with_it(void) {
    liquid_fixture f = open_box(0.0f);
    double normal[3];
    CHECK_NEAR(distance_to(&f, 1.5, 1.2, 1.0, normal), 0.1, 1e-6);
    CHECK_NEAR(normal[0], 1.0, 1e-6);
    const waft_pose upright = {.position = {1.0f, 1.2f, 1.0f},
        .rotation = {0.0f, 0.0f, (float)sqrt(0.5), (float)sqrt(0.5)}};
    CHECK(waft_liquid_move_obstacle(f.liquid, 0, &upright) == WAFT_OK);
    liquid_step(&f);
    CHECK_NEAR(distance_to(&f, 1.5, 1.2, 1.0, normal), 0.3, 1e-6);
    CHECK_NEAR(distance_to(&f, 1.0, 1.8, 1.0, normal), 0.2, 1e-6);
    CHECK_NEAR(normal[1], 1.0, 1e-6);
    CHECK(distance_to(&f, 1.0, 1.5, 1.0, normal) < 0.0);
    liquid_close(&f);
}

static void moves_at_the_speed_it_needs(void) {
    liquid_fixture f = open_box(0.0f);
    const waft_pose aside = {
        .position = {1.05f, 1.2f, 0.98f}, .rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    CHECK(waft_liquid_move_obstacle(f.liquid, 0, &aside) == WAFT_OK);
    liquid_step(&f);
    waft_liquid_obstacle_info info;
    CHECK(waft_liquid_obstacle(f.liquid, 0, &info) == WAFT_OK);
    CHECK_NEAR(info.shape.pose.position.x, 1.05, 1e-6);
    CHECK_NEAR(info.velocity.x, 5.0, 1e-4);
    CHECK_NEAR(info.velocity.z, -2.0, 1e-4);
    CHECK_NEAR(wafti_liquid_wall_speed(f.liquid), sqrt(29.0), 1e-4);
    liquid_step(&f);
    CHECK(waft_liquid_obstacle(f.liquid, 0, &info) == WAFT_OK);
    CHECK(info.velocity.x == 0.0f);
    liquid_close(&f);
}

static void falls_if_it_has_a_mass(void) {
    liquid_fixture f = open_box(700.0f);
    CHECK_NEAR(f.liquid->solids[0].mass, 700.0 * 0.8 * 0.4 * 0.4, 1e-3);
    for (int n = 0; n < 20; ++n) {
        liquid_step(&f);
    }
    waft_liquid_obstacle_info info;
    CHECK(waft_liquid_obstacle(f.liquid, 0, &info) == WAFT_OK);
    CHECK_NEAR(info.velocity.y, -9.81 * 0.2, 1e-3);
    for (int n = 0; n < 200; ++n) {
        liquid_step(&f);
    }
    // It lies on the floor.
    CHECK(waft_liquid_obstacle(f.liquid, 0, &info) == WAFT_OK);
    CHECK_NEAR(info.shape.pose.position.y, 0.2, 0.02);
    CHECK(fabsf(info.velocity.y) < 0.05f);
    liquid_close(&f);
}

static void curves_turn_it(void) {
    liquid_fixture f = open_box(0.0f);
    const waft_key keys[2] = {{0.0, 0.0f}, {0.02, 0.02f}};
    CHECK(waft_world_animate(f.world, WAFT_KNOB_LIQUID_OBSTACLE_ANGLE, 0, keys, 2) == WAFT_OK);
    liquid_step(&f);
    waft_liquid_obstacle_info info;
    CHECK(waft_liquid_obstacle(f.liquid, 0, &info) == WAFT_OK);
    CHECK_NEAR(info.spin.z, 1.0, 1e-3);
    CHECK_NEAR(info.shape.pose.rotation.z, sin(0.005), 1e-5);
    waft_error error = {0};
    CHECK(wafti_liquid_check(f.liquid, WAFT_KNOB_LIQUID_OBSTACLE_ANGLE, 3, 0.0f, &error) ==
          WAFT_ERR_ARGUMENT);
    CHECK(wafti_liquid_check(f.liquid, WAFT_KNOB_LIQUID_TURBULENCE, 0, 1.0f, &error) ==
          WAFT_ERR_ARGUMENT);
    liquid_close(&f);
}

static void refuses_what_cannot_be(void) {
    liquid_fixture f = open_box(0.0f);
    waft_liquid_obstacle_def plane = waft_liquid_obstacle_def_default();
    plane.shape.kind = WAFT_LIQUID_PLANE;
    plane.density = 1.0f;
    CHECK(waft_liquid_add_obstacle(f.liquid, &plane) == WAFT_ERR_ARGUMENT);
    waft_liquid_obstacle_def ball = liquid_ball(0.2f, 0.0f, 0.0f, 0.0f);
    ball.axis = (waft_vec3){0.0f, 0.0f, 0.0f};
    CHECK(waft_liquid_add_obstacle(f.liquid, &ball) == WAFT_ERR_ARGUMENT);
    const waft_pose pose = {.position = {NAN, 0.0f, 0.0f}, .rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    CHECK(waft_liquid_move_obstacle(f.liquid, 0, &pose) == WAFT_ERR_ARGUMENT);
    CHECK(waft_liquid_move_obstacle(f.liquid, 9, &pose) == WAFT_ERR_ARGUMENT);
    CHECK(waft_liquid_obstacle_count(f.liquid) == 1);
    liquid_close(&f);
}

// A lump that flows past a ball without slip, far from walls: what the ball gets the lump loses.
static void feels_friction(void) {
    static const struct {
        waft_liquid_method method;
        waft_liquid_viscosity solver;
    } runs[] = {{WAFT_LIQUID_WCSPH, WAFT_LIQUID_VISCOSITY_AUTO},
        {WAFT_LIQUID_DFSPH, WAFT_LIQUID_VISCOSITY_EXPLICIT},
        {WAFT_LIQUID_DFSPH, WAFT_LIQUID_VISCOSITY_IMPLICIT}};
    for (size_t n = 0; n < sizeof(runs) / sizeof(runs[0]); ++n) {
        waft_liquid_def def = liquid_box(0.1f, 3.0f, 3.0f, 3.0f);
        def.method = runs[n].method;
        def.viscosity_solver = runs[n].solver;
        def.kinematic_viscosity = 0.05f;
        def.sound_speed = 20.0f;
        def.max_particles = 1000;
        liquid_fixture f = liquid_open(&def, 0.01, 0.0f, 1);
        waft_liquid_obstacle_def ball = liquid_ball(0.2f, 1.5f, 1.5f, 1.5f);
        ball.no_slip = true;
        CHECK(waft_liquid_add_obstacle(f.liquid, &ball) == WAFT_OK);
        (void)liquid_block(&f, 1.1f, 1.1f, 1.1f, 1.9f, 1.9f, 1.9f);
        for (uint32_t i = 0; i < f.liquid->count; ++i) {
            f.liquid->now.u[0][i] = 0.5f;
        }
        double before = 0.5 * f.liquid->mass * f.liquid->count;
        // The implicit solve ends at 1e-4 of all velocities.
        const double rounding = runs[n].solver == WAFT_LIQUID_VISCOSITY_IMPLICIT
                                    ? 2e-4 * before
                                    : 1e-3 * f.liquid->mass;
        double given = 0.0;
        for (int step = 0; step < 5; ++step) {
            liquid_step(&f);
            waft_liquid_obstacle_info info;
            CHECK(waft_liquid_obstacle(f.liquid, 0, &info) == WAFT_OK);
            const double now = waft_liquid_get_stats(f.liquid).momentum[0];
            CHECK_NEAR(0.01 * (double)info.force.x, before - now, rounding);
            given += before - now;
            before = now;
        }
        CHECK(given > 0.1 * f.liquid->mass);
        liquid_close(&f);
    }
}

// About its middle axis, where a small push grows: spin turns over, momentum and energy stay.
static void keeps_its_momentum_when_it_tumbles(void) {
    waft_liquid_def def = liquid_box(0.1f, 4.0f, 4.0f, 4.0f);
    liquid_fixture f = liquid_open(&def, 0.01, 0.0f, 1);
    waft_liquid_obstacle_def box = waft_liquid_obstacle_def_default();
    box.shape = liquid_box_shape(1.4f, 1.6f, 1.8f, 2.6f, 2.4f, 2.2f);
    box.density = 500.0f;
    CHECK(waft_liquid_add_obstacle(f.liquid, &box) == WAFT_OK);
    wafti_liquid_solid* solid = &f.liquid->solids[0];
    solid->spin[0] = 0.05;
    solid->spin[1] = 5.0;
    double before[3];
    wafti_liquid_get_momentum(solid, before);
    const double energy = before[0] * solid->spin[0] + before[1] * solid->spin[1];
    double least = 1.0;
    for (int n = 0; n < 400; ++n) {
        liquid_step(&f);
        double now[3];
        wafti_liquid_get_momentum(solid, now);
        double left = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            CHECK_NEAR(now[axis], before[axis], 1e-9 * before[1]);
            left += now[axis] * solid->spin[axis];
        }
        CHECK_NEAR(left, energy, 1e-3 * energy);
        // The middle axis against where it was: it flips.
        least = fmin(least, solid->turn[1][1]);
    }
    CHECK(least < -0.9);
    liquid_close(&f);
}

static const test_case cases[] = {
    {"keeps_its_momentum_when_it_tumbles", keeps_its_momentum_when_it_tumbles},
    {"feels_friction", feels_friction},
    {"distances_turn_with_it", distances_turn_with_it},
    {"moves_at_the_speed_it_needs", moves_at_the_speed_it_needs},
    {"falls_if_it_has_a_mass", falls_if_it_has_a_mass},
    {"curves_turn_it", curves_turn_it},
    {"refuses_what_cannot_be", refuses_what_cannot_be},
};

TEST_MAIN(cases)

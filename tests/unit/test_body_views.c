// SPDX-License-Identifier: MIT
#include "crowd_fixture.h"

static body_world world_in(waft_medium medium, waft_vec3 wind) {
    waft_world_def world_def = waft_world_def_default();
    world_def.air.wind = wind;
    waft_bodies_def def = waft_bodies_def_default();
    def.medium = medium;
    return make_body_world(&world_def, &def);
}

// A ball in wind is dragged along it: 1/2 rho A Cd s^2 with the law of the sphere.
static void loads_are_those_of_the_wind(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 500.0);
    const body_world in = world_in(WAFT_MEDIUM_AIR, (waft_vec3){3.0f, 0.0f, 0.0f});
    waft_body_def def = bare_def(ball);
    def.loads = WAFT_LOADS_COMPACT;
    const waft_body_id id = add_body(&in, &def);
    double force[3];
    double torque[3];
    CHECK(waft_bodies_loads(in.bodies, id, force, torque) == WAFT_OK);
    const double area = 3.14159265 * 0.05 * 0.05;
    CHECK_NEAR(force[0] / (0.5 * 1.204 * 9.0 * area * 0.44), 1.0, 0.1);
    CHECK_NEAR(force[1], 0.0, 1e-3 * force[0]);
    CHECK_NEAR(torque[2], 0.0, 1e-6);
    CHECK(waft_bodies_loads(in.bodies, (waft_body_id){0, 0}, force, torque) == WAFT_ERR_STALE_ID);
    CHECK(waft_bodies_loads(in.bodies, id, NULL, torque) == WAFT_ERR_ARGUMENT);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

static void momenta_have_the_fluid_in_them(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 998.0);
    const body_world in = world_in(WAFT_MEDIUM_WATER, (waft_vec3){0.0f, 0.0f, 0.0f});
    waft_body_def def = bare_def(ball);
    def.state.velocity[2] = 2.0;
    def.state.position[0] = 1.0;
    const waft_body_id id = add_body(&in, &def);
    const waft_hull_info hull = waft_hull_get_info(ball);
    waft_body_momentum got;
    CHECK(waft_bodies_momentum(in.bodies, id, &got) == WAFT_OK);
    CHECK_NEAR(got.linear[2] / (3.0 * hull.mass), 1.0, 1e-4);
    CHECK_NEAR(got.angular[1] / (-3.0 * hull.mass), 1.0, 1e-4);
    CHECK_NEAR(got.energy / (3.0 * hull.mass), 1.0, 1e-4);
    const waft_bodies_stats stats = waft_bodies_get_stats(in.bodies);
    CHECK(stats.count == 1 && stats.under_water == 1 && stats.asleep == 0);
    CHECK_NEAR(stats.kinetic_energy, got.energy, 1e-12);
    CHECK_NEAR(stats.greatest_speed, 2.0, 1e-12);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

static void figures_and_timings_have_names(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 998.0);
    const body_world in = world_in(WAFT_MEDIUM_AIR, (waft_vec3){0.0f, 0.0f, 0.0f});
    const waft_body_def def = bare_def(ball);
    (void)add_body(&in, &def);
    step_bodies(&in, 1);
    waft_stat stats[16];
    const size_t count = waft_world_stats(in.world, stats, 16);
    CHECK(count == 8);
    CHECK_TEXT(stats[0].name, "bodies.count");
    CHECK_NEAR(stats[0].value, 1.0, 0.0);
    CHECK(waft_world_timings(in.world, stats, 16) == 2);
    CHECK_TEXT(stats[0].name, "bodies");
    CHECK(waft_bodies_get_stats(NULL).count == 0 && waft_bodies_count(NULL) == 0);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

// A ball at rest in turning air feels its torque, as the step does.
static void loads_know_the_curl(void) {
    enum { N = 3 };
    static float data[3][N * N * N];
    waft_wind_def wind = waft_wind_def_default();
    wind.kind = WAFT_WIND_GRID;
    for (int axis = 0; axis < 3; ++axis) {
        for (int n = 0; n < N * N * N; ++n) {
            const int plane = n / (N * N);
            data[axis][n] = axis == 0 ? (float)(plane - 1) : axis == 2 ? (float)(1 - n % N) : 0.0f;
        }
        wind.grid[axis] = (waft_field){.data = data[axis],
            .size = {N, N, N},
            .stride = {1, N, (ptrdiff_t)N * N},
            .origin = {-1.0f, -1.0f, -1.0f},
            .spacing = {1.0f, 1.0f, 1.0f}};
    }
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 2.0);
    const waft_world_def world_def = waft_world_def_default();
    for (int spin = 0; spin < 2; ++spin) {
        waft_bodies_def bodies_def = waft_bodies_def_default();
        bodies_def.spin = spin != 0;
        const body_world in = make_body_world(&world_def, &bodies_def);
        CHECK(waft_bodies_add_wind(in.bodies, &wind, NULL) == WAFT_OK);
        waft_body_def def = bare_def(ball);
        def.loads = WAFT_LOADS_COMPACT;
        const waft_body_id id = add_body(&in, &def);
        double force[3];
        double torque[3];
        CHECK(waft_bodies_loads(in.bodies, id, force, torque) == WAFT_OK);
        CHECK(spin != 0 ? torque[1] > 0.0 : torque[1] == 0.0);
        // The same torque as of a ball that turns the other way in still air.
        def.state.spin[1] = -1.0;
        def.state.position[0] = 10.0;
        double still[3];
        const waft_body_id other = add_body(&in, &def);
        CHECK(waft_bodies_loads(in.bodies, other, force, still) == WAFT_OK);
        CHECK_NEAR(torque[1], spin != 0 ? still[1] : 0.0, 1e-9 * still[1]);
        waft_world_destroy(in.world);
    }
    waft_hull_destroy(ball);
}

static const test_case cases[] = {
    {"loads_are_those_of_the_wind", loads_are_those_of_the_wind},
    {"momenta_have_the_fluid_in_them", momenta_have_the_fluid_in_them},
    {"figures_and_timings_have_names", figures_and_timings_have_names},
    {"loads_know_the_curl", loads_know_the_curl},
};

TEST_MAIN(cases)

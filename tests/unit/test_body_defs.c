// SPDX-License-Identifier: MIT
#include "crowd_fixture.h"

#include "body/crowd.h"

static void defaults_are_those_of_the_headers(void) {
    const waft_world_def world = waft_world_def_default();
    CHECK_NEAR(world.air.viscosity, 1.81e-5 / 1.204, 1e-12);
    CHECK_NEAR(world.liquid.density, 998.0, 0.0);
    CHECK_NEAR(world.liquid.viscosity, 1.002e-3 / 998.0, 2e-13);
    const waft_bodies_def bodies = waft_bodies_def_default();
    CHECK(bodies.capacity == 1024 && bodies.substeps == 1 && bodies.ground.sleep);
    CHECK(!bodies.ground.exists && !bodies.collisions && bodies.wind_capacity == 8);
    const waft_body_def body = waft_body_def_default();
    CHECK(body.plate.set == WAFT_PLATE_FINITE && body.plate.viscous);
    CHECK(body.model == WAFT_MODEL_LANGEVIN && body.loads == WAFT_LOADS_MODEL);
    CHECK(body.noise == WAFT_NOISE_MODEL);
    CHECK_NEAR(body.compact.magnus, 0.5, 0.0);
    CHECK_NEAR(body.friction, 0.6, 1e-7);
    CHECK(body.buoyancy && !body.swirl && !body.precise && body.stream == 0);
    CHECK_NEAR(waft_wind_def_default().direction.x, 1.0, 0.0);
}

static waft_result try_bodies(waft_bodies_def def, double dt) {
    const wafti_surroundings surroundings = {.dt = dt};
    waft_error error;
    return wafti_check_bodies(&def, &surroundings, &error);
}

static void wrong_sets_are_refused(void) {
    waft_bodies_def def = waft_bodies_def_default();
    CHECK(try_bodies(def, 0.1) == WAFT_OK);
    CHECK(try_bodies(def, 0.11) == WAFT_ERR_ARGUMENT); // steps of bodies end at 0.1 s
    def.substeps = 2;
    CHECK(try_bodies(def, 0.11) == WAFT_OK);
    def.substeps = 0;
    CHECK(try_bodies(def, 0.01) == WAFT_ERR_ARGUMENT);
    def = waft_bodies_def_default();
    def.capacity = 0;
    CHECK(try_bodies(def, 0.01) == WAFT_ERR_ARGUMENT);
    def = waft_bodies_def_default();
    def.medium = (waft_medium)9;
    CHECK(try_bodies(def, 0.01) == WAFT_ERR_ARGUMENT);
    def = waft_bodies_def_default();
    def.level = NAN;
    CHECK(try_bodies(def, 0.01) == WAFT_ERR_ARGUMENT);
    def = waft_bodies_def_default();
    def.ground.exists = true;
    def.ground.normal = (waft_vec3){0.0f, 2.0f, 0.0f};
    CHECK(try_bodies(def, 0.01) == WAFT_ERR_ARGUMENT);
}

static void wrong_bodies_are_refused(void) {
    waft_error error;
    waft_body_def def = waft_body_def_default();
    CHECK(wafti_check_body(&def, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "body.hull is NULL: a body needs a hull");
    waft_hull* leaf = bake_leaf();
    def.hull = leaf;
    CHECK(wafti_check_body(&def, &error) == WAFT_OK);
    def.plate.damping[0] = 0.1f; // one of the two without the other
    CHECK(wafti_check_body(&def, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "body.plate.damping[1] is -1: allowed are values from 0 up to 100");
    def = waft_body_def_default();
    def.hull = leaf;
    def.loads = (waft_body_loads)99;
    CHECK(wafti_check_body(&def, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "body.loads is 99: there is no such choice");
    waft_hull_destroy(leaf);
    waft_body_state state = waft_body_def_default().state;
    CHECK(wafti_check_body_state(&state, &error) == WAFT_OK);
    state.rotation[3] = 0.998;
    CHECK(wafti_check_body_state(&state, &error) == WAFT_ERR_ARGUMENT);
    state.rotation[3] = NAN;
    CHECK(wafti_check_body_state(&state, &error) == WAFT_ERR_ARGUMENT);
    state = waft_body_def_default().state;
    state.position[1] = INFINITY;
    CHECK(wafti_check_body_state(&state, &error) == WAFT_ERR_ARGUMENT);
    state = waft_body_def_default().state;
    state.velocity[2] = 1e5;
    CHECK(wafti_check_body_state(&state, &error) == WAFT_ERR_ARGUMENT);
}

static void wrong_winds_are_refused(void) {
    waft_error error;
    waft_wind_def def = waft_wind_def_default();
    CHECK(wafti_check_wind(&def, &error) == WAFT_OK);
    def.time = 0.0f;
    CHECK(wafti_check_wind(&def, &error) == WAFT_ERR_ARGUMENT);
    def = waft_wind_def_default();
    def.kind = WAFT_WIND_SINE;
    def.direction = (waft_vec3){1.0f, 1.0f, 0.0f};
    CHECK(wafti_check_wind(&def, &error) == WAFT_ERR_ARGUMENT);
    def = waft_wind_def_default();
    def.kind = WAFT_WIND_GRID;
    CHECK(wafti_check_wind(&def, &error) == WAFT_ERR_ARGUMENT);
    def = waft_wind_def_default();
    def.velocity.y = NAN;
    CHECK(wafti_check_wind(&def, &error) == WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"defaults_are_those_of_the_headers", defaults_are_those_of_the_headers},
    {"wrong_sets_are_refused", wrong_sets_are_refused},
    {"wrong_bodies_are_refused", wrong_bodies_are_refused},
    {"wrong_winds_are_refused", wrong_winds_are_refused},
};

TEST_MAIN(cases)

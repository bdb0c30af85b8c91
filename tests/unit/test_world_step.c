// SPDX-License-Identifier: MIT
#include "hooks.h"

// Smoke whose pressure cannot be solved in one iteration, over a lake.
static waft_world* world_that_fails(void) {
    const waft_world_def def = waft_world_def_default();
    const waft_water_def water_def = lake_water_def(WAFT_WATER_COLUMNS);
    waft_world* world = make_world(&def, &water_def);
    waft_smoke_def smoke_def = waft_smoke_def_default();
    smoke_def.cells[0] = smoke_def.cells[1] = smoke_def.cells[2] = 16;
    smoke_def.pressure.solver = WAFT_PRESSURE_CG;
    smoke_def.pressure.iterations = 1;
    smoke_def.pressure.tolerance = 1e-9f;
    waft_smoke* smoke = NULL;
    CHECK(waft_world_create_smoke(world, &smoke_def, &smoke) == WAFT_OK);
    static float faces[17 * 256];
    faces[1000] = 1.0f;
    CHECK(waft_smoke_set_field(smoke, WAFT_SMOKE_VELOCITY_X, faces, 4352) == WAFT_OK);
    return world;
}

// Time of a solver in ms since creation.
static double time_of(const waft_world* world, const char* name) {
    waft_stat timings[8];
    const size_t count = waft_world_timings(world, timings, 8);
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(timings[i].name, name) == 0) {
            return timings[i].value;
        }
    }
    return -1.0;
}

static void a_stage_that_fails_is_the_last(void) {
    waft_world* world = world_that_fails();
    CHECK(waft_world_step(world) == WAFT_ERR_NOT_CONVERGED);
    CHECK(waft_world_steps(world) == 0);
    CHECK(time_of(world, "smoke") > 0.0);
    CHECK_NEAR(time_of(world, "water"), 0.0, 0.0);
    waft_world_destroy(world);
}

static const test_case cases[] = {
    {"a_stage_that_fails_is_the_last", a_stage_that_fails_is_the_last},
};

TEST_MAIN(cases)

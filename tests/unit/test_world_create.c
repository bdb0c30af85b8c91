// SPDX-License-Identifier: MIT
#include "hooks.h"

// Every solver is created once, before the first step, and from a def.
static void solvers_are_created_once_and_early(void) {
    const waft_world_def def = waft_world_def_default();
    const waft_water_def water_def = small_water_def();
    waft_world* world = make_world(&def, &water_def);
    waft_water* water = NULL;
    CHECK(waft_world_create_water(world, NULL, &water) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world), "the water def or out_water is NULL");
    CHECK(waft_world_create_water(world, &water_def, &water) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world), "the world has a water surface already");
    waft_detail_def detail_def = waft_detail_def_default();
    waft_detail* detail = NULL;
    CHECK(waft_world_create_detail(world, &detail_def, &detail) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world), "detail needs smoke to lie over");
    take_steps(world, 1);
    const waft_liquid_def liquid_def = waft_liquid_def_default();
    waft_liquid* liquid = NULL;
    CHECK(waft_world_create_liquid(world, &liquid_def, &liquid) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world), "a liquid must be created before the first step");
    const waft_bodies_def bodies_def = waft_bodies_def_default();
    waft_bodies* bodies = NULL;
    CHECK(waft_world_create_bodies(world, &bodies_def, &bodies) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world), "bodies must be created before the first step");
    CHECK(liquid == NULL && bodies == NULL && detail == NULL && water == NULL);
    waft_world_destroy(world);
}

static const test_case cases[] = {
    {"solvers_are_created_once_and_early", solvers_are_created_once_and_early},
};

TEST_MAIN(cases)

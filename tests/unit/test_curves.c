// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "world/world.h"

static float amplitude_of(const waft_world* world, size_t index) {
    const waft_water* water = waft_world_water(world);
    waft_train_def def = waft_train_def_default();
    waft_airy airy;
    CHECK(waft_water_train(water, waft_water_train_id(water, index), &def, &airy) == WAFT_OK);
    return def.amplitude;
}

static waft_world* plain_world(void) {
    const waft_world_def def = waft_world_def_default();
    const waft_water_def water = small_water_def();
    return make_world(&def, &water);
}

static void curves_drive_properties(void) {
    waft_world_def def = waft_world_def_default();
    def.step = 0.1;
    const waft_water_def water = small_water_def();
    waft_world* world = make_world(&def, &water);
    const waft_key keys[] = {{0.0, 0.02, WAFT_EASE_LINEAR}, {1.0, 0.04, WAFT_EASE_LINEAR}};
    const waft_key many[] = {{-1.0, 0.1, WAFT_EASE_LINEAR}, {0.15, 0.2, WAFT_EASE_LINEAR},
        {0.35, 0.4, WAFT_EASE_LINEAR}, {0.4, 0.9, WAFT_EASE_LINEAR}, {2.0, 0.5, WAFT_EASE_LINEAR}};
    CHECK(waft_world_animate(world, "water.trains[0].amplitude", keys, 2) == WAFT_OK);
    CHECK(waft_world_animate(world, "water.trains[1].amplitude", many, 5) == WAFT_OK);
    CHECK_NEAR(amplitude_of(world, 0), 0.02, 1e-7);
    CHECK_NEAR(amplitude_of(world, 1), 0.1 + 0.1 / 1.15, 1e-7);
    take_steps(world, 3);
    CHECK_NEAR(amplitude_of(world, 1), 0.35, 1e-7);
    take_steps(world, 1);
    CHECK_NEAR(amplitude_of(world, 1), 0.9, 1e-7);
    take_steps(world, 1);
    CHECK_NEAR(amplitude_of(world, 1), 0.9 - 0.4 / 16.0, 1e-7);
    CHECK_NEAR(amplitude_of(world, 0), 0.03, 1e-7);
    take_steps(world, 10);
    CHECK_NEAR(amplitude_of(world, 0), 0.04, 1e-7);
    CHECK(waft_world_animate(world, "water.trains[0].amplitude", keys, 2) == WAFT_ERR_ARGUMENT);
    waft_world_destroy(world);
}

static void bad_curves_are_refused(void) {
    waft_world* world = plain_world();
    const waft_key falling[] = {{1.0, 0.1, WAFT_EASE_LINEAR}, {1.0, 0.2, WAFT_EASE_LINEAR}};
    const waft_key negative[] = {{0.0, -0.1, WAFT_EASE_LINEAR}};
    CHECK(waft_world_animate(world, "water.trains[0].amplitude", falling, 2) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_animate(world, "water.trains[0].amplitude", negative, 1) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_animate(world, "air.wind[0]", NULL, 0) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_animate(world, "", falling, 1) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_animate(world, "air.wind", falling, 1) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world),
        "air.wind is a vector; each of its components has a curve, such as air.wind[0]");
    CHECK(waft_world_animate(world, NULL, falling, 1) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_animate(world, "water.depth", falling, 1) == WAFT_ERR_ARGUMENT);
    waft_world_destroy(world);
}

static const test_case cases[] = {
    {"curves_drive_properties", curves_drive_properties},
    {"bad_curves_are_refused", bad_curves_are_refused},
};

TEST_MAIN(cases)

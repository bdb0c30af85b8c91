// SPDX-License-Identifier: MIT
#include "export/surface_points.h"
#include "hooks.h"
#include "scratch.h"

static void points_of_a_world(void) {
    scratch s = scratch_make();
    const waft_world_def def = waft_world_def_default();
    const waft_water_def water_def = small_water_def();
    waft_world* world = make_world(&def, &water_def);
    take_steps(world, 10);
    const waft_water* water = waft_world_water(world);
    CHECK(waft_water_points(water, 1, NULL, 0) == 1920);
    CHECK(waft_water_points(water, 7, NULL, 0) == 42);
    CHECK(waft_water_points(water, 0, NULL, 0) == 0);
    CHECK(waft_water_points(NULL, 1, NULL, 0) == 0);
    float xyz[3 * 42];
    xyz[6] = -99.0f;
    CHECK(waft_water_points(water, 7, xyz, 2) == 42);
    CHECK(xyz[6] == -99.0f);
    CHECK(waft_water_points(water, 7, xyz, 42) == 42);
    waft_field level;
    waft_field shift;
    CHECK(waft_water_field(water, WAFT_WATER_LEVEL, &level) == WAFT_OK);
    CHECK(waft_water_field(water, WAFT_WATER_SHIFT_X, &shift) == WAFT_OK);
    // Point 9 is (2, 1): cell (14, 7).
    const double x = (14 + 0.5) * 10.0 / 48 + (double)waft_field_at(&shift, 14, 0, 7);
    CHECK_NEAR(xyz[27], x, 1e-5);
    CHECK(xyz[28] == waft_field_at(&level, 14, 0, 7));
    waft_error error = {.sentence = ""};
    CHECK(waft_obj_write_water(scratch_file(&s, "a.obj"), water, 4, &error) == WAFT_OK);
    CHECK(waft_obj_write_water(scratch_file(&s, "b.obj"), water, 0, &error) == WAFT_ERR_ARGUMENT);
    CHECK(scratch_entry_count(s.path) == 1);
    waft_world_destroy(world);
    scratch_remove(&s);
}

static const test_case cases[] = {{"points_of_a_world", points_of_a_world}};

TEST_MAIN(cases)

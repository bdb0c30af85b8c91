// SPDX-License-Identifier: MIT
// Hands on the water that come, move and go while it runs, and strokes at given times.
#include <math.h>
#include <string.h>

#include "hooks.h"
#include "test.h"

static waft_water_def pond(void) {
    waft_water_def def = waft_water_def_default();
    def.method = WAFT_WATER_COLUMNS;
    def.size = (waft_vec2){4.0f, 4.0f};
    def.cells[0] = def.cells[1] = 32;
    def.depth = 0.5f;
    return def;
}

static waft_world* open_pond(const waft_water_def* water) {
    waft_world_def def = waft_world_def_default();
    def.step = 0.01;
    return make_world(&def, water);
}

static float level_at(const waft_world* world, float x, float z) {
    const waft_vec3 at = {x, 0.0f, z};
    waft_water_sample sample;
    CHECK(waft_water_query(waft_world_water(world), &at, 1, &sample) == WAFT_OK);
    return sample.level;
}

static waft_result add(waft_world* world, float x, float force) {
    waft_edit edit;
    memset(&edit, 0, sizeof(edit));
    edit.kind = WAFT_EDIT_ADD_HANDLE;
    edit.handle = waft_handle_def_default();
    edit.handle.at = (waft_vec2){x, 2.0f};
    edit.handle.force = force;
    return waft_world_queue(world, &edit);
}

static waft_result drop(waft_world* world, uint32_t number) {
    waft_edit edit;
    memset(&edit, 0, sizeof(edit));
    edit.kind = WAFT_EDIT_REMOVE_HANDLE;
    edit.index = number;
    return waft_world_queue(world, &edit);
}

static waft_result turn(waft_world* world, const char* path, float value) {
    return waft_world_set(world, path, &(double){(double)value}, 1);
}

static void hands_come_move_and_go(void) {
    const waft_water_def def = pond();
    waft_world* world = open_pond(&def);
    const waft_water* water = waft_world_water(world);
    waft_handle_def handle;
    CHECK(waft_water_handle(water, 0, &handle) == WAFT_ERR_ARGUMENT);
    CHECK(drop(world, 0) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world), "there is no handle number 0");
    CHECK(add(world, 1.0f, -40.0f) == WAFT_OK);
    // One that waits can be named already.
    CHECK(turn(world, "water.handles[0].at[0]", 1.5f) == WAFT_OK);
    take_steps(world, 10);
    CHECK(waft_water_handle(water, 0, &handle) == WAFT_OK);
    CHECK(handle.at.x == 1.5f && handle.at.y == 2.0f && handle.force == -40.0f);
    CHECK(level_at(world, 1.5f, 2.0f) < -0.005f);
    CHECK(turn(world, "water.handles[0].at[0]", 5.0f) == WAFT_ERR_ARGUMENT);
    CHECK(turn(world, "water.handles[1].at[0]", 1.0f) == WAFT_ERR_ARGUMENT);
    CHECK(drop(world, 0) == WAFT_OK);
    CHECK(drop(world, 0) == WAFT_ERR_ARGUMENT);
    take_steps(world, 4000);
    CHECK(waft_water_handle(water, 0, &handle) == WAFT_ERR_ARGUMENT);
    CHECK_NEAR(level_at(world, 1.5f, 2.0f), 0.0, 0.01); // waves still go to and fro
    waft_world_destroy(world);
}

static void numbers_of_the_def_are_not_given_again(void) {
    waft_water_def def = pond();
    waft_handle_def own = waft_handle_def_default();
    own.at = (waft_vec2){1.0f, 1.0f};
    def.handles = &own;
    def.handle_count = 1;
    def.handle_capacity = 2;
    waft_world* world = open_pond(&def);
    waft_handle_def handle;
    CHECK(drop(world, 0) == WAFT_OK && add(world, 3.0f, 1.0f) == WAFT_OK);
    CHECK(add(world, 3.5f, 1.0f) == WAFT_ERR_FULL);
    CHECK_TEXT(waft_world_error(world), "all 2 places for handles are used");
    take_steps(world, 1);
    CHECK(waft_water_handle(waft_world_water(world), 0, &handle) == WAFT_ERR_ARGUMENT);
    CHECK(waft_water_handle(waft_world_water(world), 1, &handle) == WAFT_OK);
    CHECK(handle.at.x == 3.0f);
    waft_world_destroy(world);
}

static void waves_have_no_handles(void) {
    waft_water_def def = pond();
    def.method = WAFT_WATER_WAVES;
    waft_world* world = open_pond(&def);
    CHECK(add(world, 1.0f, 1.0f) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world),
        "a handle needs water of method implicit, columns or swe; waves takes trains");
    waft_world_destroy(world);
}

// A pond of any method that comes to rest soon.
static waft_water_def calm_pond(int method) {
    waft_water_def def = pond();
    def.method = (waft_water_method)method;
    if (method == WAFT_WATER_SWE) {
        def.shallow.drag = 2.0f;
    } else {
        def.shallow.damping_time = 0.5f;
    }
    return def;
}

// N that the water weighs which is missing below the level of the corner.
static double displaced(const waft_world* world) {
    waft_field field;
    CHECK(waft_water_field(waft_world_water(world), WAFT_WATER_LEVEL, &field) == WAFT_OK);
    double sum = 0.0;
    for (int32_t j = 0; j < field.size[2]; ++j) {
        for (int32_t i = 0; i < field.size[0]; ++i) {
            sum += (double)field.data[0] - (double)waft_field_at(&field, i, 0, j);
        }
    }
    return 998.0 * 9.81 * sum * (double)field.spacing.x * (double)field.spacing.z;
}

static double volume_error(const waft_world* world) {
    waft_stat stats[64];
    const size_t count = waft_world_stats(world, stats, 64);
    for (size_t n = 0; n < count; ++n) {
        if (strcmp(stats[n].name, "water.volume_error") == 0) {
            return stats[n].value;
        }
    }
    return (double)NAN;
}

static void a_force_displaces_its_weight_with_every_method(void) {
    for (int method = WAFT_WATER_IMPLICIT; method <= WAFT_WATER_SWE; ++method) {
        const waft_water_def def = calm_pond(method);
        waft_world* world = open_pond(&def);
        CHECK(add(world, 1.53f, -20.0f) == WAFT_OK);
        take_steps(world, 2000);
        CHECK_NEAR(displaced(world), 20.0, 0.04);
        // Drawn about, it takes its dent along and no water is lost.
        for (int n = 0; n < 200; ++n) {
            CHECK(turn(world, "water.handles[0].at[0]", 1.53f + 0.005f * (float)n) == WAFT_OK);
            take_steps(world, 1);
        }
        CHECK_NEAR(volume_error(world), 0.0, 1e-6);
        take_steps(world, 2000);
        CHECK_NEAR(displaced(world), 20.0, 0.04);
        CHECK(level_at(world, 2.525f, 2.0f) < -0.01f);
        CHECK_NEAR(level_at(world, 1.53f, 2.0f), level_at(world, 3.5f, 2.0f), 1e-4);
        CHECK(drop(world, 0) == WAFT_OK);
        take_steps(world, 2000);
        CHECK_NEAR(displaced(world), 0.0, 0.02);
        waft_world_destroy(world);
    }
}

static void a_hold_takes_no_more_than_it_may(void) {
    for (int method = WAFT_WATER_IMPLICIT; method <= WAFT_WATER_SWE; ++method) {
        waft_water_def def = calm_pond(method);
        waft_handle_def hold = waft_handle_def_default();
        hold.kind = WAFT_HANDLE_HOLD;
        hold.at = (waft_vec2){2.0f, 2.0f};
        hold.level = -0.05f;
        def.handles = &hold;
        def.handle_count = 1;
        waft_world* world = open_pond(&def);
        take_steps(world, 3000);
        const float free_level = level_at(world, 2.0f, 2.0f);
        CHECK(free_level < -0.01f && free_level > -0.051f);
        waft_world_destroy(world);
        hold.most = 5.0f;
        world = open_pond(&def);
        take_steps(world, 3000);
        CHECK_NEAR(displaced(world), 5.0, 0.02);
        waft_world_destroy(world);
    }
}

// A hand on keys goes from place to place, and the dent with it.
static void keys_move_a_hand(void) {
    waft_water_def def = pond();
    waft_handle_def own = waft_handle_def_default();
    own.at = (waft_vec2){1.0f, 2.0f};
    own.force = -40.0f;
    def.handles = &own;
    def.handle_count = 1;
    waft_world* world = open_pond(&def);
    const waft_key keys[] = {{0.0, 1.0, WAFT_EASE_LINEAR}, {1.0, 3.0, WAFT_EASE_LINEAR}};
    const waft_key out[] = {{0.0, 1.0, WAFT_EASE_LINEAR}, {1.0, 4.5, WAFT_EASE_LINEAR}};
    CHECK(waft_world_animate(world, "water.handles[0].at[0]", out, 2) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_animate(world, "water.handles[1].at[0]", keys, 2) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_animate(world, "water.handles[0].at[0]", keys, 2) == WAFT_OK);
    waft_handle_def handle;
    take_steps(world, 50);
    CHECK(waft_water_handle(waft_world_water(world), 0, &handle) == WAFT_OK);
    CHECK_NEAR(handle.at.x, 2.0, 1e-6);
    take_steps(world, 1000);
    CHECK(level_at(world, 3.0f, 2.0f) < level_at(world, 1.0f, 2.0f) - 0.01f);
    waft_world_destroy(world);
}

static void state_goes_on_with_the_same_bits(void) {
    const waft_water_def def = pond();
    waft_world* world = open_pond(&def);
    CHECK(add(world, 1.0f, -40.0f) == WAFT_OK);
    take_steps(world, 20);
    const size_t size = waft_world_snapshot_size(world);
    void* bytes = malloc(size);
    CHECK(bytes != NULL && waft_world_snapshot(world, bytes, size) == WAFT_OK);
    take_steps(world, 20);
    waft_world* other = open_pond(&def);
    CHECK(waft_world_restore(other, bytes, size) == WAFT_OK);
    take_steps(other, 20);
    CHECK(waft_world_hash(world) == waft_world_hash(other));
    free(bytes);
    waft_world_destroy(other);
    waft_world_destroy(world);
}

static void strokes_come_at_their_time(void) {
    waft_water_def def = pond();
    const waft_stroke_def strokes[] = {{0.2, {{2.0f, 2.0f}, 0.3f, 0.1f}}};
    for (int kind = WAFT_WATER_IMPLICIT; kind <= WAFT_WATER_SWE; ++kind) {
        def.method = (waft_water_method)kind;
        def.strokes = strokes;
        def.stroke_count = 1;
        waft_world* world = open_pond(&def);
        take_steps(world, 20);
        CHECK(level_at(world, 2.0f, 2.0f) == 0.0f);
        take_steps(world, 1);
        CHECK(level_at(world, 2.0f, 2.0f) > 0.03f);
        waft_world_destroy(world);
    }
}

static const test_case cases[] = {
    {"hands_come_move_and_go", hands_come_move_and_go},
    {"numbers_of_the_def_are_not_given_again", numbers_of_the_def_are_not_given_again},
    {"waves_have_no_handles", waves_have_no_handles},
    {"a_force_displaces_its_weight_with_every_method",
        a_force_displaces_its_weight_with_every_method},
    {"a_hold_takes_no_more_than_it_may", a_hold_takes_no_more_than_it_may},
    {"keys_move_a_hand", keys_move_a_hand},
    {"state_goes_on_with_the_same_bits", state_goes_on_with_the_same_bits},
    {"strokes_come_at_their_time", strokes_come_at_their_time},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// No allocation in a step, nothing left after destroy, and every failing allocation is survived.
#include "hooks.h"

static void steps_allocate_nothing(void) {
    for (int shore = 0; shore < 2; ++shore) {
        counting count = {0};
        waft_world_def def = waft_world_def_default();
        def.allocator = counting_hook(&count);
        def.threads = 2;
        const waft_water_def water = shore ? shore_water_def() : small_water_def();
        waft_world* world = make_world(&def, &water);
        const long before = count.calls;
        CHECK(before > 0);
        take_steps(world, 20);
        float alpha = 0.0f;
        CHECK(waft_world_advance(world, 0.02, &alpha) == WAFT_OK);
        CHECK(count.calls == before);
        waft_world_destroy(world);
        CHECK(count.live == 0);
        CHECK(count.bytes == 0);
    }
}

static void lake_steps_allocate_nothing(void) {
    for (int method = WAFT_WATER_IMPLICIT; method <= WAFT_WATER_SWE; ++method) {
        counting count = {0};
        waft_world_def def = waft_world_def_default();
        def.allocator = counting_hook(&count);
        def.threads = 2;
        const waft_water_def water = lake_water_def((waft_water_method)method);
        waft_world* world = make_world(&def, &water);
        const waft_edit stroke = {.kind = WAFT_EDIT_BRUSH, .brush = {{5.0f, 4.0f}, 0.5f, 0.2f}};
        const waft_edit hill = {.kind = WAFT_EDIT_TERRAIN, .brush = {{5.0f, 4.0f}, 0.5f, 0.2f}};
        CHECK(waft_world_queue(world, &stroke) == WAFT_OK);
        CHECK(waft_world_queue(world, &hill) == WAFT_OK);
        const long before = count.calls;
        take_steps(world, 20);
        waft_field field;
        CHECK(waft_water_field(waft_world_water(world), WAFT_WATER_DEPTH, &field) == WAFT_OK);
        take_steps(world, 2);
        CHECK(count.calls == before);
        waft_world_destroy(world);
        CHECK(count.live == 0 && count.bytes == 0);
    }
}

static waft_result create_and_step(const waft_world_def* def, const waft_water_def* water_def) {
    waft_world* world = NULL;
    waft_error error = {.sentence = ""};
    waft_result result = waft_world_create(def, &world, &error);
    if (result != WAFT_OK) {
        CHECK(world == NULL);
        CHECK(error.sentence[0] != '\0');
        return result;
    }
    waft_water* water = NULL;
    const waft_key keys[] = {{0.0, 0.01, WAFT_EASE_LINEAR}, {1.0, 0.02, WAFT_EASE_LINEAR}};
    result = waft_world_create_water(world, water_def, &water);
    if (result == WAFT_OK) {
        result = waft_world_animate(world, "water.trains[0].amplitude", keys, 2);
    }
    if (result == WAFT_OK) {
        result = waft_world_step(world);
    } else {
        CHECK(waft_world_error(world)[0] != '\0');
    }
    waft_world_destroy(world);
    return result;
}

static void every_failing_call_is_survived(void) {
    for (int shore = 0; shore < 2; ++shore) {
        const waft_water_def water = shore ? shore_water_def() : small_water_def();
        waft_result result = WAFT_ERR_NO_MEMORY;
        long fail_at = 0;
        while (result != WAFT_OK && fail_at < 1000) {
            counting count = {.fail_at = ++fail_at};
            waft_world_def def = waft_world_def_default();
            def.allocator = counting_hook(&count);
            def.threads = 2;
            result = create_and_step(&def, &water);
            CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
            CHECK(count.live == 0);
        }
        CHECK(result == WAFT_OK);
        CHECK(fail_at > 3);
    }
}

static void smoke_steps_allocate_nothing(void) {
    static const smoke_scene scenes[] = {{{12, 16, 12}, WAFT_SCHEME_SPLIT},
        {{12, 16, 12}, WAFT_SCHEME_REFLECT}, {{24, 32, 1}, WAFT_SCHEME_SPLIT}};
    for (size_t n = 0; n < sizeof(scenes) / sizeof(scenes[0]); ++n) {
        counting count = {0};
        waft_world_def def = waft_world_def_default();
        def.allocator = counting_hook(&count);
        def.step = 0.02;
        def.threads = 2;
        waft_world* world = make_smoke_world(&def, &scenes[n]);
        const long before = count.calls;
        CHECK(before > 0);
        take_steps(world, 10);
        CHECK(count.calls == before);
        waft_world_destroy(world);
        CHECK(count.live == 0);
        CHECK(count.bytes == 0);
    }
}

static waft_result create_smoke_and_step(const waft_world_def* def) {
    const smoke_scene scene = {{8, 8, 8}, WAFT_SCHEME_REFLECT};
    waft_world* world = NULL;
    waft_result result = waft_world_create(def, &world, NULL);
    if (result != WAFT_OK) {
        return result;
    }
    static const float eddies[8 * 8 * 8] = {0.0f};
    result = fill_smoke_world(world, &scene);
    if (result == WAFT_OK) {
        result = waft_smoke_set_eddy_viscosity(waft_world_smoke(world), eddies);
    }
    if (result == WAFT_OK) {
        result = waft_world_step(world);
    } else {
        CHECK(waft_world_error(world)[0] != '\0');
    }
    waft_world_destroy(world);
    return result;
}

static void smoke_survives_every_failing_call(void) {
    waft_result result = WAFT_ERR_NO_MEMORY;
    long fail_at = 0;
    while (result != WAFT_OK && fail_at < 1000) {
        counting count = {.fail_at = ++fail_at};
        waft_world_def def = waft_world_def_default();
        def.allocator = counting_hook(&count);
        result = create_smoke_and_step(&def);
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
        CHECK(count.live == 0);
    }
    CHECK(result == WAFT_OK);
    CHECK(fail_at > 6);
}

static const test_case cases[] = {
    {"smoke_steps_allocate_nothing", smoke_steps_allocate_nothing},
    {"smoke_survives_every_failing_call", smoke_survives_every_failing_call},
    {"steps_allocate_nothing", steps_allocate_nothing},
    {"lake_steps_allocate_nothing", lake_steps_allocate_nothing},
    {"every_failing_call_is_survived", every_failing_call_is_survived},
};

TEST_MAIN(cases)

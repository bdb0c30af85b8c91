// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "world/world.h"

// A world with each of the solvers, and bodies that the water feels.
static waft_world* full_world(void) {
    static const smoke_scene scene = {{12, 16, 12}, WAFT_SCHEME_SPLIT};
    waft_world_def def = waft_world_def_default();
    def.step = 0.02;
    waft_world* world = make_smoke_world(&def, &scene);
    const waft_water_def water_def = lake_water_def(WAFT_WATER_COLUMNS);
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.medium = WAFT_MEDIUM_BOTH;
    waft_liquid_def liquid_def = waft_liquid_def_default();
    liquid_def.spacing = 0.1f;
    liquid_def.high = (waft_vec3){1.0f, 1.0f, 1.0f};
    liquid_def.max_particles = 100;
    waft_water* water = NULL;
    waft_bodies* bodies = NULL;
    waft_liquid* liquid = NULL;
    CHECK(waft_world_create_water(world, &water_def, &water) == WAFT_OK);
    CHECK(waft_world_create_bodies(world, &bodies_def, &bodies) == WAFT_OK);
    CHECK(waft_world_create_liquid(world, &liquid_def, &liquid) == WAFT_OK);
    return world;
}

static void rows_can_do_what_a_world_asks(void) {
    for (int i = 0; i < WAFTI_PART_COUNT; ++i) {
        const wafti_part* part = &wafti_parts[i];
        CHECK(part->name != NULL && part->title != NULL);
        CHECK(part->destroy != NULL && part->memory != NULL);
        CHECK(part->fingerprint != NULL || part->state != NULL);
        CHECK((part->roster == NULL) == (part->adopt == NULL));
    }
}

static void figures_and_memory_are_those_of_the_rows(void) {
    waft_world* world = full_world();
    take_steps(world, 2);
    size_t figures = 0;
    size_t bytes = 0;
    int there = 0;
    for (int i = 0; i < WAFTI_PART_COUNT; ++i) {
        const wafti_part* part = &wafti_parts[i];
        if (wafti_part_is_there(world, part)) {
            ++there;
            bytes += part->memory(world);
            figures += part->stats != NULL ? part->stats(world, NULL, 0) : 0;
        }
    }
    CHECK(there == 6); // solids, smoke, bodies, water, liquid and bodies that the water feels
    CHECK(waft_world_stats(world, NULL, 0) == figures);
    CHECK(bytes > 0 && waft_world_memory(world) > bytes);
    waft_stat timings[8];
    CHECK(waft_world_timings(world, timings, 8) == 5);
    CHECK_TEXT(timings[0].name, "smoke");
    CHECK_TEXT(timings[1].name, "bodies");
    CHECK_TEXT(timings[2].name, "water");
    CHECK_TEXT(timings[3].name, "liquid");
    CHECK_TEXT(timings[4].name, "other");
    waft_world_destroy(world);
}

static void a_part_more_is_another_world(void) {
    waft_world* world = full_world();
    const uint64_t with = waft_world_hash(world);
    wafti_parts[WAFTI_PART_AFLOAT].destroy(world);
    CHECK(!wafti_part_is_there(world, &wafti_parts[WAFTI_PART_AFLOAT]));
    CHECK(waft_world_hash(world) != with);
    waft_world_destroy(world);
}

static const test_case cases[] = {
    {"rows_can_do_what_a_world_asks", rows_can_do_what_a_world_asks},
    {"figures_and_memory_are_those_of_the_rows", figures_and_memory_are_those_of_the_rows},
    {"a_part_more_is_another_world", a_part_more_is_another_world},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// A liquid with a body and spray: no allocation in a step, nothing left after destroy, and every failing
// allocation is survived.
#include "hooks.h"

static waft_hull* bake_egg(void) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = WAFT_HULL_ELLIPSOID;
    def.size[0] = 0.2;
    def.size[1] = 0.15;
    def.size[2] = 0.15;
    def.detail = 1;
    def.density = 500.0;
    def.turbulence.bake = false;
    waft_hull* hull = NULL;
    CHECK(waft_hull_bake(&def, &hull, NULL) == WAFT_OK);
    return hull;
}

// A trough whose dam breaks, and a pool of liquid over which a body hangs.
static waft_result fill(waft_world* world, const waft_hull* hull, waft_liquid_method method) {
    waft_water_def water_def = waft_water_def_default();
    water_def.method = WAFT_WATER_SWE;
    water_def.cells[0] = 32;
    water_def.cells[1] = 4;
    water_def.size = (waft_vec2){2.0f, 0.25f};
    water_def.level = 0.6f;
    water_def.depth = 0.6f;
    const waft_water_box_def low = {.low = {0.5f, 0.0f}, .high = {2.0f, 0.25f}, .level = 0.1f};
    water_def.boxes = &low;
    water_def.box_count = 1;
    water_def.spray.capacity = 500;
    water_def.spray.threshold = 0.2f;
    water_def.spray.radius = 0.02f;
    waft_liquid_def liquid_def = waft_liquid_def_default();
    liquid_def.method = method;
    liquid_def.spacing = 0.1f;
    liquid_def.high = (waft_vec3){2.0f, 2.0f, 1.0f};
    liquid_def.max_particles = 800;
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.capacity = 4;
    waft_body_def body = waft_body_def_default();
    body.hull = hull;
    body.noise = WAFT_NOISE_OFF;
    body.state.position[0] = 1.0;
    body.state.position[1] = 1.3;
    body.state.position[2] = 0.5;
    waft_liquid_block_def block = waft_liquid_block_def_default();
    block.shape = (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {1.0f, 0.3f, 0.5f}};
    block.pose.position = (waft_vec3){1.0f, 0.85f, 0.5f};
    waft_water* water = NULL;
    waft_liquid* liquid = NULL;
    waft_bodies* bodies = NULL;
    waft_body_id id = {0, 0};
    waft_result result = waft_world_create_water(world, &water_def, &water);
    result = result == WAFT_OK ? waft_world_create_liquid(world, &liquid_def, &liquid) : result;
    result = result == WAFT_OK ? waft_liquid_add_block(liquid, &block, NULL) : result;
    result = result == WAFT_OK ? waft_world_exchange_spray(world) : result;
    result = result == WAFT_OK ? waft_world_create_bodies(world, &bodies_def, &bodies) : result;
    result = result == WAFT_OK ? waft_bodies_add(bodies, &body, &id) : result;
    return result == WAFT_OK ? waft_world_immerse_body(world, id, NULL) : result;
}

static void steps_allocate_nothing(void) {
    waft_hull* hull = bake_egg();
    for (int method = WAFT_LIQUID_WCSPH; method <= WAFT_LIQUID_DFSPH; ++method) {
        counting count = {0};
        waft_world_def def = waft_world_def_default();
        def.allocator = counting_hook(&count);
        def.threads = 2;
        def.step = 0.01;
        waft_world* world = NULL;
        CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
        CHECK(fill(world, hull, (waft_liquid_method)method) == WAFT_OK);
        const long before = count.calls;
        take_steps(world, 40);
        CHECK(count.calls == before);
        CHECK(waft_liquid_get_stats(waft_world_liquid(world)).created > 0);
        waft_world_destroy(world);
        CHECK(count.live == 0 && count.bytes == 0);
    }
    waft_hull_destroy(hull);
}

static void every_failing_call_is_survived(void) {
    waft_hull* hull = bake_egg();
    waft_result result = WAFT_ERR_NO_MEMORY;
    long fail_at = 0;
    while (result != WAFT_OK && fail_at < 1000) {
        counting count = {.fail_at = ++fail_at};
        waft_world_def def = waft_world_def_default();
        def.allocator = counting_hook(&count);
        waft_world* world = NULL;
        result = waft_world_create(&def, &world, NULL);
        result = result == WAFT_OK ? fill(world, hull, WAFT_LIQUID_DFSPH) : result;
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
        waft_world_destroy(world);
        CHECK(count.live == 0 && count.bytes == 0);
    }
    CHECK(result == WAFT_OK);
    CHECK(fail_at > 10);
    waft_hull_destroy(hull);
}

static const test_case cases[] = {
    {"steps_allocate_nothing", steps_allocate_nothing},
    {"every_failing_call_is_survived", every_failing_call_is_survived},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "crowd_fixture.h"

#include "hooks.h"

static body_world still_world(uint32_t capacity, waft_medium medium) {
    const waft_world_def world_def = waft_world_def_default();
    waft_bodies_def def = waft_bodies_def_default();
    def.capacity = capacity;
    def.medium = medium;
    return make_body_world(&world_def, &def);
}

static void bodies_come_and_go(void) {
    waft_hull* leaf = bake_leaf();
    const body_world in = still_world(20, WAFT_MEDIUM_AIR);
    waft_body_def def = leaf_def(leaf);
    waft_body_id ids[20];
    for (int n = 0; n < 20; ++n) {
        def.state.position[0] = n;
        ids[n] = add_body(&in, &def);
        CHECK(ids[n].index1 == (uint32_t)n + 1);
    }
    waft_body_id more = {9, 9};
    CHECK(waft_bodies_add(in.bodies, &def, &more) == WAFT_ERR_FULL);
    CHECK(more.index1 == 0);
    CHECK(waft_bodies_remove(in.bodies, ids[7]) == WAFT_OK);
    CHECK(waft_bodies_remove(in.bodies, ids[7]) == WAFT_ERR_STALE_ID);
    CHECK(waft_bodies_remove(in.bodies, ids[3]) == WAFT_OK);
    CHECK(waft_bodies_count(in.bodies) == 18);
    waft_body_info info;
    CHECK(waft_bodies_at(in.bodies, 3, &info) == WAFT_OK);
    CHECK(info.number == 5);
    CHECK_NEAR(info.state.position[0], 4.0, 0.0);
    CHECK(waft_bodies_at(in.bodies, 18, &info) == WAFT_ERR_ARGUMENT);
    CHECK(waft_bodies_get(in.bodies, ids[7], &info) == WAFT_ERR_STALE_ID);
    more = add_body(&in, &def);
    CHECK(more.index1 == 4 && more.generation != ids[3].generation); // the lowest free slot
    CHECK(body_info(&in, more).number == 21);
    waft_body_info infos[20];
    CHECK(waft_bodies_states(in.bodies, infos, 20) == 19);
    CHECK(infos[18].number == 21 && infos[18].hull == leaf);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

static void many_come_all_or_none(void) {
    waft_hull* leaf = bake_leaf();
    const body_world in = still_world(16, WAFT_MEDIUM_AIR);
    const waft_body_def def = leaf_def(leaf);
    waft_body_state states[17];
    waft_body_id ids[17];
    for (uint32_t n = 0; n < 17; ++n) {
        states[n] = scattered_state(n);
    }
    CHECK(waft_bodies_add_many(in.bodies, &def, states, 17, ids) == WAFT_ERR_FULL);
    CHECK(waft_bodies_count(in.bodies) == 0);
    states[15].velocity[0] = NAN;
    CHECK(waft_bodies_add_many(in.bodies, &def, states, 16, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_bodies_count(in.bodies) == 0);
    states[15].velocity[0] = 0.0;
    CHECK(waft_bodies_add_many(in.bodies, &def, states, 16, ids) == WAFT_OK);
    CHECK(waft_bodies_count(in.bodies) == 16);
    const waft_body_info info = body_info(&in, ids[9]);
    CHECK_NEAR(info.state.position[1], states[9].position[1], 1e-6);
    CHECK_NEAR(info.state.spin[2], states[9].spin[2], 1e-6);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

static void wrong_ones_are_refused(void) {
    waft_hull* leaf = bake_leaf();
    const body_world in = still_world(16, WAFT_MEDIUM_AIR);
    waft_body_def def = leaf_def(leaf);
    waft_body_id id;
    def.friction = -1.0f;
    CHECK(waft_bodies_add(in.bodies, &def, &id) == WAFT_ERR_ARGUMENT);
    def = leaf_def(leaf);
    def.gust_rate = 0.0f; // and the hull has no history
    CHECK(waft_bodies_add(in.bodies, &def, &id) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(waft_world_error(in.world), "history") != NULL);
    def = leaf_def(leaf);
    def.loads = (waft_body_loads)77;
    CHECK(waft_bodies_add(in.bodies, &def, &id) == WAFT_ERR_ARGUMENT);
    CHECK(waft_bodies_add(in.bodies, NULL, &id) == WAFT_ERR_ARGUMENT);
    CHECK(waft_bodies_add(NULL, &def, &id) == WAFT_ERR_ARGUMENT);
    CHECK(waft_bodies_count(in.bodies) == 0);
    waft_bodies* second = NULL;
    const waft_bodies_def bodies_def = waft_bodies_def_default();
    CHECK(waft_world_create_bodies(in.world, &bodies_def, &second) == WAFT_ERR_ARGUMENT);
    CHECK(second == NULL && waft_world_bodies(in.world) == in.bodies);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

// In vacuum an impulse J at the centre gives J / m, off it a spin besides.
static void pushes_wait_for_the_step(void) {
    waft_hull* box = bake_hull(WAFT_HULL_BOX, 0.125, 0.25, 0.5, 500.0);
    waft_world_def world_def = waft_world_def_default();
    world_def.gravity[1] = 0.0;
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.medium = WAFT_MEDIUM_VACUUM;
    const body_world in = make_body_world(&world_def, &bodies_def);
    const waft_body_def def = bare_def(box);
    const waft_body_id id = add_body(&in, &def);
    const waft_hull_info hull = waft_hull_get_info(box);
    const waft_vec3 impulse = {0.0f, 0.0f, 1.5f};
    CHECK(waft_bodies_push(in.bodies, id, impulse, (waft_vec3){0.05f, 0.0f, 0.0f}) == WAFT_OK);
    CHECK_NEAR(body_info(&in, id).state.velocity[2], 0.0, 0.0);
    step_bodies(&in, 1);
    const waft_body_info info = body_info(&in, id);
    CHECK_NEAR(info.state.velocity[2], 1.5 / hull.mass, 1e-9);
    CHECK_NEAR(info.state.spin[1], -0.05f * 1.5 / hull.inertia[4], 1e-6);
    step_bodies(&in, 1);
    CHECK_NEAR(body_info(&in, id).state.velocity[2], 1.5 / hull.mass, 1e-9);
    CHECK(waft_bodies_push(in.bodies, id, (waft_vec3){NAN, 0, 0}, (waft_vec3){0, 0, 0}) ==
          WAFT_ERR_ARGUMENT);
    waft_world_destroy(in.world);
    waft_hull_destroy(box);
}

static void bodies_can_be_put_elsewhere(void) {
    waft_hull* leaf = bake_leaf();
    const body_world in = still_world(16, WAFT_MEDIUM_AIR);
    const waft_body_def def = leaf_def(leaf);
    const waft_body_id id = add_body(&in, &def);
    step_bodies(&in, 5);
    const waft_body_state state = scattered_state(5);
    CHECK(waft_bodies_place(in.bodies, id, &state) == WAFT_OK);
    waft_body_info info = body_info(&in, id);
    CHECK_NEAR(info.state.position[0], state.position[0], 1e-6);
    CHECK_NEAR(info.age, 0.02, 1e-6);
    waft_body_state wrong = state;
    wrong.rotation[0] += 1.0;
    CHECK(waft_bodies_place(in.bodies, id, &wrong) == WAFT_ERR_ARGUMENT);
    CHECK(waft_bodies_place(in.bodies, (waft_body_id){3, 1}, &state) == WAFT_ERR_STALE_ID);
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

static void winds_and_ground_from_outside(void) {
    const body_world in = still_world(16, WAFT_MEDIUM_AIR);
    waft_wind_def wind = waft_wind_def_default();
    wind.kind = WAFT_WIND_UNIFORM;
    wind.velocity = (waft_vec3){0.0f, 0.0f, 2.0f};
    size_t index = 99;
    CHECK(waft_bodies_add_wind(in.bodies, &wind, &index) == WAFT_OK);
    CHECK(index == 0);
    CHECK_NEAR(waft_bodies_wind_at(in.bodies, (waft_vec3){1, 2, 3}).z, 2.0, 1e-6);
    wind.velocity.z = 5.0f;
    CHECK(waft_bodies_set_wind(in.bodies, 0, &wind) == WAFT_OK);
    CHECK(waft_bodies_set_wind(in.bodies, 1, &wind) == WAFT_ERR_ARGUMENT);
    CHECK_NEAR(waft_bodies_wind_at(in.bodies, (waft_vec3){1, 2, 3}).z, 5.0, 1e-6);
    for (int n = 1; n < 8; ++n) {
        CHECK(waft_bodies_add_wind(in.bodies, &wind, NULL) == WAFT_OK);
    }
    CHECK(waft_bodies_add_wind(in.bodies, &wind, NULL) == WAFT_ERR_FULL);
    wind.struct_size = 0;
    CHECK(waft_bodies_set_wind(in.bodies, 0, &wind) == WAFT_ERR_ARGUMENT);
    const float heights[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    waft_field field = {
        .data = heights, .size = {2, 1, 2}, .stride = {1, 2, 2}, .spacing = {1.0f, 1.0f, 1.0f}};
    CHECK(waft_bodies_set_ground(in.bodies, &field) == WAFT_OK);
    field.size[1] = 2;
    CHECK(waft_bodies_set_ground(in.bodies, &field) == WAFT_ERR_ARGUMENT);
    CHECK(waft_bodies_set_ground(in.bodies, NULL) == WAFT_OK);
    waft_world_destroy(in.world);
}

static void steps_allocate_nothing(void) {
    waft_hull* leaf = bake_leaf();
    counting count = {0};
    waft_world_def world_def = waft_world_def_default();
    world_def.allocator = counting_hook(&count);
    waft_bodies_def def = waft_bodies_def_default();
    def.medium = WAFT_MEDIUM_BOTH;
    def.level = 1.9f;
    def.collisions = true;
    def.ground.exists = true;
    const body_world in = make_body_world(&world_def, &def);
    for (uint32_t n = 0; n < 40; ++n) {
        waft_body_def body = leaf_def(leaf);
        body.precise = n % 4 == 0;
        body.state = scattered_state(n);
        (void)add_body(&in, &body);
    }
    const long before = count.calls;
    step_bodies(&in, 30);
    CHECK(count.calls == before);
    CHECK(waft_world_memory(in.world) <= count.bytes);
    CHECK(waft_bodies_memory_needed(&def) < waft_world_memory(in.world));
    waft_world_destroy(in.world);
    CHECK(count.live == 0);
    waft_hull_destroy(leaf);
}

static waft_result create_and_add(const waft_world_def* world_def, const waft_hull* leaf) {
    waft_world* world = NULL;
    waft_bodies* bodies = NULL;
    waft_bodies_def def = waft_bodies_def_default();
    def.capacity = 16;
    def.collisions = true;
    waft_result result = waft_world_create(world_def, &world, NULL);
    if (result == WAFT_OK) {
        result = waft_world_create_bodies(world, &def, &bodies);
    }
    waft_body_def body = leaf_def(leaf);
    for (uint32_t n = 0; n < 16 && result == WAFT_OK; ++n) {
        waft_body_id id;
        body.precise = n % 2 == 0;
        body.friction = n < 12 ? 0.5f : 0.6f; // a group more than capacity / 8
        result = waft_bodies_add(bodies, &body, &id);
        CHECK(waft_bodies_count(bodies) == n + (result == WAFT_OK ? 1u : 0u));
    }
    waft_world_destroy(world);
    return result;
}

static void every_failing_call_is_survived(void) {
    waft_hull* leaf = bake_leaf();
    waft_result result = WAFT_ERR_NO_MEMORY;
    for (long fail_at = 1; result != WAFT_OK && fail_at < 200; ++fail_at) {
        counting count = {.fail_at = fail_at};
        waft_world_def def = waft_world_def_default();
        def.allocator = counting_hook(&count);
        result = create_and_add(&def, leaf);
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
        CHECK(count.live == 0 && count.bytes == 0);
    }
    CHECK(result == WAFT_OK);
    waft_hull_destroy(leaf);
}

static void placing_forgets_pushes(void) {
    waft_hull* leaf = bake_leaf();
    const body_world in = still_world(16, WAFT_MEDIUM_AIR);
    const waft_body_def def = leaf_def(leaf);
    waft_body_info infos[2];
    for (int n = 0; n < 2; ++n) {
        waft_body_def one = def;
        one.stream = 5;
        const waft_body_id id = add_body(&in, &one);
        const waft_vec3 impulse = {1e-3f * (float)n, 0.0f, 0.0f};
        CHECK(waft_bodies_push(in.bodies, id, impulse, (waft_vec3){0.0f, 0.0f, 0.0f}) == WAFT_OK);
        CHECK(waft_bodies_place(in.bodies, id, &def.state) == WAFT_OK);
    }
    step_bodies(&in, 1);
    CHECK(waft_bodies_states(in.bodies, infos, 2) == 2);
    CHECK(body_bits(&infos[0]) == body_bits(&infos[1]));
    waft_world_destroy(in.world);
    waft_hull_destroy(leaf);
}

static void too_many_need_all_memory(void) {
    waft_bodies_def def = waft_bodies_def_default();
    for (int collisions = 0; collisions < 2; ++collisions) {
        def.collisions = collisions != 0;
        def.capacity = 4000000;
        CHECK(waft_bodies_memory_needed(&def) < SIZE_MAX);
        def.capacity = 4000001;
        CHECK(waft_bodies_memory_needed(&def) == SIZE_MAX);
        def.capacity = UINT32_MAX;
        CHECK(waft_bodies_memory_needed(&def) == SIZE_MAX);
    }
}

static const test_case cases[] = {
    {"bodies_come_and_go", bodies_come_and_go},
    {"many_come_all_or_none", many_come_all_or_none},
    {"wrong_ones_are_refused", wrong_ones_are_refused},
    {"pushes_wait_for_the_step", pushes_wait_for_the_step},
    {"bodies_can_be_put_elsewhere", bodies_can_be_put_elsewhere},
    {"winds_and_ground_from_outside", winds_and_ground_from_outside},
    {"steps_allocate_nothing", steps_allocate_nothing},
    {"every_failing_call_is_survived", every_failing_call_is_survived},
    {"placing_forgets_pushes", placing_forgets_pushes},
    {"too_many_need_all_memory", too_many_need_all_memory},
};

TEST_MAIN(cases)

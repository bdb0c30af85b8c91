// SPDX-License-Identifier: MIT
// Gravity, air and wind that change while a world runs, in all of its solvers.
#include <math.h>
#include <stdlib.h>

#include "crowd_fixture.h"
#include "world/world.h"

typedef struct scene {
    waft_world* world;
    waft_hull* hull;
} scene;

// Smoke, bodies and a liquid beside a pond of columns.
static scene open_scene(void) {
    scene made = {.hull = bake_hull(WAFT_HULL_BOX, 0.2, 0.1, 0.2, 500.0)};
    waft_world_def def = waft_world_def_default();
    def.step = 0.01;
    CHECK(waft_world_create(&def, &made.world, NULL) == WAFT_OK);
    waft_smoke_def air = waft_smoke_def_default();
    air.cells[0] = air.cells[1] = air.cells[2] = 8;
    air.spacing = 0.125f;
    waft_smoke* smoke = NULL;
    CHECK(waft_world_create_smoke(made.world, &air, &smoke) == WAFT_OK);
    waft_source_def source = waft_source_def_default();
    source.pose.position = (waft_vec3){0.5f, 0.3f, 0.5f};
    source.shape.radius = 0.2f;
    source.temperature = 50.0f;
    waft_source_id id;
    CHECK(waft_smoke_add_source(smoke, &source, &id) == WAFT_OK);
    waft_water_def pond = waft_water_def_default();
    pond.method = WAFT_WATER_COLUMNS;
    pond.size = (waft_vec2){4.0f, 4.0f};
    pond.cells[0] = pond.cells[1] = 32;
    pond.depth = 0.5f;
    waft_water* water = NULL;
    CHECK(waft_world_create_water(made.world, &pond, &water) == WAFT_OK);
    waft_bodies_def floating = waft_bodies_def_default();
    floating.medium = WAFT_MEDIUM_BOTH;
    waft_bodies* bodies = NULL;
    CHECK(waft_world_create_bodies(made.world, &floating, &bodies) == WAFT_OK);
    waft_body_def box = waft_body_def_default();
    box.hull = made.hull;
    box.noise = WAFT_NOISE_OFF;
    box.state.position[0] = box.state.position[2] = 2.0;
    box.state.position[1] = 0.3;
    waft_body_id body;
    CHECK(waft_bodies_add(bodies, &box, &body) == WAFT_OK);
    waft_liquid_def particles = waft_liquid_def_default();
    particles.spacing = 0.1f;
    particles.high = (waft_vec3){0.8f, 0.8f, 0.8f};
    particles.max_particles = 1000;
    particles.method = WAFT_LIQUID_WCSPH;
    waft_liquid* liquid = NULL;
    CHECK(waft_world_create_liquid(made.world, &particles, &liquid) == WAFT_OK);
    waft_liquid_block_def block = waft_liquid_block_def_default();
    block.shape.size = (waft_vec3){0.4f, 0.4f, 0.8f};
    block.pose.position = (waft_vec3){0.2f, 0.2f, 0.4f};
    CHECK(waft_liquid_add_block(liquid, &block, NULL) == WAFT_OK);
    return made;
}

static void close_scene(scene* made) {
    waft_world_destroy(made->world);
    waft_hull_destroy(made->hull);
}

static void run(const scene* in, int steps) {
    for (int n = 0; n < steps; ++n) {
        if (!CHECK(waft_world_step(in->world) == WAFT_OK)) {
            (void)fprintf(stderr, "  %s\n", waft_world_error(in->world));
        }
    }
}

static void change(const scene* in, double gravity, double density, float wind) {
    waft_world_def wanted = wafti_world_def_now(in->world);
    wanted.gravity[1] = -gravity;
    wanted.air.density = density;
    wanted.air.wind.x = wind;
    wafti_pool_begin(in->world->pool);
    CHECK(wafti_world_change(in->world, &wanted, NULL) == WAFT_OK);
    wafti_pool_end(in->world->pool);
}

static void all_solvers_get_it(void) {
    scene made = open_scene();
    run(&made, 2);
    change(&made, 3.0, 1.0, 5.0f);
    CHECK(made.world->context.gravity == 3.0);
    CHECK(wafti_world_def_now(made.world).air.wind.x == 5.0f);
    run(&made, 2);
    CHECK(waft_bodies_wind_at(made.world->bodies, (waft_vec3){50.0f, 1.0f, 1.0f}).x == 5.0f);
    close_scene(&made);
}

static uint64_t twin_of(const scene* in, scene* out_twin) {
    const size_t size = waft_world_snapshot_size(in->world);
    void* bytes = malloc(size);
    CHECK(waft_world_snapshot(in->world, bytes, size) == WAFT_OK);
    *out_twin = open_scene();
    if (!CHECK(waft_world_restore(out_twin->world, bytes, size) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", waft_world_error(out_twin->world));
    }
    free(bytes);
    return waft_world_hash(out_twin->world);
}

static void changes_are_state(void) {
    scene a = open_scene();
    run(&a, 3);
    change(&a, 4.0, 2.0, 1.0f);
    run(&a, 3);
    scene b;
    CHECK(twin_of(&a, &b) == waft_world_hash(a.world));
    CHECK(b.world->context.gravity == 4.0);
    run(&a, 3);
    run(&b, 3);
    CHECK(waft_world_hash(a.world) == waft_world_hash(b.world));
    change(&a, 9.81, 1.204, 0.0f);
    change(&b, 9.81, 1.204, 0.0f);
    run(&a, 3);
    run(&b, 3);
    CHECK(waft_world_hash(a.world) == waft_world_hash(b.world));
    close_scene(&a);
    close_scene(&b);
}

static void the_same_values_change_nothing(void) {
    scene a = open_scene();
    scene b = open_scene();
    run(&a, 3);
    run(&b, 3);
    change(&a, 9.81, 1.204, 0.0f);
    CHECK(waft_world_hash(a.world) == waft_world_hash(b.world));
    run(&a, 3);
    run(&b, 3);
    CHECK(waft_world_hash(a.world) == waft_world_hash(b.world));
    close_scene(&a);
    close_scene(&b);
}

static void what_cannot_be_is_named(void) {
    scene made = open_scene();
    waft_error error;
    waft_world_def wanted = wafti_world_def_now(made.world);
    wanted.step = 0.02;
    CHECK(wafti_world_change(made.world, &wanted, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "time.step cannot change while the world runs");
    wanted = wafti_world_def_now(made.world);
    wanted.gravity[0] = 1.0;
    CHECK(wafti_world_change(made.world, &wanted, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "a water surface needs gravity straight down: [0, negative, 0]");
    wanted = wafti_world_def_now(made.world);
    wanted.air.density = 0.0f;
    CHECK(wafti_world_change(made.world, &wanted, &error) == WAFT_ERR_ARGUMENT);
    CHECK(made.world->context.gravity == (double)9.81f);
    close_scene(&made);
}

static const test_case cases[] = {
    {"all_solvers_get_it", all_solvers_get_it},
    {"changes_are_state", changes_are_state},
    {"the_same_values_change_nothing", the_same_values_change_nothing},
    {"what_cannot_be_is_named", what_cannot_be_is_named},
};

TEST_MAIN(cases)

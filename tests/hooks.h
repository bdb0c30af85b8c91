// SPDX-License-Identifier: MIT
// An allocator that counts and can fail, and small worlds that several tests share.
#ifndef WAFT_TEST_HOOKS_H
#define WAFT_TEST_HOOKS_H

#include <stdlib.h>

#include <waft/waft.h>

#include "port/port.h"
#include "test.h"

typedef struct counting {
    long calls;   // allocations asked for so far
    long fail_at; // this call fails (from 1); 0: none
    long live;    // blocks not yet released
    size_t bytes; // bytes not yet released
    size_t most;  // bytes that were not released at one time
} counting;

static inline void* counting_allocate(void* user, size_t size, size_t alignment) {
    counting* c = user;
    ++c->calls;
    if (c->calls == c->fail_at) {
        return NULL;
    }
    void* memory = wafti_pages_take(alignment, (size + alignment - 1) / alignment * alignment);
    if (memory != NULL) {
        ++c->live;
        c->bytes += size;
        c->most = c->bytes > c->most ? c->bytes : c->most;
    }
    return memory;
}

static inline void counting_release(void* user, void* memory, size_t size, size_t alignment) {
    counting* c = user;
    (void)alignment;
    --c->live;
    c->bytes -= size;
    wafti_pages_free(memory);
}

static inline waft_allocator counting_hook(counting* c) {
    return (waft_allocator){.user = c, .allocate = counting_allocate, .release = counting_release};
}

static const waft_train_def test_trains[] = {
    {.shape = WAFT_TRAIN_PLANE, .direction = {1.0f, 0.2f}, .amplitude = 0.05f, .length = 3.0f},
    {.shape = WAFT_TRAIN_PLANE,
        .direction = {0.3f, 1.0f},
        .amplitude = 0.03f,
        .period = 1.1f,
        .phase = 0.7f},
    {.shape = WAFT_TRAIN_POINT, .center = {4.0f, 5.0f}, .amplitude = 0.02f, .wavenumber = 4.0f},
};

static inline waft_water_def small_water_def(void) {
    static const waft_gauge_def gauges[] = {{"middle", {5.0f, 5.0f}}};
    waft_water_def def = waft_water_def_default();
    def.cells[0] = 48;
    def.cells[1] = 40;
    def.trains = test_trains;
    def.train_count = sizeof(test_trains) / sizeof(test_trains[0]);
    def.gauges = gauges;
    def.gauge_count = 1;
    return def;
}

// A beach on which the waves break, with foam and spray: the state that is not a closed form.
static inline waft_water_def shore_water_def(void) {
    waft_water_def def = small_water_def();
    def.size = (waft_vec2){30.0f, 20.0f};
    def.cells[0] = 96;
    def.terrain.kind = WAFT_TERRAIN_SLOPE;
    def.terrain.low = -2.0f;
    def.terrain.high = 0.3f;
    def.terrain.to = 30.0f;
    def.train_count = 2;
    def.spray.capacity = 500;
    return def;
}

// A lake with islands that a source, rain, a sponge and a handle keep moving.
static inline waft_water_def lake_water_def(waft_water_method method) {
    static const waft_gauge_def gauges[] = {{"middle", {5.0f, 4.0f}}};
    static const waft_water_source_def sources[] = {
        {.center = {2.0f, 3.0f}, .radius = 0.5f, .rate = 0.2f}};
    static const waft_handle_def handles[] = {
        {.kind = WAFT_HANDLE_FORCE, .at = {7.0f, 5.0f}, .force = -300.0f, .most = 1e4f}};
    waft_water_def def = waft_water_def_default();
    def.method = method;
    def.size = (waft_vec2){10.0f, 8.0f};
    def.cells[0] = 50;
    def.cells[1] = 40;
    def.terrain.kind = WAFT_TERRAIN_NOISE;
    def.terrain.low = -2.0f;
    def.terrain.high = 1.75f;
    def.terrain.length = 3.0f;
    def.gauges = gauges;
    def.gauge_count = 1;
    def.sources = sources;
    def.source_count = 1;
    def.handles = handles;
    def.handle_count = method == WAFT_WATER_COLUMNS ? 1 : 0;
    def.rain = (waft_rain_def){.rate = 20.0f, .radius = 0.2f, .height = 0.02f};
    def.edges[WAFT_WATER_LEFT].sponge = 5;
    return def;
}

static inline waft_world* make_world(
    const waft_world_def* world_def, const waft_water_def* water_def) {
    waft_world* world = NULL;
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_world_create(world_def, &world, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
        return NULL;
    }
    waft_water* water = NULL;
    if (!CHECK(waft_world_create_water(world, water_def, &water) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", waft_world_error(world));
    }
    return world;
}

// A hot ball under a sphere, in a box with an open top; the sphere swings by a curve.
typedef struct smoke_scene {
    int32_t cells[3];
    waft_smoke_scheme scheme;
} smoke_scene;

static inline waft_result fill_smoke_world(waft_world* world, const smoke_scene* scene) {
    waft_smoke_def def = waft_smoke_def_default();
    memcpy(def.cells, scene->cells, sizeof(def.cells));
    def.spacing = 1.0f / (float)def.cells[0];
    def.scheme = scene->scheme;
    def.confinement = 1.0f;
    def.viscosity = 1e-4f;
    waft_smoke* smoke = NULL;
    const float z = 0.5f * (float)def.cells[2] * def.spacing;
    const float height = (float)def.cells[1] * def.spacing;
    waft_source_def source = waft_source_def_default();
    source.pose.position = (waft_vec3){0.5f, 0.2f * height, z};
    source.shape.radius = 0.15f;
    source.temperature = 80.0f;
    source.noise.amount = 0.2f;
    waft_solid_def solid = waft_solid_def_default();
    solid.shape.radius = 0.15f;
    const waft_pose still = {.position = {0.5f, 0.6f * height, z}, .rotation = {.w = 1.0f}};
    waft_solid_key keys[] = {{0.0, still, WAFT_EASE_LINEAR}, {0.2, still, WAFT_EASE_LINEAR},
        {0.5, still, WAFT_EASE_LINEAR}};
    keys[1].pose.position.x = 0.6f;
    keys[2].pose.position.x = 0.35f;
    solid.keys = keys;
    solid.key_count = 3;
    waft_source_id source_id;
    waft_solid_id solid_id;
    waft_result result = waft_world_create_smoke(world, &def, &smoke);
    result = result == WAFT_OK ? waft_smoke_add_source(smoke, &source, &source_id) : result;
    return result == WAFT_OK ? waft_world_add_solid(world, &solid, &solid_id) : result;
}

static inline waft_world* make_smoke_world(
    const waft_world_def* world_def, const smoke_scene* scene) {
    waft_world* world = NULL;
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_world_create(world_def, &world, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
        return NULL;
    }
    if (!CHECK(fill_smoke_world(world, scene) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", waft_world_error(world));
    }
    return world;
}

// A recorder that keeps the first edits and counts all.
typedef struct edit_tape {
    waft_edit edits[64];
    size_t count;
} edit_tape;

static inline void tape_write(void* user, const waft_edit* edit) {
    edit_tape* tape = user;
    if (tape->count < sizeof(tape->edits) / sizeof(tape->edits[0])) {
        tape->edits[tape->count] = *edit;
    }
    ++tape->count;
}

static inline void tape_attach(edit_tape* tape, waft_world* world) {
    tape->count = 0;
    CHECK(waft_world_record(world, &(waft_recorder){.user = tape, .write = tape_write}) == WAFT_OK);
}

static inline void take_steps(waft_world* world, int count) {
    for (int i = 0; i < count; ++i) {
        if (!CHECK(waft_world_step(world) == WAFT_OK)) {
            (void)fprintf(stderr, "  %s\n", waft_world_error(world));
            return;
        }
    }
}

#endif // WAFT_TEST_HOOKS_H

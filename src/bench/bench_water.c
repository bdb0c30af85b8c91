// SPDX-License-Identifier: MIT
// Water on a grid through the public interface, as a host would run it. Water spec, section 10.
#include "bench/bench.h"

#include <math.h>

#include <waft/body.h>
#include <waft/hull.h>
#include <waft/water.h>
#include <waft/world.h>

#include "base/error.h"
#include "base/memory.h"
#include "math/philox.h"

enum {
    POINTS = 4096,
    POND = 512, // cells across a pond that is asked and swum in
    SWIMMERS = 100,
};

static const float cell = 0.25f;   // m
static const double dt = 0.02;     // s: Cr 0.37, and swe takes it in one part
static const float deepest = 2.0f; // m

// Bytes that a cell's step reads and writes if each pass finds only what it has just used in caches.
// implicit: rows read level, bed and rise and write the rise; columns read these and write level and
// rise; faces read the level and read and write two velocities. columns: bed, depth and four flows in,
// all but the bed out. swe: bed, depth and two flows in, all but the bed out.
enum { IMPLICIT_BYTES = 56, COLUMNS_BYTES = 44, SWE_BYTES = 28 };

static waft_result fail_world(const waft_world* world, waft_result result, waft_error* out_error) {
    return wafti_fail(out_error, result, "%s", waft_world_error(world));
}

// A pond over a hill that stays under water, with a block of water that falls at the start: no cell is
// at rest and none is like the next.
static waft_result make_world(waft_water_method method, int32_t cells, int threads,
    waft_world** out_world, waft_error* out_error) {
    waft_world_def world_def = waft_world_def_default();
    world_def.threads = threads;
    world_def.step = dt;
    waft_result result = waft_world_create(&world_def, out_world, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const float side = cell * (float)cells;
    const waft_water_box_def dam = {
        .low = {0.0f, 0.0f}, .high = {0.25f * side, 0.5f * side}, .level = 0.2f};
    waft_water_def def = waft_water_def_default();
    def.method = method;
    def.size = (waft_vec2){side, side};
    def.cells[0] = cells;
    def.cells[1] = cells;
    def.depth = deepest;
    def.terrain.kind = WAFT_TERRAIN_BUMP;
    def.terrain.low = -deepest;
    def.terrain.high = -0.25f * deepest;
    def.terrain.center = (waft_vec2){0.5f * side, 0.5f * side};
    def.terrain.radius = 0.5f * side;
    def.boxes = &dam;
    def.box_count = 1;
    waft_water* water = NULL;
    result = waft_world_create_water(*out_world, &def, &water);
    if (result != WAFT_OK) {
        (void)fail_world(*out_world, result, out_error);
        waft_world_destroy(*out_world);
        *out_world = NULL;
    }
    return result;
}

static waft_result step_world(void* world) {
    return waft_world_step(world);
}

static waft_result run_pond(waft_water_method method, int32_t cells, const waft_bench_def* def,
    wafti_bench_result* out_result, waft_error* out_error) {
    waft_world* world = NULL;
    waft_result result = make_world(method, cells, def->threads, &world, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const int bytes = method == WAFT_WATER_IMPLICIT  ? IMPLICIT_BYTES
                      : method == WAFT_WATER_COLUMNS ? COLUMNS_BYTES
                                                     : SWE_BYTES;
    out_result->items = (double)cells * (double)cells;
    out_result->bytes = out_result->items * bytes;
    result = wafti_bench_time(def, cells > 1024 ? 20 : 50, step_world, world, out_result);
    if (result != WAFT_OK) {
        (void)fail_world(world, result, out_error);
    }
    waft_world_destroy(world);
    return result;
}

#define POND_CASE(name, method, cells)                                                             \
    waft_result wafti_bench_water_##name##_##cells(                                                \
        const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {        \
        return run_pond(method, cells, def, out_result, out_error);                                \
    }
POND_CASE(columns, WAFT_WATER_COLUMNS, 256)
POND_CASE(columns, WAFT_WATER_COLUMNS, 1024)
POND_CASE(columns, WAFT_WATER_COLUMNS, 4096)
POND_CASE(implicit, WAFT_WATER_IMPLICIT, 1024)
POND_CASE(implicit, WAFT_WATER_IMPLICIT, 4096)
POND_CASE(swe, WAFT_WATER_SWE, 1024)
POND_CASE(swe, WAFT_WATER_SWE, 4096)
#undef POND_CASE

static waft_result step_and_read(void* world) {
    const waft_result result = waft_world_step(world);
    waft_field level;
    return result == WAFT_OK ? waft_water_field(waft_world_water(world), WAFT_WATER_LEVEL, &level)
                             : result;
}

// What a game does each frame; beside water/columns/256, which steps alone.
waft_result wafti_bench_water_level(
    const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {
    enum { CELLS = 256 };
    waft_world* world = NULL;
    waft_result result = make_world(WAFT_WATER_COLUMNS, CELLS, def->threads, &world, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    out_result->items = (double)CELLS * CELLS;
    result = wafti_bench_time(def, 200, step_and_read, world, out_result);
    if (result != WAFT_OK) {
        (void)fail_world(world, result, out_error);
    }
    waft_world_destroy(world);
    return result;
}

typedef struct queries {
    const waft_water* water;
    waft_vec3 points[POINTS];
    waft_water_sample samples[POINTS];
} queries;

static waft_result ask(void* context) {
    queries* q = context;
    return waft_water_query(q->water, q->points, POINTS, q->samples);
}

// One thread: a host asks from wherever it needs the answer. The surface is drawn before.
waft_result wafti_bench_water_query(
    const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {
    waft_world* world = NULL;
    waft_result result = make_world(WAFT_WATER_COLUMNS, POND, 1, &world, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    queries* q = wafti_allocate(NULL, 1, sizeof(*q));
    if (q == NULL) {
        result = wafti_fail_memory(out_error, sizeof(*q), "the query points");
        goto cleanup;
    }
    q->water = waft_world_water(world);
    const float side = cell * (float)POND;
    for (uint64_t i = 0; i < POINTS; ++i) {
        const wafti_random4 r = wafti_random(1, 0, 0, i);
        q->points[i] = waft_vec3_make(side * wafti_uniform(r.word[0]),
            -deepest * wafti_uniform(r.word[2]), side * wafti_uniform(r.word[1]));
    }
    waft_field normal;
    result = waft_water_field(q->water, WAFT_WATER_NORMAL_X, &normal);
    out_result->threads = 1;
    out_result->items = POINTS;
    if (result == WAFT_OK) {
        result = wafti_bench_time(def, 100, ask, q, out_result);
    }
    if (result != WAFT_OK) {
        (void)wafti_fail(out_error, result, "water/query: the query failed");
    }
cleanup:
    wafti_release(NULL, q, 1, sizeof(*q));
    waft_world_destroy(world);
    return result;
}

// Boxes of half the water's density, each a little tilted, on a square lattice over the pond.
static waft_result add_swimmers(waft_world* world, const waft_hull* hull) {
    waft_bodies_def def = waft_bodies_def_default();
    def.capacity = SWIMMERS;
    def.medium = WAFT_MEDIUM_BOTH;
    waft_bodies* bodies = NULL;
    waft_result result = waft_world_create_bodies(world, &def, &bodies);
    const double apart = (double)cell * POND / 10.0;
    for (int n = 0; n < SWIMMERS && result == WAFT_OK; ++n) {
        const double half = 0.02 * (n % 7 - 3);
        waft_body_def body = waft_body_def_default();
        waft_body_id id;
        body.hull = hull;
        body.noise = WAFT_NOISE_OFF;
        body.state.position[0] = (n % 10 + 0.5) * apart;
        body.state.position[1] = 0.3;
        body.state.position[2] = ((int)(n / 10) + 0.5) * apart;
        body.state.rotation[0] = sin(half);
        body.state.rotation[3] = cos(half);
        result = waft_bodies_add(bodies, &body, &id);
    }
    return result;
}

waft_result wafti_bench_water_bodies(
    const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {
    waft_hull_def box = waft_hull_def_default();
    box.shape = WAFT_HULL_BOX;
    box.size[0] = 2.0;
    box.size[1] = 1.0;
    box.size[2] = 2.0;
    box.density = 500.0;
    box.turbulence.bake = false;
    waft_hull* hull = NULL;
    waft_world* world = NULL;
    waft_result result = waft_hull_bake(&box, &hull, out_error);
    if (result == WAFT_OK) {
        result = make_world(WAFT_WATER_COLUMNS, POND, def->threads, &world, out_error);
    }
    if (result == WAFT_OK) {
        result = add_swimmers(world, hull);
        if (result == WAFT_OK) {
            out_result->items = SWIMMERS;
            result = wafti_bench_time(def, 100, step_world, world, out_result);
        }
        if (result != WAFT_OK) {
            (void)fail_world(world, result, out_error);
        }
    }
    waft_world_destroy(world);
    waft_hull_destroy(hull);
    return result;
}

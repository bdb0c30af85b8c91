// SPDX-License-Identifier: MIT
// Water through the public interface, as a host would run it: procedural waves, and the methods on a
// grid. What such runs taught is in docs/spec/water.md#speed.
#include "bench/bench.h"

#include <math.h>

#include <waft/body.h>
#include <waft/hull.h>
#include <waft/water.h>

#include "base/error.h"
#include "base/memory.h"
#include "math/philox.h"

enum {
    TRAINS = 16,
    POINTS = 4096,
    POND = 512, // cells across a pond that is swum in
    SWIMMERS = 100,
};

static const float cell = 0.25f;   // m
static const double dt = 0.02;     // s: Cr 0.37, and swe takes it in one part
static const float deepest = 2.0f; // m, of a pond

typedef struct water_case {
    waft_water_method method;
    int32_t cells; // along each side
    bool reads;    // the level after each step
} water_case;

// Bytes that a cell's step reads and writes if each pass finds only what it has just used in caches.
// waves: without foam drawing writes six fields; the mask of a flat bed is one row and stays in the cache.
// implicit: rows read level, bed and rise and write the rise; columns read these and write level and
// rise; faces read the level and read and write two velocities. columns: bed, depth and four flows in,
// all but the bed out. swe: bed, depth and two flows in, all but the bed out.
static int bytes_of(waft_water_method method) {
    return method == WAFT_WATER_WAVES      ? 24
           : method == WAFT_WATER_IMPLICIT ? 56
           : method == WAFT_WATER_COLUMNS  ? 44
                                           : 28;
}

// Sixteen trains fanned over 120 degrees, lengths 4 to 32 m, each with k A = 0.03: lively, far from
// breaking.
static void make_trains(waft_train_def* out_trains) {
    for (int i = 0; i < TRAINS; ++i) {
        const float share = (float)i / (float)(TRAINS - 1);
        const float angle = (share - 0.5f) * 2.0944f;
        waft_train_def train = waft_train_def_default();
        train.direction = (waft_vec2){cosf(angle), sinf(angle)};
        train.length = 4.0f * powf(8.0f, fmodf(7.0f * share, 1.0f));
        train.amplitude = 0.03f * train.length / 6.2831853f;
        train.phase = (float)i;
        out_trains[i] = train;
    }
}

// Waves over a flat bed; else a pond over a hill that stays under water, with a block of water that falls
// at the start: no cell is at rest and none is like the next.
static waft_result make_world(
    const water_case* c, int threads, waft_world** out_world, waft_error* out_error) {
    const float side = cell * (float)c->cells;
    const waft_water_box_def dam = {
        .low = {0.0f, 0.0f}, .high = {0.25f * side, 0.5f * side}, .level = 0.2f};
    waft_train_def trains[TRAINS];
    waft_world_def world_def = waft_world_def_default();
    waft_water_def def = waft_water_def_default();
    world_def.threads = threads;
    def.method = c->method;
    def.size = (waft_vec2){side, side};
    def.cells[0] = c->cells;
    def.cells[1] = c->cells;
    if (c->method == WAFT_WATER_WAVES) {
        make_trains(trains);
        def.depth = 20.0f;
        def.mode = WAFT_WAVE_GERSTNER;
        def.trains = trains;
        def.train_count = TRAINS;
    } else {
        world_def.step = dt;
        def.depth = deepest;
        def.terrain.kind = WAFT_TERRAIN_BUMP;
        def.terrain.low = -deepest;
        def.terrain.high = -0.25f * deepest;
        def.terrain.center = (waft_vec2){0.5f * side, 0.5f * side};
        def.terrain.radius = 0.5f * side;
        def.boxes = &dam;
        def.box_count = 1;
    }
    waft_water* water = NULL;
    const waft_result result = waft_world_create(&world_def, out_world, out_error);
    return result == WAFT_OK ? waft_world_create_water(*out_world, &def, &water) : result;
}

// What a game does each frame; beside water/columns/256, which steps alone.
static waft_result step_and_read(void* world) {
    const waft_result result = waft_world_step(world);
    waft_field level;
    return result == WAFT_OK ? waft_water_field(waft_world_water(world), WAFT_WATER_LEVEL, &level)
                             : result;
}

static waft_result run_steps(const waft_bench_def* def, const void* setup,
    wafti_bench_result* out_result, waft_error* out_error) {
    const water_case* c = setup;
    const int repetitions = c->reads ? 200 : c->cells > 1024 ? 20 : 50;
    waft_world* world = NULL;
    waft_result result = make_world(c, def->threads, &world, out_error);
    out_result->items = (double)c->cells * (double)c->cells;
    out_result->bytes = c->reads ? 0.0 : out_result->items * bytes_of(c->method);
    if (result == WAFT_OK) {
        result = wafti_bench_time(
            def, repetitions, c->reads ? step_and_read : wafti_bench_step_world, world, out_result);
    }
    return wafti_bench_close(world, result, out_error);
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
static waft_result run_query(const waft_bench_def* def, const void* setup,
    wafti_bench_result* out_result, waft_error* out_error) {
    const water_case* c = setup;
    const bool waves = c->method == WAFT_WATER_WAVES;
    const float side = cell * (float)c->cells;
    // Of waves away from the rim, where a point may have come from outside.
    const float first = waves ? 0.1f * side : 0.0f;
    const float extent = side - 2.0f * first;
    waft_world* world = NULL;
    waft_result result = make_world(c, 1, &world, out_error);
    queries* q = wafti_allocate(NULL, 1, sizeof(*q));
    if (result == WAFT_OK && q == NULL) {
        result = wafti_fail_memory(out_error, sizeof(*q), "the query points");
    }
    out_result->threads = 1;
    out_result->items = POINTS;
    if (result == WAFT_OK && q != NULL) {
        q->water = waft_world_water(world);
        for (uint64_t i = 0; i < POINTS; ++i) {
            const wafti_random4 r = wafti_random(1, 0, 0, i);
            q->points[i] = waft_vec3_make(first + extent * wafti_uniform(r.word[0]),
                -deepest * wafti_uniform(r.word[2]), first + extent * wafti_uniform(r.word[1]));
        }
        waft_field normal;
        result = waft_water_field(q->water, WAFT_WATER_NORMAL_X, &normal);
        result = result == WAFT_OK ? wafti_bench_time(def, 100, ask, q, out_result) : result;
        if (result != WAFT_OK) {
            (void)wafti_fail(
                out_error, result, "%s/query: the query failed", waves ? "waves" : "water");
        }
    }
    wafti_release(NULL, q, 1, sizeof(*q));
    return wafti_bench_close(world, result, out_error);
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

static waft_result run_bodies(const waft_bench_def* def, const void* setup,
    wafti_bench_result* out_result, waft_error* out_error) {
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
    result = result == WAFT_OK ? make_world(setup, def->threads, &world, out_error) : result;
    result = result == WAFT_OK ? add_swimmers(world, hull) : result;
    if (result == WAFT_OK) {
        out_result->items = SWIMMERS;
        result = wafti_bench_time(def, 100, wafti_bench_step_world, world, out_result);
    }
    result = wafti_bench_close(world, result, out_error);
    waft_hull_destroy(hull);
    return result;
}

static const water_case waves = {WAFT_WATER_WAVES, 1024, false};
static const wafti_bench_case wave_cases[] = {
    {"waves/1024", "a step of 1024 x 1024 cells, 16 plane trains, Gerstner with normals", "cells",
        run_steps, &waves},
    {"waves/query", "4096 points asked for level, normal and velocity, on one thread", "queries",
        run_query, &waves},
};
const wafti_bench_list wafti_bench_waves = WAFTI_BENCH_LIST(wave_cases);

#define POND_STEPS(name, method, cells, what)                                                      \
    {                                                                                              \
        "water/" name "/" #cells, "a step of a pond of " #cells " x " #cells what, "cells",        \
            run_steps, &(const water_case) {                                                       \
            WAFT_WATER_##method, cells, false                                                      \
        }                                                                                          \
    }

static const water_case small = {WAFT_WATER_COLUMNS, 256, true};
static const water_case middle = {WAFT_WATER_COLUMNS, POND, false};
static const wafti_bench_case pond_cases[] = {
    POND_STEPS("columns", COLUMNS, 256, " columns"),
    {"water/level/256", "such a step, and the level read after it", "cells", run_steps, &small},
    POND_STEPS("columns", COLUMNS, 1024, " cells as columns with eight pipes each"),
    POND_STEPS("columns", COLUMNS, 4096, " cells as columns with eight pipes each"),
    POND_STEPS("implicit", IMPLICIT, 1024, " cells by Kass & Miller"),
    POND_STEPS("implicit", IMPLICIT, 4096, " cells by Kass & Miller"),
    POND_STEPS("swe", SWE, 1024, " cells by the shallow-water equations"),
    POND_STEPS("swe", SWE, 4096, " cells by the shallow-water equations"),
    {"water/query",
        "4096 points of a pond of columns asked for level, normal and velocity, on one thread",
        "queries", run_query, &middle},
    {"water/bodies/100", "a step of 100 boxes in a pond of 512 x 512 columns", "bodies", run_bodies,
        &middle},
};
const wafti_bench_list wafti_bench_water = WAFTI_BENCH_LIST(pond_cases);

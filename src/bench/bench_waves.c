// SPDX-License-Identifier: MIT
// The procedural waves through the public interface, as a host would run them.
#include "bench/bench.h"

#include <math.h>

#include <waft/water.h>
#include <waft/world.h>

#include "base/error.h"
#include "base/memory.h"
#include "math/philox.h"

enum {
    CELLS = 1024,
    TRAINS = 16,
    POINTS = 4096,
};

static const float side = 256.0f; // m
static const float depth = 20.0f; // m

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

static waft_result make_world(int threads, waft_world** out_world, waft_error* out_error) {
    waft_train_def trains[TRAINS];
    make_trains(trains);
    waft_world_def world_def = waft_world_def_default();
    world_def.threads = threads;
    waft_water_def water_def = waft_water_def_default();
    water_def.size = (waft_vec2){side, side};
    water_def.cells[0] = CELLS;
    water_def.cells[1] = CELLS;
    water_def.depth = depth;
    water_def.mode = WAFT_WAVE_GERSTNER;
    water_def.trains = trains;
    water_def.train_count = TRAINS;
    waft_result result = waft_world_create(&world_def, out_world, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_water* water = NULL;
    result = waft_world_create_water(*out_world, &water_def, &water);
    if (result != WAFT_OK) {
        (void)wafti_fail(out_error, result, "%s", waft_world_error(*out_world));
        waft_world_destroy(*out_world);
        *out_world = NULL;
    }
    return result;
}

static waft_result step_world(void* world) {
    return waft_world_step(world);
}

waft_result wafti_bench_waves_1024(
    const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {
    waft_world* world = NULL;
    waft_result result = make_world(def->threads, &world, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    out_result->items = (double)CELLS * CELLS;
    // Without foam drawing writes six fields; the mask of a flat bed is one row and stays in the cache.
    out_result->bytes = out_result->items * 6.0 * (double)sizeof(float);
    result = wafti_bench_time(def, 50, step_world, world, out_result);
    if (result != WAFT_OK) {
        (void)wafti_fail(out_error, result, "%s", waft_world_error(world));
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

// One thread: a host asks from wherever it needs the answer.
waft_result wafti_bench_waves_query(
    const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {
    waft_world* world = NULL;
    waft_result result = make_world(1, &world, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    queries* q = wafti_allocate(NULL, 1, sizeof(*q));
    if (q == NULL) {
        result = wafti_fail_memory(out_error, sizeof(*q), "the query points");
        goto cleanup;
    }
    q->water = waft_world_water(world);
    for (uint64_t i = 0; i < POINTS; ++i) {
        const wafti_random4 r = wafti_random(1, 0, 0, i);
        // Away from the rim, where a point may have come from outside.
        const float x = side * (0.1f + 0.8f * wafti_uniform(r.word[0]));
        const float z = side * (0.1f + 0.8f * wafti_uniform(r.word[1]));
        q->points[i] = waft_vec3_make(x, -2.0f * wafti_uniform(r.word[2]), z);
    }
    out_result->threads = 1;
    out_result->items = POINTS;
    result = wafti_bench_time(def, 100, ask, q, out_result);
    if (result != WAFT_OK) {
        (void)wafti_fail(out_error, result, "waves/query: the query failed");
    }
cleanup:
    wafti_release(NULL, q, 1, sizeof(*q));
    waft_world_destroy(world);
    return result;
}

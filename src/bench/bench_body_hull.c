// SPDX-License-Identifier: MIT
// What is done before a body moves, on one thread: the paper's precomputation of a 1:2:4 ellipsoid
// (Xie & Miyata 2013, section 7), and the part of a hull under water.
#include "bench/bench.h"

#include <math.h>

#include <waft/hull.h>

enum { REPETITIONS = 20, CLIPS = 1000 };

typedef struct bake {
    waft_hull_def def;
    waft_error* error;
} bake;

static waft_hull_def ellipsoid(int detail) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = WAFT_HULL_ELLIPSOID;
    def.size[0] = 0.01;
    def.size[1] = 0.02;
    def.size[2] = 0.04;
    def.density = 1100.0;
    def.detail = detail;
    def.method = WAFT_ADDED_MASS_BEM;
    def.turbulence.bake = false;
    return def;
}

static waft_result bake_once(void* context) {
    const bake* b = context;
    waft_hull* hull = NULL;
    const waft_result result = waft_hull_bake(&b->def, &hull, b->error);
    waft_hull_destroy(hull);
    return result;
}

typedef struct hull_case {
    int detail;
    bool turbulence; // in place of the added mass: its closed form costs nothing beside the flow
} hull_case;

static waft_result run_bake(const waft_bench_def* def, const void* setup,
    wafti_bench_result* out_result, waft_error* out_error) {
    const hull_case* c = setup;
    bake b = {ellipsoid(c->detail), out_error};
    out_result->items = 20.0 * pow(4.0, c->detail);
    if (c->turbulence) {
        b.def.method = WAFT_ADDED_MASS_CLOSED;
        b.def.turbulence.bake = true;
        b.def.turbulence.cells[2] = 8;
        out_result->items = 32.0 * 32.0 * 8.0 * 80.0;
    }
    out_result->threads = 1;
    return wafti_bench_time(def, REPETITIONS, bake_once, &b, out_result);
}

static waft_result clip_many(void* context) {
    const waft_hull* hull = context;
    double sum = 0.0;
    for (int n = 0; n < CLIPS; ++n) {
        const double point[3] = {0.0, 1e-5 * (n - 0.5 * CLIPS), 0.0};
        const double normal[3] = {0.1, 1.0, 1e-3 * n};
        sum += waft_hull_submerge(hull, point, normal).share;
    }
    return sum > 0.0 ? WAFT_OK : WAFT_ERR_DIVERGED;
}

static waft_result run_clip(const waft_bench_def* def, const void* setup,
    wafti_bench_result* out_result, waft_error* out_error) {
    (void)setup;
    waft_hull_def shape = ellipsoid(2);
    shape.method = WAFT_ADDED_MASS_CLOSED;
    waft_hull* hull = NULL;
    waft_result result = waft_hull_bake(&shape, &hull, out_error);
    if (result == WAFT_OK) {
        result = wafti_bench_time(def, REPETITIONS, clip_many, hull, out_result);
        waft_hull_destroy(hull);
    }
    out_result->items = CLIPS;
    out_result->threads = 1;
    return result;
}

static const wafti_bench_case cases[] = {
    {"body/hull/320", "added mass of an ellipsoid of 320 facets", "facets", run_bake,
        &(const hull_case){2, false}},
    {"body/hull/1280", "added mass of an ellipsoid of 1280 facets", "facets", run_bake,
        &(const hull_case){3, false}},
    {"body/keps/32x32x8", "turbulence of an ellipsoid's hull, 80 steps", "cells", run_bake,
        &(const hull_case){2, true}},
    {"body/clip/320", "a hull of 320 facets cut by 1000 water levels", "cuts", run_clip, NULL},
};
const wafti_bench_list wafti_bench_hulls = WAFTI_BENCH_LIST(cases);

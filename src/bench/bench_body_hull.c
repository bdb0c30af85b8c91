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

static waft_result run_panels(
    int detail, const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {
    bake b = {ellipsoid(detail), out_error};
    out_result->items = 20.0 * pow(4.0, detail);
    out_result->threads = 1;
    return wafti_bench_time(def, REPETITIONS, bake_once, &b, out_result);
}

waft_result wafti_bench_body_hull_320(
    const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {
    return run_panels(2, def, out_result, out_error);
}

waft_result wafti_bench_body_hull_1280(
    const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {
    return run_panels(3, def, out_result, out_error);
}

// The closed form costs nothing beside the flow.
waft_result wafti_bench_body_keps(
    const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {
    bake b = {ellipsoid(2), out_error};
    b.def.method = WAFT_ADDED_MASS_CLOSED;
    b.def.turbulence.bake = true;
    b.def.turbulence.cells[2] = 8;
    out_result->items = 32.0 * 32.0 * 8.0 * 80.0;
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

waft_result wafti_bench_body_clip(
    const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {
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

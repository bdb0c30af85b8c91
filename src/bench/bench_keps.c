// SPDX-License-Identifier: MIT
// The precomputation of turbulence around a body, as Xie & Miyata 2013 time it: 32 x 32 x 8 cells.
#include "bench/bench.h"

#include <math.h>

#include "grid/keps.h"
#include "task/pool.h"

enum { REPETITIONS = 10, MOST_SAMPLES = 128 };

// Semi-axes over the length, longest across the flow and shortest along it.
static const double semi_axes[3] = {0.5, 0.125, 0.25};

// First-order distance, exact on the surface and with the right sign.
static double ellipsoid_distance(const void* shape, const double p[3]) {
    (void)shape;
    double level = 0.0;
    double slope = 0.0;
    for (int d = 0; d < 3; ++d) {
        const double scaled = p[d] / semi_axes[d];
        level += scaled * scaled;
        slope += scaled * scaled / (semi_axes[d] * semi_axes[d]);
    }
    return slope > 0.0 ? sqrt(level) * (sqrt(level) - 1.0) / sqrt(slope) : -semi_axes[1];
}

typedef struct bake {
    wafti_context context;
    waft_error error;
    wafti_keps_def def;
} bake;

static waft_result bake_once(void* context) {
    bake* b = context;
    wafti_keps_sample samples[MOST_SAMPLES];
    size_t count = 0;
    return wafti_keps_bake(&b->def, &b->context, samples, MOST_SAMPLES, &count);
}

static waft_result run(const waft_bench_def* def, const void* setup, wafti_bench_result* out_result,
    waft_error* out_error) {
    (void)setup;
    bake b = {.context = {.isa = wafti_isa_choose()}, .def = wafti_keps_def_default()};
    b.context.error = &b.error;
    b.def.cells[2] = 8;
    b.def.solid = (wafti_solid){
        .distance = ellipsoid_distance,
        .position = {2.0, 1.5, 0.5},
        .rotation = {0.0, 0.0, 0.0, 1.0},
    };
    for (int d = 0; d < 3; ++d) {
        b.def.solid.low[d] = -semi_axes[d];
        b.def.solid.high[d] = semi_axes[d];
    }
    waft_result result =
        wafti_pool_create(&(wafti_pool_def){.threads = 1}, &b.context.pool, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    result = wafti_bench_time(def, REPETITIONS, bake_once, &b, out_result);
    if (result != WAFT_OK && out_error != NULL) {
        *out_error = b.error;
    }
    out_result->items = (double)b.def.cells[0] * b.def.cells[1] * b.def.cells[2] *
                        (double)wafti_keps_step_count(&b.def);
    out_result->threads = 1;
    wafti_pool_destroy(b.context.pool);
    return result;
}

static const wafti_bench_case cases[] = {
    {"keps/32x32x8", "turbulence around a 1:2:4 ellipsoid: set-up and 80 steps, on one thread",
        "cells", run, NULL},
};
const wafti_bench_list wafti_bench_keps = WAFTI_BENCH_LIST(cases);

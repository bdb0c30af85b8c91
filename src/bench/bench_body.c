// SPDX-License-Identifier: MIT
// Bodies through the public interface: steps of one and of many, with loads and turbulence, and the
// rows of Table 1 of Xie & Miyata 2013. The cases are listed in docs/spec/bodies.md#benchmarks.
#include "bench/bench.h"

#include <math.h>

#include <waft/body.h>
#include <waft/hull.h>
#include <waft/world.h>

#include "base/error.h"
#include "math/philox.h"

// What falls, and how: everything else is as a user gets it.
typedef struct crowd_def {
    const char* preset; // of the hull; NULL: a leaf with a stem
    int detail;
    size_t count;
    double dt;       // s, of one of the bodies' steps
    int substeps;    // of one of the world's
    int world_steps; // of one measured step
    bool all_threads, midpoint, precise;
} crowd_def;

typedef struct crowd {
    waft_world* world;
    int steps;
} crowd;

// The sheet of the paper's Fig. 3 whose stem puts the centre of mass off its middle, so that no entry
// of the 6x6 matrix is 0 by symmetry.
static waft_hull_def stemmed_leaf(void) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = WAFT_HULL_ELLIPTIC_PLATE;
    def.size[0] = 0.04;
    def.size[1] = 0.01;
    def.size[2] = 1e-4;
    def.density = 800.0;
    def.has_center = true;
    def.center[0] = 0.002;
    def.center[1] = 2e-5;
    def.center[2] = 0.0005;
    return def;
}

static waft_result bake(const crowd_def* what, waft_hull** out_hull, waft_error* out_error) {
    waft_hull_def def = stemmed_leaf();
    if (what->preset != NULL) {
        const waft_result result = waft_hull_preset(what->preset, &def);
        if (result != WAFT_OK) {
            return wafti_fail(out_error, result, "bench: there is no preset %s", what->preset);
        }
    }
    def.detail = what->detail;
    return waft_hull_bake(&def, out_hull, out_error);
}

// Tilted and turning, each in its way.
static waft_body_state state_of(uint32_t number) {
    double unit[4];
    for (uint32_t k = 0; k < 4; ++k) {
        unit[k] = (double)wafti_uniform(wafti_random(1, 0, number, k).word[0]) - 0.5;
    }
    const double half = 0.7 * unit[0];
    return (waft_body_state){
        .position = {unit[1], 2.0, unit[2]},
        .rotation = {sin(half) * cos(6.0 * unit[3]), 0.0, sin(half) * sin(6.0 * unit[3]),
            cos(half)},
        .spin = {unit[1], unit[2], unit[3]},
    };
}

static waft_result fill(const crowd_def* what, const waft_hull* hull, waft_world* world) {
    waft_bodies_def def = waft_bodies_def_default();
    waft_bodies* bodies = NULL;
    def.capacity = (uint32_t)what->count;
    def.substeps = what->substeps;
    waft_result result = waft_world_create_bodies(world, &def, &bodies);
    for (uint32_t n = 0; n < what->count && result == WAFT_OK; ++n) {
        waft_body_def body = waft_body_def_default();
        waft_body_id id;
        body.hull = hull;
        body.state = state_of(n);
        body.precise = what->precise;
        body.integrator = what->midpoint ? WAFT_INTEGRATOR_MIDPOINT : WAFT_INTEGRATOR_RK4;
        result = waft_bodies_add(bodies, &body, &id);
    }
    return result;
}

static waft_result step_crowd(void* context) {
    const crowd* c = context;
    waft_result result = WAFT_OK;
    for (int n = 0; n < c->steps && result == WAFT_OK; ++n) {
        result = waft_world_step(c->world);
    }
    return result;
}

static waft_result run(const waft_bench_def* def, const void* setup, wafti_bench_result* out_result,
    waft_error* out_error) {
    const crowd_def* what = setup;
    waft_hull* hull = NULL;
    waft_world_def world_def = waft_world_def_default();
    world_def.step = what->dt * what->substeps;
    world_def.threads = what->all_threads ? def->threads : 1;
    crowd c = {.steps = what->world_steps};
    waft_result result = bake(what, &hull, out_error);
    result = result == WAFT_OK ? waft_world_create(&world_def, &c.world, out_error) : result;
    if (result == WAFT_OK) {
        result = fill(what, hull, c.world);
        result = result == WAFT_OK ? wafti_bench_time(def, 50, step_crowd, &c, out_result) : result;
    }
    result = wafti_bench_close(c.world, result, out_error);
    waft_hull_destroy(hull);
    out_result->items = (double)what->count * what->substeps * what->world_steps;
    out_result->threads = world_def.threads;
    return result;
}

#define CROWD(name, summary, ...)                                                                  \
    {                                                                                              \
        (name), (summary), "body-steps", run, &(const crowd_def) {                                 \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

static const wafti_bench_case crowds[] = {
    CROWD("body/one",
        "1000 steps of 1 ms of one leaf, RK4, all of the 6x6 matrix, loads and turbulence, on one "
        "thread",
        NULL, 2, 1, 1e-3, 1, 1000, false, false, false),
    CROWD("body/one.double", "the same in double", NULL, 2, 1, 1e-3, 1, 1000, false, false, true),
    CROWD("body/crowd/1000", "20 steps of 1 ms of 1000 such leaves, on one thread", NULL, 2, 1000,
        1e-3, 1, 20, false, false, false),
    CROWD("body/crowd/1000.midpoint", "the same by the implicit midpoint rule", NULL, 2, 1000, 1e-3,
        1, 20, false, true, false),
    CROWD("body/crowd/100000", "a step of 4 x 1 ms of 100,000 leaves, on one thread", NULL, 2,
        100000, 1e-3, 4, 1, false, false, false),
    CROWD("body/crowd/100000.threads", "the same on all threads", NULL, 2, 100000, 1e-3, 4, 1, true,
        false, false),
    // Each step is a little below 1 ms.
    CROWD("body/leaves/10000", "a frame of 1/60 s of 10,000 leaves in 17 steps", "leaf", 2, 10000,
        1.0 / 60.0 / 17.0, 17, 1, true, false, false),
};
const wafti_bench_list wafti_bench_bodies = WAFTI_BENCH_LIST(crowds);

static const wafti_bench_case table1[] = {
    CROWD("body/table1/ellipsoid320_1ms",
        "1000 steps of one ellipsoid of 320 facets; Xie & Miyata: 1.59 ms a step", "ellipsoid", 2,
        1, 1e-3, 1, 1000, false, false, false),
    CROWD("body/table1/ellipsoid320_5ms", "the same; theirs: 1.63 ms a step", "ellipsoid", 2, 1,
        5e-3, 1, 1000, false, false, false),
    CROWD("body/table1/ellipsoid320_10ms", "the same; theirs: 1.65 ms a step", "ellipsoid", 2, 1,
        1e-2, 1, 1000, false, false, false),
    CROWD("body/table1/ellipsoid1280_5ms", "the same of 1280 facets; theirs: 1.71 ms a step",
        "ellipsoid", 3, 1, 5e-3, 1, 1000, false, false, false),
    CROWD("body/table1/paper_5ms",
        "1000 steps of a sheet of paper of 864 facets; theirs of 1024: 1.73 ms a step", NULL, 3, 1,
        5e-3, 1, 1000, false, false, false),
    CROWD("body/table1/plane_5ms",
        "1000 steps of a paper plane of 284 facets; theirs of 288: 1.86 ms a step", "airplane", 3,
        1, 5e-3, 1, 1000, false, false, false),
};
const wafti_bench_list wafti_bench_table1 = WAFTI_BENCH_LIST(table1);

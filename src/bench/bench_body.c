// SPDX-License-Identifier: MIT
// Bodies through the public interface: steps of one and of many, with loads and turbulence (bodies
// spec, section 21), and the rows of Table 1 of Xie & Miyata 2013.
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

static waft_result run_crowd(const crowd_def* what, const waft_bench_def* def,
    wafti_bench_result* out_result, waft_error* out_error) {
    waft_hull* hull = NULL;
    waft_result result = bake(what, &hull, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_world_def world_def = waft_world_def_default();
    world_def.step = what->dt * what->substeps;
    world_def.threads = what->all_threads ? def->threads : 1;
    crowd c = {.steps = what->world_steps};
    result = waft_world_create(&world_def, &c.world, out_error);
    if (result == WAFT_OK) {
        result = fill(what, hull, c.world);
        result = result == WAFT_OK ? wafti_bench_time(def, 50, step_crowd, &c, out_result) : result;
        if (result != WAFT_OK) {
            (void)wafti_fail(out_error, result, "%s", waft_world_error(c.world));
        }
        waft_world_destroy(c.world);
    }
    waft_hull_destroy(hull);
    out_result->items = (double)what->count * what->substeps * what->world_steps;
    out_result->threads = world_def.threads;
    return result;
}

#define DEFINE_CROWD(id, ...)                                                                      \
    waft_result wafti_bench_body_##id(                                                             \
        const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {        \
        static const crowd_def what = {__VA_ARGS__};                                               \
        return run_crowd(&what, def, out_result, out_error);                                       \
    }

DEFINE_CROWD(one, NULL, 2, 1, 1e-3, 1, 1000, false, false, false)
DEFINE_CROWD(one_precise, NULL, 2, 1, 1e-3, 1, 1000, false, false, true)
DEFINE_CROWD(crowd_1000, NULL, 2, 1000, 1e-3, 1, 20, false, false, false)
DEFINE_CROWD(crowd_1000_midpoint, NULL, 2, 1000, 1e-3, 1, 20, false, true, false)
DEFINE_CROWD(crowd_100000, NULL, 2, 100000, 1e-3, 4, 1, false, false, false)
DEFINE_CROWD(crowd_100000_threads, NULL, 2, 100000, 1e-3, 4, 1, true, false, false)
// A frame of 1/60 s in 17 steps, each a little below 1 ms.
DEFINE_CROWD(leaves_10000, "leaf", 2, 10000, 1.0 / 60.0 / 17.0, 17, 1, true, false, false)
DEFINE_CROWD(table1_ellipsoid_320_1, "ellipsoid", 2, 1, 1e-3, 1, 1000, false, false, false)
DEFINE_CROWD(table1_ellipsoid_320_5, "ellipsoid", 2, 1, 5e-3, 1, 1000, false, false, false)
DEFINE_CROWD(table1_ellipsoid_320_10, "ellipsoid", 2, 1, 1e-2, 1, 1000, false, false, false)
DEFINE_CROWD(table1_ellipsoid_1280_5, "ellipsoid", 3, 1, 5e-3, 1, 1000, false, false, false)
DEFINE_CROWD(table1_paper_5, NULL, 3, 1, 5e-3, 1, 1000, false, false, false)
DEFINE_CROWD(table1_plane_5, "airplane", 3, 1, 5e-3, 1, 1000, false, false, false)

// SPDX-License-Identifier: MIT
// Smoke through the public interface: a plume of density that rises past a sphere of radius 0.15 of
// the box's width to an open top, tolerance 1e-3. No temperature, so that three velocities and one
// scalar are carried; gravity points up and smoke is heavy, which makes it rise.
#include "bench/bench.h"

#include <math.h>
#include <string.h>

#include <waft/smoke.h>
#include <waft/world.h>

#include "port/port.h"

typedef enum part {
    PART_STEP,
    PART_ADVECT,
    PART_PRESSURE,
    PART_OTHER,
    PART_COLD,   // as pressure, but from zero
    PART_MOVING, // a step while the sphere drifts upwards
} part;

// Bytes that a cell moves, for the share of bandwidth: MacCormack on four fields, and one iteration of
// conjugate gradients with its V-cycle. docs/spec/smoke.md#cost derives both numbers.
static const double advect_bytes = 4.0 * 52.0;
static const double iteration_bytes = 176.0;

enum { WARM_STEPS = 40, MOST_STEPS = 40 }; // before the measured ones, and of these

typedef struct smoke_case {
    int32_t cells[3];
    part what;
} smoke_case;

typedef struct plume {
    wafti_bench_plume made;
    float drift; // m a step, while the sphere moves
    part what;
    double least_ms; // of the part that is measured
    int iterations;  // of the step that took it
    bool warm;       // the first step is over
} plume;

static double cell_count(const int32_t cells[3]) {
    return (double)cells[0] * cells[1] * cells[2];
}

// Few steps of such a grid are enough.
static bool is_large(const int32_t cells[3]) {
    return cell_count(cells) > 4e6;
}

waft_result wafti_bench_make_plume(const waft_world_def* def, const int32_t cells[3],
    float sphere_height, float inflow, wafti_bench_plume* out_plume, waft_error* out_error) {
    waft_world_def world_def = *def;
    world_def.gravity[1] = 9.81;
    waft_smoke_def smoke = waft_smoke_def_default();
    memcpy(smoke.cells, cells, sizeof(smoke.cells));
    smoke.spacing = 1.0f / (float)cells[0];
    smoke.temperature = false;
    smoke.buoyancy.density = inflow > 0.0f ? 0.0f : 0.2f;
    smoke.pressure.tolerance = 1e-3f;
    if (inflow > 0.0f) {
        smoke.sides[WAFT_SIDE_BOTTOM].kind = WAFT_SIDE_INFLOW;
        smoke.sides[WAFT_SIDE_BOTTOM].speed = inflow;
    }
    const float height = (float)cells[1] * smoke.spacing;
    const float middle = 0.5f * (float)cells[2] * smoke.spacing;
    waft_source_def source = waft_source_def_default();
    source.shape.radius = 0.12f;
    source.pose.position = (waft_vec3){0.5f, 0.15f * height, middle};
    waft_solid_def sphere = waft_solid_def_default();
    sphere.shape.radius = 0.15f;
    sphere.pose.position = (waft_vec3){0.5f, sphere_height * height, middle};
    waft_source_id source_id;
    wafti_bench_plume p = {.pose = sphere.pose};
    waft_result result = waft_world_create(&world_def, &p.world, out_error);
    if (result == WAFT_OK) {
        result = waft_world_create_smoke(p.world, &smoke, &p.smoke);
        result = result == WAFT_OK ? waft_smoke_add_source(p.smoke, &source, &source_id) : result;
        result = result == WAFT_OK ? waft_world_add_solid(p.world, &sphere, &p.sphere) : result;
    }
    *out_plume = p;
    return result;
}

static double part_ms(const plume* p, const waft_smoke_stats* stats) {
    switch (p->what) {
    case PART_ADVECT:
        return stats->advect_ms;
    case PART_PRESSURE:
    case PART_COLD:
        return stats->pressure_ms;
    case PART_OTHER:
        return stats->other_ms;
    case PART_STEP:
    case PART_MOVING:
        break;
    }
    return stats->advect_ms + stats->pressure_ms + stats->other_ms;
}

static waft_result move_and_step(plume* p) {
    waft_result result = WAFT_OK;
    if (p->what == PART_MOVING) {
        p->made.pose.position.y += p->drift;
        result = waft_world_move_solid(p->made.world, p->made.sphere, &p->made.pose);
    }
    return result == WAFT_OK ? waft_world_step(p->made.world) : result;
}

static waft_result step_plume(void* context) {
    plume* p = context;
    if (p->what == PART_COLD) {
        waft_smoke_forget_pressure(p->made.smoke);
    }
    const waft_result result = move_and_step(p);
    const waft_smoke_stats stats = waft_smoke_get_stats(p->made.smoke);
    const double ms = part_ms(p, &stats);
    if (p->warm && ms < p->least_ms) {
        p->least_ms = ms;
        p->iterations = stats.iterations;
    }
    p->warm = true;
    return result;
}

static double bytes_of(part what, int iterations, double cells) {
    const bool whole = what == PART_STEP || what == PART_MOVING;
    const double advect = what == PART_ADVECT || whole ? advect_bytes : 0.0;
    const double pressure =
        what == PART_ADVECT || what == PART_OTHER ? 0.0 : iteration_bytes * iterations;
    return cells * (advect + pressure);
}

static void tell_work(const waft_bench_def* def, const int32_t cells[3], const plume* p,
    wafti_bench_result* out_result) {
    const double count = cell_count(cells);
    const bool iterates = p->what == PART_PRESSURE || p->what == PART_COLD;
    out_result->items = count;
    out_result->evaluations = iterates ? p->iterations : 0.0;
    out_result->bytes = bytes_of(p->what, p->iterations, count);
    // On small grids transport alone is shared.
    const bool shared = count >= 32768.0 || p->what == PART_STEP || p->what == PART_ADVECT ||
                        p->what == PART_MOVING;
    out_result->threads = shared ? def->threads : 1;
}

static waft_result open_plume(const waft_bench_def* def, const int32_t cells[3], part what,
    int warm_steps, plume* out_plume, waft_error* out_error) {
    waft_world_def world_def = waft_world_def_default();
    world_def.threads = def->threads;
    world_def.step = 0.5 / cells[0];
    *out_plume = (plume){.what = what, .drift = 0.1f / (float)cells[0], .least_ms = INFINITY};
    waft_result result =
        wafti_bench_make_plume(&world_def, cells, 0.55f, 0.0f, &out_plume->made, out_error);
    // Past its first start, and the jerk with which a sphere sets out, what is measured is usual.
    for (int n = 0; n < warm_steps && result == WAFT_OK; ++n) {
        result = move_and_step(out_plume);
    }
    return result;
}

static double median(double* values, int count) {
    wafti_bench_sort(values, (size_t)count);
    return values[count / 2];
}

// In turns, so that a change of the machine's mood meets both. Medians, since steps differ in their
// iterations and the least would be one of few.
static waft_result time_both(
    plume* still, plume* moving, int count, wafti_bench_result* out_result) {
    double wall[2][MOST_STEPS];
    double cpu = 0.0;
    double iterations = 0.0;
    for (int n = 0; n < count; ++n) {
        for (int m = 0; m < 2; ++m) {
            plume* p = m == 0 ? still : moving;
            const double cpu_start = wafti_clock_cpu();
            const double start = wafti_clock_wall();
            const waft_result result = move_and_step(p);
            wall[m][n] = wafti_clock_wall() - start;
            if (result != WAFT_OK) {
                return result;
            }
            cpu += m == 1 ? wafti_clock_cpu() - cpu_start : 0.0;
        }
        iterations += waft_smoke_get_stats(moving->made.smoke).iterations;
    }
    moving->iterations = (int)lround(iterations / count);
    out_result->wall = median(wall[1], count);
    out_result->cpu = cpu / count;
    out_result->of_still = out_result->wall / median(wall[0], count);
    return WAFT_OK;
}

static waft_result run_moving(const waft_bench_def* def, const int32_t cells[3],
    wafti_bench_result* out_result, waft_error* out_error) {
    plume still;
    plume moving = {.what = PART_MOVING};
    // A plume that has hardly begun needs one iteration around a still sphere, which is not usual.
    const int warm = wafti_bench_repetitions(def, WARM_STEPS);
    waft_result result = open_plume(def, cells, PART_STEP, warm, &still, out_error);
    result =
        result == WAFT_OK ? open_plume(def, cells, PART_MOVING, warm, &moving, out_error) : result;
    const int count = wafti_bench_repetitions(def, is_large(cells) ? 3 : MOST_STEPS);
    result = result == WAFT_OK ? time_both(&still, &moving, count, out_result) : result;
    tell_work(def, cells, &moving, out_result);
    result = wafti_bench_close(moving.made.world, result, out_error);
    return wafti_bench_close(still.made.world, result, out_error);
}

static waft_result run(const waft_bench_def* def, const void* setup, wafti_bench_result* out_result,
    waft_error* out_error) {
    const smoke_case* c = setup;
    if (c->what == PART_MOVING) {
        return run_moving(def, c->cells, out_result, out_error);
    }
    plume p;
    const int warm = is_large(c->cells) ? 6 : WARM_STEPS;
    waft_result result = open_plume(def, c->cells, c->what, warm, &p, out_error);
    if (result == WAFT_OK) {
        const int steps = is_large(c->cells) ? 3 : MOST_STEPS;
        result = wafti_bench_time(def, steps, step_plume, &p, out_result);
    }
    if (result == WAFT_OK && c->what != PART_STEP) {
        wafti_bench_take_part(p.least_ms, out_result);
    }
    tell_work(def, c->cells, &p, out_result);
    return wafti_bench_close(p.made.world, result, out_error);
}

#define ROW(name, summary, what, ...)                                                              \
    {                                                                                              \
        name, summary, "cells", run, &(const smoke_case) {                                         \
            {__VA_ARGS__}, what                                                                    \
        }                                                                                          \
    }
// The cases of one grid, whose cells follow its name.
#define GRID(name, ...)                                                                            \
    ROW(name, "a step of a plume past a sphere, tolerance 1e-3, MacCormack on four fields",        \
        PART_STEP, __VA_ARGS__),                                                                   \
        ROW(name ".advect", "transport of three velocities and a density in such a step",          \
            PART_ADVECT, __VA_ARGS__),                                                             \
        ROW(name ".pressure", "the pressure of such a step, from that of the step before",         \
            PART_PRESSURE, __VA_ARGS__),                                                           \
        ROW(name ".other", "sources, forces, sides, checks and figures of such a step",            \
            PART_OTHER, __VA_ARGS__),                                                              \
        ROW(name ".cold", "the pressure of such a step from a start at zero", PART_COLD,           \
            __VA_ARGS__),                                                                          \
        ROW(name ".moving", "the median step while the sphere moves, in turn with a still one",    \
            PART_MOVING, __VA_ARGS__)

static const wafti_bench_case cases[] = {
    GRID("smoke/16x32x16", 16, 32, 16),
    GRID("smoke/48x64x48", 48, 64, 48),
    GRID("smoke/64x32x50", 64, 32, 50),
    GRID("smoke/64x128x64", 64, 128, 64),
    GRID("smoke/128", 128, 128, 128),
    GRID("smoke/256", 256, 256, 256),
};
const wafti_bench_list wafti_bench_smoke = WAFTI_BENCH_LIST(cases);

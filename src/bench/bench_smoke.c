// SPDX-License-Identifier: MIT
// Smoke through the public interface: a plume of density that rises past a sphere of radius 0.15 of
// the box's width to an open top, tolerance 1e-3. No temperature, so that three velocities and one
// scalar are carried; gravity points up and smoke is heavy, which makes it rise.
#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <waft/smoke.h>
#include <waft/world.h>

#include "base/error.h"
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
// conjugate gradients with its V-cycle (spec section 17).
static const double advect_bytes = 4.0 * 52.0;
static const double iteration_bytes = 176.0;

enum { WARM_STEPS = 40, MOST_STEPS = 40 }; // before the measured ones, and of these

typedef struct plume {
    waft_world* world;
    waft_smoke* smoke;
    waft_solid_id sphere;
    waft_pose pose; // of the sphere
    float drift;    // m a step, while it moves
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

static waft_result fill_plume(plume* p, const int32_t cells[3]) {
    waft_smoke_def def = waft_smoke_def_default();
    memcpy(def.cells, cells, sizeof(def.cells));
    def.spacing = 1.0f / (float)cells[0];
    def.temperature = false;
    def.buoyancy_density = 0.2f;
    def.pressure_tolerance = 1e-3f;
    const float height = (float)cells[1] * def.spacing;
    const float middle = 0.5f * (float)cells[2] * def.spacing;
    waft_source_def source = waft_source_def_default();
    source.shape.radius = 0.12f;
    source.pose.position = (waft_vec3){0.5f, 0.15f * height, middle};
    waft_solid_def sphere = waft_solid_def_default();
    sphere.shape.radius = 0.15f;
    sphere.pose.position = (waft_vec3){0.5f, 0.55f * height, middle};
    waft_source_id source_id;
    p->pose = sphere.pose;
    p->drift = 0.1f * def.spacing;
    waft_result result = waft_world_create_smoke(p->world, &def, &p->smoke);
    result = result == WAFT_OK ? waft_smoke_add_source(p->smoke, &source, &source_id) : result;
    return result == WAFT_OK ? waft_world_add_solid(p->world, &sphere, &p->sphere) : result;
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
        p->pose.position.y += p->drift;
        result = waft_world_move_solid(p->world, p->sphere, &p->pose);
    }
    return result == WAFT_OK ? waft_world_step(p->world) : result;
}

static waft_result step_plume(void* context) {
    plume* p = context;
    if (p->what == PART_COLD) {
        waft_smoke_forget_pressure(p->smoke);
    }
    const waft_result result = move_and_step(p);
    const waft_smoke_stats stats = waft_smoke_get_stats(p->smoke);
    const double ms = part_ms(p, &stats);
    if (p->warm && ms < p->least_ms) {
        p->least_ms = ms;
        p->iterations = stats.iterations;
    }
    p->warm = true;
    return result;
}

// Steps until the plume is past its first start, and the jerk with which a sphere sets out, so that what
// is measured is usual.
static waft_result warm_up(plume* p, int steps) {
    waft_result result = WAFT_OK;
    for (int n = 0; n < steps && result == WAFT_OK; ++n) {
        result = move_and_step(p);
    }
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
    world_def.gravity = (waft_vec3){0.0f, 9.81f, 0.0f};
    world_def.step = 0.5 / cells[0];
    *out_plume = (plume){.what = what, .least_ms = INFINITY};
    waft_result result = waft_world_create(&world_def, &out_plume->world, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    result = fill_plume(out_plume, cells);
    result = result == WAFT_OK ? warm_up(out_plume, warm_steps) : result;
    if (result != WAFT_OK) {
        (void)wafti_fail(out_error, result, "%s", waft_world_error(out_plume->world));
    }
    return result;
}

static int compare(const void* a, const void* b) {
    const double x = *(const double*)a;
    const double y = *(const double*)b;
    return (x > y) - (x < y);
}

static double median(double* values, int count) {
    qsort(values, (size_t)count, sizeof(*values), compare);
    return values[count / 2];
}

// In turns, so that a change of the machine's mood meets both. Medians, since steps differ in their
// iterations and the least would be one of few.
static waft_result time_both(
    plume* still, plume* moving, int count, wafti_bench_result* out_result, waft_error* out_error) {
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
                return wafti_fail(out_error, result, "%s", waft_world_error(p->world));
            }
            cpu += m == 1 ? wafti_clock_cpu() - cpu_start : 0.0;
        }
        iterations += waft_smoke_get_stats(moving->smoke).iterations;
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
    plume moving = {0};
    // A plume that has hardly begun needs one iteration around a still sphere, which is not usual.
    const int warm = wafti_bench_repetitions(def, WARM_STEPS);
    waft_result result = open_plume(def, cells, PART_STEP, warm, &still, out_error);
    result =
        result == WAFT_OK ? open_plume(def, cells, PART_MOVING, warm, &moving, out_error) : result;
    const int count = wafti_bench_repetitions(def, is_large(cells) ? 3 : MOST_STEPS);
    result = result == WAFT_OK ? time_both(&still, &moving, count, out_result, out_error) : result;
    tell_work(def, cells, &moving, out_result);
    waft_world_destroy(moving.world);
    waft_world_destroy(still.world);
    return result;
}

static waft_result run_plume(const waft_bench_def* def, const int32_t cells[3], part what,
    wafti_bench_result* out_result, waft_error* out_error) {
    if (what == PART_MOVING) {
        return run_moving(def, cells, out_result, out_error);
    }
    plume p;
    const int warm = is_large(cells) ? 6 : WARM_STEPS;
    waft_result result = open_plume(def, cells, what, warm, &p, out_error);
    if (result == WAFT_OK) {
        const int steps = is_large(cells) ? 3 : MOST_STEPS;
        result = wafti_bench_time(def, steps, step_plume, &p, out_result);
        if (result != WAFT_OK) {
            (void)wafti_fail(out_error, result, "%s", waft_world_error(p.world));
        }
    }
    if (result == WAFT_OK && what != PART_STEP) {
        // The share of all threads' time that the part had of the wall time.
        out_result->cpu *= 1e-3 * p.least_ms / out_result->wall;
        out_result->wall = 1e-3 * p.least_ms;
    }
    tell_work(def, cells, &p, out_result);
    waft_world_destroy(p.world);
    return result;
}

#define DEFINE_PART(nx, ny, nz, suffix, what)                                                      \
    waft_result wafti_bench_smoke_##nx##x##ny##x##nz##suffix(                                      \
        const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {        \
        static const int32_t cells[3] = {(nx), (ny), (nz)};                                        \
        return run_plume(def, cells, (what), out_result, out_error);                               \
    }

#define DEFINE_CASES(nx, ny, nz, name)                                                             \
    DEFINE_PART(nx, ny, nz, , PART_STEP)                                                           \
    DEFINE_PART(nx, ny, nz, _advect, PART_ADVECT)                                                  \
    DEFINE_PART(nx, ny, nz, _pressure, PART_PRESSURE)                                              \
    DEFINE_PART(nx, ny, nz, _other, PART_OTHER)                                                    \
    DEFINE_PART(nx, ny, nz, _cold, PART_COLD)                                                      \
    DEFINE_PART(nx, ny, nz, _moving, PART_MOVING)

WAFTI_BENCH_SMOKE_MAP(DEFINE_CASES)

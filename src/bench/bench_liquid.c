// SPDX-License-Identifier: MIT
// The liquid: blocks at rest in a tank of four times their length, spec section 22, and its Exp. 4.
#include "bench/bench.h"

#include <math.h>

#include <waft/world.h>

#include "base/error.h"
#include "base/memory.h"
#include "port/port.h"

typedef struct block_case {
    int size[3];
    waft_liquid_method method;
    waft_liquid_kernel kernel;
    bool stirred; // Exp. 4
    bool forced;  // at rest as others, with a bank
} block_case;

enum { SKIPPED = 10 };

static waft_result fill_liquid(waft_world* world, const block_case* c, waft_liquid** out_liquid) {
    const float d = 0.0625f;
    const waft_vec3 block = {d * (float)c->size[0], d * (float)c->size[1], d * (float)c->size[2]};
    waft_liquid_def def = waft_liquid_def_default();
    def.spacing = d;
    def.method = c->method;
    def.kernel = c->kernel;
    def.high = (waft_vec3){4.0f * block.x, 2.0f * block.y, block.z};
    def.max_particles = (uint32_t)(c->size[0] * c->size[1] * c->size[2]);
    if (c->stirred) {
        def.high = (waft_vec3){4.0f, 4.0f, 1.0f};
        def.sound_speed = 20.0f;
        def.kinematic_viscosity = 0.005f;
        def.artificial_viscosity = 0.0f;
    }
    waft_result result = waft_world_create_liquid(world, &def, out_liquid);
    if (result != WAFT_OK) {
        return result;
    }
    waft_liquid_block_def lattice = waft_liquid_block_def_default();
    lattice.shape.kind = WAFT_SHAPE_BOX;
    lattice.shape.size = block;
    lattice.pose.position = (waft_vec3){0.5f * block.x, 0.5f * block.y, 0.5f * block.z};
    return waft_liquid_add_block(*out_liquid, &lattice, NULL);
}

static waft_result stir(waft_liquid* liquid, waft_error* out_error) {
    waft_bank_def bank_def = waft_bank_def_default();
    bank_def.size = 128;
    bank_def.count = 4;
    bank_def.spectrum.bands[0] = (waft_band){.wavenumber = 20.0, .deviation = 0.7, .energy = 1.0};
    waft_bank* bank = NULL;
    waft_result result = waft_bank_create(&bank_def, &bank, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_liquid_turbulence_def def = waft_liquid_turbulence_def_default();
    def.period = 8.0f;
    result = waft_liquid_set_turbulence(liquid, bank, &def);
    waft_bank_release(bank);
    return result;
}

static waft_result make_world(
    const waft_bench_def* def, const block_case* c, waft_world** out_world, waft_error* out_error) {
    waft_world_def world_def = waft_world_def_default();
    world_def.threads = def->threads;
    // Short enough to be one sub-step, whichever method.
    world_def.step = c->method == WAFT_LIQUID_DFSPH ? 0.004 : (c->stirred ? 0.0014 : 0.0002);
    waft_result result = waft_world_create(&world_def, out_world, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_liquid* liquid = NULL;
    result = fill_liquid(*out_world, c, &liquid);
    if (result == WAFT_OK && (c->stirred || c->forced)) {
        result = stir(liquid, out_error);
    }
    for (int i = 0; i < SKIPPED && result == WAFT_OK; ++i) {
        result = waft_world_step(*out_world);
    }
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

static waft_result sort_liquid(void* liquid) {
    return waft_liquid_repeat(liquid, WAFT_LIQUID_PART_SORT);
}

static waft_result find_density(void* liquid) {
    return waft_liquid_repeat(liquid, WAFT_LIQUID_PART_DENSITY);
}

static waft_result find_force(void* liquid) {
    return waft_liquid_repeat(liquid, WAFT_LIQUID_PART_FORCE);
}

static waft_result find_stirring(void* liquid) {
    return waft_liquid_repeat(liquid, WAFT_LIQUID_PART_STIRRING);
}

// ---- a step whose solves take as many evaluations each time

typedef struct same_step {
    waft_world* world;
    void* bytes; // the world before the step
    size_t size;
} same_step;

static waft_result time_same_step(
    const waft_bench_def* def, int repetitions, same_step* s, wafti_bench_result* out_result) {
    out_result->wall = INFINITY;
    const int count = wafti_bench_repetitions(def, repetitions);
    double cpu = 0.0;
    for (int i = 0; i <= count; ++i) {
        waft_result result = waft_world_restore(s->world, s->bytes, s->size);
        const double wall_start = wafti_clock_wall();
        const double cpu_start = wafti_clock_cpu();
        result = result == WAFT_OK ? waft_world_step(s->world) : result;
        if (result != WAFT_OK) {
            return result;
        }
        if (i > 0) {
            out_result->wall = fmin(out_result->wall, wafti_clock_wall() - wall_start);
            cpu += wafti_clock_cpu() - cpu_start;
        }
    }
    out_result->cpu = cpu / count;
    const waft_liquid* liquid = waft_world_liquid(s->world);
    const waft_liquid_stats stats = waft_liquid_get_stats(liquid);
    out_result->evaluations = stats.density_evaluations + stats.divergence_evaluations;
    out_result->bytes = waft_liquid_solve_bytes(liquid);
    return WAFT_OK;
}

// Steps of a solve differ: one may take nine evaluations and the next forty.
static waft_result run_same_step(
    const waft_bench_def* def, int repetitions, waft_world* world, wafti_bench_result* out_result) {
    same_step s = {.world = world, .size = waft_world_snapshot_size(world)};
    s.bytes = wafti_allocate(NULL, s.size, 1);
    waft_result result =
        s.bytes != NULL ? waft_world_snapshot(world, s.bytes, s.size) : WAFT_ERR_NO_MEMORY;
    if (result == WAFT_OK) {
        result = time_same_step(def, repetitions, &s, out_result);
    }
    wafti_release(NULL, s.bytes, s.size, 1);
    return result;
}

typedef enum part { PART_STEP, PART_SORT, PART_DENSITY, PART_FORCE, PART_STIR } part;

static waft_result run_case(const waft_bench_def* def, const block_case* c, part which,
    wafti_bench_result* out_result, waft_error* out_error) {
    waft_world* world = NULL;
    waft_result result = make_world(def, c, &world, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_liquid* liquid = waft_world_liquid(world);
    wafti_bench_step* const steps[] = {
        step_world, sort_liquid, find_density, find_force, find_stirring};
    void* context = which == PART_STEP ? (void*)world : (void*)liquid;
    const int particles = (int)waft_liquid_get_view(liquid).count;
    // The paper counts frames a second, each of one step.
    out_result->items = c->stirred ? 1.0 : (double)particles;
    const int repetitions = particles > 100000 ? 20 : 100;
    result = which == PART_STEP && c->method == WAFT_LIQUID_DFSPH
                 ? run_same_step(def, repetitions, world, out_result)
                 : wafti_bench_time(def, repetitions, steps[which], context, out_result);
    if (result != WAFT_OK) {
        (void)wafti_fail(out_error, result, "%s", waft_world_error(world));
    }
    waft_world_destroy(world);
    return result;
}

#define LIQUID_CASE(id, name, summary, unit, nx, ny, nz, method, kernel, stirred, which)           \
    waft_result wafti_bench_liquid_##id(                                                           \
        const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {        \
        const block_case c = {{nx, ny, nz}, WAFT_LIQUID_##method, WAFT_LIQUID_##kernel, stirred,   \
            (which) == PART_STIR};                                                                 \
        return run_case(def, &c, which, out_result, out_error);                                    \
    }
WAFTI_BENCH_LIQUID_MAP(LIQUID_CASE)

// SPDX-License-Identifier: MIT
// The liquid: blocks at rest in a tank of four times their length, and Exp. 4 of Zhao, Yuan & Chen
// 2010. The cases are listed in docs/spec/sph.md#benchmarks.
#include "bench/bench.h"

#include <math.h>

#include <waft/world.h>

#include "base/error.h"
#include "base/memory.h"
#include "port/port.h"

enum { WHOLE_STEP = -1 };

typedef struct block_case {
    int size[3];
    waft_liquid_method method;
    waft_liquid_kernel kernel;
    int part;     // a waft_liquid_part, or WHOLE_STEP
    bool stirred; // as in Exp. 4
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
    waft_liquid* liquid = NULL;
    waft_result result = waft_world_create(&world_def, out_world, out_error);
    result = result == WAFT_OK ? fill_liquid(*out_world, c, &liquid) : result;
    if (result == WAFT_OK && (c->stirred || c->part == WAFT_LIQUID_PART_STIRRING)) {
        result = stir(liquid, out_error);
    }
    for (int i = 0; i < SKIPPED && result == WAFT_OK; ++i) {
        result = waft_world_step(*out_world);
    }
    return result;
}

typedef struct repeated {
    waft_liquid* liquid;
    waft_liquid_part part;
} repeated;

static waft_result repeat_part(void* context) {
    const repeated* r = context;
    return waft_liquid_repeat(r->liquid, r->part);
}

// ---- a step whose solves take as many evaluations each time

// Steps of a solve differ: one may take nine evaluations and the next forty. `bytes` is the world before it.
static waft_result time_same_step(const waft_bench_def* def, int repetitions, waft_world* world,
    const void* bytes, size_t size, wafti_bench_result* out_result) {
    out_result->wall = INFINITY;
    const int count = wafti_bench_repetitions(def, repetitions);
    double cpu = 0.0;
    for (int i = 0; i <= count; ++i) {
        waft_result result = waft_world_restore(world, bytes, size);
        const double wall_start = wafti_clock_wall();
        const double cpu_start = wafti_clock_cpu();
        result = result == WAFT_OK ? waft_world_step(world) : result;
        if (result != WAFT_OK) {
            return result;
        }
        if (i > 0) {
            out_result->wall = fmin(out_result->wall, wafti_clock_wall() - wall_start);
            cpu += wafti_clock_cpu() - cpu_start;
        }
    }
    out_result->cpu = cpu / count;
    const waft_liquid* liquid = waft_world_liquid(world);
    const waft_liquid_stats stats = waft_liquid_get_stats(liquid);
    out_result->evaluations = stats.density_evaluations + stats.divergence_evaluations;
    out_result->bytes = waft_liquid_solve_bytes(liquid);
    return WAFT_OK;
}

static waft_result run_same_step(const waft_bench_def* def, int repetitions, waft_world* world,
    wafti_bench_result* out_result, waft_error* out_error) {
    const size_t size = waft_world_snapshot_size(world);
    void* bytes = wafti_allocate(NULL, size, 1);
    waft_result result = bytes != NULL
                             ? waft_world_snapshot(world, bytes, size)
                             : wafti_fail_memory(out_error, size, "the world before the step");
    result = result == WAFT_OK ? time_same_step(def, repetitions, world, bytes, size, out_result)
                               : result;
    wafti_release(NULL, bytes, size, 1);
    return result;
}

static waft_result run(const waft_bench_def* def, const void* setup, wafti_bench_result* out_result,
    waft_error* out_error) {
    const block_case* c = setup;
    waft_world* world = NULL;
    waft_result result = make_world(def, c, &world, out_error);
    if (result != WAFT_OK) {
        return wafti_bench_close(world, result, out_error);
    }
    repeated r = {waft_world_liquid(world), (waft_liquid_part)c->part};
    const int particles = (int)waft_liquid_get_view(r.liquid).count;
    // The paper counts frames a second, each of one step.
    out_result->items = c->stirred ? 1.0 : (double)particles;
    const int repetitions = particles > 100000 ? 20 : 100;
    if (c->part != WHOLE_STEP) {
        result = wafti_bench_time(def, repetitions, repeat_part, &r, out_result);
    } else if (c->method == WAFT_LIQUID_DFSPH) {
        result = run_same_step(def, repetitions, world, out_result, out_error);
    } else {
        result = wafti_bench_time(def, repetitions, wafti_bench_step_world, world, out_result);
    }
    return wafti_bench_close(world, result, out_error);
}

#define ROW(name, summary, method, kernel, part, ...)                                              \
    {                                                                                              \
        name, summary, "particles", run, &(const block_case) {                                     \
            {__VA_ARGS__}, WAFT_LIQUID_##method, WAFT_LIQUID_##kernel, part, false                 \
        }                                                                                          \
    }
// The cases of one block, whose lengths in particles follow its name.
#define BLOCK(name, ...)                                                                           \
    ROW(name ".wcsph", "a sub-step of a block at rest, cubic kernel", WCSPH, CUBIC, WHOLE_STEP,    \
        __VA_ARGS__),                                                                              \
        ROW(name ".wcsph.mueller", "the same with Mueller's kernels", WCSPH, MUELLER, WHOLE_STEP,  \
            __VA_ARGS__),                                                                          \
        ROW(name ".sort", "sorting its particles by cells", WCSPH, CUBIC, WAFT_LIQUID_PART_SORT,   \
            __VA_ARGS__),                                                                          \
        ROW(name ".density", "its lists, density and walls", WCSPH, CUBIC,                         \
            WAFT_LIQUID_PART_DENSITY, __VA_ARGS__),                                                \
        ROW(name ".force", "its forces between pairs", WCSPH, CUBIC, WAFT_LIQUID_PART_FORCE,       \
            __VA_ARGS__),                                                                          \
        ROW(name ".stir", "forces of turbulence on it, from fields of 128^3", WCSPH, CUBIC,        \
            WAFT_LIQUID_PART_STIRRING, __VA_ARGS__),                                               \
        ROW(name ".dfsph", "a sub-step of 4 ms, pressure solved to its tolerance", DFSPH, CUBIC,   \
            WHOLE_STEP, __VA_ARGS__),                                                              \
        ROW(name ".list", "the lists of neighbours of such a sub-step", DFSPH, CUBIC,              \
            WAFT_LIQUID_PART_DENSITY, __VA_ARGS__)

static const wafti_bench_case cases[] = {
    BLOCK("sph/4096", 16, 16, 16),
    BLOCK("sph/50k", 36, 38, 36),
    BLOCK("sph/500k", 80, 80, 80),
    {"sph/exp4", "a sub-step of Zhao et al., Exp. 4: 4096 particles, stirred; theirs: 52 frames/s",
        "frames", run,
        &(const block_case){{16, 16, 16}, WAFT_LIQUID_WCSPH, WAFT_LIQUID_CUBIC, WHOLE_STEP, true}},
};
const wafti_bench_list wafti_bench_liquid = WAFTI_BENCH_LIST(cases);

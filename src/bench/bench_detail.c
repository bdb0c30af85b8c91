// SPDX-License-Identifier: MIT
// Turbulent detail over a smoke through the public interface: Exps. 1 to 3 of Zhao, Yuan & Chen 2010.
// The cases are listed in docs/spec/turbulence.md#benchmarks.
#include "bench/bench.h"
#include "port/port.h"

#include <math.h>

#include <waft/detail.h>
#include <waft/world.h>

typedef enum part {
    PART_STEP,
    PART_BASE,    // the smoke's own step
    PART_FLOW,    // interpolation and the forced flow
    PART_DENSITY, // what regions leave to a carrier: transport of scalars over all of the box
    PART_FORCE,   // triggers, follow and kick
} part;

typedef struct layout {
    int32_t cells[3];
    waft_detail_mode mode;
    int refine;
    int32_t bank_size;
    double wavenumber, deviation;
    float strength;
    bool region;   // round the sphere
    bool distance; // near it
    bool alone;    // no detail
} layout;

typedef struct detail_case {
    const layout* layout;
    part what;
    // Blown in from below at 1 m/s, as in scenes/papers/turbulence/exp2b.yaml; else a plume.
    bool stream;
} detail_case;

typedef struct bench_flow {
    wafti_bench_plume plume;
    waft_detail* detail;
    part what;
    double least_ms;
    bool warm;
} bench_flow;

static waft_result add_detail(
    const waft_bench_def* def, const layout* l, bench_flow* flow, waft_error* out_error) {
    waft_detail_def detail = waft_detail_def_default();
    detail.mode = l->mode;
    detail.refine = l->refine;
    detail.strength = l->strength;
    detail.hold = waft_world_step_length(flow->plume.world);
    if (l->region) {
        // 38 x 76 x 38 fine cells of 64 x 128 x 64.
        detail.region_count = 1;
        detail.regions[0] =
            (waft_region){{0.203125f, 0.40625f, 0.203125f}, {0.796875f, 1.59375f, 0.796875f}};
    }
    if (l->distance) {
        detail.trigger_count = 1;
        detail.triggers[0] = waft_trigger_default(WAFT_TRIGGER_DISTANCE);
        detail.triggers[0].reach = 6.0f / (float)l->cells[0];
    }
    waft_result result = WAFT_OK;
    if (l->mode != WAFT_DETAIL_WAVELET) {
        waft_bank_def bank = waft_bank_def_default();
        bank.size = l->bank_size;
        bank.count = 4;
        bank.threads = def->threads;
        bank.spectrum.bands[0] =
            (waft_band){.wavenumber = l->wavenumber, .deviation = l->deviation, .energy = 1.0};
        result = waft_bank_create(&bank, &detail.bank, out_error);
    }
    result = result == WAFT_OK ? waft_world_create_detail(flow->plume.world, &detail, &flow->detail)
                               : result;
    waft_bank_release(detail.bank);
    return result;
}

static double smoke_ms(const waft_smoke* smoke) {
    const waft_smoke_stats stats = waft_smoke_get_stats(smoke);
    return stats.advect_ms + stats.pressure_ms + stats.other_ms;
}

static double part_ms(const bench_flow* flow) {
    const waft_detail_stats stats = waft_detail_get_stats(flow->detail);
    const double all = stats.interpolate_ms + stats.force_ms + stats.flow_ms;
    const double density = smoke_ms(waft_detail_smoke(flow->detail));
    switch (flow->what) {
    case PART_BASE:
        return smoke_ms(flow->plume.smoke);
    case PART_FLOW:
        return all - density;
    case PART_DENSITY:
        return density;
    case PART_FORCE:
        return stats.force_ms;
    case PART_STEP:
        break;
    }
    return 0.0;
}

static waft_result step_flow(void* context) {
    bench_flow* flow = context;
    const waft_result result = waft_world_step(flow->plume.world);
    if (flow->warm && flow->what != PART_STEP) {
        flow->least_ms = fmin(flow->least_ms, part_ms(flow));
    }
    flow->warm = true;
    return result;
}

static waft_result run_once(const waft_bench_def* def, const detail_case* measured,
    wafti_bench_result* out_result, waft_error* out_error) {
    const layout* l = measured->layout;
    const bool stream = measured->stream;
    waft_world_def world = waft_world_def_default();
    world.threads = def->threads;
    // A stream's step is half a frame: its detail takes it in one part, and is as busy in all of them.
    world.step = stream ? 1.0 / 60.0 : 0.5 / l->cells[0];
    bench_flow flow = {.what = measured->what, .least_ms = INFINITY};
    waft_result result = wafti_bench_make_plume(
        &world, l->cells, 0.4f, stream ? 1.0f : 0.0f, &flow.plume, out_error);
    if (result == WAFT_OK) {
        result = l->alone ? WAFT_OK : add_detail(def, l, &flow, out_error);
        for (int n = 0; n < (stream ? 120 : 20) && result == WAFT_OK; ++n) {
            result = waft_world_step(flow.plume.world);
        }
        result =
            result == WAFT_OK ? wafti_bench_time(def, 20, step_flow, &flow, out_result) : result;
    }
    if (result == WAFT_OK && flow.what != PART_STEP) {
        wafti_bench_take_part(flow.least_ms, out_result);
    }
    out_result->items =
        (double)l->cells[0] * l->cells[1] * l->cells[2] * l->refine * l->refine * l->refine;
    return wafti_bench_close(flow.plume.world, result, out_error);
}

// A small flow again from its start for a while, since few of its steps count: later ones are in two parts,
// and a processor takes as long as some of these runs to come up to its speed.
static waft_result run(const waft_bench_def* def, const void* setup, wafti_bench_result* out_result,
    waft_error* out_error) {
    const double while_s = def->quick ? 0.0 : 2.0;
    const double start = wafti_clock_wall();
    waft_result result = run_once(def, setup, out_result, out_error);
    while (result == WAFT_OK && wafti_clock_wall() - start < while_s) {
        wafti_bench_result again = *out_result;
        result = run_once(def, setup, &again, out_error);
        *out_result = again.wall < out_result->wall ? again : *out_result;
    }
    return result;
}

static const layout layout_exp1 = {.cells = {48, 64, 48},
    .refine = 2,
    .bank_size = 128,
    .wavenumber = 55.4256,
    .deviation = 0.5,
    .strength = 0.5f};
static const layout layout_exp2 = {.cells = {16, 32, 16},
    .refine = 4,
    .bank_size = 128,
    .wavenumber = 27.7128,
    .deviation = 0.5,
    .strength = 0.3f,
    .region = true};
static const layout layout_exp3 = {.cells = {64, 32, 50},
    .mode = WAFT_DETAIL_DIRECT,
    .refine = 1,
    .bank_size = 64,
    .wavenumber = 20.7846,
    .deviation = 0.7,
    .strength = 0.5f,
    .distance = true};
static const layout layout_exp3_base = {.cells = {32, 16, 25}, .refine = 1, .alone = true};
static const layout layout_wavelet = {
    .cells = {48, 64, 48}, .mode = WAFT_DETAIL_WAVELET, .refine = 2, .strength = 0.5f};

#define ROW_OF(name, summary, layout_name, what, stream)                                           \
    {                                                                                              \
        name, summary, "cells", run, &(const detail_case) {                                        \
            &layout_##layout_name, what, stream                                                    \
        }                                                                                          \
    }
#define ROW(name, summary, layout_name, what) ROW_OF(name, summary, layout_name, what, false)

static const wafti_bench_case cases[] = {
    ROW("turbulence/exp1", "a step of a plume of 48x64x48 cells with forced detail of 96x128x96",
        exp1, PART_STEP),
    ROW("turbulence/exp1.force", "triggers, follow and kick of such a step", exp1, PART_FORCE),
    ROW("turbulence/exp2",
        "a step of 16x32x16 cells with a region of 38x76x38 and density on 64x128x64", exp2,
        PART_STEP),
    ROW("turbulence/exp2.base", "the smoke's part of it", exp2, PART_BASE),
    ROW("turbulence/exp2.flow", "interpolation and the forced flow", exp2, PART_FLOW),
    ROW("turbulence/exp2.density", "transport of density", exp2, PART_DENSITY),
    ROW_OF("turbulence/exp2.stream",
        "a step of 1/60 s where 1 m/s flows past the sphere, as in exp2b.yaml", exp2, PART_STEP,
        true),
    ROW_OF("turbulence/exp2.stream.flow", "interpolation and the forced flow of such a step", exp2,
        PART_FLOW, true),
    ROW("turbulence/exp3", "a step of 64x32x50 cells with kicks near a sphere, mode direct", exp3,
        PART_STEP),
    ROW("turbulence/exp3.base", "a step of 32x16x25 cells alone", exp3_base, PART_STEP),
    ROW("turbulence/wavelet", "a step of 48x64x48 cells with wavelet noise on 96x128x96", wavelet,
        PART_STEP),
};
const wafti_bench_list wafti_bench_detail = WAFTI_BENCH_LIST(cases);

// SPDX-License-Identifier: MIT
// The cases of `waft bench` and what they share.
#ifndef WAFTI_BENCH_BENCH_H
#define WAFTI_BENCH_BENCH_H

#include <waft/bench.h>

/// What a case tells; the row's other figures follow from it.
typedef struct wafti_bench_result {
    double wall;  ///< s a step, the least of several; where something moves their median
    double cpu;   ///< s a step over all threads, the mean of several
    double items; ///< a step works on
    double bytes; ///< a step moves, 0 if not counted
    int threads;  ///< it used, 0: as many as asked
    double speedup_median;
    double speedup_p95;
    double of_still;    ///< median over that of a step in which nothing moves, 0 if not measured
    double evaluations; ///< of a step's solves, 0 if it has none
} wafti_bench_result;

typedef waft_result wafti_bench_case(
    const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error);

wafti_bench_case wafti_bench_stream_triad;
wafti_bench_case wafti_bench_task_back_to_back;
wafti_bench_case wafti_bench_task_after_idle;
wafti_bench_case wafti_bench_fft_64;
wafti_bench_case wafti_bench_fft_128;
wafti_bench_case wafti_bench_field_64;
wafti_bench_case wafti_bench_field_64_broad;
wafti_bench_case wafti_bench_field_128;
wafti_bench_case wafti_bench_field_128_broad;
wafti_bench_case wafti_bench_keps;
wafti_bench_case wafti_bench_waves_1024;
wafti_bench_case wafti_bench_waves_query;
wafti_bench_case wafti_bench_surface_50k;
wafti_bench_case wafti_bench_water_columns_1024;
wafti_bench_case wafti_bench_water_columns_4096;
wafti_bench_case wafti_bench_water_implicit_1024;
wafti_bench_case wafti_bench_water_implicit_4096;
wafti_bench_case wafti_bench_water_swe_1024;
wafti_bench_case wafti_bench_water_swe_4096;
wafti_bench_case wafti_bench_water_query;
wafti_bench_case wafti_bench_water_level;
wafti_bench_case wafti_bench_water_columns_256;
wafti_bench_case wafti_bench_water_bodies;

/// Smoke, spec section 17: each grid in five parts, see bench_smoke.c.
#define WAFTI_BENCH_SMOKE_MAP(X)                                                                   \
    X(16, 32, 16, "smoke/16x32x16")                                                                \
    X(48, 64, 48, "smoke/48x64x48")                                                                \
    X(64, 32, 50, "smoke/64x32x50")                                                                \
    X(64, 128, 64, "smoke/64x128x64")                                                              \
    X(128, 128, 128, "smoke/128")                                                                  \
    X(256, 256, 256, "smoke/256")

#define WAFTI_BENCH_SMOKE_DECLARE(nx, ny, nz, name)                                                \
    wafti_bench_case wafti_bench_smoke_##nx##x##ny##x##nz;                                         \
    wafti_bench_case wafti_bench_smoke_##nx##x##ny##x##nz##_advect;                                \
    wafti_bench_case wafti_bench_smoke_##nx##x##ny##x##nz##_pressure;                              \
    wafti_bench_case wafti_bench_smoke_##nx##x##ny##x##nz##_other;                                 \
    wafti_bench_case wafti_bench_smoke_##nx##x##ny##x##nz##_moving;                                \
    wafti_bench_case wafti_bench_smoke_##nx##x##ny##x##nz##_cold;
WAFTI_BENCH_SMOKE_MAP(WAFTI_BENCH_SMOKE_DECLARE)
#undef WAFTI_BENCH_SMOKE_DECLARE

/// Turbulent detail, spec section 17: id, layout and part in bench_detail.c, name, summary.
#define WAFTI_BENCH_DETAIL_MAP(X)                                                                  \
    X(exp1, exp1, PART_STEP, "turbulence/exp1",                                                    \
        "a step of a plume of 48x64x48 cells with forced detail of 96x128x96")                     \
    X(exp1_force, exp1, PART_FORCE, "turbulence/exp1.force",                                       \
        "triggers, follow and kick of such a step")                                                \
    X(exp2, exp2, PART_STEP, "turbulence/exp2",                                                    \
        "a step of 16x32x16 cells with a region of 38x76x38 and density on 64x128x64")             \
    X(exp2_base, exp2, PART_BASE, "turbulence/exp2.base", "the smoke's part of it")                \
    X(exp2_flow, exp2, PART_FLOW, "turbulence/exp2.flow", "interpolation and the forced flow")     \
    X(exp2_density, exp2, PART_DENSITY, "turbulence/exp2.density", "transport of density")         \
    X(stream, stream, PART_STEP, "turbulence/exp2.stream",                                         \
        "a step of 1/60 s where 1 m/s flows past the sphere, as in exp2b.yaml")                    \
    X(stream_flow, stream, PART_FLOW, "turbulence/exp2.stream.flow",                               \
        "interpolation and the forced flow of such a step")                                        \
    X(exp3, exp3, PART_STEP, "turbulence/exp3",                                                    \
        "a step of 64x32x50 cells with kicks near a sphere, mode direct")                          \
    X(exp3_base, exp3_base, PART_STEP, "turbulence/exp3.base", "a step of 32x16x25 cells alone")   \
    X(wavelet, wavelet, PART_STEP, "turbulence/wavelet",                                           \
        "a step of 48x64x48 cells with wavelet noise on 96x128x96")

#define WAFTI_BENCH_DETAIL_DECLARE(id, layout_, what_, name, summary)                              \
    wafti_bench_case wafti_bench_detail_##id;
WAFTI_BENCH_DETAIL_MAP(WAFTI_BENCH_DETAIL_DECLARE)
#undef WAFTI_BENCH_DETAIL_DECLARE

/// Bodies, spec section 21: id, name, summary, unit.
#define WAFTI_BENCH_BODY_MAP(X)                                                                    \
    X(one, "body/one",                                                                             \
        "1000 steps of 1 ms of one leaf, RK4, all of the 6x6 matrix, loads and "                   \
        "turbulence, on one thread",                                                               \
        "body-steps")                                                                              \
    X(one_precise, "body/one.double", "the same in double", "body-steps")                          \
    X(crowd_1000, "body/crowd/1000", "20 steps of 1 ms of 1000 such leaves, on one thread",        \
        "body-steps")                                                                              \
    X(crowd_1000_midpoint, "body/crowd/1000.midpoint", "the same by the implicit midpoint rule",   \
        "body-steps")                                                                              \
    X(crowd_100000, "body/crowd/100000", "a step of 4 x 1 ms of 100,000 leaves, on one thread",    \
        "body-steps")                                                                              \
    X(crowd_100000_threads, "body/crowd/100000.threads", "the same on all threads", "body-steps")  \
    X(leaves_10000, "body/leaves/10000", "a frame of 1/60 s of 10,000 leaves in 17 steps",         \
        "body-steps")                                                                              \
    X(hull_320, "body/hull/320", "added mass of an ellipsoid of 320 facets", "facets")             \
    X(hull_1280, "body/hull/1280", "added mass of an ellipsoid of 1280 facets", "facets")          \
    X(keps, "body/keps/32x32x8", "turbulence of an ellipsoid's hull, 80 steps", "cells")           \
    X(clip, "body/clip/320", "a hull of 320 facets cut by 1000 water levels", "cuts")              \
    X(table1_ellipsoid_320_1, "body/table1/ellipsoid320_1ms",                                      \
        "1000 steps of one ellipsoid of 320 facets; Xie & Miyata: 1.59 ms a step", "body-steps")   \
    X(table1_ellipsoid_320_5, "body/table1/ellipsoid320_5ms", "the same; theirs: 1.63 ms a step",  \
        "body-steps")                                                                              \
    X(table1_ellipsoid_320_10, "body/table1/ellipsoid320_10ms",                                    \
        "the same; theirs: 1.65 ms a step", "body-steps")                                          \
    X(table1_ellipsoid_1280_5, "body/table1/ellipsoid1280_5ms",                                    \
        "the same of 1280 facets; theirs: 1.71 ms a step", "body-steps")                           \
    X(table1_paper_5, "body/table1/paper_5ms",                                                     \
        "1000 steps of a sheet of paper of 864 facets; theirs of 1024: 1.73 ms a step",            \
        "body-steps")                                                                              \
    X(table1_plane_5, "body/table1/plane_5ms",                                                     \
        "1000 steps of a paper plane of 284 facets; theirs of 288: 1.86 ms a step", "body-steps")

#define WAFTI_BENCH_BODY_DECLARE(id, name, summary, unit) wafti_bench_case wafti_bench_body_##id;
WAFTI_BENCH_BODY_MAP(WAFTI_BENCH_BODY_DECLARE)
#undef WAFTI_BENCH_BODY_DECLARE

/// The liquid, spec section 22: id, name, summary, unit, size, method, kernel, stirred, part.
#define WAFTI_BENCH_LIQUID_MAP(X)                                                                  \
    X(4096_wcsph, "sph/4096.wcsph", "a sub-step of a block at rest, cubic kernel", "particles",    \
        16, 16, 16, WCSPH, CUBIC, false, PART_STEP)                                                \
    X(4096_mueller, "sph/4096.wcsph.mueller", "the same with Mueller's kernels", "particles", 16,  \
        16, 16, WCSPH, MUELLER, false, PART_STEP)                                                  \
    X(4096_sort, "sph/4096.sort", "sorting its particles by cells", "particles", 16, 16, 16,       \
        WCSPH, CUBIC, false, PART_SORT)                                                            \
    X(4096_density, "sph/4096.density", "its lists, density and walls", "particles", 16, 16, 16,   \
        WCSPH, CUBIC, false, PART_DENSITY)                                                         \
    X(4096_force, "sph/4096.force", "its forces between pairs", "particles", 16, 16, 16, WCSPH,    \
        CUBIC, false, PART_FORCE)                                                                  \
    X(4096_stir, "sph/4096.stir", "forces of turbulence on it, from fields of 128^3", "particles", \
        16, 16, 16, WCSPH, CUBIC, false, PART_STIR)                                                \
    X(4096_dfsph, "sph/4096.dfsph", "a sub-step of 4 ms, pressure solved to its tolerance",        \
        "particles", 16, 16, 16, DFSPH, CUBIC, false, PART_STEP)                                   \
    X(4096_list, "sph/4096.list", "the lists of neighbours of such a sub-step", "particles", 16,   \
        16, 16, DFSPH, CUBIC, false, PART_DENSITY)                                                 \
    X(50k_wcsph, "sph/50k.wcsph", "a sub-step of a block at rest, cubic kernel", "particles", 36,  \
        38, 36, WCSPH, CUBIC, false, PART_STEP)                                                    \
    X(50k_mueller, "sph/50k.wcsph.mueller", "the same with Mueller's kernels", "particles", 36,    \
        38, 36, WCSPH, MUELLER, false, PART_STEP)                                                  \
    X(50k_sort, "sph/50k.sort", "sorting its particles by cells", "particles", 36, 38, 36, WCSPH,  \
        CUBIC, false, PART_SORT)                                                                   \
    X(50k_density, "sph/50k.density", "its lists, density and walls", "particles", 36, 38, 36,     \
        WCSPH, CUBIC, false, PART_DENSITY)                                                         \
    X(50k_force, "sph/50k.force", "its forces between pairs", "particles", 36, 38, 36, WCSPH,      \
        CUBIC, false, PART_FORCE)                                                                  \
    X(50k_stir, "sph/50k.stir", "forces of turbulence on it, from fields of 128^3", "particles",   \
        36, 38, 36, WCSPH, CUBIC, false, PART_STIR)                                                \
    X(50k_dfsph, "sph/50k.dfsph", "a sub-step of 4 ms, pressure solved to its tolerance",          \
        "particles", 36, 38, 36, DFSPH, CUBIC, false, PART_STEP)                                   \
    X(50k_list, "sph/50k.list", "the lists of neighbours of such a sub-step", "particles", 36, 38, \
        36, DFSPH, CUBIC, false, PART_DENSITY)                                                     \
    X(500k_wcsph, "sph/500k.wcsph", "a sub-step of a block at rest, cubic kernel", "particles",    \
        80, 80, 80, WCSPH, CUBIC, false, PART_STEP)                                                \
    X(500k_mueller, "sph/500k.wcsph.mueller", "the same with Mueller's kernels", "particles", 80,  \
        80, 80, WCSPH, MUELLER, false, PART_STEP)                                                  \
    X(500k_sort, "sph/500k.sort", "sorting its particles by cells", "particles", 80, 80, 80,       \
        WCSPH, CUBIC, false, PART_SORT)                                                            \
    X(500k_density, "sph/500k.density", "its lists, density and walls", "particles", 80, 80, 80,   \
        WCSPH, CUBIC, false, PART_DENSITY)                                                         \
    X(500k_force, "sph/500k.force", "its forces between pairs", "particles", 80, 80, 80, WCSPH,    \
        CUBIC, false, PART_FORCE)                                                                  \
    X(500k_stir, "sph/500k.stir", "forces of turbulence on it, from fields of 128^3", "particles", \
        80, 80, 80, WCSPH, CUBIC, false, PART_STIR)                                                \
    X(500k_dfsph, "sph/500k.dfsph", "a sub-step of 4 ms, pressure solved to its tolerance",        \
        "particles", 80, 80, 80, DFSPH, CUBIC, false, PART_STEP)                                   \
    X(500k_list, "sph/500k.list", "the lists of neighbours of such a sub-step", "particles", 80,   \
        80, 80, DFSPH, CUBIC, false, PART_DENSITY)                                                 \
    X(exp4, "sph/exp4",                                                                            \
        "a sub-step of Zhao et al., Exp. 4: 4096 particles, stirred; theirs: 52 frames/s",         \
        "frames", 16, 16, 16, WCSPH, CUBIC, true, PART_STEP)

#define WAFTI_BENCH_LIQUID_DECLARE(                                                                \
    id, name, summary, unit, nx, ny, nz, method, kernel, stirred, part)                            \
    wafti_bench_case wafti_bench_liquid_##id;
WAFTI_BENCH_LIQUID_MAP(WAFTI_BENCH_LIQUID_DECLARE)
#undef WAFTI_BENCH_LIQUID_DECLARE

/// One step of a case; an error ends the measurement.
typedef waft_result wafti_bench_step(void* context);

/// Runs one step unmeasured, then wafti_bench_repetitions() of them; keeps the least wall time and
/// the mean CPU time, since the system books the CPU time of threads on other CPUs with a delay.
waft_result wafti_bench_time(const waft_bench_def* def, int repetitions, wafti_bench_step* step,
    void* context, wafti_bench_result* out_result);

/// `repetitions`, or a tenth of them if quick, but at least 3.
int wafti_bench_repetitions(const waft_bench_def* def, int repetitions);

#endif // WAFTI_BENCH_BENCH_H

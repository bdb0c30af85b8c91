// SPDX-License-Identifier: MIT
// The cases of `waft bench` and what they share.
#ifndef WAFTI_BENCH_BENCH_H
#define WAFTI_BENCH_BENCH_H

#include <waft/bench.h>

/// What a case tells; the row's other figures follow from it.
typedef struct wafti_bench_result {
    double wall;  ///< s a step, the least of several
    double cpu;   ///< s a step over all threads, the mean of several
    double items; ///< a step works on
    double bytes; ///< a step moves, 0 if not counted
    int threads;  ///< it used, 0: as many as asked
    double speedup_median;
    double speedup_p95;
} wafti_bench_result;

typedef waft_result wafti_bench_case(
    const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error);

wafti_bench_case wafti_bench_stream_triad;
wafti_bench_case wafti_bench_task_back_to_back;
wafti_bench_case wafti_bench_task_after_idle;
wafti_bench_case wafti_bench_fft_64;
wafti_bench_case wafti_bench_fft_128;
wafti_bench_case wafti_bench_keps;
wafti_bench_case wafti_bench_waves_1024;
wafti_bench_case wafti_bench_waves_query;

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

/// One step of a case; an error ends the measurement.
typedef waft_result wafti_bench_step(void* context);

/// Runs one step unmeasured, then wafti_bench_repetitions() of them; keeps the least wall time and
/// the mean CPU time, since the system books the CPU time of threads on other CPUs with a delay.
waft_result wafti_bench_time(const waft_bench_def* def, int repetitions, wafti_bench_step* step,
    void* context, wafti_bench_result* out_result);

/// `repetitions`, or a tenth of them if quick, but at least 3.
int wafti_bench_repetitions(const waft_bench_def* def, int repetitions);

#endif // WAFTI_BENCH_BENCH_H

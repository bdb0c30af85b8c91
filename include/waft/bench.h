// SPDX-License-Identifier: MIT
// waft/bench.h: the libraries' own measurements, as `waft bench` prints them. In the library waft-tools.
#ifndef WAFT_BENCH_H
#define WAFT_BENCH_H

#include <waft/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct waft_bench_row {
    const char* name;       ///< "waves/1024"; stable
    double ms_per_step;     ///< wall time, the least of several; smoke/....moving: their median
    double cpu_ms_per_step; ///< over all threads
    int threads;
    double items;          ///< cells, queries or bytes a step works on
    double per_s;          ///< items a second of wall time
    double per_s_core;     ///< items a second of CPU time
    double gb_per_s;       ///< bytes moved a second of wall time, 0 if not counted
    double of_stream;      ///< that as a share of this run's STREAM triad
    double speedup_median; ///< task/...: against one thread, 0 elsewhere
    double speedup_p95;    ///< the speed-up that 95 of 100 calls reach or pass
    double of_still;       ///< smoke/....moving: medians, moving over still; 0 elsewhere
    double evaluations; ///< sph/....dfsph: of both solves; smoke/....pressure and .cold: iterations
    const char* unit;   ///< what an item is: "cells", "queries", "bytes"; stable
} waft_bench_row;

typedef struct waft_bench_def {
    uint32_t struct_size;   ///< set by waft_bench_def_default()
    int threads;            ///< default: CPUs of this process
    bool quick;             ///< a tenth of the repetitions
    double stream_gb_per_s; ///< from an earlier row, so that it is measured once; 0: measure
} waft_bench_def;

WAFT_EXPERIMENTAL void waft_bench_def_fill(waft_bench_def* out_def, size_t size);
static inline waft_bench_def waft_bench_def_default(void) {
    waft_bench_def def;
    waft_bench_def_fill(&def, sizeof(def));
    return def;
}
WAFT_EXPERIMENTAL size_t waft_bench_count(void);
WAFT_EXPERIMENTAL const char* waft_bench_name(size_t index);    ///< NULL past the end
WAFT_EXPERIMENTAL const char* waft_bench_summary(size_t index); ///< one line

/// Runs one case. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY.
WAFT_EXPERIMENTAL WAFT_CHECKED waft_result waft_bench_run(
    size_t index, const waft_bench_def* def, waft_bench_row* out_row, waft_error* out_error);

#ifdef __cplusplus
}
#endif

#endif // WAFT_BENCH_H

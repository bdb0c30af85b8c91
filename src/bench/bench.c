// SPDX-License-Identifier: MIT
#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "port/port.h"

static const wafti_bench_list* const lists[] = {&wafti_bench_stream, &wafti_bench_task,
    &wafti_bench_fft, &wafti_bench_field, &wafti_bench_detail, &wafti_bench_keps,
    &wafti_bench_waves, &wafti_bench_surface, &wafti_bench_water, &wafti_bench_smoke,
    &wafti_bench_liquid, &wafti_bench_bodies, &wafti_bench_hulls, &wafti_bench_table1};

enum { LIST_COUNT = sizeof(lists) / sizeof(lists[0]), MOST_THREADS = 256 };

// NULL past the end.
static const wafti_bench_case* find_case(size_t index) {
    for (size_t i = 0; i < LIST_COUNT; ++i) {
        if (index < lists[i]->count) {
            return &lists[i]->cases[index];
        }
        index -= lists[i]->count;
    }
    return NULL;
}

void waft_bench_def_fill(waft_bench_def* out_def, size_t size) {
    const int cpus = wafti_cpus_count();
    const waft_bench_def def = {
        .threads = cpus < MOST_THREADS ? cpus : MOST_THREADS,
    };
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

size_t waft_bench_count(void) {
    size_t count = 0;
    for (size_t i = 0; i < LIST_COUNT; ++i) {
        count += lists[i]->count;
    }
    return count;
}

const char* waft_bench_name(size_t index) {
    const wafti_bench_case* found = find_case(index);
    return found != NULL ? found->name : NULL;
}

const char* waft_bench_summary(size_t index) {
    const wafti_bench_case* found = find_case(index);
    return found != NULL ? found->summary : NULL;
}

int wafti_bench_repetitions(const waft_bench_def* def, int repetitions) {
    const int count = def->quick ? repetitions / 10 : repetitions;
    return count > 3 ? count : 3;
}

waft_result wafti_bench_time(const waft_bench_def* def, int repetitions, wafti_bench_step* step,
    void* context, wafti_bench_result* out_result) {
    out_result->wall = INFINITY;
    const int count = wafti_bench_repetitions(def, repetitions);
    double cpu_start = 0.0;
    for (int i = 0; i <= count; ++i) {
        const double start = wafti_clock_wall();
        const waft_result result = step(context);
        if (result != WAFT_OK) {
            return result;
        }
        if (i == 0) {
            cpu_start = wafti_clock_cpu();
        } else {
            out_result->wall = fmin(out_result->wall, wafti_clock_wall() - start);
        }
    }
    out_result->cpu = (wafti_clock_cpu() - cpu_start) / count;
    return WAFT_OK;
}

waft_result wafti_bench_close(waft_world* world, waft_result result, waft_error* out_error) {
    if (result != WAFT_OK && world != NULL && waft_world_error(world)[0] != '\0') {
        (void)wafti_fail(out_error, result, "%s", waft_world_error(world));
    }
    waft_world_destroy(world);
    return result;
}

waft_result wafti_bench_step_world(void* world) {
    return waft_world_step(world);
}

static int compare(const void* a, const void* b) {
    const double x = *(const double*)a;
    const double y = *(const double*)b;
    return (x > y) - (x < y);
}

void wafti_bench_sort(double* times, size_t count) {
    qsort(times, count, sizeof(*times), compare);
}

void wafti_bench_take_part(double part_ms, wafti_bench_result* result) {
    result->cpu *= 1e-3 * part_ms / result->wall;
    result->wall = 1e-3 * part_ms;
}

static waft_result check(
    size_t index, const waft_bench_def* def, const waft_bench_row* row, waft_error* out_error) {
    if (row == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "bench: out_row is NULL");
    }
    if (find_case(index) == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "bench: there is no case %zu, only %zu",
            index, waft_bench_count());
    }
    if (def->threads < 1 || def->threads > MOST_THREADS) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "bench: threads is %d, must be 1 to %d",
            def->threads, (int)MOST_THREADS);
    }
    if (!isfinite(def->stream_gb_per_s) || def->stream_gb_per_s < 0.0) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "bench: stream_gb_per_s is not finite and >= 0");
    }
    return WAFT_OK;
}

static double ratio(double a, double b) {
    return b > 0.0 ? a / b : 0.0;
}

static waft_result measure_stream(
    const waft_bench_def* def, double* out_gb_per_s, waft_error* out_error) {
    const wafti_bench_case* triad = &wafti_bench_stream.cases[0];
    wafti_bench_result stream = {0};
    const waft_result result = triad->run(def, triad->setup, &stream, out_error);
    *out_gb_per_s = 1e-9 * ratio(stream.bytes, stream.wall);
    return result;
}

waft_result waft_bench_run(
    size_t index, const waft_bench_def* def, waft_bench_row* out_row, waft_error* out_error) {
    waft_bench_def wide = waft_bench_def_default();
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_bench_def", out_error);
    if (result != WAFT_OK) {
        return result;
    }
    def = &wide;
    result = check(index, def, out_row, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const wafti_bench_case* row = find_case(index);
    wafti_bench_result found = {0};
    result = row->run(def, row->setup, &found, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const double gb_per_s = 1e-9 * ratio(found.bytes, found.wall);
    double stream_gb_per_s = row == wafti_bench_stream.cases ? gb_per_s : def->stream_gb_per_s;
    if (found.bytes > 0.0 && stream_gb_per_s == 0.0) {
        result = measure_stream(def, &stream_gb_per_s, out_error);
        if (result != WAFT_OK) {
            return result;
        }
    }
    *out_row = (waft_bench_row){
        .name = row->name,
        .ms_per_step = 1e3 * found.wall,
        .cpu_ms_per_step = 1e3 * found.cpu,
        .threads = found.threads > 0 ? found.threads : def->threads,
        .items = found.items,
        .per_s = ratio(found.items, found.wall),
        .per_s_core = ratio(found.items, found.cpu),
        .gb_per_s = gb_per_s,
        .of_stream = ratio(gb_per_s, stream_gb_per_s),
        .speedup_median = found.speedup_median,
        .speedup_p95 = found.speedup_p95,
        .of_still = found.of_still,
        .evaluations = found.evaluations,
        .unit = row->unit,
    };
    return WAFT_OK;
}

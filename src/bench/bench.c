// SPDX-License-Identifier: MIT
#include "bench/bench.h"

#include <math.h>

#include "base/error.h"
#include "port/port.h"

static const struct bench_case {
    const char* name;
    const char* summary;
    const char* unit;
    wafti_bench_case* run;
} cases[] = {
    {"stream/triad", "memory bandwidth: a = b + s * c over arrays far larger than the caches",
        "bytes", wafti_bench_stream_triad},
    {"task/back_to_back", "1 ms of work split over the threads, calls following one another",
        "blocks", wafti_bench_task_back_to_back},
    {"task/after_idle", "1 ms of work split over the threads, 3 ms of sleep before each call",
        "blocks", wafti_bench_task_after_idle},
    {"fft/64", "64^3 real numbers to their spectrum and back, on one thread", "points",
        wafti_bench_fft_64},
    {"fft/128", "128^3 real numbers to their spectrum and back, on one thread", "points",
        wafti_bench_fft_128},
    {"turbulence/field/64", "a random field of 64^3 cells, one band at vortices of two cells",
        "cells", wafti_bench_field_64},
    {"turbulence/field/64.broad", "the same with a power law over all shells", "cells",
        wafti_bench_field_64_broad},
    {"turbulence/field/128", "a random field of 128^3 cells, one band at vortices of two cells",
        "cells", wafti_bench_field_128},
    {"turbulence/field/128.broad", "the same with a power law over all shells", "cells",
        wafti_bench_field_128_broad},
#define DETAIL_CASES(id, layout_, what_, name, summary)                                            \
    {(name), (summary), "cells", wafti_bench_detail_##id},
    WAFTI_BENCH_DETAIL_MAP(DETAIL_CASES)
#undef DETAIL_CASES
        {"keps/32x32x8", "turbulence around a 1:2:4 ellipsoid: set-up and 80 steps, on one thread",
            "cells", wafti_bench_keps},
    {"waves/1024", "a step of 1024 x 1024 cells, 16 plane trains, Gerstner with normals", "cells",
        wafti_bench_waves_1024},
    {"waves/query", "4096 points asked for level, normal and velocity, on one thread", "queries",
        wafti_bench_waves_query},
    {"sph/surface/50k", "the surface mesh of a block of 49,248 particles, with velocities",
        "particles", wafti_bench_surface_50k},
#define POND_CASES(name, what)                                                                     \
    {"water/" #name "/1024", "a step of a pond of 1024 x 1024 cells " what, "cells",               \
        wafti_bench_water_##name##_1024},                                                          \
        {"water/" #name "/4096", "a step of a pond of 4096 x 4096 cells " what, "cells",           \
            wafti_bench_water_##name##_4096},
    {"water/columns/256", "a step of a pond of 256 x 256 columns", "cells",
        wafti_bench_water_columns_256},
    {"water/level/256", "such a step, and the level read after it", "cells",
        wafti_bench_water_level},
    POND_CASES(columns, "as columns with eight pipes each") POND_CASES(implicit, "by Kass & Miller")
        POND_CASES(swe, "by the shallow-water equations")
#undef POND_CASES
            {"water/query",
                "4096 points of a pond of columns asked for level, normal and velocity, on "
                "one thread",
                "queries", wafti_bench_water_query},
    {"water/bodies/100", "a step of 100 boxes in a pond of 512 x 512 columns", "bodies",
        wafti_bench_water_bodies},
#define SMOKE_CASES(nx, ny, nz, name)                                                              \
    {name, "a step of a plume past a sphere, tolerance 1e-3, MacCormack on four fields", "cells",  \
        wafti_bench_smoke_##nx##x##ny##x##nz},                                                     \
        {name ".advect", "transport of three velocities and a density in such a step", "cells",    \
            wafti_bench_smoke_##nx##x##ny##x##nz##_advect},                                        \
        {name ".pressure", "the pressure of such a step, from that of the step before", "cells",   \
            wafti_bench_smoke_##nx##x##ny##x##nz##_pressure},                                      \
        {name ".other", "sources, forces, sides, checks and figures of such a step", "cells",      \
            wafti_bench_smoke_##nx##x##ny##x##nz##_other},                                         \
        {name ".cold", "the pressure of such a step from a start at zero", "cells",                \
            wafti_bench_smoke_##nx##x##ny##x##nz##_cold},                                          \
        {name ".moving", "the median step while the sphere moves, in turn with a still one",       \
            "cells", wafti_bench_smoke_##nx##x##ny##x##nz##_moving},
    WAFTI_BENCH_SMOKE_MAP(SMOKE_CASES)
#undef SMOKE_CASES
#define LIQUID_CASES(id, name, summary, unit, nx, ny, nz, method, kernel, stirred, part)           \
    {(name), (summary), (unit), wafti_bench_liquid_##id},
        WAFTI_BENCH_LIQUID_MAP(LIQUID_CASES)
#undef LIQUID_CASES
#define BODY_CASES(id, name, summary, unit) {(name), (summary), (unit), wafti_bench_body_##id},
            WAFTI_BENCH_BODY_MAP(BODY_CASES)
#undef BODY_CASES
};

enum {
    CASE_COUNT = sizeof(cases) / sizeof(cases[0]),
    STREAM_CASE = 0,
    MOST_THREADS = 256,
};

void waft_bench_def_fill(waft_bench_def* out_def, size_t size) {
    const int cpus = wafti_cpus_count();
    const waft_bench_def def = {
        .threads = cpus < MOST_THREADS ? cpus : MOST_THREADS,
    };
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

size_t waft_bench_count(void) {
    return CASE_COUNT;
}

const char* waft_bench_name(size_t index) {
    return index < CASE_COUNT ? cases[index].name : NULL;
}

const char* waft_bench_summary(size_t index) {
    return index < CASE_COUNT ? cases[index].summary : NULL;
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

static waft_result check(
    size_t index, const waft_bench_def* def, const waft_bench_row* row, waft_error* out_error) {
    if (row == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "bench: out_row is NULL");
    }
    if (index >= CASE_COUNT) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "bench: there is no case %zu, only %zu",
            index, (size_t)CASE_COUNT);
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
    wafti_bench_result stream = {0};
    const waft_result result = cases[STREAM_CASE].run(def, &stream, out_error);
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
    wafti_bench_result found = {0};
    result = cases[index].run(def, &found, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const double gb_per_s = 1e-9 * ratio(found.bytes, found.wall);
    double stream_gb_per_s = index == STREAM_CASE ? gb_per_s : def->stream_gb_per_s;
    if (found.bytes > 0.0 && stream_gb_per_s == 0.0) {
        result = measure_stream(def, &stream_gb_per_s, out_error);
        if (result != WAFT_OK) {
            return result;
        }
    }
    *out_row = (waft_bench_row){
        .name = cases[index].name,
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
        .unit = cases[index].unit,
    };
    return WAFT_OK;
}

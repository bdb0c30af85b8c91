// SPDX-License-Identifier: MIT
// One random field with its random numbers. Zhao, Yuan & Chen 2010 take 275 and 450 ms on a GPU.
#include "bench/bench.h"

#include "base/error.h"
#include "base/memory.h"
#include "task/pool.h"
#include "turbulence/synthesis.h"

typedef struct making {
    wafti_pool* pool;
    wafti_synthesis* maker;
    float* values;
    int32_t field;
} making;

static waft_result make_field(void* context) {
    making* m = context;
    wafti_pool_begin(m->pool);
    wafti_synthesis_run(m->maker, m->field++, m->pool, m->values);
    wafti_pool_end(m->pool);
    return WAFT_OK;
}

typedef struct field {
    int32_t size;
    bool broad;
} field;

static waft_spectrum_def spectrum_of(const field* made) {
    waft_spectrum_def spectrum = waft_spectrum_def_default();
    if (made->broad) {
        spectrum.law = WAFT_SPECTRUM_POWER;
        spectrum.range[0] = 3.0;
        spectrum.range[1] = 0.5 * made->size - 2.0;
    }
    return spectrum;
}

static waft_result run(const waft_bench_def* def, const void* setup, wafti_bench_result* out_result,
    waft_error* out_error) {
    const int32_t n = ((const field*)setup)->size;
    const waft_spectrum_def spectrum_def = spectrum_of(setup);
    const wafti_spectrum spectrum = wafti_spectrum_resolve(&spectrum_def, n, 3);
    const size_t count = 3 * (size_t)n * (size_t)n * (size_t)n;
    making m = {.field = 0};
    wafti_shells shells;
    wafti_arena arena;
    wafti_arena_init(&arena, NULL, 65536);
    waft_result result = wafti_shells_make(&spectrum, &arena, &shells, out_error);
    if (result == WAFT_OK) {
        const wafti_synthesis_def maker = {
            .size = n, .dimensions = 3, .shells = &shells, .isa = wafti_isa_choose()};
        result = wafti_synthesis_create(&maker, &m.maker, out_error);
    }
    if (result == WAFT_OK) {
        const wafti_pool_def pool = {.threads = def->threads};
        result = wafti_pool_create(&pool, &m.pool, out_error);
    }
    if (result == WAFT_OK) {
        m.values = wafti_allocate(NULL, count, sizeof(float));
        result = m.values != NULL
                     ? wafti_bench_time(def, n <= 64 ? 200 : 30, make_field, &m, out_result)
                     : wafti_fail_memory(out_error, 4 * count, "a random field");
    }
    out_result->items = (double)count / 3.0;
    wafti_release(NULL, m.values, count, sizeof(float));
    wafti_pool_destroy(m.pool);
    wafti_synthesis_destroy(m.maker);
    wafti_arena_free(&arena);
    return result;
}

static const char broad[] = "the same with a power law over all shells";
static const wafti_bench_case cases[] = {
    {"turbulence/field/64", "a random field of 64^3 cells, one band at vortices of two cells",
        "cells", run, &(const field){64, false}},
    {"turbulence/field/64.broad", broad, "cells", run, &(const field){64, true}},
    {"turbulence/field/128", "a random field of 128^3 cells, one band at vortices of two cells",
        "cells", run, &(const field){128, false}},
    {"turbulence/field/128.broad", broad, "cells", run, &(const field){128, true}},
};
const wafti_bench_list wafti_bench_field = WAFTI_BENCH_LIST(cases);

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

static waft_spectrum_def spectrum_of(int32_t n, bool broad) {
    waft_spectrum_def spectrum = waft_spectrum_def_default();
    if (broad) {
        spectrum.law = WAFT_SPECTRUM_POWER;
        spectrum.range[0] = 3.0;
        spectrum.range[1] = 0.5 * n - 2.0;
    }
    return spectrum;
}

static waft_result run(const waft_bench_def* def, int32_t n, bool broad,
    wafti_bench_result* out_result, waft_error* out_error) {
    const waft_spectrum_def spectrum_def = spectrum_of(n, broad);
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

waft_result wafti_bench_field_64(
    const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {
    return run(def, 64, false, out_result, out_error);
}

waft_result wafti_bench_field_64_broad(
    const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {
    return run(def, 64, true, out_result, out_error);
}

waft_result wafti_bench_field_128(
    const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {
    return run(def, 128, false, out_result, out_error);
}

waft_result wafti_bench_field_128_broad(
    const waft_bench_def* def, wafti_bench_result* out_result, waft_error* out_error) {
    return run(def, 128, true, out_result, out_error);
}

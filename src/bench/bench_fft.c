// SPDX-License-Identifier: MIT
// Real transforms of cubes, on one thread, so that they compare with FFTW's (./dev peers).
#include "bench/bench.h"

#include "base/error.h"
#include "base/memory.h"
#include "grid/field.h"
#include "math/fft.h"
#include "math/philox.h"

typedef struct cube {
    wafti_fft* plan;
    float* memory;
    size_t size; // of each array
    wafti_strides points_at, parts_at;
} cube;

// Planes are shifted by a cache line, as rows are: a power of two from plane to plane would map
// whole columns onto a few cache sets.
static wafti_strides strides_of(int32_t width, int32_t height) {
    const ptrdiff_t row = wafti_field_stride(width);
    return (wafti_strides){row, row * height + WAFTI_ROW_QUANTUM};
}

// The field is transformed into the spectrum and from there into another field, so that each step
// starts from the same numbers.
static waft_result there_and_back(void* context) {
    const cube* c = context;
    wafti_fft_job job = {.plan = c->plan,
        .kind = WAFTI_FFT_TO_SPECTRUM,
        .real = {c->memory, c->points_at},
        .spectrum = {c->memory + c->size, c->memory + 2 * c->size, c->parts_at}};
    wafti_fft_run(&job);
    job.kind = WAFTI_FFT_FROM_SPECTRUM;
    job.real.data = c->memory + 3 * c->size;
    wafti_fft_run(&job);
    return WAFT_OK;
}

static waft_result run(const waft_bench_def* def, const void* setup, wafti_bench_result* out_result,
    waft_error* out_error) {
    const int32_t n = *(const int32_t*)setup;
    cube c = {.points_at = strides_of(n, n), .parts_at = strides_of(n / 2 + 1, n)};
    wafti_arena arena;
    wafti_arena_init(&arena, NULL, 65536);
    const wafti_fft_def plan_def = {.n = {n, n, n}, .isa = wafti_isa_choose(), .arena = &arena};
    waft_result result = wafti_fft_create(&plan_def, &c.plan, out_error);
    c.size = (size_t)c.points_at.plane * (size_t)n;
    c.memory = wafti_arena_take(&arena, 4 * c.size, sizeof(float));
    if (result == WAFT_OK && c.memory == NULL) {
        result = wafti_fail_memory(out_error, 4 * c.size * sizeof(float), "the transformed cubes");
    }
    for (size_t i = 0; i < c.size && result == WAFT_OK; ++i) {
        c.memory[i] = wafti_uniform(wafti_random(1, 0, 0, i).word[0]) - 0.5f;
    }
    out_result->threads = 1;
    out_result->items = (double)n * n * n;
    result = result == WAFT_OK
                 ? wafti_bench_time(def, n <= 64 ? 200 : 30, there_and_back, &c, out_result)
                 : result;
    wafti_arena_free(&arena);
    return result;
}

static const wafti_bench_case cases[] = {
    {"fft/64", "64^3 real numbers to their spectrum and back, on one thread", "points", run,
        &(const int32_t){64}},
    {"fft/128", "128^3 real numbers to their spectrum and back, on one thread", "points", run,
        &(const int32_t){128}},
};
const wafti_bench_list wafti_bench_fft = WAFTI_BENCH_LIST(cases);

// SPDX-License-Identifier: MIT
// McCalpin's STREAM triad: the bandwidth that other rows are compared with.
#include "bench/bench.h"

#include "base/error.h"
#include "base/memory.h"
#include "task/pool.h"

enum {
    BLOCK = 1 << 16,
    BLOCK_COUNT = 256, // 64 MiB an array, 192 MiB in all: beyond any cache
    // Read b, read c, write a. That the cache reads a line of `a` before it is written is not
    // counted, as in STREAM.
    BYTES_PER_ELEMENT = 3 * sizeof(float),
};

typedef struct triad {
    wafti_pool* pool;
    float* a;
    float* b;
    float* c;
} triad;

static void fill_block(void* context, int32_t block) {
    const triad* t = context;
    const size_t first = (size_t)block * BLOCK;
    for (size_t i = first; i < first + BLOCK; ++i) {
        t->a[i] = 0.0f;
        t->b[i] = (float)i;
        t->c[i] = 1.0f;
    }
}

static void add_block(void* context, int32_t block) {
    const triad* t = context;
    float* restrict a = t->a + (size_t)block * BLOCK;
    const float* restrict b = t->b + (size_t)block * BLOCK;
    const float* restrict c = t->c + (size_t)block * BLOCK;
    for (size_t i = 0; i < BLOCK; ++i) {
        a[i] = b[i] + 3.0f * c[i];
    }
}

static waft_result step(void* context) {
    triad* t = context;
    wafti_pool_begin(t->pool);
    wafti_pool_run(t->pool, BLOCK_COUNT, 1e4, add_block, t);
    wafti_pool_end(t->pool);
    return WAFT_OK;
}

static waft_result run(const waft_bench_def* def, const void* setup, wafti_bench_result* out_result,
    waft_error* out_error) {
    (void)setup;
    const size_t count = (size_t)BLOCK * BLOCK_COUNT;
    float* arrays = wafti_allocate(NULL, 3 * count, sizeof(float));
    if (arrays == NULL) {
        return wafti_fail_memory(out_error, 3 * count * sizeof(float), "the STREAM arrays");
    }
    triad t = {.a = arrays, .b = arrays + count, .c = arrays + 2 * count};
    waft_result result = wafti_pool_create(
        &(wafti_pool_def){.threads = def->threads, .pin = true}, &t.pool, out_error);
    if (result == WAFT_OK) {
        // The threads that will use a page are the ones that touch it first.
        wafti_pool_run(t.pool, BLOCK_COUNT, 1e4, fill_block, &t);
        out_result->items = (double)count * BYTES_PER_ELEMENT;
        out_result->bytes = out_result->items;
        result = wafti_bench_time(def, 20, step, &t, out_result);
    }
    wafti_release(NULL, arrays, 3 * count, sizeof(float));
    wafti_pool_destroy(t.pool);
    return result;
}

static const wafti_bench_case cases[] = {
    {"stream/triad", "memory bandwidth: a = b + s * c over arrays far larger than the caches",
        "bytes", run, NULL},
};
const wafti_bench_list wafti_bench_stream = WAFTI_BENCH_LIST(cases);

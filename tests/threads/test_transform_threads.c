// SPDX-License-Identifier: MIT
// The same bits for any number of threads.
#include "math/spectral.h"
#include "task/pool.h"
#include "unit/transform_fixture.h"

static const int thread_counts[] = {1, 2, 3, 8};

enum { COUNTS = sizeof(thread_counts) / sizeof(thread_counts[0]), ALWAYS_SHARED = 1000 };

static wafti_pool* make_pool(int threads) {
    wafti_pool* pool = NULL;
    if (!CHECK(wafti_pool_create(&(wafti_pool_def){.threads = threads}, &pool, NULL) == WAFT_OK)) {
        exit(1);
    }
    return pool;
}

static void fill(const box* b) {
    double* values = random_values(box_count(b), 14);
    box_put(b, values);
    free(values);
}

static void fourier(void) {
    const int32_t n[3] = {40, 24, 20};
    const box real = box_make(n[0], n[1], n[2]);
    const box re = box_make(n[0] / 2 + 1, n[1], n[2]);
    const box im = box_make(n[0] / 2 + 1, n[1], n[2]);
    wafti_fft* plan = NULL;
    wafti_arena arena;
    wafti_arena_init(&arena, NULL, 16384);
    const wafti_fft_def def = {.n = {n[0], n[1], n[2]}, .isa = wafti_isa_choose(), .arena = &arena};
    CHECK(wafti_fft_create(&def, &plan, NULL) == WAFT_OK);
    wafti_fft_job job = {.plan = plan,
        .real = {real.data, real.strides},
        .spectrum = {re.data, im.data, re.strides}};
    float* first = test_memory(real.size, sizeof(float));
    for (int i = 0; i < COUNTS; ++i) {
        wafti_pool* pool = make_pool(thread_counts[i]);
        fill(&real);
        for (int kind = WAFTI_FFT_TO_SPECTRUM; kind <= WAFTI_FFT_FROM_SPECTRUM; ++kind) {
            job.kind = (wafti_fft_kind)kind;
            for (job.pass = 0; job.pass < wafti_fft_pass_count(plan); ++job.pass) {
                CHECK(wafti_fft_work_us(&job) > 0.0);
                wafti_pool_run(
                    pool, wafti_fft_block_count(&job), ALWAYS_SHARED, wafti_fft_run_block, &job);
            }
        }
        if (i == 0) {
            memcpy(first, real.data, real.size * sizeof(float));
        }
        CHECK(memcmp(first, real.data, real.size * sizeof(float)) == 0);
        wafti_pool_destroy(pool);
    }
    wafti_arena_free(&arena);
    free(first);
    free(real.data);
    free(re.data);
    free(im.data);
}

static void poisson(void) {
    const int32_t n[3] = {20, 24, 40};
    const box b = box_make(n[0], n[1], n[2]);
    wafti_spectral* plan = NULL;
    wafti_arena arena;
    wafti_arena_init(&arena, NULL, 16384);
    const wafti_spectral_def def = {.n = {n[0], n[1], n[2]},
        .ends = {WAFTI_ENDS_CLOSED, WAFTI_ENDS_CLOSED_OPEN, WAFTI_ENDS_PERIODIC},
        .isa = wafti_isa_choose(),
        .arena = &arena};
    CHECK(wafti_spectral_create(&def, &plan, NULL) == WAFT_OK);
    wafti_spectral_job job = {.plan = plan, .array = {b.data, b.strides}};
    float* first = test_memory(b.size, sizeof(float));
    for (int i = 0; i < COUNTS; ++i) {
        wafti_pool* pool = make_pool(thread_counts[i]);
        fill(&b);
        for (job.pass = 0; job.pass < wafti_spectral_pass_count(&job); ++job.pass) {
            CHECK(wafti_spectral_work_us(&job) > 0.0);
            wafti_pool_run(pool, wafti_spectral_block_count(&job), ALWAYS_SHARED,
                wafti_spectral_run_block, &job);
        }
        if (i == 0) {
            memcpy(first, b.data, b.size * sizeof(float));
        }
        CHECK(memcmp(first, b.data, b.size * sizeof(float)) == 0);
        wafti_pool_destroy(pool);
    }
    wafti_arena_free(&arena);
    free(first);
    free(b.data);
}

static const test_case cases[] = {
    {"fourier", fourier},
    {"poisson", poisson},
};
TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// What the pool gains on 1 ms of arithmetic, which a frame loop does now and then and a solver all
// the time. The work touches no memory, so what is lost is the pool's.
#include "bench/bench.h"

#include <math.h>

#include "port/port.h"
#include "task/pool.h"

enum {
    BLOCK_COUNT = 64,
    CALLS = 400,
    // Calls in a row with one pool before the other's turn; CPU time is booked up to 4 ms late.
    BATCH = 50,
};

static const double work_seconds = 1e-3; // s on one thread
static const double idle_seconds = 3e-3; // before each call of after_idle

typedef struct work {
    long rounds; // per block
    float results[BLOCK_COUNT];
} work;

// A chain of dependent operations: its time does not depend on the compiler's mood.
static void spin_block(void* context, int32_t block) {
    work* w = context;
    float x = (float)block;
    for (long i = 0; i < w->rounds; ++i) {
        x = x * 0.999f + 0.5f;
    }
    w->results[block] = x;
}

static void call(wafti_pool* pool, work* w) {
    wafti_pool_begin(pool);
    wafti_pool_run(pool, BLOCK_COUNT, 1e6 * work_seconds, spin_block, w);
    wafti_pool_end(pool);
}

// Sets the rounds so that a call takes about work_seconds on one thread.
static void calibrate(wafti_pool* one, work* w) {
    w->rounds = 4096;
    double least = INFINITY;
    for (int i = 0; i < 20; ++i) {
        const double start = wafti_clock_wall();
        call(one, w);
        least = fmin(least, wafti_clock_wall() - start);
    }
    w->rounds = (long)((double)w->rounds * work_seconds / least) + 1;
}

// Times BATCH calls and returns the CPU time of all threads in them.
static double time_calls(wafti_pool* pool, work* w, bool idle, double* out_wall) {
    const double cpu_start = wafti_clock_cpu();
    for (int i = 0; i < BATCH; ++i) {
        if (idle) {
            wafti_clock_sleep(idle_seconds);
        }
        const double start = wafti_clock_wall();
        call(pool, w);
        out_wall[i] = wafti_clock_wall() - start;
    }
    return wafti_clock_cpu() - cpu_start;
}

static waft_result measure(const waft_bench_def* def, const void* setup,
    wafti_bench_result* out_result, waft_error* out_error) {
    const bool idle = *(const bool*)setup;
    static const wafti_pool_def single = {.threads = 1};
    wafti_pool* one = NULL;
    wafti_pool* many = NULL;
    waft_result result = wafti_pool_create(&single, &one, out_error);
    if (result == WAFT_OK) {
        result = wafti_pool_create(
            &(wafti_pool_def){.threads = def->threads, .pin = true}, &many, out_error);
    }
    if (result != WAFT_OK) {
        goto cleanup;
    }
    work w = {0};
    calibrate(one, &w);
    double serial[CALLS] = {0};
    double parallel[CALLS] = {0};
    double cpu = 0.0;
    const int calls = wafti_bench_repetitions(def, CALLS / BATCH) * BATCH;
    // In turns, so that a change of the machine's mood meets both.
    for (int i = 0; i < calls; i += BATCH) {
        (void)time_calls(one, &w, idle, serial + i);
        cpu += time_calls(many, &w, idle, parallel + i);
    }
    wafti_bench_sort(serial, (size_t)calls);
    wafti_bench_sort(parallel, (size_t)calls);
    const double alone = serial[calls / 2];
    out_result->wall = parallel[0];
    out_result->cpu = cpu / calls;
    out_result->items = BLOCK_COUNT;
    out_result->speedup_median = alone / parallel[calls / 2];
    out_result->speedup_p95 = alone / parallel[calls * 95 / 100];
cleanup:
    wafti_pool_destroy(many);
    wafti_pool_destroy(one);
    return result;
}

static const wafti_bench_case cases[] = {
    {"task/back_to_back", "1 ms of work split over the threads, calls following one another",
        "blocks", measure, &(const bool){false}},
    {"task/after_idle", "1 ms of work split over the threads, 3 ms of sleep before each call",
        "blocks", measure, &(const bool){true}},
};
const wafti_bench_list wafti_bench_task = WAFTI_BENCH_LIST(cases);

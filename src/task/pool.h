// SPDX-License-Identifier: MIT
// Threads that work through numbered blocks. Blocks are cut by the problem, never by the number of
// threads, so that results do not depend on it.
#ifndef WAFTI_TASK_POOL_H
#define WAFTI_TASK_POOL_H

#include <waft/base.h>

typedef struct wafti_pool wafti_pool;

/// Work on block number `block`; called once for each, from any thread, in any order.
typedef void wafti_block_function(void* context, int32_t block);

typedef struct wafti_pool_def {
    int threads;      ///< the caller's included, 1 to 256
    bool pin;         ///< keep own workers off the caller's CPU and spread over the others
    waft_tasks tasks; ///< the host's pool instead, if `enqueue` is set
    const waft_allocator* allocator;
} wafti_pool_def;

waft_result wafti_pool_create(
    const wafti_pool_def* def, wafti_pool** out_pool, waft_error* out_error);
void wafti_pool_destroy(wafti_pool* pool);
int wafti_pool_threads(const wafti_pool* pool);

/// Between begin and end workers stay awake and look for blocks, so that a call inside pays no
/// wake-up, and the caller is in our floating-point mode. A world step does this once.
void wafti_pool_begin(wafti_pool* pool);
void wafti_pool_end(wafti_pool* pool);

/// Runs run(context, 0 .. block_count - 1) and returns when all have returned. `work_us` is the
/// caller's estimate of all blocks together in microseconds on one core: below about 100, or 30 between
/// begin and end, it stays on the calling thread, as it does when called from inside a block. Else one call at a time.
void wafti_pool_run(wafti_pool* pool, int32_t block_count, double work_us,
    wafti_block_function* run, void* context);

#endif // WAFTI_TASK_POOL_H

// SPDX-License-Identifier: MIT
// The pool for those who ask between steps.
#ifndef WAFTI_TASK_POOL_GUEST_H
#define WAFTI_TASK_POOL_GUEST_H

#include "task/pool.h"

/// wafti_pool_run() for what a host may ask for between steps, from several threads at once: one caller
/// has the workers, others, and who asks within a step or a block, do all blocks themselves.
void wafti_pool_run_if_free(wafti_pool* pool, int32_t block_count, double work_us,
    wafti_block_function* run, void* context);

#endif // WAFTI_TASK_POOL_GUEST_H

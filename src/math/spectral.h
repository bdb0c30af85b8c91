// SPDX-License-Identifier: MIT
// Poisson's equation on a box without obstacles by transforms along its axes, each with ends of its own
// (docs/spec/smoke.md#transforms).
//
//     wafti_spectral_job job = {.plan = plan, .array = a};
//     for (job.pass = 0; job.pass < wafti_spectral_pass_count(&job); ++job.pass) {
//         wafti_pool_run(pool, wafti_spectral_block_count(&job), wafti_spectral_work_us(&job),
//             wafti_spectral_run_block, &job);
//     }
//
// The result does not depend on the threads. Blocks use scratch of the plan, so one job at a time a
// plan. Nothing is allocated after creation.
#ifndef WAFTI_MATH_SPECTRAL_H
#define WAFTI_MATH_SPECTRAL_H

#include <waft/base.h>

#include "math/dct.h"
#include "math/fft.h"

typedef struct wafti_spectral wafti_spectral;

typedef struct wafti_spectral_def {
    int32_t n[3]; ///< cells along x, y, z: allowed lengths of the FFT, or 1
    wafti_ends ends[3];
    wafti_isa isa;
    wafti_arena* arena; ///< the plan is in it, and gone with it
} wafti_spectral_def;

/// Errors: WAFT_ERR_ARGUMENT (a length), WAFT_ERR_NO_MEMORY. *out_plan is then NULL.
waft_result wafti_spectral_create(
    const wafti_spectral_def* def, wafti_spectral** out_plan, waft_error* out_error);

/// Bytes that a plan for these lengths takes at most, known before it is made.
size_t wafti_spectral_room(const int32_t n[3]);

/// The array b becomes phi with sum over neighbours (phi - phi_neighbour) = b, where the value
/// beyond a closed end is the cell's own and beyond an open one its negative. Where no end is
/// open the mean of b is taken off and that of phi is zero.
typedef struct wafti_spectral_job {
    wafti_spectral* plan;
    wafti_fft_reals array;
    int32_t pass; ///< 0 .. wafti_spectral_pass_count() - 1, in this order
} wafti_spectral_job;

int32_t wafti_spectral_pass_count(const wafti_spectral_job* job);
int32_t wafti_spectral_block_count(const wafti_spectral_job* job);
/// Estimate of the pass's time on one core, microseconds.
double wafti_spectral_work_us(const wafti_spectral_job* job);
/// Runs one block of the pass; a wafti_block_function whose context is the job.
void wafti_spectral_run_block(void* context, int32_t block);

#endif // WAFTI_MATH_SPECTRAL_H

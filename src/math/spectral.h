// SPDX-License-Identifier: MIT
// Transforms of a real array in place along its axes, each with ends of its own, and Poisson's
// equation on a box without obstacles (smoke spec sec. 10, "DCT path").
//
//     wafti_spectral_job job = {.plan = plan, .kind = WAFTI_SPECTRAL_SOLVE, .array = a};
//     for (job.pass = 0; job.pass < wafti_spectral_pass_count(&job); ++job.pass) {
//         wafti_pool_run(pool, wafti_spectral_block_count(&job), wafti_spectral_work_us(&job),
//             wafti_spectral_run_block, &job);
//     }
//
// or wafti_spectral_run(&job) on one thread. The result does not depend on the threads. Blocks use
// scratch of the plan, so one job at a time a plan. Nothing is allocated after creation.
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
    const waft_allocator* allocator; ///< NULL: the C library
} wafti_spectral_def;

/// Errors: WAFT_ERR_ARGUMENT (a length), WAFT_ERR_NO_MEMORY. *out_plan is then NULL.
waft_result wafti_spectral_create(
    const wafti_spectral_def* def, wafti_spectral** out_plan, waft_error* out_error);
void wafti_spectral_destroy(wafti_spectral* plan);
/// Bytes the plan holds.
size_t wafti_spectral_size(const wafti_spectral* plan);

/// Bytes that a plan for these lengths takes at most, known before it is made.
size_t wafti_spectral_room(const int32_t n[3]);

/// What a forward and a backward job must be multiplied by to give the input again.
double wafti_spectral_scale(const wafti_spectral* plan);
/// Eigenvalues of axis 0, 1 or 2: part (i, j, k) belongs to the sum of those of i, j and k.
const wafti_real* wafti_spectral_eigenvalues(const wafti_spectral* plan, int32_t axis);

typedef enum wafti_spectral_kind {
    WAFTI_SPECTRAL_FORWARD,  ///< every axis; an axis of length 1 is left as it is
    WAFTI_SPECTRAL_BACKWARD, ///< every axis
    /// The array b becomes phi with sum over neighbours (phi - phi_neighbour) = b, where the value
    /// beyond a closed end is the cell's own and beyond an open one its negative. Where no end is
    /// open the mean of b is taken off and that of phi is zero.
    WAFTI_SPECTRAL_SOLVE,
} wafti_spectral_kind;

typedef struct wafti_spectral_job {
    wafti_spectral* plan;
    wafti_spectral_kind kind;
    wafti_fft_reals array;
    int32_t pass; ///< 0 .. wafti_spectral_pass_count() - 1, in this order
} wafti_spectral_job;

int32_t wafti_spectral_pass_count(const wafti_spectral_job* job);
int32_t wafti_spectral_block_count(const wafti_spectral_job* job);
/// Estimate of the pass's time on one core, microseconds.
double wafti_spectral_work_us(const wafti_spectral_job* job);
/// Runs one block of the pass; a wafti_block_function whose context is the job.
void wafti_spectral_run_block(void* context, int32_t block);
/// All passes on the calling thread.
void wafti_spectral_run(wafti_spectral_job* job);

#endif // WAFTI_MATH_SPECTRAL_H

// SPDX-License-Identifier: MIT
// Fourier transforms of real lines, rectangles and boxes. Forward is sum x[j] exp(-2 pi i j k/n), backward
// sum X[k] exp(+2 pi i j k/n), neither scaled: forward and backward give nx ny nz times the input.
//
// A plan is made once for a size. Each transform is a few passes, each pass a number of independent
// blocks for the caller's threads:
//
//     wafti_fft_job job = {.plan = plan, .kind = WAFTI_FFT_TO_SPECTRUM, .real = r, .spectrum = s};
//     for (job.pass = 0; job.pass < wafti_fft_pass_count(plan); ++job.pass) {
//         wafti_pool_run(pool, wafti_fft_block_count(&job), wafti_fft_work_us(&job),
//             wafti_fft_run_block, &job);
//     }
//
// or wafti_fft_run(&job) on one thread. The result does not depend on the threads. Blocks use scratch
// of the plan, so one transform at a time a plan. Nothing is allocated after creation.
//
// Arrays may be padded as one likes. Planes should not lie a multiple of 4096 bytes apart: all points
// of a line along z then compete for one cache set (64^3: 0.33 in place of 0.12 ms).
#ifndef WAFTI_MATH_FFT_H
#define WAFTI_MATH_FFT_H

#include <waft/base.h>

#include "base/memory.h"
#include "math/batch.h"
#include "math/real.h"
#include "simd/cpu.h"

/// Lengths are 2^a, 3 2^a and 5 2^a from 2 to 1024.
bool wafti_fft_length_allowed(int32_t n);
/// The greatest allowed length that is not above n, the least that is not below; 0 if there is none.
int32_t wafti_fft_length_at_most(int32_t n);
int32_t wafti_fft_length_at_least(int32_t n);

/// WAFT_OK if lengths are allowed or 1; else WAFT_ERR_ARGUMENT and a sentence that names the axis and the
/// nearest allowed lengths.
waft_result wafti_fft_check_lengths(const int32_t n[3], waft_error* out_error);

typedef struct wafti_fft wafti_fft;

typedef struct wafti_fft_def {
    int32_t n[3]; ///< points along x, y, z: allowed lengths, or 1 for an axis that is left out
    wafti_isa isa;
    wafti_arena* arena; ///< the plan is in it, and gone with it
} wafti_fft_def;

/// Errors: WAFT_ERR_ARGUMENT (a length), WAFT_ERR_NO_MEMORY. *out_plan is then NULL.
waft_result wafti_fft_create(const wafti_fft_def* def, wafti_fft** out_plan, waft_error* out_error);

/// A real array of nx x ny x nz, x fastest.
typedef struct wafti_fft_reals {
    wafti_real* data;
    wafti_strides strides;
} wafti_fft_reals;

/// A complex array as two real ones. Of a spectrum only kx = 0 .. nx/2 are kept, so it is nx/2 + 1 wide; negative ky and kz are at ny + ky and nz + kz.
typedef struct wafti_fft_complexes {
    wafti_real* re;
    wafti_real* im;
    wafti_strides strides;
} wafti_fft_complexes;

typedef enum wafti_fft_kind {
    WAFTI_FFT_TO_SPECTRUM,   ///< real to `spectrum`; the real array is left as it is
    WAFTI_FFT_FROM_SPECTRUM, ///< `spectrum` to real; the spectrum is used up
} wafti_fft_kind;

/// One transform. The real rows may lie in the same memory as the spectrum's, if row (y, z) of re, im
/// and reals stays within memory that no other row uses. From a spectrum that no real field has
/// (where parts k and -k are not conjugates) comes a real field all the same, but which is not said.
typedef struct wafti_fft_job {
    wafti_fft* plan;
    wafti_fft_kind kind;
    wafti_fft_reals real;
    wafti_fft_complexes spectrum;
    int32_t pass; ///< 0 .. wafti_fft_pass_count() - 1, in this order
} wafti_fft_job;

int32_t wafti_fft_pass_count(const wafti_fft* plan);
int32_t wafti_fft_block_count(const wafti_fft_job* job);
/// Estimate of the pass's time on one core, microseconds.
double wafti_fft_work_us(const wafti_fft_job* job);
/// Runs one block of the pass; a wafti_block_function whose context is the job.
void wafti_fft_run_block(void* context, int32_t block);
/// All passes on the calling thread.
void wafti_fft_run(wafti_fft_job* job);

#endif // WAFTI_MATH_FFT_H

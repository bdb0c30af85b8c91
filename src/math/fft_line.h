// SPDX-License-Identifier: MIT
// Transforms of single lines: tables for one length, and kernels that run several lines at once.
#ifndef WAFTI_MATH_FFT_LINE_H
#define WAFTI_MATH_FFT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "math/batch.h"
#include "math/real.h"
#include "simd/cpu.h"

enum {
    WAFTI_FFT_LINES = WAFTI_BATCH_LINES, ///< that kernels take at once
    WAFTI_FFT_LENGTH_MAX = 1024,
    WAFTI_FFT_STAGES_MAX = 5,
};

/// exp(2 pi i k/n). The angle is first brought below an eighth of a turn in integers, so that mirror
/// images have the same digits and quarter turns are exact.
void wafti_fft_root(int64_t k, int64_t n, double out_root[2]);

/// One pass over the line. The points are q + inner (p + outer k) before and q + inner (radix p + k)
/// after it, for q < inner, p < outer, k < radix.
typedef struct wafti_fft_stage {
    int32_t radix, inner, outer;
    const wafti_real*
        twiddle; ///< for each p the powers 1 .. radix - 1 of exp(-2 pi i p/(radix outer))
} wafti_fft_stage;

/// Complex transforms of one length, 1 or any product of 2, 3 and 5.
typedef struct wafti_fft_line {
    int32_t n;
    int32_t stage_count;
    wafti_fft_stage stages[WAFTI_FFT_STAGES_MAX];
} wafti_fft_line;

/// False if memory is out. The tables are the arena's.
bool wafti_fft_line_init(wafti_fft_line* line, int32_t n, wafti_arena* arena);

/// Real transforms of one length: even, or 1, 3 or 5, for which a matrix does.
typedef struct wafti_fft_real_line {
    int32_t n;
    wafti_fft_line half;        ///< n/2 points, even lengths
    const wafti_real* root;     ///< exp(-2 pi i k/n), k = 0 .. n/4, even lengths
    const wafti_real* forward;  ///< n x n, odd lengths: to the parts 0 .. n/2, then (n-1)/2 .. 1
    const wafti_real* backward; ///<
} wafti_fft_real_line;

bool wafti_fft_real_line_init(wafti_fft_real_line* line, int32_t n, wafti_arena* arena);

/// Lines side by side: point j of line number l is at re[j * stride + l], im[j * stride + l].
typedef struct wafti_fft_span {
    wafti_real* re;
    wafti_real* im;
    ptrdiff_t stride;
} wafti_fft_span;

/// Parts 0 .. n/2 of real lines. The imaginary parts may run the other way and may lack those of 0
/// and n/2, which are zero.
typedef struct wafti_fft_half {
    wafti_real* re;
    wafti_real* im;
    ptrdiff_t re_stride, im_stride;
    bool with_ends;
} wafti_fft_half;

/// The kernels of one instruction set. All take eight lines at once; `work` has room for
/// wafti_fft_work_size(n) numbers. From and to may be the same place.
typedef struct wafti_fft_kernels {
    /// sum of x[j] exp(-2 pi i j k/n). With re and im exchanged on both sides, that of exp(+...).
    void (*complex_lines)(const wafti_fft_line* line, const wafti_fft_span* from,
        const wafti_fft_span* to, wafti_real* work);
    /// The same of real lines, parts 0 .. n/2.
    void (*real_forward)(const wafti_fft_real_line* line, const wafti_real* from, ptrdiff_t stride,
        const wafti_fft_half* to, wafti_real* work);
    /// The real lines sum of X[k] exp(2 pi i j k/n) over all n parts, of which the upper are the
    /// conjugates of those given.
    void (*real_backward)(const wafti_fft_real_line* line, const wafti_fft_half* from,
        wafti_real* to, ptrdiff_t stride, wafti_real* work);
    /// Eight rows of n numbers to lines side by side, out[j * 8 + row].
    void (*rows_in)(const wafti_real* const rows[WAFTI_FFT_LINES], int32_t n, wafti_real* out);
    /// And back, the first `count` of them.
    void (*rows_out)(
        const wafti_real* in, int32_t n, int32_t count, wafti_real* const rows[WAFTI_FFT_LINES]);
} wafti_fft_kernels;

/// Of a complex length or a real one.
static inline size_t wafti_fft_work_size(int32_t n) {
    return (size_t)WAFTI_FFT_LINES * 4 * (size_t)n;
}

extern const wafti_fft_kernels WAFTI_COPIES(wafti_fft_kernels);

/// The kernels for an instruction set, as far as this build has them.
const wafti_fft_kernels* wafti_fft_kernels_choose(wafti_isa isa);

/// A batch of rows of an array to lines side by side, and back.
void wafti_fft_rows_in(const wafti_fft_kernels* kernels, const wafti_batch* batch,
    const wafti_real* array, wafti_strides strides, int32_t points, wafti_real* out);
void wafti_fft_rows_out(const wafti_fft_kernels* kernels, const wafti_batch* batch,
    const wafti_real* in, int32_t points, wafti_real* array, wafti_strides strides);

#endif // WAFTI_MATH_FFT_LINE_H

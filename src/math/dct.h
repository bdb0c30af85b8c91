// SPDX-License-Identifier: MIT
// Cosine, sine and real Fourier transforms of lines: those that diagonalise the second difference
// with the ends that a grid of cells can have. Tables for one length, kernels for eight lines.
#ifndef WAFTI_MATH_DCT_H
#define WAFTI_MATH_DCT_H

#include "math/fft_line.h"

/// The ends of a line of n cells and the transform that belongs to them. Beyond a closed end the
/// value is that of the last cell; at an open end, half a cell beyond the last centre, it is zero.
/// With t = pi (j + 1/2), all sums over j or k = 0 .. n - 1:
///
///     ends         forward                                backward
///     PERIODIC     parts of the Fourier transform in the order re 0 .. n/2, im (n-1)/2 .. 1; back
///     CLOSED       DCT-II  X[k] = sum x[j] cos(t k/n)       DCT-III  x[j] = sum' X[k] cos(t k/n)
///     OPEN         DST-II  X[k] = sum x[j] sin(t (k+1)/n)   DST-III  x[j] = sum' X[k] sin(t (k+1)/n)
///     CLOSED_OPEN  DCT-IV  X[k] = sum x[j] cos(t (k+1/2)/n), its own inverse
///     OPEN_CLOSED  DST-IV  X[k] = sum x[j] sin(t (k+1/2)/n), its own inverse
///
/// where sum' halves k = 0 of a cosine and k = n - 1 of a sine. Forward and backward give n times
/// the input if periodic, else n/2 times.
typedef enum wafti_ends {
    WAFTI_ENDS_PERIODIC,
    WAFTI_ENDS_CLOSED,
    WAFTI_ENDS_OPEN,
    WAFTI_ENDS_CLOSED_OPEN, ///< closed at the low end
    WAFTI_ENDS_OPEN_CLOSED,
} wafti_ends;

/// What the second difference 2 x[j] - x[j-1] - x[j+1], with these ends, multiplies part k by.
double wafti_ends_eigenvalue(wafti_ends ends, int32_t n, int32_t k);
/// What forward and backward together multiply by.
double wafti_ends_gain(wafti_ends ends, int32_t n);

/// One length, an allowed one of the FFT or 1, and one kind of ends.
typedef struct wafti_dct_line {
    int32_t n;
    wafti_ends ends;
    wafti_fft_real_line real;   ///< periodic and even lengths
    const wafti_real* turn;     ///< types II and III: exp(-i pi k/2n), k = 0 .. n/2;
                                ///< type IV: exp(-i pi (k + 1/8)/n), k = 0 .. n/2 - 1
    const wafti_real* forward;  ///< n x n, odd lengths
    const wafti_real* backward; ///<
} wafti_dct_line;

/// False if memory is out. The tables are the arena's.
bool wafti_dct_line_init(wafti_dct_line* line, wafti_ends ends, int32_t n, wafti_arena* arena);

/// Eight real lines side by side: point j of line l at at[j * stride + l].
typedef struct wafti_dct_span {
    wafti_real* at;
    ptrdiff_t stride;
} wafti_dct_span;

/// The kernels of one instruction set. From and to may be the same place; `work` has room for
/// wafti_dct_work_size(n) numbers.
typedef struct wafti_dct_kernels {
    void (*forward)(const wafti_dct_line* line, const wafti_dct_span* from,
        const wafti_dct_span* to, wafti_real* work);
    void (*backward)(const wafti_dct_line* line, const wafti_dct_span* from,
        const wafti_dct_span* to, wafti_real* work);
    /// lines[j * 8 + l] *= scale / (along[j] + across[l]), or 0 where that sum is 0.
    void (*divide)(wafti_real* lines, int32_t n, const wafti_real* along,
        const wafti_real across[WAFTI_FFT_LINES], wafti_real scale);
} wafti_dct_kernels;

static inline size_t wafti_dct_work_size(int32_t n) {
    return WAFTI_FFT_LINES * (2 * (size_t)n + 2) + wafti_fft_work_size(n);
}

extern const wafti_dct_kernels WAFTI_COPIES(wafti_dct_kernels);

/// The kernels for an instruction set, as far as this build has them.
const wafti_dct_kernels* wafti_dct_kernels_choose(wafti_isa isa);

#endif // WAFTI_MATH_DCT_H

// SPDX-License-Identifier: MIT
// Stockham's autosort transform on lines side by side: every lane is a line, so no lane ever needs
// its neighbour. Van Loan, "Computational Frameworks for the Fast Fourier Transform", 1992, sec. 1.7.
#include "math/fft_line.h"

#include "base/inline.h"
#include "math/fft_lanes.h"

// What is WAFTI_INLINE is so for radix and lack of twiddles to become constants of each copy.

// What a butterfly reads and writes: `radix` points so far apart.
typedef struct hop {
    const wafti_real* from_re;
    const wafti_real* from_im;
    ptrdiff_t from_step;
    wafti_real* to_re;
    wafti_real* to_im;
    ptrdiff_t to_step;
} hop;

WAFTI_INLINE wafti_pair get(const hop* h, ptrdiff_t k) {
    return wafti_pair_load(h->from_re + k * h->from_step, h->from_im + k * h->from_step);
}

// Point k of the result, turned by its twiddle unless that is 1 throughout.
WAFTI_INLINE void put(const hop* h, ptrdiff_t k, wafti_pair a, const wafti_pair* twiddle) {
    const wafti_pair turned = twiddle != NULL ? wafti_pair_mul(a, twiddle[k - 1]) : a;
    wafti_pair_store(h->to_re + k * h->to_step, h->to_im + k * h->to_step, turned);
}

WAFTI_INLINE void butterfly2(const hop* h, const wafti_pair* twiddle) {
    const wafti_pair a = get(h, 0);
    const wafti_pair b = get(h, 1);
    put(h, 0, wafti_pair_add(a, b), NULL);
    put(h, 1, wafti_pair_sub(a, b), twiddle);
}

WAFTI_INLINE void butterfly3(const hop* h, const wafti_pair* twiddle) {
    const wafti_wide sine = wafti_wide_set((wafti_real)0.86602540378443864676);
    const wafti_pair a = get(h, 0);
    const wafti_pair b = get(h, 1);
    const wafti_pair c = get(h, 2);
    const wafti_pair sum = wafti_pair_add(b, c);
    const wafti_pair difference = wafti_pair_sub(b, c);
    const wafti_pair middle = wafti_pair_add_scaled(a, wafti_wide_set((wafti_real)-0.5), sum);
    const wafti_pair turned = {sine * difference.re, sine * difference.im};
    put(h, 0, wafti_pair_add(a, sum), NULL);
    put(h, 1, wafti_pair_sub_i(middle, turned), twiddle);
    put(h, 2, wafti_pair_add_i(middle, turned), twiddle);
}

WAFTI_INLINE void butterfly4(const hop* h, const wafti_pair* twiddle) {
    const wafti_pair a = get(h, 0);
    const wafti_pair b = get(h, 1);
    const wafti_pair c = get(h, 2);
    const wafti_pair d = get(h, 3);
    const wafti_pair even = wafti_pair_add(a, c);
    const wafti_pair even_minus = wafti_pair_sub(a, c);
    const wafti_pair odd = wafti_pair_add(b, d);
    const wafti_pair odd_minus = wafti_pair_sub(b, d);
    put(h, 0, wafti_pair_add(even, odd), NULL);
    put(h, 1, wafti_pair_sub_i(even_minus, odd_minus), twiddle);
    put(h, 2, wafti_pair_sub(even, odd), twiddle);
    put(h, 3, wafti_pair_add_i(even_minus, odd_minus), twiddle);
}

WAFTI_INLINE void butterfly5(const hop* h, const wafti_pair* twiddle) {
    const wafti_wide cos1 = wafti_wide_set((wafti_real)0.30901699437494742410);
    const wafti_wide cos2 = wafti_wide_set((wafti_real)-0.80901699437494742410);
    const wafti_wide sin1 = wafti_wide_set((wafti_real)0.95105651629515357212);
    const wafti_wide sin2 = wafti_wide_set((wafti_real)0.58778525229247312917);
    const wafti_pair zero = {wafti_wide_set(0), wafti_wide_set(0)};
    const wafti_pair a = get(h, 0);
    const wafti_pair near = wafti_pair_add(get(h, 1), get(h, 4));
    const wafti_pair near_minus = wafti_pair_sub(get(h, 1), get(h, 4));
    const wafti_pair far = wafti_pair_add(get(h, 2), get(h, 3));
    const wafti_pair far_minus = wafti_pair_sub(get(h, 2), get(h, 3));
    const wafti_pair even1 = wafti_pair_add_scaled(wafti_pair_add_scaled(a, cos1, near), cos2, far);
    const wafti_pair even2 = wafti_pair_add_scaled(wafti_pair_add_scaled(a, cos2, near), cos1, far);
    const wafti_pair odd1 =
        wafti_pair_add_scaled(wafti_pair_add_scaled(zero, sin1, near_minus), sin2, far_minus);
    const wafti_pair odd2 =
        wafti_pair_add_scaled(wafti_pair_add_scaled(zero, sin2, near_minus), -sin1, far_minus);
    put(h, 0, wafti_pair_add(a, wafti_pair_add(near, far)), NULL);
    put(h, 1, wafti_pair_sub_i(even1, odd1), twiddle);
    put(h, 2, wafti_pair_sub_i(even2, odd2), twiddle);
    put(h, 3, wafti_pair_add_i(even2, odd2), twiddle);
    put(h, 4, wafti_pair_add_i(even1, odd1), twiddle);
}

// Two butterflies of four, of which the odd one is turned by eighths of a turn.
WAFTI_INLINE void butterfly8(const hop* h, const wafti_pair* twiddle) {
    const wafti_wide half_root = wafti_wide_set((wafti_real)0.70710678118654752440);
    const wafti_pair sum04 = wafti_pair_add(get(h, 0), get(h, 4));
    const wafti_pair minus04 = wafti_pair_sub(get(h, 0), get(h, 4));
    const wafti_pair sum26 = wafti_pair_add(get(h, 2), get(h, 6));
    const wafti_pair minus26 = wafti_pair_sub(get(h, 2), get(h, 6));
    const wafti_pair sum15 = wafti_pair_add(get(h, 1), get(h, 5));
    const wafti_pair minus15 = wafti_pair_sub(get(h, 1), get(h, 5));
    const wafti_pair sum37 = wafti_pair_add(get(h, 3), get(h, 7));
    const wafti_pair minus37 = wafti_pair_sub(get(h, 3), get(h, 7));
    const wafti_pair even = wafti_pair_add(sum04, sum26);
    const wafti_pair odd = wafti_pair_add(sum15, sum37);
    put(h, 0, wafti_pair_add(even, odd), NULL);
    put(h, 4, wafti_pair_sub(even, odd), twiddle);
    const wafti_pair even2 = wafti_pair_sub(sum04, sum26);
    const wafti_pair odd2 = wafti_pair_sub(sum15, sum37);
    put(h, 2, wafti_pair_sub_i(even2, odd2), twiddle);
    put(h, 6, wafti_pair_add_i(even2, odd2), twiddle);
    // sqrt(2) exp(-i pi/4) (a - i b) and sqrt(2) exp(-3 i pi/4) (a + i b)
    const wafti_pair even1 = wafti_pair_sub_i(minus04, minus26);
    const wafti_pair even3 = wafti_pair_add_i(minus04, minus26);
    const wafti_pair side1 = wafti_pair_sub_i(minus15, minus37);
    const wafti_pair side3 = wafti_pair_add_i(minus15, minus37);
    const wafti_pair odd1 = {side1.re + side1.im, side1.im - side1.re};
    const wafti_pair odd3 = {side3.im - side3.re, -(side3.re + side3.im)};
    put(h, 1, wafti_pair_add_scaled(even1, half_root, odd1), twiddle);
    put(h, 5, wafti_pair_add_scaled(even1, -half_root, odd1), twiddle);
    put(h, 3, wafti_pair_add_scaled(even3, half_root, odd3), twiddle);
    put(h, 7, wafti_pair_add_scaled(even3, -half_root, odd3), twiddle);
}

WAFTI_INLINE void butterfly(int32_t radix, const hop* h, const wafti_pair* twiddle) {
    switch (radix) {
    case 2:
        butterfly2(h, twiddle);
        break;
    case 3:
        butterfly3(h, twiddle);
        break;
    case 4:
        butterfly4(h, twiddle);
        break;
    case 5:
        butterfly5(h, twiddle);
        break;
    default:
        butterfly8(h, twiddle);
        break;
    }
}

// The butterflies of one p: `inner` of them in a row, each on all lines.
WAFTI_INLINE void sweep(const wafti_fft_stage* stage, int32_t radix, int32_t p,
    const wafti_pair* twiddle, const wafti_fft_span* from, const wafti_fft_span* to) {
    const ptrdiff_t from_step = (ptrdiff_t)stage->inner * stage->outer * from->stride;
    const ptrdiff_t to_step = (ptrdiff_t)stage->inner * to->stride;
    for (int32_t q = 0; q < stage->inner; ++q) {
        const ptrdiff_t in = (q + (ptrdiff_t)stage->inner * p) * from->stride;
        const ptrdiff_t out = (q + (ptrdiff_t)stage->inner * radix * p) * to->stride;
        for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
            const hop h = {from->re + in + lane, from->im + in + lane, from_step,
                to->re + out + lane, to->im + out + lane, to_step};
            butterfly(radix, &h, twiddle);
        }
    }
}

WAFTI_INLINE void run_radix(const wafti_fft_stage* stage, int32_t radix, const wafti_fft_span* from,
    const wafti_fft_span* to) {
    sweep(stage, radix, 0, NULL, from, to);
    for (int32_t p = 1; p < stage->outer; ++p) {
        wafti_pair twiddle[7];
        for (int32_t k = 0; k < radix - 1; ++k) {
            twiddle[k] = wafti_pair_set(stage->twiddle + 2 * (ptrdiff_t)((radix - 1) * p + k));
        }
        sweep(stage, radix, p, twiddle, from, to);
    }
}

static void run_stage(
    const wafti_fft_stage* stage, const wafti_fft_span* from, const wafti_fft_span* to) {
    switch (stage->radix) {
    case 2:
        run_radix(stage, 2, from, to);
        break;
    case 3:
        run_radix(stage, 3, from, to);
        break;
    case 4:
        run_radix(stage, 4, from, to);
        break;
    case 5:
        run_radix(stage, 5, from, to);
        break;
    default:
        run_radix(stage, 8, from, to);
        break;
    }
}

static void copy_point(const wafti_fft_span* from, const wafti_fft_span* to) {
    for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
        wafti_pair_store(
            to->re + lane, to->im + lane, wafti_pair_load(from->re + lane, from->im + lane));
    }
}

// The first stage reads the caller's points and the last writes them; between, the line goes to and
// fro in `work`.
static void complex_lines(const wafti_fft_line* line, const wafti_fft_span* from,
    const wafti_fft_span* to, wafti_real* work) {
    if (line->stage_count == 0) {
        copy_point(from, to);
        return;
    }
    const ptrdiff_t size = (ptrdiff_t)line->n * WAFTI_FFT_LINES;
    const wafti_fft_span between[2] = {
        {work, work + size, WAFTI_FFT_LINES}, {work + 2 * size, work + 3 * size, WAFTI_FFT_LINES}};
    const int32_t last = line->stage_count - 1;
    for (int32_t i = 0; i <= last; ++i) {
        run_stage(&line->stages[i], i == 0 ? from : &between[(i - 1) % 2],
            i == last ? to : &between[i % 2]);
    }
}

// Lengths 1, 3 and 5. Row r is the real part r up to n/2 and the imaginary part n - r above.
WAFTI_INLINE wafti_real* half_row(const wafti_fft_half* half, int32_t n, int32_t r) {
    return r <= n / 2 ? half->re + r * half->re_stride : half->im + (n - r) * half->im_stride;
}

static void matrix_forward(const wafti_fft_real_line* line, const wafti_real* from,
    ptrdiff_t stride, const wafti_fft_half* to) {
    const int32_t n = line->n;
    for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
        wafti_wide in[WAFTI_FFT_MATRIX_MAX];
        wafti_wide out[WAFTI_FFT_MATRIX_MAX];
        for (int32_t j = 0; j < n; ++j) {
            in[j] = wafti_wide_load_any(from + j * stride + lane);
        }
        wafti_lanes_multiply(line->forward, n, in, out);
        for (int32_t r = 0; r < n; ++r) {
            wafti_wide_store_any(half_row(to, n, r) + lane, out[r]);
        }
        if (to->with_ends) {
            wafti_wide_store_any(to->im + lane, wafti_wide_set(0));
        }
    }
}

static void matrix_backward(
    const wafti_fft_real_line* line, const wafti_fft_half* from, wafti_real* to, ptrdiff_t stride) {
    const int32_t n = line->n;
    for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
        wafti_wide in[WAFTI_FFT_MATRIX_MAX];
        wafti_wide out[WAFTI_FFT_MATRIX_MAX];
        for (int32_t r = 0; r < n; ++r) {
            in[r] = wafti_wide_load_any(half_row(from, n, r) + lane);
        }
        wafti_lanes_multiply(line->backward, n, in, out);
        for (int32_t j = 0; j < n; ++j) {
            wafti_wide_store_any(to + j * stride + lane, out[j]);
        }
    }
}

WAFTI_INLINE wafti_pair half_load(const wafti_fft_half* half, int32_t k, int32_t lane) {
    return wafti_pair_load(
        half->re + k * half->re_stride + lane, half->im + k * half->im_stride + lane);
}

WAFTI_INLINE void half_store(const wafti_fft_half* half, int32_t k, int32_t lane, wafti_pair a) {
    wafti_pair_store(
        half->re + k * half->re_stride + lane, half->im + k * half->im_stride + lane, a);
}

// Parts 0 and n/2 are real: sum and difference of the even and odd points' part 0.
static void split_ends(const wafti_fft_span* from, int32_t half, const wafti_fft_half* to) {
    for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
        const wafti_pair z = wafti_pair_load(from->re + lane, from->im + lane);
        wafti_wide_store_any(to->re + lane, z.re + z.im);
        wafti_wide_store_any(to->re + half * to->re_stride + lane, z.re - z.im);
        if (to->with_ends) {
            wafti_wide_store_any(to->im + lane, wafti_wide_set(0));
            wafti_wide_store_any(to->im + half * to->im_stride + lane, wafti_wide_set(0));
        }
    }
}

// The even points went through the transform as real part and the odd ones as imaginary part; Z of k
// and of n/2 - k together tell them apart (Press et al., "Numerical Recipes", sec. 12.3):
// 2 X[k] = Z[k] + conj Z[n/2-k] - i exp(-2 pi i k/n) (Z[k] - conj Z[n/2-k]).
static void split(
    const wafti_fft_real_line* line, const wafti_fft_span* from, const wafti_fft_half* to) {
    const int32_t half = line->n / 2;
    const wafti_wide one_half = wafti_wide_set((wafti_real)0.5);
    split_ends(from, half, to);
    for (int32_t k = 1; k <= half / 2; ++k) {
        const wafti_pair root = wafti_pair_set(line->root + 2 * (ptrdiff_t)k);
        const wafti_pair half_root = {one_half * root.re, one_half * root.im};
        const ptrdiff_t low = k * from->stride;
        const ptrdiff_t high = (half - k) * from->stride;
        for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
            const wafti_pair a = wafti_pair_load(from->re + low + lane, from->im + low + lane);
            const wafti_pair b = wafti_pair_load(from->re + high + lane, from->im + high + lane);
            const wafti_pair even = {one_half * (a.re + b.re), one_half * (a.im - b.im)};
            const wafti_pair odd =
                wafti_pair_mul((wafti_pair){a.re - b.re, a.im + b.im}, half_root);
            half_store(to, k, lane, wafti_pair_sub_i(even, odd));
            const wafti_pair mirror = wafti_pair_add_i(even, odd);
            half_store(to, half - k, lane, (wafti_pair){mirror.re, -mirror.im});
        }
    }
}

static void join_ends(const wafti_fft_half* from, int32_t half, const wafti_fft_span* to) {
    for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
        const wafti_wide low = wafti_wide_load_any(from->re + lane);
        const wafti_wide high = wafti_wide_load_any(from->re + half * from->re_stride + lane);
        wafti_pair_store(to->re + lane, to->im + lane, (wafti_pair){low + high, low - high});
    }
}

// The reverse, without the factor 1/2: the inverse over n/2 points then sums all n parts.
static void join(
    const wafti_fft_real_line* line, const wafti_fft_half* from, const wafti_fft_span* to) {
    const int32_t half = line->n / 2;
    join_ends(from, half, to);
    for (int32_t k = 1; k <= half / 2; ++k) {
        const wafti_pair root = wafti_pair_set(line->root + 2 * (ptrdiff_t)k);
        const wafti_pair turned = {root.re, -root.im};
        const ptrdiff_t low = k * to->stride;
        const ptrdiff_t high = (half - k) * to->stride;
        for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
            const wafti_pair a = half_load(from, k, lane);
            const wafti_pair b = half_load(from, half - k, lane);
            const wafti_pair even = {a.re + b.re, a.im - b.im};
            const wafti_pair odd = wafti_pair_mul((wafti_pair){a.re - b.re, a.im + b.im}, turned);
            wafti_pair_store(to->re + low + lane, to->im + low + lane, wafti_pair_add_i(even, odd));
            const wafti_pair mirror = wafti_pair_sub_i(even, odd);
            wafti_pair_store(
                to->re + high + lane, to->im + high + lane, (wafti_pair){mirror.re, -mirror.im});
        }
    }
}

static void real_forward(const wafti_fft_real_line* line, const wafti_real* from, ptrdiff_t stride,
    const wafti_fft_half* to, wafti_real* work) {
    if (line->n % 2 != 0) {
        matrix_forward(line, from, stride, to);
        return;
    }
    const ptrdiff_t size = (ptrdiff_t)line->half.n * WAFTI_FFT_LINES;
    // The kernel only reads what it is given as `from`.
    wafti_real* points = (wafti_real*)from;
    const wafti_fft_span pairs = {points, points + stride, 2 * stride};
    const wafti_fft_span parts = {work, work + size, WAFTI_FFT_LINES};
    complex_lines(&line->half, &pairs, &parts, work + 2 * size);
    split(line, &parts, to);
}

static void real_backward(const wafti_fft_real_line* line, const wafti_fft_half* from,
    wafti_real* to, ptrdiff_t stride, wafti_real* work) {
    if (line->n % 2 != 0) {
        matrix_backward(line, from, to, stride);
        return;
    }
    const ptrdiff_t size = (ptrdiff_t)line->half.n * WAFTI_FFT_LINES;
    const wafti_fft_span parts = {work, work + size, WAFTI_FFT_LINES};
    join(line, from, &parts);
    // Re and im exchanged on both sides: the inverse.
    const wafti_fft_span parts_turned = {parts.im, parts.re, WAFTI_FFT_LINES};
    const wafti_fft_span pairs_turned = {to + stride, to, 2 * stride};
    complex_lines(&line->half, &parts_turned, &pairs_turned, work + 2 * size);
}

static void rows_in(const wafti_real* const rows[WAFTI_FFT_LINES], int32_t n, wafti_real* out) {
    const int32_t whole = n - n % WAFTI_LANES;
    for (int32_t group = 0; group < WAFTI_FFT_LINES; group += WAFTI_LANES) {
        for (int32_t j = 0; j < whole; j += WAFTI_LANES) {
            wafti_wide block[WAFTI_LANES];
            for (int32_t i = 0; i < WAFTI_LANES; ++i) {
                block[i] = wafti_wide_load_any(rows[group + i] + j);
            }
            wafti_wide_transpose(block);
            for (int32_t i = 0; i < WAFTI_LANES; ++i) {
                wafti_wide_store_any(out + (ptrdiff_t)(j + i) * WAFTI_FFT_LINES + group, block[i]);
            }
        }
    }
    for (int32_t j = whole; j < n; ++j) {
        for (int32_t row = 0; row < WAFTI_FFT_LINES; ++row) {
            out[j * WAFTI_FFT_LINES + row] = rows[row][j];
        }
    }
}

static void rows_out(
    const wafti_real* in, int32_t n, int32_t count, wafti_real* const rows[WAFTI_FFT_LINES]) {
    const int32_t whole = n - n % WAFTI_LANES;
    for (int32_t group = 0; group < count; group += WAFTI_LANES) {
        const int32_t used = count - group < WAFTI_LANES ? count - group : WAFTI_LANES;
        for (int32_t j = 0; j < whole; j += WAFTI_LANES) {
            wafti_wide block[WAFTI_LANES];
            for (int32_t i = 0; i < WAFTI_LANES; ++i) {
                block[i] = wafti_wide_load_any(in + (ptrdiff_t)(j + i) * WAFTI_FFT_LINES + group);
            }
            wafti_wide_transpose(block);
            for (int32_t i = 0; i < used; ++i) {
                wafti_wide_store_any(rows[group + i] + j, block[i]);
            }
        }
    }
    for (int32_t j = whole; j < n; ++j) {
        for (int32_t row = 0; row < count; ++row) {
            rows[row][j] = in[j * WAFTI_FFT_LINES + row];
        }
    }
}

const wafti_fft_kernels WAFTI_KERNEL(wafti_fft_kernels) = {
    .complex_lines = complex_lines,
    .real_forward = real_forward,
    .real_backward = real_backward,
    .rows_in = rows_in,
    .rows_out = rows_out,
};

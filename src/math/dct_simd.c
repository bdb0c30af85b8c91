// SPDX-License-Identifier: MIT
// Types II and III through a real transform of n points, type IV through a complex one of n/2.
// Makhoul, "A fast cosine transform in one and two dimensions", IEEE ASSP 28, 1980.
#include "math/dct.h"

#include "math/fft_lanes.h"

static inline wafti_wide get(const wafti_dct_span* span, int32_t j, int32_t lane) {
    return wafti_wide_load_any(span->at + j * span->stride + lane);
}

static inline void put(const wafti_dct_span* span, int32_t j, int32_t lane, wafti_wide v) {
    wafti_wide_store_any(span->at + j * span->stride + lane, v);
}

// A sine transform of type II is the cosine transform of the points with alternating signs, read
// from the other end.
static wafti_dct_span from_the_end(const wafti_dct_span* span, int32_t n) {
    return (wafti_dct_span){span->at + (n - 1) * span->stride, -span->stride};
}

// Even points ascending, then odd points descending, these times `sign`.
static void fold(const wafti_dct_span* from, int32_t n, wafti_real sign, const wafti_dct_span* to) {
    const wafti_wide factor = wafti_wide_set(sign);
    for (int32_t j = 0; j < n / 2; ++j) {
        for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
            put(to, j, lane, get(from, 2 * j, lane));
            put(to, n - 1 - j, lane, factor * get(from, 2 * j + 1, lane));
        }
    }
}

static void unfold(
    const wafti_dct_span* from, int32_t n, wafti_real sign, const wafti_dct_span* to) {
    const wafti_wide factor = wafti_wide_set(sign);
    for (int32_t j = 0; j < n / 2; ++j) {
        for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
            put(to, 2 * j, lane, get(from, j, lane));
            put(to, 2 * j + 1, lane, factor * get(from, n - 1 - j, lane));
        }
    }
}

// The parts V of the folded line give X[k] - i X[n-k] = exp(-i pi k/2n) V[k].
static void turn_parts(
    const wafti_dct_line* line, const wafti_fft_half* parts, const wafti_dct_span* to) {
    const int32_t n = line->n;
    for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
        put(to, 0, lane, wafti_wide_load_any(parts->re + lane));
    }
    for (int32_t k = 1; k <= n / 2; ++k) {
        const wafti_pair turn = wafti_pair_set(line->turn + 2 * (ptrdiff_t)k);
        for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
            const wafti_pair v = wafti_pair_load(
                parts->re + k * parts->re_stride + lane, parts->im + k * parts->im_stride + lane);
            const wafti_pair x = wafti_pair_mul(v, turn);
            put(to, n - k, lane, -x.im);
            put(to, k, lane, x.re);
        }
    }
}

// The reverse, halved: the real transform back sums n parts, where n/2 times the line is wanted.
static void turn_back(
    const wafti_dct_line* line, const wafti_dct_span* from, const wafti_fft_half* parts) {
    const int32_t n = line->n;
    const wafti_wide half = wafti_wide_set((wafti_real)0.5);
    for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
        wafti_wide_store_any(parts->re + lane, half * get(from, 0, lane));
    }
    for (int32_t k = 1; k <= n / 2; ++k) {
        const wafti_pair turn = wafti_pair_set(line->turn + 2 * (ptrdiff_t)k);
        const wafti_pair back = {half * turn.re, -(half * turn.im)};
        for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
            const wafti_pair x = {get(from, k, lane), -get(from, n - k, lane)};
            wafti_pair_store(parts->re + k * parts->re_stride + lane,
                parts->im + k * parts->im_stride + lane, wafti_pair_mul(x, back));
        }
    }
}

typedef struct rooms {
    wafti_dct_span points;
    wafti_fft_half parts;
    wafti_real* work;
} rooms;

static rooms share_out(wafti_real* work, int32_t n) {
    const ptrdiff_t lines = WAFTI_FFT_LINES;
    wafti_real* parts = work + n * lines;
    const ptrdiff_t size = (n / 2 + 1) * lines;
    return (rooms){{work, lines}, {parts, parts + size, lines, lines, true}, parts + 2 * size};
}

static void type_2(const wafti_dct_line* line, const wafti_dct_span* from, const wafti_dct_span* to,
    wafti_real* work) {
    const bool sine = line->ends == WAFTI_ENDS_OPEN;
    const rooms r = share_out(work, line->n);
    const wafti_dct_span out = sine ? from_the_end(to, line->n) : *to;
    fold(from, line->n, sine ? -1 : 1, &r.points);
    WAFTI_KERNEL(wafti_fft_kernels)
        .real_forward(&line->real, r.points.at, r.points.stride, &r.parts, r.work);
    turn_parts(line, &r.parts, &out);
}

static void type_3(const wafti_dct_line* line, const wafti_dct_span* from, const wafti_dct_span* to,
    wafti_real* work) {
    const bool sine = line->ends == WAFTI_ENDS_OPEN;
    const rooms r = share_out(work, line->n);
    const wafti_dct_span in = sine ? from_the_end(from, line->n) : *from;
    turn_back(line, &in, &r.parts);
    WAFTI_KERNEL(wafti_fft_kernels)
        .real_backward(&line->real, &r.parts, r.points.at, r.points.stride, r.work);
    unfold(&r.points, line->n, sine ? -1 : 1, to);
}

// With z[j] = x[2j] + i x[n-1-2j] and f = pi (2j + 1/2)(2k + 1/2)/n, sum z[j] exp(-i f) has the real
// part X[2k] and the imaginary part -X[n-1-2k]; f is 2 pi j k/(n/2) + pi (j + 1/8 + k + 1/8)/n. The
// sine transform is that of the reversed line with alternating signs.
static void type_4(const wafti_dct_line* line, const wafti_dct_span* from, const wafti_dct_span* to,
    wafti_real* work) {
    const int32_t n = line->n;
    const bool sine = line->ends == WAFTI_ENDS_OPEN_CLOSED;
    const wafti_dct_span in = sine ? from_the_end(from, n) : *from;
    const wafti_wide sign = wafti_wide_set(sine ? 1 : -1);
    const ptrdiff_t lines = WAFTI_FFT_LINES;
    const wafti_fft_span z = {work, work + n / 2 * lines, lines};
    for (int32_t j = 0; j < n / 2; ++j) {
        const wafti_pair turn = wafti_pair_set(line->turn + 2 * (ptrdiff_t)j);
        for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
            const wafti_pair x = {get(&in, 2 * j, lane), get(&in, n - 1 - 2 * j, lane)};
            wafti_pair_store(
                z.re + j * lines + lane, z.im + j * lines + lane, wafti_pair_mul(x, turn));
        }
    }
    WAFTI_KERNEL(wafti_fft_kernels).complex_lines(&line->real.half, &z, &z, work + n * lines);
    for (int32_t k = 0; k < n / 2; ++k) {
        const wafti_pair turn = wafti_pair_set(line->turn + 2 * (ptrdiff_t)k);
        for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
            const wafti_pair v = wafti_pair_load(z.re + k * lines + lane, z.im + k * lines + lane);
            const wafti_pair x = wafti_pair_mul(v, turn);
            put(to, 2 * k, lane, x.re);
            put(to, n - 1 - 2 * k, lane, sign * x.im);
        }
    }
}

static void multiply(
    const wafti_real* matrix, int32_t n, const wafti_dct_span* from, const wafti_dct_span* to) {
    for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
        wafti_wide in[WAFTI_FFT_MATRIX_MAX];
        wafti_wide out[WAFTI_FFT_MATRIX_MAX];
        for (int32_t j = 0; j < n; ++j) {
            in[j] = get(from, j, lane);
        }
        wafti_lanes_multiply(matrix, n, in, out);
        for (int32_t k = 0; k < n; ++k) {
            put(to, k, lane, out[k]);
        }
    }
}

// The imaginary parts run down from the end of the line.
static wafti_fft_half halfcomplex(const wafti_dct_span* span, int32_t n) {
    return (wafti_fft_half){
        span->at, span->at + n * span->stride, span->stride, -span->stride, false};
}

static void forward(const wafti_dct_line* line, const wafti_dct_span* from,
    const wafti_dct_span* to, wafti_real* work) {
    const wafti_fft_half parts = halfcomplex(to, line->n);
    if (line->ends == WAFTI_ENDS_PERIODIC) {
        WAFTI_KERNEL(wafti_fft_kernels)
            .real_forward(&line->real, from->at, from->stride, &parts, work);
    } else if (line->n % 2 != 0) {
        multiply(line->forward, line->n, from, to);
    } else if (line->ends == WAFTI_ENDS_CLOSED || line->ends == WAFTI_ENDS_OPEN) {
        type_2(line, from, to, work);
    } else {
        type_4(line, from, to, work);
    }
}

static void backward(const wafti_dct_line* line, const wafti_dct_span* from,
    const wafti_dct_span* to, wafti_real* work) {
    const wafti_fft_half parts = halfcomplex(from, line->n);
    if (line->ends == WAFTI_ENDS_PERIODIC) {
        WAFTI_KERNEL(wafti_fft_kernels)
            .real_backward(&line->real, &parts, to->at, to->stride, work);
    } else if (line->n % 2 != 0) {
        multiply(line->backward, line->n, from, to);
    } else if (line->ends == WAFTI_ENDS_CLOSED || line->ends == WAFTI_ENDS_OPEN) {
        type_3(line, from, to, work);
    } else {
        type_4(line, from, to, work);
    }
}

static void divide(wafti_real* lines, int32_t n, const wafti_real* along,
    const wafti_real across[WAFTI_FFT_LINES], wafti_real scale) {
    const wafti_wide zero = wafti_wide_set(0);
    const wafti_wide one = wafti_wide_set(1);
    for (int32_t j = 0; j < n; ++j) {
        for (int32_t lane = 0; lane < WAFTI_FFT_LINES; lane += WAFTI_LANES) {
            wafti_real* at = lines + (ptrdiff_t)j * WAFTI_FFT_LINES + lane;
            const wafti_wide sum = wafti_wide_set(along[j]) + wafti_wide_load_any(across + lane);
            const wafti_wide_uint none = wafti_wide_equal(sum, zero);
            const wafti_wide factor = wafti_wide_set(scale) / wafti_wide_select(none, one, sum);
            const wafti_wide quotient = wafti_wide_load_any(at) * factor;
            wafti_wide_store_any(at, wafti_wide_select(none, zero, quotient));
        }
    }
}

const wafti_dct_kernels WAFTI_KERNEL(wafti_dct_kernels) = {
    .forward = forward,
    .backward = backward,
    .divide = divide,
};

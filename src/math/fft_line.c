// SPDX-License-Identifier: MIT
#include "math/fft_line.h"

#include <math.h>

#include "base/assert.h"

static const double quarter_turn = 1.57079632679489661923;

void wafti_fft_root(int64_t k, int64_t n, double out_root[2]) {
    const int64_t quarters = 4 * (((k % n) + n) % n); // in units of a quarter turn / n
    const int64_t quadrant = quarters / n;
    const int64_t rest = quarters % n;
    const bool mirrored = 2 * rest > n;
    const double angle = quarter_turn * (double)(mirrored ? n - rest : rest) / (double)n;
    const double sine = 2 * rest == n ? cos(angle) : sin(angle); // an eighth mirrors itself
    const double along = mirrored ? sine : cos(angle);
    const double across = mirrored ? cos(angle) : sine;
    const double turned[4][2] = {
        {along, across}, {-across, along}, {-along, -across}, {across, -along}};
    out_root[0] = turned[quadrant][0];
    out_root[1] = turned[quadrant][1];
}

// exp(-2 pi i k/n)
static void put_root(wafti_real* out_root, int64_t k, int64_t n) {
    double root[2];
    wafti_fft_root(-k, n, root);
    out_root[0] = (wafti_real)root[0];
    out_root[1] = (wafti_real)root[1];
}

// Eights as far as they go, made up by fours; they read and write least. The last stage needs no
// twiddles, so the greatest radix stands there.
static int32_t next_radix(int32_t rest) {
    if (rest % 3 == 0) {
        return 3;
    }
    if (rest % 5 == 0) {
        return 5;
    }
    if (rest == 2) {
        return 2;
    }
    const bool all_eights = rest == 8 || rest == 64 || rest == 512;
    return all_eights ? 8 : 4;
}

static const wafti_real* make_twiddles(const wafti_fft_stage* stage, wafti_arena* arena) {
    const int32_t powers = stage->radix - 1;
    const int32_t whole = stage->radix * stage->outer;
    const size_t count = 2 * (size_t)stage->outer * (size_t)powers;
    wafti_real* twiddle = wafti_arena_take(arena, count, sizeof(wafti_real));
    if (twiddle == NULL) {
        return NULL;
    }
    for (int32_t p = 0; p < stage->outer; ++p) {
        for (int32_t k = 1; k <= powers; ++k) {
            put_root(twiddle + 2 * (ptrdiff_t)(p * powers + k - 1), (int64_t)p * k, whole);
        }
    }
    return twiddle;
}

bool wafti_fft_line_init(wafti_fft_line* line, int32_t n, wafti_arena* arena) {
    WAFT_ASSERT(n >= 1);
    WAFT_ASSERT(n <= WAFTI_FFT_LENGTH_MAX);
    *line = (wafti_fft_line){.n = n};
    int32_t inner = 1;
    while (inner < n) {
        WAFT_ASSERT(line->stage_count < WAFTI_FFT_STAGES_MAX);
        wafti_fft_stage* stage = &line->stages[line->stage_count++];
        const int32_t rest = n / inner;
        stage->radix = next_radix(rest);
        stage->inner = inner;
        stage->outer = rest / stage->radix;
        stage->twiddle = make_twiddles(stage, arena);
        if (stage->twiddle == NULL) {
            return false;
        }
        inner *= stage->radix;
    }
    return true;
}

// Row r of the forward matrix gives the real part r up to n/2 and the imaginary part n - r above.
static bool make_matrices(wafti_fft_real_line* line, wafti_arena* arena) {
    const int32_t n = line->n;
    wafti_real* forward = wafti_arena_take(arena, 2 * (size_t)n * (size_t)n, sizeof(wafti_real));
    if (forward == NULL) {
        return false;
    }
    wafti_real* backward = forward + (ptrdiff_t)n * n;
    for (int32_t r = 0; r < n; ++r) {
        const bool real = r <= n / 2;
        const int32_t k = real ? r : n - r;
        for (int32_t j = 0; j < n; ++j) {
            wafti_real root[2];
            put_root(root, (int64_t)j * k, n);
            const wafti_real entry = real ? root[0] : root[1];
            forward[r * n + j] = entry;
            backward[j * n + r] = r == 0 ? 1 : 2 * entry;
        }
    }
    line->forward = forward;
    line->backward = backward;
    return true;
}

bool wafti_fft_real_line_init(wafti_fft_real_line* line, int32_t n, wafti_arena* arena) {
    *line = (wafti_fft_real_line){.n = n};
    if (n % 2 != 0) {
        return make_matrices(line, arena);
    }
    const int32_t count = n / 4 + 1;
    wafti_real* root = wafti_arena_take(arena, 2 * (size_t)count, sizeof(wafti_real));
    if (root == NULL || !wafti_fft_line_init(&line->half, n / 2, arena)) {
        return false;
    }
    for (int32_t k = 0; k < count; ++k) {
        put_root(root + 2 * (ptrdiff_t)k, k, n);
    }
    line->root = root;
    return true;
}

const wafti_fft_kernels* wafti_fft_kernels_choose(wafti_isa isa) {
    return WAFTI_COPY(isa, &wafti_fft_kernels);
}

void wafti_fft_rows_in(const wafti_fft_kernels* kernels, const wafti_batch* batch,
    const wafti_real* array, wafti_strides strides, int32_t points, wafti_real* out) {
    const wafti_real* rows[WAFTI_BATCH_LINES];
    for (int32_t line = 0; line < WAFTI_BATCH_LINES; ++line) {
        rows[line] = array + wafti_batch_offset(batch, line, strides);
    }
    kernels->rows_in(rows, points, out);
}

void wafti_fft_rows_out(const wafti_fft_kernels* kernels, const wafti_batch* batch,
    const wafti_real* in, int32_t points, wafti_real* array, wafti_strides strides) {
    wafti_real* rows[WAFTI_BATCH_LINES];
    for (int32_t line = 0; line < WAFTI_BATCH_LINES; ++line) {
        rows[line] = array + wafti_batch_offset(batch, line, strides);
    }
    kernels->rows_out(in, points, batch->count, rows);
}

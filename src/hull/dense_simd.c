// SPDX-License-Identifier: MIT
#include "hull/dense.h"

#include "simd/wide_double_math.h"

enum { SIDES = WAFTI_DENSE_SIDES, PAIR = 2 * WAFTI_DOUBLE_LANES };

// Two vectors of rows: twelve running sums, as many as keep the adders busy and fit in registers.
static void multiply_pair(const wafti_dense_pass* pass, size_t block, size_t row) {
    const size_t count = pass->matrix->count;
    const double* cells = pass->matrix->cells + block * count * WAFTI_DENSE_ROWS + row;
    wafti_wide_double sums[2][SIDES];
    for (int b = 0; b < SIDES; ++b) {
        sums[0][b] = wafti_double_set(0.0);
        sums[1][b] = wafti_double_set(0.0);
    }
    for (size_t c = 0; c < count; ++c) {
        const wafti_wide_double low = wafti_double_load(cells + c * WAFTI_DENSE_ROWS);
        const wafti_wide_double high =
            wafti_double_load(cells + c * WAFTI_DENSE_ROWS + WAFTI_DOUBLE_LANES);
        for (size_t b = 0; b < SIDES; ++b) {
            const wafti_wide_double side = wafti_double_set(pass->sides[c * SIDES + b]);
            sums[0][b] = wafti_double_fma(low, side, sums[0][b]);
            sums[1][b] = wafti_double_fma(high, side, sums[1][b]);
        }
    }
    const size_t stride = wafti_dense_stride(pass->matrix);
    for (size_t b = 0; b < SIDES; ++b) {
        double* out = pass->out + b * stride + block * WAFTI_DENSE_ROWS + row;
        wafti_double_store(out, sums[0][b]);
        wafti_double_store(out + WAFTI_DOUBLE_LANES, sums[1][b]);
    }
}

static void multiply(const wafti_dense_pass* pass, size_t block) {
    for (size_t row = 0; row < WAFTI_DENSE_ROWS; row += PAIR) {
        multiply_pair(pass, block, row);
    }
}

// `rows` rows (a constant where it is called) of one pair of vectors.
static inline void subtract_tile(
    const wafti_lu_update* update, size_t row, size_t column, size_t rows) {
    wafti_wide_double sums[4][2];
    for (size_t r = 0; r < rows; ++r) {
        const double* to = update->to + (row + r) * update->stride + column;
        sums[r][0] = wafti_double_load(to);
        sums[r][1] = wafti_double_load(to + WAFTI_DOUBLE_LANES);
    }
    for (size_t k = 0; k < update->inner; ++k) {
        const double* top = update->top + k * update->stride + column;
        const wafti_wide_double low = wafti_double_load(top);
        const wafti_wide_double high = wafti_double_load(top + WAFTI_DOUBLE_LANES);
        for (size_t r = 0; r < rows; ++r) {
            const wafti_wide_double left =
                wafti_double_set(-update->left[(row + r) * update->stride + k]);
            sums[r][0] = wafti_double_fma(left, low, sums[r][0]);
            sums[r][1] = wafti_double_fma(left, high, sums[r][1]);
        }
    }
    for (size_t r = 0; r < rows; ++r) {
        double* to = update->to + (row + r) * update->stride + column;
        wafti_double_store(to, sums[r][0]);
        wafti_double_store(to + WAFTI_DOUBLE_LANES, sums[r][1]);
    }
}

static void subtract(const wafti_lu_update* update) {
    for (size_t column = 0; column < update->columns; column += PAIR) {
        size_t row = 0;
        for (; row + 4 <= update->rows; row += 4) {
            subtract_tile(update, row, column, 4);
        }
        for (; row < update->rows; ++row) {
            subtract_tile(update, row, column, 1);
        }
    }
}

const wafti_dense_kernels WAFTI_KERNEL(wafti_dense_kernels) = {
    .multiply = multiply,
    .subtract = subtract,
};

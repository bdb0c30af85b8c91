// SPDX-License-Identifier: MIT
// LU with partial pivoting, panel by panel (Golub & Van Loan, section 3.2.11): nearly all work is the
// product that is taken off what is right of and below a panel.
#include "hull/dense.h"

#include "base/error.h"

#include <math.h>

enum { SIDES = WAFTI_DENSE_SIDES, TASK_ROWS = 64 };

typedef struct elimination {
    wafti_lu* matrix;
    double* sides;
    const wafti_dense_kernels* kernels;
    size_t first, end; // columns of the panel
} elimination;

static double* row_of(const wafti_lu* matrix, size_t row) {
    return matrix->cells + row * matrix->stride;
}

static void swap_rows(const elimination* e, size_t a, size_t b) {
    double* row_a = row_of(e->matrix, a);
    double* row_b = row_of(e->matrix, b);
    for (size_t c = 0; c < e->matrix->stride; ++c) {
        const double kept = row_a[c];
        row_a[c] = row_b[c];
        row_b[c] = kept;
    }
    for (size_t s = 0; s < SIDES; ++s) {
        double* side = e->sides + s * e->matrix->count;
        const double kept = side[a];
        side[a] = side[b];
        side[b] = kept;
    }
}

// Eliminates the columns of the panel within the panel.
static bool factor_panel(const elimination* e) {
    const wafti_lu* matrix = e->matrix;
    for (size_t k = e->first; k < e->end; ++k) {
        size_t pivot = k;
        for (size_t r = k + 1; r < matrix->count; ++r) {
            pivot = fabs(row_of(matrix, r)[k]) > fabs(row_of(matrix, pivot)[k]) ? r : pivot;
        }
        if (!(fabs(row_of(matrix, pivot)[k]) > 0.0)) {
            return false;
        }
        if (pivot != k) {
            swap_rows(e, k, pivot);
        }
        const double* top = row_of(matrix, k);
        for (size_t r = k + 1; r < matrix->count; ++r) {
            double* row = row_of(matrix, r);
            row[k] /= top[k];
            for (size_t c = k + 1; c < e->end; ++c) {
                row[c] -= row[k] * top[c];
            }
        }
    }
    return true;
}

// The rows of the panel to its right: what the columns before took off.
static void solve_top(const elimination* e) {
    for (size_t k = e->first; k < e->end; ++k) {
        const double* top = row_of(e->matrix, k);
        for (size_t r = k + 1; r < e->end; ++r) {
            double* row = row_of(e->matrix, r);
            for (size_t c = e->end; c < e->matrix->stride; ++c) {
                row[c] -= row[k] * top[c];
            }
        }
    }
}

static void subtract_rows(void* context, int32_t task) {
    const elimination* e = context;
    const size_t first = e->end + (size_t)task * TASK_ROWS;
    const size_t left = e->matrix->count - first;
    const wafti_lu_update update = {
        .to = row_of(e->matrix, first) + e->end,
        .left = row_of(e->matrix, first) + e->first,
        .top = row_of(e->matrix, e->first) + e->end,
        .rows = left < TASK_ROWS ? left : TASK_ROWS,
        .columns = e->matrix->stride - e->end,
        .inner = e->end - e->first,
        .stride = e->matrix->stride,
    };
    e->kernels->subtract(&update);
}

static void substitute(const wafti_lu* matrix, double* side) {
    for (size_t r = 0; r < matrix->count; ++r) {
        for (size_t c = 0; c < r; ++c) {
            side[r] -= row_of(matrix, r)[c] * side[c];
        }
    }
    for (size_t r = matrix->count; r-- > 0;) {
        for (size_t c = r + 1; c < matrix->count; ++c) {
            side[r] -= row_of(matrix, r)[c] * side[c];
        }
        side[r] /= row_of(matrix, r)[r];
    }
}

waft_result wafti_lu_solve(wafti_lu* matrix, double* sides, const wafti_context* context) {
    elimination e = {
        .matrix = matrix, .sides = sides, .kernels = wafti_dense_kernels_choose(context->isa)};
    for (; e.first < matrix->count; e.first = e.end) {
        const size_t end = e.first + WAFTI_LU_PANEL;
        e.end = end < matrix->count ? end : matrix->count;
        if (!factor_panel(&e)) {
            return wafti_fail(context->error, WAFT_ERR_NOT_CONVERGED,
                "added mass: the matrix of the sources is singular");
        }
        if (e.end < matrix->count) {
            solve_top(&e);
            const size_t below = matrix->count - e.end;
            wafti_pool_run(context->pool, (int32_t)((below + TASK_ROWS - 1) / TASK_ROWS),
                1e-4 * (double)below * (double)below * WAFTI_LU_PANEL, subtract_rows, &e);
        }
    }
    for (size_t s = 0; s < SIDES; ++s) {
        substitute(matrix, sides + s * matrix->count);
    }
    return WAFT_OK;
}

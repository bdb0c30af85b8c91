// SPDX-License-Identifier: MIT
// Dense systems with six right-hand sides, one for each way a body can move.
#ifndef WAFTI_HULL_DENSE_H
#define WAFTI_HULL_DENSE_H

#include "task/context.h"

enum {
    WAFTI_DENSE_ROWS = 8,  ///< of a block; any vector's lanes divide it
    WAFTI_DENSE_SIDES = 6, ///< solved together, since reading the matrix is what a pass costs
    WAFTI_DENSE_TASK = 8,  ///< blocks of a task: 64 rows
    WAFTI_LU_PANEL = 48,   ///< columns that are eliminated together
    WAFTI_LU_COLUMNS = 8,  ///< rows of the LU matrix are padded to it
};

/// A square matrix in blocks of rows: column by column the eight numbers of a block stand together,
/// so that a vector holds rows and every right-hand side is one broadcast number.
typedef struct wafti_dense {
    waft_allocator allocator;
    size_t count;  ///< rows and columns
    size_t blocks; ///< the last one's surplus rows may hold any finite number
    double* cells; ///< of row r and column c: ((r / 8) * count + c) * 8 + r % 8
} wafti_dense;

/// Error: WAFT_ERR_NO_MEMORY. Cells are not set.
waft_result wafti_dense_init(
    wafti_dense* matrix, size_t count, const waft_allocator* allocator, waft_error* out_error);
void wafti_dense_free(wafti_dense* matrix);
double* wafti_dense_at(const wafti_dense* matrix, size_t row, size_t column);

/// Six vectors of `stride` numbers each; stride is blocks * 8.
static inline size_t wafti_dense_stride(const wafti_dense* matrix) {
    return matrix->blocks * WAFTI_DENSE_ROWS;
}

typedef struct wafti_dense_limits {
    double tolerance; ///< |b - A x| / |b|
    int most;         ///< iterations
} wafti_dense_limits;

/// Unrestarted GMRES (Saad & Schultz 1986) for the six sides in step; a side of zeros has the solution
/// 0. `solution` and `right` hold six vectors. The same bits for any number of threads. Errors:
/// WAFT_ERR_NO_MEMORY, WAFT_ERR_NOT_CONVERGED; sentence in context->error.
waft_result wafti_dense_solve(const wafti_dense* matrix, const double* right, double* solution,
    wafti_dense_limits limits, const wafti_context* context, int* out_iterations);

/// A matrix by rows, each `stride` numbers long (a multiple of WAFTI_LU_COLUMNS), that is overwritten.
typedef struct wafti_lu {
    double* cells;
    size_t count, stride;
} wafti_lu;

/// Solves for six sides (vectors of `count` numbers, overwritten by the solution) by LU with partial
/// pivoting. Error: WAFT_ERR_NOT_CONVERGED if the matrix is singular.
waft_result wafti_lu_solve(wafti_lu* matrix, double* sides, const wafti_context* context);

/// One block of rows times six vectors; `sides` holds six numbers for each column.
typedef struct wafti_dense_pass {
    const wafti_dense* matrix;
    const double* sides;
    double* out; ///< six vectors of wafti_dense_stride()
} wafti_dense_pass;

/// rows x columns numbers at `to` less the product of `left` (rows x inner) and `top` (inner x columns);
/// columns is a multiple of WAFTI_LU_COLUMNS.
typedef struct wafti_lu_update {
    double* to;
    const double* left;
    const double* top;
    size_t rows, columns, inner, stride;
} wafti_lu_update;

typedef struct wafti_dense_kernels {
    void (*multiply)(const wafti_dense_pass* pass, size_t block);
    void (*subtract)(const wafti_lu_update* update);
} wafti_dense_kernels;

const wafti_dense_kernels* wafti_dense_kernels_choose(wafti_isa isa);
extern const wafti_dense_kernels WAFTI_COPIES(wafti_dense_kernels);

#endif // WAFTI_HULL_DENSE_H

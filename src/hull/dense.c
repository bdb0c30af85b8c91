// SPDX-License-Identifier: MIT
#include "hull/dense.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

enum { SIDES = WAFTI_DENSE_SIDES };

waft_result wafti_dense_init(
    wafti_dense* matrix, size_t count, const waft_allocator* allocator, waft_error* out_error) {
    *matrix = (wafti_dense){.allocator = allocator != NULL ? *allocator : (waft_allocator){0},
        .count = count,
        .blocks = (count + WAFTI_DENSE_ROWS - 1) / WAFTI_DENSE_ROWS};
    const size_t size = wafti_size_mul(wafti_dense_stride(matrix), count);
    matrix->cells = wafti_allocate(allocator, size, sizeof(double));
    return matrix->cells != NULL
               ? WAFT_OK
               : wafti_fail_memory(
                     out_error, wafti_size_mul(size, sizeof(double)), "the matrix of the facets");
}

void wafti_dense_free(wafti_dense* matrix) {
    wafti_release(&matrix->allocator, matrix->cells,
        wafti_size_mul(wafti_dense_stride(matrix), matrix->count), sizeof(double));
    matrix->cells = NULL;
}

double* wafti_dense_at(const wafti_dense* matrix, size_t row, size_t column) {
    return &matrix->cells[(row / WAFTI_DENSE_ROWS * matrix->count + column) * WAFTI_DENSE_ROWS +
                          row % WAFTI_DENSE_ROWS];
}

const wafti_dense_kernels* wafti_dense_kernels_choose(wafti_isa isa) {
    return WAFTI_COPY(isa, &wafti_dense_kernels);
}

// What one right-hand side has built up.
typedef struct side {
    double** basis;     // unit vectors of the Krylov space
    double* triangle;   // column k, of k + 1 numbers, begins at k (k + 1) / 2
    double* rotations;  // cosine and sine of each
    double* projection; // of the right-hand side on the basis, after the rotations
    double norm;        // of the right-hand side
    size_t count;       // columns of the triangle
    bool done;
} side;

typedef struct solver {
    const wafti_dense* matrix;
    const wafti_context* context;
    const wafti_dense_kernels* kernels;
    wafti_dense_limits limits;
    wafti_arena arena;
    side sides[SIDES];
    double* mixed;   // six numbers a column
    double* product; // six vectors
} solver;

// Eight running sums: faster than one, and the order does not depend on anything.
static double dot(const double* a, const double* b, size_t count) {
    double lanes[8] = {0.0};
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        for (size_t lane = 0; lane < 8; ++lane) {
            lanes[lane] += a[i + lane] * b[i + lane];
        }
    }
    for (; i < count; ++i) {
        lanes[i % 8] += a[i] * b[i];
    }
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
           ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

static void add_scaled(double* to, const double* a, double scale, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        to[i] += scale * a[i];
    }
}

static double* take_scaled(solver* s, const double* vector, double scale) {
    double* copy = wafti_arena_take(&s->arena, s->matrix->count, sizeof(double));
    if (copy != NULL) {
        add_scaled(copy, vector, scale, s->matrix->count);
    }
    return copy;
}

static bool start(solver* s, const double* right) {
    const size_t most = (size_t)s->limits.most;
    const size_t stride = wafti_dense_stride(s->matrix);
    s->mixed = wafti_arena_take(&s->arena, s->matrix->count, SIDES * sizeof(double));
    s->product = wafti_arena_take(&s->arena, stride, SIDES * sizeof(double));
    for (size_t b = 0; b < SIDES && !s->arena.failed; ++b) {
        side* at = &s->sides[b];
        at->basis = wafti_arena_take(&s->arena, most + 1, sizeof(double*));
        at->triangle = wafti_arena_take(&s->arena, most * (most + 1) / 2, sizeof(double));
        at->rotations = wafti_arena_take(&s->arena, most, 2 * sizeof(double));
        at->projection = wafti_arena_take(&s->arena, most + 1, sizeof(double));
        const double* vector = right + b * stride;
        at->norm = sqrt(dot(vector, vector, s->matrix->count));
        at->done = !(at->norm > 0.0);
        if (!s->arena.failed && !at->done) {
            at->basis[0] = take_scaled(s, vector, 1.0 / at->norm);
            at->projection[0] = at->norm;
        }
    }
    return !s->arena.failed;
}

static void multiply_blocks(void* context, int32_t task) {
    const solver* s = context;
    const wafti_dense_pass pass = {s->matrix, s->mixed, s->product};
    const size_t first = (size_t)task * WAFTI_DENSE_TASK;
    for (size_t block = first; block < first + WAFTI_DENSE_TASK && block < s->matrix->blocks;
         ++block) {
        s->kernels->multiply(&pass, block);
    }
}

// The matrix times the newest basis vector of every side that is not done.
static void multiply(solver* s) {
    const size_t count = s->matrix->count;
    for (size_t b = 0; b < SIDES; ++b) {
        const side* at = &s->sides[b];
        for (size_t i = 0; i < count; ++i) {
            s->mixed[i * SIDES + b] = at->done ? 0.0 : at->basis[at->count][i];
        }
    }
    const int32_t tasks = (int32_t)((s->matrix->blocks + WAFTI_DENSE_TASK - 1) / WAFTI_DENSE_TASK);
    const double work_us = 1e-3 * (double)count * (double)count;
    wafti_pool_run(s->context->pool, tasks, work_us, multiply_blocks, s);
}

// Applies the rotations so far to a new column, adds one that makes its last number 0, and takes the
// residual along. `last` is the number below the column.
static void rotate(side* at, double* column, double last) {
    const size_t k = at->count;
    for (size_t i = 0; i < k; ++i) {
        const double cosine = at->rotations[2 * i];
        const double sine = at->rotations[2 * i + 1];
        const double a = column[i];
        const double b = column[i + 1];
        column[i] = cosine * a + sine * b;
        column[i + 1] = cosine * b - sine * a;
    }
    const double length = sqrt(column[k] * column[k] + last * last);
    const double cosine = length > 0.0 ? column[k] / length : 1.0;
    const double sine = length > 0.0 ? last / length : 0.0;
    column[k] = length;
    at->rotations[2 * k] = cosine;
    at->rotations[2 * k + 1] = sine;
    at->projection[k + 1] = -sine * at->projection[k];
    at->projection[k] *= cosine;
    ++at->count;
}

// Modified Gram-Schmidt of the product against the basis, and the next basis vector.
static bool extend(solver* s, size_t b) {
    side* at = &s->sides[b];
    const size_t count = s->matrix->count;
    double* vector = s->product + b * wafti_dense_stride(s->matrix);
    double* column = at->triangle + at->count * (at->count + 1) / 2;
    for (size_t i = 0; i <= at->count; ++i) {
        column[i] = dot(vector, at->basis[i], count);
        add_scaled(vector, at->basis[i], -column[i], count);
    }
    const double last = sqrt(dot(vector, vector, count));
    rotate(at, column, last);
    if (fabs(at->projection[at->count]) <= s->limits.tolerance * at->norm || !(last > 0.0)) {
        at->done = true;
        return true;
    }
    at->basis[at->count] = take_scaled(s, vector, 1.0 / last);
    return at->basis[at->count] != NULL;
}

static void finish(const solver* s, size_t b, double* solution) {
    const side* at = &s->sides[b];
    double* weights = at->projection;
    for (size_t i = at->count; i-- > 0;) {
        for (size_t k = i + 1; k < at->count; ++k) {
            weights[i] -= at->triangle[k * (k + 1) / 2 + i] * weights[k];
        }
        const double pivot = at->triangle[i * (i + 1) / 2 + i];
        weights[i] = pivot != 0.0 ? weights[i] / pivot : 0.0;
    }
    memset(solution, 0, wafti_dense_stride(s->matrix) * sizeof(double));
    for (size_t i = 0; i < at->count; ++i) {
        add_scaled(solution, at->basis[i], weights[i], s->matrix->count);
    }
}

static waft_result iterate(solver* s, int* out_iterations) {
    for (*out_iterations = 0;; ++*out_iterations) {
        bool done = true;
        for (size_t b = 0; b < SIDES; ++b) {
            done = done && s->sides[b].done;
        }
        if (done) {
            return WAFT_OK;
        }
        if (*out_iterations == s->limits.most) {
            return wafti_fail(s->context->error, WAFT_ERR_NOT_CONVERGED,
                "added mass: %d iterations were not enough; the facets are too unequal, or the "
                "body too thin for them",
                s->limits.most);
        }
        multiply(s);
        for (size_t b = 0; b < SIDES; ++b) {
            if (!s->sides[b].done && !extend(s, b)) {
                return WAFT_ERR_NO_MEMORY;
            }
        }
    }
}

waft_result wafti_dense_solve(const wafti_dense* matrix, const double* right, double* solution,
    wafti_dense_limits limits, const wafti_context* context, int* out_iterations) {
    solver s = {.matrix = matrix,
        .context = context,
        .kernels = wafti_dense_kernels_choose(context->isa),
        .limits = limits};
    wafti_arena_init(&s.arena, &context->allocator, 65536);
    waft_result result = start(&s, right) ? iterate(&s, out_iterations) : WAFT_ERR_NO_MEMORY;
    if (result == WAFT_OK) {
        for (size_t b = 0; b < SIDES; ++b) {
            finish(&s, b, solution + b * wafti_dense_stride(matrix));
        }
    } else if (result == WAFT_ERR_NO_MEMORY) {
        result = wafti_fail_memory(context->error, s.arena.total, "the panel solve");
    }
    wafti_arena_free(&s.arena);
    return result;
}

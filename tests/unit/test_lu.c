// SPDX-License-Identifier: MIT
#include "hull/dense.h"
#include "hull_fixture.h"

#include <stdlib.h>

static double cell(size_t row, size_t column) {
    // Zeros on the diagonal: without pivots it would not begin.
    return row == column ? 0.0 : sin(1.3 * (double)(row * row) + 0.7 * (double)column);
}

static void solve(size_t count, int threads, wafti_isa isa, double* sides) {
    hull_bench bench;
    hull_bench_open(&bench, threads, isa);
    wafti_lu matrix = {.count = count, .stride = (count + 7) / 8 * 8};
    matrix.cells = calloc(count * matrix.stride, sizeof(double));
    for (size_t i = 0; i < count * count; ++i) {
        matrix.cells[i / count * matrix.stride + i % count] = cell(i / count, i % count);
    }
    for (size_t i = 0; i < 6 * count; ++i) {
        sides[i] = cos(0.3 * (double)i);
    }
    CHECK(wafti_lu_solve(&matrix, sides, &bench.context) == WAFT_OK);
    free(matrix.cells);
    hull_bench_close(&bench);
}

static void test_solves(void) {
    enum { COUNT = 149 };
    static double one[6 * COUNT];
    static double two[6 * COUNT];
    solve(COUNT, 1, wafti_isa_choose(), one);
    solve(COUNT, 2, wafti_isa_choose(), two);
    CHECK(same_bits(one, two, sizeof(one)));
    solve(COUNT, 1, WAFTI_ISA_SCALAR, two);
    for (size_t i = 0; i < 6 * (size_t)COUNT; ++i) {
        double sum = 0.0;
        for (size_t c = 0; c < COUNT; ++c) {
            sum += cell(i % COUNT, c) * one[i / COUNT * COUNT + c];
        }
        CHECK_NEAR(sum, cos(0.3 * (double)i), 1e-9);
        CHECK_NEAR(one[i], two[i], 1e-9);
    }
}

static void test_singular(void) {
    hull_bench bench;
    hull_bench_open(&bench, 1, wafti_isa_choose());
    double cells[2 * 8] = {1.0, 2.0, [8] = 0.0, 0.0};
    double sides[12] = {1.0};
    wafti_lu matrix = {cells, 2, 8};
    CHECK(wafti_lu_solve(&matrix, sides, &bench.context) == WAFT_ERR_NOT_CONVERGED);
    hull_bench_close(&bench);
}

static const test_case cases[] = {
    {"solves, with the same bits for any threads", test_solves},
    {"singular", test_singular},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "hull/dense.h"
#include "hull_fixture.h"

#include <stdlib.h>

static double cell(size_t row, size_t column) {
    return (row == column ? 1.0 : 0.0) + 0.3 *
                                             sin(1.7 * (double)row + 2.3 * (double)column * 0.37) /
                                             (1.0 + fabs((double)row - (double)column));
}

static void fill(const wafti_dense* matrix) {
    for (size_t r = 0; r < wafti_dense_stride(matrix); ++r) {
        for (size_t c = 0; c < matrix->count; ++c) {
            *wafti_dense_at(matrix, r, c) = r < matrix->count ? cell(r, c) : 0.0;
        }
    }
}

// Solves and returns the greatest residual; solutions go to `out`.
static double solve(size_t count, int threads, wafti_isa isa, double* out, int* iterations) {
    hull_bench bench;
    hull_bench_open(&bench, threads, isa);
    wafti_dense matrix;
    CHECK(wafti_dense_init(&matrix, count, NULL, NULL) == WAFT_OK);
    fill(&matrix);
    const size_t stride = wafti_dense_stride(&matrix);
    double* right = calloc(6 * stride, sizeof(double));
    for (size_t i = 0; i < 5 * stride; ++i) { // the sixth is zero
        right[i] = i % stride < count ? cos(0.1 * (double)i) : 0.0;
    }
    CHECK(wafti_dense_solve(&matrix, right, out, (wafti_dense_limits){1e-12, 60}, &bench.context,
              iterations) == WAFT_OK);
    double worst = 0.0;
    for (size_t i = 0; i < 6 * count; ++i) {
        const size_t b = i / count;
        double sum = 0.0;
        for (size_t c = 0; c < count; ++c) {
            sum += cell(i % count, c) * out[b * stride + c];
        }
        worst = fmax(worst, fabs(sum - right[b * stride + i % count]));
    }
    free(right);
    wafti_dense_free(&matrix);
    hull_bench_close(&bench);
    return worst;
}

static void test_solves(void) {
    enum { STRIDE = 208, ALL = 6 * STRIDE, LAST = 5 * STRIDE };
    double out[ALL];
    double other[ALL];
    int iterations = 0;
    CHECK(solve(203, 1, wafti_isa_choose(), out, &iterations) < 1e-10);
    CHECK(iterations > 3 && iterations < 40);
    CHECK(out[LAST] == 0.0 && out[LAST + 202] == 0.0);
    CHECK(solve(203, 3, wafti_isa_choose(), other, &iterations) < 1e-10);
    CHECK(same_bits(out, other, sizeof(out)));
    CHECK(solve(203, 1, WAFTI_ISA_SCALAR, other, &iterations) < 1e-10);
    for (size_t i = 0; i < ALL; ++i) {
        CHECK_NEAR(out[i], other[i], 1e-10);
    }
}

static void test_gives_up(void) {
    hull_bench bench;
    hull_bench_open(&bench, 1, wafti_isa_choose());
    wafti_dense matrix;
    CHECK(wafti_dense_init(&matrix, 64, NULL, NULL) == WAFT_OK);
    fill(&matrix);
    double right[6 * 64];
    double out[6 * 64];
    for (int i = 0; i < 6 * 64; ++i) {
        right[i] = 1.0 + i % 7;
    }
    int iterations = 0;
    CHECK(wafti_dense_solve(&matrix, right, out, (wafti_dense_limits){1e-14, 2}, &bench.context,
              &iterations) == WAFT_ERR_NOT_CONVERGED);
    CHECK(strstr(bench.error.sentence, "2 iterations") != NULL);
    wafti_dense_free(&matrix);
    hull_bench_close(&bench);
}

static const test_case cases[] = {
    {"solves, with the same bits for any threads", test_solves},
    {"gives up", test_gives_up},
};

TEST_MAIN(cases)

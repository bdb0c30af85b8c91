// SPDX-License-Identifier: MIT
// Against a dense solve with pivoting in double; the file that includes this chose wafti_real.
#ifndef WAFT_TEST_TRIDIAGONAL_CASES_H
#define WAFT_TEST_TRIDIAGONAL_CASES_H

#include "math/philox.h"
#include "math/tridiagonal.h"

enum { MOST = 64 };

static const double tolerance = sizeof(wafti_real) == sizeof(double) ? 1e-13 : 2e-6;

static double random_number(uint64_t index) {
    return (double)wafti_uniform(wafti_random(5, 1, 0, index).word[0]);
}

// Gauss with partial pivoting; the matrix is used up.
static void solve_dense(int n, double matrix[MOST][MOST], double* x) {
    for (int k = 0; k < n; ++k) {
        int pivot = k;
        for (int i = k + 1; i < n; ++i) {
            pivot = fabs(matrix[i][k]) > fabs(matrix[pivot][k]) ? i : pivot;
        }
        for (int j = 0; j < n; ++j) {
            const double held = matrix[k][j];
            matrix[k][j] = matrix[pivot][j];
            matrix[pivot][j] = held;
        }
        const double held = x[k];
        x[k] = x[pivot];
        x[pivot] = held;
        for (int i = k + 1; i < n; ++i) {
            const double factor = matrix[i][k] / matrix[k][k];
            for (int j = k; j < n; ++j) {
                matrix[i][j] -= factor * matrix[k][j];
            }
            x[i] -= factor * x[k];
        }
    }
    for (int i = n - 1; i >= 0; --i) {
        for (int j = i + 1; j < n; ++j) {
            x[i] -= matrix[i][j] * x[j];
        }
        x[i] /= matrix[i][i];
    }
}

typedef struct problem {
    wafti_real lower[MOST], diagonal[MOST], upper[MOST], x[MOST];
    double matrix[MOST][MOST], want[MOST];
} problem;

static void make_problem(problem* p, int n, bool periodic) {
    memset(p, 0, sizeof(*p));
    for (int i = 0; i < n; ++i) {
        const uint64_t at = 4 * (uint64_t)i + 1000 * (uint64_t)n;
        p->lower[i] = (wafti_real)(2.0 * random_number(at) - 1.0);
        p->upper[i] = (wafti_real)(2.0 * random_number(at + 1) - 1.0);
        p->diagonal[i] = (wafti_real)((random_number(at + 2) < 0.5 ? -1.0 : 1.0) *
                                      (2.2 + random_number(at + 3)));
        p->x[i] = (wafti_real)(10.0 * random_number(at + 4) - 5.0);
        p->want[i] = (double)p->x[i];
        p->matrix[i][i] = (double)p->diagonal[i];
        if (i > 0 || periodic) {
            p->matrix[i][(i + n - 1) % n] += (double)p->lower[i];
        }
        if (i < n - 1 || periodic) {
            p->matrix[i][(i + 1) % n] += (double)p->upper[i];
        }
    }
    if (!periodic) { // what must not be read
        p->lower[0] = (wafti_real)NAN;
        p->upper[n - 1] = (wafti_real)NAN;
    }
    solve_dense(n, p->matrix, p->want);
}

static void check_solution(const problem* p, int n) {
    for (int i = 0; i < n; ++i) {
        CHECK_NEAR(p->x[i], p->want[i], tolerance * 10.0);
    }
}

static void test_open(void) {
    static problem p;
    wafti_real work[MOST];
    for (int n = 1; n <= MOST; n = n < 8 ? n + 1 : n * 2) {
        make_problem(&p, n, false);
        wafti_tridiagonal_solve(&(wafti_tridiagonal){p.lower, p.diagonal, p.upper, n}, p.x, work);
        check_solution(&p, n);
    }
}

static void test_periodic(void) {
    static problem p;
    wafti_real work[2 * MOST];
    for (int n = 3; n <= MOST; n = n < 8 ? n + 1 : n * 2) {
        make_problem(&p, n, true);
        wafti_tridiagonal_solve_periodic(
            &(wafti_tridiagonal){p.lower, p.diagonal, p.upper, n}, p.x, work);
        check_solution(&p, n);
    }
}

static void test_faces(void) {
    static problem p;
    wafti_real face[MOST];
    wafti_real work[MOST];
    for (int n = 1; n <= MOST; n = n < 8 ? n + 1 : n * 2) {
        memset(&p, 0, sizeof(p));
        double sum = 0.0;
        for (int i = 0; i < n; ++i) {
            // Some faces are dry: the system falls apart into pieces.
            face[i] = i % 5 == 3 ? 0 : (wafti_real)(-30.0 * random_number((uint64_t)i));
            p.x[i] = (wafti_real)(10.0 * random_number((uint64_t)i + 500) - 5.0);
            p.want[i] = (double)p.x[i];
            sum += p.want[i];
            p.matrix[i][i] = 1.0;
        }
        for (int i = 0; i + 1 < n; ++i) {
            p.matrix[i][i] -= (double)face[i];
            p.matrix[i + 1][i + 1] -= (double)face[i];
            p.matrix[i][i + 1] += (double)face[i];
            p.matrix[i + 1][i] += (double)face[i];
        }
        solve_dense(n, p.matrix, p.want);
        wafti_tridiagonal_solve_faces(face, n, p.x, work);
        check_solution(&p, n);
        double after = 0.0;
        for (int i = 0; i < n; ++i) {
            after += (double)p.x[i];
        }
        CHECK_NEAR(after, sum, 50.0 * tolerance); // row sums 1, symmetric: the sum is kept
    }
}

static const test_case cases[] = {
    {"open", test_open},
    {"periodic", test_periodic},
    {"faces", test_faces},
};

#endif // WAFT_TEST_TRIDIAGONAL_CASES_H

// SPDX-License-Identifier: MIT
#include "hull/eigen.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_SWEEPS = 60 };

typedef struct pair {
    size_t n, p, q;
    double cosine, sine;
} pair;

// Rows p and q of m, or its columns, become their rotation.
static void turn(const pair* at, bool rows, double* m) {
    const size_t apart = rows ? at->n : 1;
    const size_t along = rows ? 1 : at->n;
    for (size_t k = 0; k < at->n; ++k) {
        double* p = &m[at->p * apart + k * along];
        double* q = &m[at->q * apart + k * along];
        const double a = *p;
        const double b = *q;
        *p = at->cosine * a - at->sine * b;
        *q = at->sine * a + at->cosine * b;
    }
}

// Makes entry (p, q) zero. Golub & Van Loan, Matrix Computations, section 8.5.
static void annul(size_t n, size_t p, size_t q, double* a, double* vectors) {
    const double off = a[p * n + q];
    const double spread = a[q * n + q] - a[p * n + p];
    if (fabs(off) <= 1e-300) {
        return;
    }
    const double ratio = fabs(spread) < 1e100 * fabs(off) ? 0.5 * spread / off : 1e100;
    const double t =
        (ratio >= 0.0 ? 1.0 : -1.0) / (fabs(ratio) + sqrt(fmin(ratio * ratio, 1e200) + 1.0));
    pair at = {n, p, q, 1.0 / sqrt(t * t + 1.0), 0.0};
    at.sine = t * at.cosine;
    turn(&at, true, a);
    turn(&at, false, a);
    turn(&at, true, vectors);
}

static double off_diagonal(size_t n, const double* a) {
    double sum = 0.0;
    for (size_t i = 0; i < n * n; ++i) {
        sum += i % (n + 1) == 0 ? 0.0 : fabs(a[i]); // the diagonal
    }
    return sum;
}

static void sort(size_t n, double* values, double* vectors) {
    for (size_t i = 0; i < n; ++i) {
        size_t least = i;
        for (size_t j = i + 1; j < n; ++j) {
            least = values[j] < values[least] ? j : least;
        }
        double row[WAFTI_EIGEN_MOST];
        const double value = values[i];
        const size_t size = n * sizeof(double);
        values[i] = values[least];
        values[least] = value;
        memcpy(row, &vectors[i * n], size);
        memmove(&vectors[i * n], &vectors[least * n], size);
        memcpy(&vectors[least * n], row, size);
    }
}

void wafti_eigen(size_t n, const double* matrix, double* out_values, double* out_vectors) {
    double a[WAFTI_EIGEN_MOST * WAFTI_EIGEN_MOST] = {0.0};
    double vectors[WAFTI_EIGEN_MOST * WAFTI_EIGEN_MOST] = {0.0};
    double scale = 0.0;
    for (size_t i = 0; i < n * n; ++i) {
        a[i] = 0.5 * (matrix[i] + matrix[i % n * n + i / n]);
        vectors[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
        scale += fabs(a[i]);
    }
    for (int sweep = 0; sweep < MOST_SWEEPS && off_diagonal(n, a) > 1e-17 * scale; ++sweep) {
        for (size_t p = 0; p < n; ++p) {
            for (size_t q = p + 1; q < n; ++q) {
                annul(n, p, q, a, vectors);
            }
        }
    }
    for (size_t i = 0; i < n; ++i) {
        out_values[i] = a[i * n + i];
    }
    sort(n, out_values, vectors);
    if (out_vectors != NULL) {
        memcpy(out_vectors, vectors, n * n * sizeof(double));
    }
}

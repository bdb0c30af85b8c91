// SPDX-License-Identifier: MIT
// Eigenvalues of small symmetric matrices.
#ifndef WAFTI_HULL_EIGEN_H
#define WAFTI_HULL_EIGEN_H

#include <stddef.h>

enum { WAFTI_EIGEN_MOST = 6 };

/// Values in rising order and unit vectors (row i belongs to value i; NULL: not wanted) of a symmetric
/// matrix of n x n numbers, n <= WAFTI_EIGEN_MOST, by Jacobi's rotations.
void wafti_eigen(size_t n, const double* matrix, double* out_values, double* out_vectors);

#endif // WAFTI_HULL_EIGEN_H

// SPDX-License-Identifier: MIT
// Small symmetric matrices in double, row by row, for models.
#ifndef WAFTI_BODY_MODEL_MATRIX_H
#define WAFTI_BODY_MODEL_MATRIX_H

#include <stdbool.h>

/// Inverse of a symmetric positive definite 6x6 matrix by Cholesky's factors. False if it is not.
bool wafti_matrix_invert6(const double k[36], double out_inverse[36]);

#endif // WAFTI_BODY_MODEL_MATRIX_H

// SPDX-License-Identifier: MIT
// Direct solution of tridiagonal systems. No pivoting: rows must be dominated by their diagonal, as
// those of implicit diffusion and waves are.
#ifndef WAFTI_MATH_TRIDIAGONAL_H
#define WAFTI_MATH_TRIDIAGONAL_H

#include <stdint.h>

#include "math/real.h"

/// A general system: row i is lower[i] x[i-1] + diagonal[i] x[i] + upper[i] x[i+1]. In an open
/// system lower[0] and upper[n-1] are not read; in a periodic one they reach around the ends.
typedef struct wafti_tridiagonal {
    const wafti_real* lower;
    const wafti_real* diagonal;
    const wafti_real* upper;
    int32_t count; ///< n >= 1; periodic: n >= 3
} wafti_tridiagonal;

/// Solves for x; on entry `x` holds the right-hand side. `work` takes n numbers.
void wafti_tridiagonal_solve(const wafti_tridiagonal* system, wafti_real* x, wafti_real* work);

/// Solves the periodic system. `work` takes 2 n numbers.
void wafti_tridiagonal_solve_periodic(
    const wafti_tridiagonal* system, wafti_real* x, wafti_real* work);

/// Solves the symmetric M-matrix with row sums 1 that an implicit wave or diffusion step gives:
/// face[i] <= 0 joins x[i] and x[i+1] (n - 1 of them), the diagonal is 1 - face[i-1] - face[i], the
/// ends reflect. `work` takes n numbers.
void wafti_tridiagonal_solve_faces(
    const wafti_real* face, int32_t count, wafti_real* x, wafti_real* work);

#endif // WAFTI_MATH_TRIDIAGONAL_H

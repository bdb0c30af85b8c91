// SPDX-License-Identifier: MIT
// What float transforms are measured against: the same sources in double, on arrays without padding
// (x fastest). For files that include the float headers; see oracle/double.h for the others.
#ifndef WAFT_TEST_ORACLE_H
#define WAFT_TEST_ORACLE_H

#include "math/spectral.h"

/// The spectrum of nx x ny x nz reals, nx/2 + 1 wide. False if a length is not allowed.
bool oracle_to_spectrum(const int32_t n[3], const double* real, double* re, double* im);

/// The solution of Poisson's equation, in place. False if a length is not allowed.
bool oracle_solve_poisson(const int32_t n[3], const wafti_ends ends[3], double* array);

#endif // WAFT_TEST_ORACLE_H

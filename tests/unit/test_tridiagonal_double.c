// SPDX-License-Identifier: MIT
// The same source in double, where only rounding is left to hide an error.
#define WAFTI_REAL_DOUBLE
#include "math/tridiagonal.c" // NOLINT(bugprone-suspicious-include): the point of this test

#include "test.h"

#include "tridiagonal_cases.h"

TEST_MAIN(cases)

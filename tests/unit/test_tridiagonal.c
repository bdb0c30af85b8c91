// SPDX-License-Identifier: MIT
// The solver as the library has it, in float.
#include "test.h"

#include "tridiagonal_cases.h"

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// The same source in double, where only rounding is left to hide an error.
#include "oracle/double.h"

#include "spectral_cases.h"

TEST_MAIN(cases)

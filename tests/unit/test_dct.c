// SPDX-License-Identifier: MIT
// The transforms as the library has them, in float.
#include "dct_cases.h"

TEST_MAIN(cases)

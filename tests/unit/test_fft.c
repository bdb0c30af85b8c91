// SPDX-License-Identifier: MIT
// The transforms as the library has them, in float.
#include "fft_cases.h"

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// The four lanes of the compiler's own vectors, which need no particular CPU.
#include "test.h"

#define WAFTI_KERNEL_SET_NEON
#include "wide_cases.h"

TEST_MAIN(wide_cases)

// SPDX-License-Identifier: MIT
#include "test.h"

#define WAFTI_KERNEL_SET_SCALAR
#include "wide_cases.h"

TEST_MAIN(wide_cases)

// SPDX-License-Identifier: MIT
// The lanes every x86-64 or ARM has, or four of the compiler's own.
#include "test.h"

#if defined(__SSE2__)
#define WAFTI_KERNEL_SET_SSE2
#else
#define WAFTI_KERNEL_SET_NEON
#endif
#include "wide_cases.h"

TEST_MAIN(wide_cases)

// SPDX-License-Identifier: MIT
// Eight lanes, where the CPU has them: the checks are compiled for it, the decision is not.
#include "test.h"

#if defined(__x86_64__)

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

#define WAFTI_KERNEL_SET_AVX2
#include "wide_cases.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

int main(int argc, char** argv) {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
        (void)printf("no AVX2 here\n");
        return 0;
    }
    return test_main(argc, argv, wide_cases, sizeof(wide_cases) / sizeof(wide_cases[0]));
}

#else

int main(void) {
    (void)printf("no AVX2 here\n");
    return 0;
}

#endif

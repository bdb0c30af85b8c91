// SPDX-License-Identifier: MIT
// Sixteen lanes, where the CPU has them: the checks are compiled for it, the decision is not.
#include "test.h"

#if defined(__x86_64__)

#if defined(__clang__)
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx2,fma,avx512f,avx512vl,avx512dq,avx512bw"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,avx512f,avx512vl,avx512dq,avx512bw")
#endif

#define WAFTI_KERNEL_SET_AVX512
#define WAFTI_WIDE_SIXTEEN
#include "wide_cases.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

int main(int argc, char** argv) {
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl") ||
        !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512bw")) {
        (void)printf("no AVX-512 here\n");
        return 0;
    }
    return test_main(argc, argv, wide_cases, sizeof(wide_cases) / sizeof(wide_cases[0]));
}

#else

int main(void) {
    (void)printf("no AVX-512 here\n");
    return 0;
}

#endif

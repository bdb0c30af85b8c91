// SPDX-License-Identifier: MIT
// Which compiled copy of the kernels this process uses.
#ifndef WAFTI_SIMD_CPU_H
#define WAFTI_SIMD_CPU_H

typedef enum wafti_isa {
    WAFTI_ISA_SCALAR,
    WAFTI_ISA_SSE2,
    WAFTI_ISA_AVX2, ///< with FMA
    WAFTI_ISA_NEON,
} wafti_isa;

/// The best one that both this build and this CPU have; the environment variable WAFT_ISA may ask
/// for a lesser one ("scalar", "sse2").
wafti_isa wafti_isa_choose(void);
const char* wafti_isa_name(wafti_isa isa);

#endif // WAFTI_SIMD_CPU_H

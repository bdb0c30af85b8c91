// SPDX-License-Identifier: MIT
// Which compiled copy of the kernels this process uses.
#ifndef WAFTI_SIMD_CPU_H
#define WAFTI_SIMD_CPU_H

typedef enum wafti_isa {
    WAFTI_ISA_SCALAR,
    WAFTI_ISA_SSE2,
    WAFTI_ISA_AVX2,   ///< with FMA
    WAFTI_ISA_AVX512, ///< the bits of AVX2; eight lanes or sixteen, 32 registers
    WAFTI_ISA_NEON,
} wafti_isa;

/// The best one that both this build and this CPU have; the environment variable WAFT_ISA may ask
/// for a lesser one ("scalar", "sse2", "avx2").
wafti_isa wafti_isa_choose(void);
const char* wafti_isa_name(wafti_isa isa);

/// Declares the copies of a kernel: `type WAFTI_COPIES(name);`.
#define WAFTI_COPIES(name) name##_scalar, name##_sse2, name##_avx2, name##_avx512, name##_neon

/// The copy of a kernel for an instruction set, as far as this build has it, or the scalar one. Of an
/// object rather than a function: WAFTI_COPY(isa, &name).
#define WAFTI_COPY(isa, name)                                                                      \
    (WAFTI_COPY_AVX512(isa, name) WAFTI_COPY_AVX2(isa, name) WAFTI_COPY_SSE2(isa, name)            \
            WAFTI_COPY_NEON(isa, name)((void)(isa), name##_scalar))

#if defined(WAFTI_BUILT_AVX512)
#define WAFTI_COPY_AVX512(isa, name) (isa) == WAFTI_ISA_AVX512 ? name##_avx512:
#else
#define WAFTI_COPY_AVX512(isa, name)
#endif
#if defined(WAFTI_BUILT_AVX2)
#define WAFTI_COPY_AVX2(isa, name) (isa) == WAFTI_ISA_AVX2 ? name##_avx2:
#else
#define WAFTI_COPY_AVX2(isa, name)
#endif
#if defined(WAFTI_BUILT_SSE2)
#define WAFTI_COPY_SSE2(isa, name) (isa) == WAFTI_ISA_SSE2 ? name##_sse2:
#else
#define WAFTI_COPY_SSE2(isa, name)
#endif
#if defined(WAFTI_BUILT_NEON)
#define WAFTI_COPY_NEON(isa, name) (isa) == WAFTI_ISA_NEON ? name##_neon:
#else
#define WAFTI_COPY_NEON(isa, name)
#endif

#endif // WAFTI_SIMD_CPU_H

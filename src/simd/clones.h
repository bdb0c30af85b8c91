// SPDX-License-Identifier: MIT
// Plain loops that a compiler turns into vectors, compiled for AVX2 too. Nothing is fused or reordered, so
// the copies give the same bits.
#ifndef WAFTI_SIMD_CLONES_H
#define WAFTI_SIMD_CLONES_H

/// Before a function: the linker's loader takes the copy that the CPU has. All it calls is part of it.
// Tools that read the source as clang does refuse the two attributes together.
#if defined(WAFTI_BUILT_AVX2) && defined(WAFTI_HAVE_CLONES) && !defined(__clang__) &&              \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WAFTI_CLONES __attribute__((target_clones("avx2", "default"), flatten))
#else
#define WAFTI_CLONES
#endif

#endif // WAFTI_SIMD_CLONES_H

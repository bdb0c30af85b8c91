// SPDX-License-Identifier: MIT
#include "simd/cpu.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <waft/base.h>

const char* wafti_isa_name(wafti_isa isa) {
    static const char* const names[] = {[WAFTI_ISA_SCALAR] = "scalar",
        [WAFTI_ISA_SSE2] = "sse2",
        [WAFTI_ISA_AVX2] = "avx2",
        [WAFTI_ISA_AVX512] = "avx512",
        [WAFTI_ISA_NEON] = "neon"};
    return (size_t)isa < sizeof(names) / sizeof(names[0]) ? names[isa] : "unknown";
}

// What this library was built with, best first.
static const wafti_isa built[] = {
#if defined(WAFTI_BUILT_AVX512)
    WAFTI_ISA_AVX512,
#endif
#if defined(WAFTI_BUILT_AVX2)
    WAFTI_ISA_AVX2,
#endif
#if defined(WAFTI_BUILT_NEON)
    WAFTI_ISA_NEON,
#endif
#if defined(WAFTI_BUILT_SSE2)
    WAFTI_ISA_SSE2,
#endif
    WAFTI_ISA_SCALAR,
};

// Every x86-64 has SSE2 and every 64-bit ARM has NEON.
static bool cpu_has(wafti_isa isa) {
#if defined(WAFTI_BUILT_AVX2)
    if (isa == WAFTI_ISA_AVX2) {
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    }
#endif
#if defined(WAFTI_BUILT_AVX512)
    if (isa == WAFTI_ISA_AVX512) {
        return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512bw");
    }
#endif
    (void)isa;
    return true;
}

wafti_isa wafti_isa_choose(void) {
    const char* wish = getenv("WAFT_ISA");
    wafti_isa best = WAFTI_ISA_SCALAR;
    for (size_t i = sizeof(built) / sizeof(built[0]); i-- > 0;) {
        if (!cpu_has(built[i])) {
            continue;
        }
        best = built[i];
        if (wish != NULL && strcmp(wish, wafti_isa_name(best)) == 0) {
            return best;
        }
    }
    return best;
}

const char* waft_isa(void) {
    return wafti_isa_name(wafti_isa_choose());
}

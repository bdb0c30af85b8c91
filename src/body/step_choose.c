// SPDX-License-Identifier: MIT
#include "body/step_choose.h"

wafti_body_step_function* wafti_body_choose(wafti_isa isa) {
    switch (isa) {
#if defined(WAFTI_BUILT_AVX2)
    case WAFTI_ISA_AVX2:
        return wafti_body_step_avx2;
#endif
#if defined(WAFTI_BUILT_SSE2)
    case WAFTI_ISA_SSE2:
        return wafti_body_step_sse2;
#endif
#if defined(WAFTI_BUILT_NEON)
    case WAFTI_ISA_NEON:
        return wafti_body_step_neon;
#endif
    default:
        return wafti_body_step_scalar;
    }
}

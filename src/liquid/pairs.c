// SPDX-License-Identifier: MIT
// Constants of pair sums, and which compiled copy makes them.
#include "liquid/pairs.h"

#define TABLE(set)                                                                                 \
    (wafti_pair_kernels) {                                                                         \
        wafti_liquid_density_##set, wafti_liquid_force_##set, wafti_liquid_list_##set,             \
            wafti_liquid_push_##set, wafti_liquid_diverge_##set, wafti_liquid_diagonal_##set,      \
            wafti_liquid_smear_##set, wafti_liquid_smear_diagonal_##set,                           \
            wafti_liquid_normal_##set, wafti_liquid_cohere_##set                                   \
    }

wafti_pair_kernels wafti_pair_kernels_choose(wafti_isa isa) {
    switch (isa) {
#if defined(WAFTI_BUILT_AVX2)
    case WAFTI_ISA_AVX2:
        return TABLE(avx2);
#endif
#if defined(WAFTI_BUILT_SSE2)
    case WAFTI_ISA_SSE2:
        return TABLE(sse2);
#endif
#if defined(WAFTI_BUILT_NEON)
    case WAFTI_ISA_NEON:
        return TABLE(neon);
#endif
    default:
        return TABLE(scalar);
    }
}

wafti_pair_constants wafti_pair_constants_of(
    const wafti_calibration* calibration, waft_liquid_kernel kernel) {
    const wafti_calibration* c = calibration;
    const double h = c->h;
    // A kernel at r = 0 is its norm times 1, for the cubic spline as for the others.
    const double value = wafti_kernel_value(c->density, c->dimension, h, 0.0);
    const double pressure = wafti_kernel_value(c->pressure, c->dimension, h, 0.0);
    const double lap = wafti_kernel_laplacian(c->dimension, h, 0.0) / h;
    return (wafti_pair_constants){
        .kernel = kernel,
        .h = (float)h,
        .h2 = (float)(h * h),
        .inverse_h = (float)(1.0 / h),
        .inverse_h2 = (float)(1.0 / (h * h)),
        .value = (float)(c->volume * c->value_scale * value),
        .slope = (float)(c->volume * c->slope_scale * pressure / h),
        .lap = (float)(c->volume * c->viscosity_scale * lap),
        .self = (float)c->self,
        .far = (float)(1e9 * c->d),
    };
}

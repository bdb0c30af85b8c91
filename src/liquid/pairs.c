// SPDX-License-Identifier: MIT
// Constants of pair sums, and which compiled copy makes them.
#include "liquid/pairs.h"

wafti_pair_kernels wafti_pair_kernels_choose(wafti_isa isa) {
    return (wafti_pair_kernels){WAFTI_COPY(isa, wafti_liquid_density),
        WAFTI_COPY(isa, wafti_liquid_force), WAFTI_COPY(isa, wafti_liquid_list),
        WAFTI_COPY(isa, wafti_liquid_press), WAFTI_COPY(isa, wafti_liquid_push),
        WAFTI_COPY(isa, wafti_liquid_diverge), WAFTI_COPY(isa, wafti_liquid_diagonal),
        WAFTI_COPY(isa, wafti_liquid_smear), WAFTI_COPY(isa, wafti_liquid_smear_diagonal),
        WAFTI_COPY(isa, wafti_liquid_normal), WAFTI_COPY(isa, wafti_liquid_cohere)};
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

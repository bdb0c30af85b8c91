// SPDX-License-Identifier: MIT
// Smoothing kernels and the constants that make a lattice at rest stand still. Everything in double:
// it is computed once.
#ifndef WAFTI_LIQUID_KERNEL_H
#define WAFTI_LIQUID_KERNEL_H

#include <waft/liquid.h>

typedef enum wafti_kernel_kind {
    WAFTI_KERNEL_CUBIC,
    WAFTI_KERNEL_WENDLAND,
    WAFTI_KERNEL_POLY6,
    WAFTI_KERNEL_SPIKY,
} wafti_kernel_kind;

/// W(r) in 1/m^dimension; 0 beyond the reach h.
double wafti_kernel_value(wafti_kernel_kind kind, int dimension, double h, double r);
/// -dW/dr.
double wafti_kernel_slope(wafti_kernel_kind kind, int dimension, double h, double r);
/// Laplacian of Mueller's viscosity kernel.
double wafti_kernel_laplacian(int dimension, double h, double r);

/// Constants of a lattice of spacing d. Walls: lam(y) = c max(0, 1 - y/b)^3.
typedef struct wafti_calibration {
    wafti_kernel_kind density, pressure;
    int dimension;
    double d, h, volume;
    double value_scale;     ///< c_W of the density kernel
    double slope_scale;     ///< c_W of the pressure kernel
    double wall_share;      ///< L0: what a layer at d/2 misses
    double wall_slope;      ///< S0, 1/m
    double wall_reach;      ///< b, m
    double wall_scale;      ///< c
    double viscosity_scale; ///< c_nu
    double self;            ///< V c_W W(0)
} wafti_calibration;

void wafti_calibrate(
    wafti_calibration* out, waft_liquid_kernel kernel, int dimension, double d, double support);

#endif // WAFTI_LIQUID_KERNEL_H

// SPDX-License-Identifier: MIT
// The kernels of the table in docs/spec/sph.md#kernels-and-calibration, and sums over lattices.
#include "liquid/kernel.h"

#include <math.h>

static double power(double x, int n) {
    double result = 1.0;
    for (int i = 0; i < n; ++i) {
        result *= x;
    }
    return result;
}

// What W is scaled by so that it integrates to 1.
static double norm_of(wafti_kernel_kind kind, int dimension, double h) {
    const bool solid = dimension == 3;
    switch (kind) {
    case WAFTI_KERNEL_CUBIC:
        return solid ? 8.0 / (M_PI * power(h, 3)) : 40.0 / (7.0 * M_PI * h * h);
    case WAFTI_KERNEL_WENDLAND:
        return solid ? 21.0 / (2.0 * M_PI * power(h, 3)) : 7.0 / (M_PI * h * h);
    case WAFTI_KERNEL_POLY6:
        return solid ? 315.0 / (64.0 * M_PI * power(h, 3)) : 4.0 / (M_PI * h * h);
    case WAFTI_KERNEL_SPIKY:
        return solid ? 15.0 / (M_PI * power(h, 3)) : 10.0 / (M_PI * h * h);
    }
    return 0.0;
}

double wafti_kernel_value(wafti_kernel_kind kind, int dimension, double h, double r) {
    const double q = r / h;
    const double t = fmax(0.0, 1.0 - q);
    const double v = fmax(0.0, 0.5 - q);
    const double norm = norm_of(kind, dimension, h);
    switch (kind) {
    case WAFTI_KERNEL_CUBIC:
        return norm * (2.0 * power(t, 3) - 8.0 * power(v, 3));
    case WAFTI_KERNEL_WENDLAND:
        return norm * power(t, 4) * (1.0 + 4.0 * q);
    case WAFTI_KERNEL_POLY6:
        return norm * power(fmax(0.0, 1.0 - q * q), 3);
    case WAFTI_KERNEL_SPIKY:
        return norm * power(t, 3);
    }
    return 0.0;
}

double wafti_kernel_slope(wafti_kernel_kind kind, int dimension, double h, double r) {
    const double q = r / h;
    const double t = fmax(0.0, 1.0 - q);
    const double v = fmax(0.0, 0.5 - q);
    const double norm = norm_of(kind, dimension, h) / h;
    switch (kind) {
    case WAFTI_KERNEL_CUBIC:
        return norm * (6.0 * t * t - 24.0 * v * v);
    case WAFTI_KERNEL_WENDLAND:
        return norm * 20.0 * q * power(t, 3);
    case WAFTI_KERNEL_POLY6:
        return norm * 6.0 * q * power(fmax(0.0, 1.0 - q * q), 2);
    case WAFTI_KERNEL_SPIKY:
        return norm * 3.0 * t * t;
    }
    return 0.0;
}

double wafti_kernel_laplacian(int dimension, double h, double r) {
    const double norm = dimension == 3 ? 45.0 / (M_PI * power(h, 6)) : 40.0 / (M_PI * power(h, 5));
    return norm * fmax(0.0, h - r);
}

typedef struct lattice_sums {
    double value;         // of the density kernel over all points
    double pressure;      // of the pressure kernel
    double missing;       // of the density kernel over x <= -d
    double missing_slope; // of dW/dx of the pressure kernel over x <= -d
    double spread;        // 1/2 sum lapW x^2
} lattice_sums;

static void add_point(const wafti_calibration* c, int i, int j, int k, lattice_sums* sums) {
    const double x = i * c->d;
    const double r = c->d * sqrt((double)(i * i + j * j + k * k));
    const double value = wafti_kernel_value(c->density, c->dimension, c->h, r);
    sums->value += value;
    sums->pressure += wafti_kernel_value(c->pressure, c->dimension, c->h, r);
    sums->spread += 0.5 * wafti_kernel_laplacian(c->dimension, c->h, r) * x * x;
    if (i < 0) {
        sums->missing += value;
        sums->missing_slope += wafti_kernel_slope(c->pressure, c->dimension, c->h, r) * -x / r;
    }
}

void wafti_calibrate(
    wafti_calibration* out, waft_liquid_kernel kernel, int dimension, double d, double support) {
    static const wafti_kernel_kind kinds[][2] = {
        [WAFT_LIQUID_CUBIC] = {WAFTI_KERNEL_CUBIC, WAFTI_KERNEL_CUBIC},
        [WAFT_LIQUID_WENDLAND] = {WAFTI_KERNEL_WENDLAND, WAFTI_KERNEL_WENDLAND},
        [WAFT_LIQUID_MUELLER] = {WAFTI_KERNEL_POLY6, WAFTI_KERNEL_SPIKY},
    };
    wafti_calibration c = {
        .density = kinds[kernel][0],
        .pressure = kinds[kernel][1],
        .dimension = dimension,
        .d = d,
        .h = support * d,
        .volume = power(d, dimension),
    };
    lattice_sums sums = {0};
    const int reach = (int)ceil(support) + 1;
    const int reach_z = dimension == 3 ? reach : 0;
    for (int k = -reach_z; k <= reach_z; ++k) {
        for (int j = -reach; j <= reach; ++j) {
            for (int i = -reach; i <= reach; ++i) {
                add_point(&c, i, j, k, &sums);
            }
        }
    }
    c.value_scale = 1.0 / (c.volume * sums.value);
    // Mueller's pressure kernel is taken as it is: it has no density to be in tune with.
    c.slope_scale = kernel == WAFT_LIQUID_MUELLER ? 1.0 : c.value_scale;
    c.wall_share = c.value_scale * c.volume * sums.missing;
    c.wall_slope = 2.0 * c.slope_scale * c.volume * sums.missing_slope;
    c.wall_reach = 0.5 * d + 3.0 * c.wall_share / c.wall_slope;
    c.wall_scale = c.wall_share / power(1.0 - d / (2.0 * c.wall_reach), 3);
    c.viscosity_scale = 1.0 / (c.volume * sums.spread);
    c.self = c.volume * c.value_scale * wafti_kernel_value(c.density, dimension, c.h, 0.0);
    *out = c;
}

// SPDX-License-Identifier: MIT
// A jittered block of liquid in a box, sorted, and sums over its pairs by brute force.
#ifndef WAFT_CLOUD_FIXTURE_H
#define WAFT_CLOUD_FIXTURE_H

#include "liquid/solver.h"
#include "liquid_fixture.h"

static inline liquid_fixture cloud_open(waft_liquid_method method) {
    waft_liquid_def def = liquid_box(0.1f, 1.0f, 1.0f, 0.9f);
    def.method = method;
    def.max_particles = 1000;
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
    waft_liquid_block_def block = waft_liquid_block_def_default();
    liquid_put_box(&block, 0.0f, 0.0f, 0.0f, 0.8f, 0.7f, 0.9f);
    block.jitter = 0.2f;
    if (waft_liquid_add_block(f.liquid, &block, NULL) != WAFT_OK) {
        exit(1);
    }
    return f;
}

static inline double cloud_distance(
    const waft_liquid* liquid, uint32_t i, uint32_t j, double out_between[3]) {
    double square = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        out_between[axis] = (double)liquid->now.x[axis][i] - (double)liquid->now.x[axis][j];
        square += out_between[axis] * out_between[axis];
    }
    return sqrt(square);
}

/// V sum W of particle i, and V sum grad W.
static inline double cloud_density(const waft_liquid* liquid, uint32_t i, double out_gradient[3]) {
    const wafti_calibration* c = &liquid->calibration;
    double sum = 0.0;
    memset(out_gradient, 0, 3 * sizeof(*out_gradient));
    for (uint32_t j = 0; j < liquid->count; ++j) {
        double between[3];
        const double r = cloud_distance(liquid, i, j, between);
        sum += c->volume * c->value_scale * wafti_kernel_value(c->density, c->dimension, c->h, r);
        const double slope =
            c->volume * c->slope_scale * wafti_kernel_slope(c->pressure, c->dimension, c->h, r);
        for (int axis = 0; axis < 3; ++axis) {
            out_gradient[axis] -= j != i ? slope * between[axis] / r : 0.0;
        }
    }
    return sum;
}

#endif // WAFT_CLOUD_FIXTURE_H

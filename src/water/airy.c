// SPDX-License-Identifier: MIT
#include "water/airy.h"

#include <math.h>
#include <stdbool.h>

// tanh of more is 1 in double.
static const double deep_kd = 20.0;

double wafti_airy_wavenumber(double frequency, double depth, double gravity) {
    const double deep = frequency * frequency / gravity;
    const double x = deep * depth;
    // The test also keeps an infinite depth out of the iteration.
    if (x > deep_kd) {
        return deep;
    }
    // Within 4 % of the root and exact at both ends; Householder's third-order step takes the error
    // to its fourth power, so that after a step below 2e-4 it is below 1e-15.
    double k = sqrt(deep / depth) * sqrt(sqrt(1.0 + x * x));
    double move = k;
    for (int step = 0; step < 4 && fabs(move) > 2e-4 * k; ++step) {
        const double kd = k * depth;
        const double t = tanh(kd);
        const double q = 1.0 - t * t;
        // f = k tanh(k d) - w^2 / g and its derivatives over the first.
        const double slope = t + kd * q;
        const double newton = (k * t - deep) / slope;
        const double second = 2.0 * depth * q * (1.0 - kd * t) / slope;
        const double third = 2.0 * depth * depth * q * (kd * (3.0 * t * t - 1.0) - 3.0 * t) / slope;
        move = newton * (1.0 - 0.5 * second * newton) /
               (1.0 - second * newton + third * newton * newton / 6.0);
        k -= move;
    }
    return k;
}

double wafti_airy_group_speed(double frequency, double wavenumber, double depth, double gravity) {
    const double half_speed = 0.5 * frequency / wavenumber;
    const double kd = wavenumber * depth;
    if (kd > deep_kd) {
        return half_speed;
    }
    // 2 / sinh 2 k d = (1 - t^2) / t with t = tanh k d, which the dispersion relation gives.
    const double t = frequency * frequency / (gravity * wavenumber);
    return half_speed * (1.0 + kd * (1.0 - t * t) / t);
}

static bool above_zero(double value) {
    return isfinite(value) && value > 0.0;
}

static waft_result complete(double k, double w, double depth, double gravity, waft_airy* out_airy) {
    const waft_airy airy = {
        .wavenumber = k,
        .length = WAFTI_TWO_PI / k,
        .period = WAFTI_TWO_PI / w,
        .frequency = w,
        .speed = w / k,
        .group_speed = wafti_airy_group_speed(w, k, depth, gravity),
    };
    // Extreme arguments leave the range of double somewhere on the way.
    if (!above_zero(airy.wavenumber) || !above_zero(airy.length) || !above_zero(airy.period) ||
        !above_zero(airy.frequency) || !above_zero(airy.speed) || !above_zero(airy.group_speed)) {
        return WAFT_ERR_ARGUMENT;
    }
    *out_airy = airy;
    return WAFT_OK;
}

waft_result waft_airy_from_period(
    double period, double depth, double gravity, waft_airy* out_airy) {
    if (!above_zero(period) || !isgreater(depth, 0.0) || !above_zero(gravity) || out_airy == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    const double w = WAFTI_TWO_PI / period;
    return complete(wafti_airy_wavenumber(w, depth, gravity), w, depth, gravity, out_airy);
}

waft_result waft_airy_from_wavenumber(
    double wavenumber, double depth, double gravity, waft_airy* out_airy) {
    if (!above_zero(wavenumber) || !isgreater(depth, 0.0) || !above_zero(gravity) ||
        out_airy == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    const double w = sqrt(gravity * wavenumber * tanh(wavenumber * depth));
    return complete(wavenumber, w, depth, gravity, out_airy);
}

double waft_breaking_limit(waft_breaking rule, double wavenumber, double depth) {
    switch (rule) {
    case WAFT_BREAKING_SLIDE:
        return tanh(wavenumber * depth) / wavenumber;
    case WAFT_BREAKING_MICHE:
        return 0.5 * 0.142 * WAFTI_TWO_PI / wavenumber * tanh(wavenumber * depth);
    case WAFT_BREAKING_MCCOWAN:
        return 0.5 * 0.78 * depth;
    case WAFT_BREAKING_SLIDE_LITERAL:
        // Q_ave = pi (H / L) C > C, so H / L > 1 / pi, so A > L / (2 pi).
        return 1.0 / wavenumber;
    case WAFT_BREAKING_NONE:
        break;
    }
    return INFINITY;
}

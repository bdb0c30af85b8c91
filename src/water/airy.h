// SPDX-License-Identifier: MIT
// Linear waves over a level bed (Airy), in double; the public face is in waft/water.h.
#ifndef WAFTI_WATER_AIRY_H
#define WAFTI_WATER_AIRY_H

#include <waft/water.h>

#define WAFTI_TWO_PI 6.283185307179586476925286766559

/// k with w^2 = g k tanh(k d); depth may be infinite. Relative error below 1e-14.
double wafti_airy_wavenumber(double frequency, double depth, double gravity);

/// Cg = C/2 (1 + 2 k d / sinh 2 k d) of a wave number that the relation above gives.
double wafti_airy_group_speed(double frequency, double wavenumber, double depth, double gravity);

#endif // WAFTI_WATER_AIRY_H

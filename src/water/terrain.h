// SPDX-License-Identifier: MIT
// The bed under a water surface.
#ifndef WAFTI_WATER_TERRAIN_H
#define WAFTI_WATER_TERRAIN_H

#include <math.h>

#include <waft/water.h>

#include "grid/field.h"

/// Bed height relative to the still level at every cell centre, rounded to the bed quantum.
/// Padding is left alone. Returns the quantum.
float wafti_terrain_fill(
    const waft_water_def* def, const wafti_grid* grid, uint64_t seed, float* out_heights);

/// The same, not rounded.
void wafti_terrain_heights(
    const waft_water_def* def, const wafti_grid* grid, uint64_t seed, float* out_heights);

/// The greatest of their sizes.
double wafti_terrain_greatest(const wafti_grid* grid, const float* heights);

/// With 2^e > `greatest` the quantum is 2^(e - 22): sums and differences of heights up to `greatest`
/// that are multiples of it are exact in float.
double wafti_terrain_quantum(double greatest);

static inline double wafti_terrain_round(double height, double quantum) {
    return rint(height / quantum) * quantum;
}

/// A map of `size` samples that tile the domain, bilinear between their middles.
double wafti_terrain_map(
    const waft_water_def* def, const float* map, const int32_t size[2], double x, double z);

/// Bed height relative to the still level at a point, not rounded; a def that was checked.
float wafti_terrain_height(const waft_water_def* def, uint64_t seed, double x, double z);

#endif // WAFTI_WATER_TERRAIN_H

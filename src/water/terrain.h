// SPDX-License-Identifier: MIT
// The bed under a water surface.
#ifndef WAFTI_WATER_TERRAIN_H
#define WAFTI_WATER_TERRAIN_H

#include <waft/water.h>

#include "grid/field.h"

/// Bed height relative to the still level at every cell centre, rounded to the bed quantum.
/// Padding is left alone. Returns the quantum.
float wafti_terrain_fill(
    const waft_water_def* def, const wafti_grid* grid, uint64_t seed, float* out_heights);

/// Bed height relative to the still level at a point, not rounded; a def that was checked.
float wafti_terrain_height(const waft_water_def* def, uint64_t seed, double x, double z);

/// Distance of a point along the terrain's direction from the domain's corner that lies lowest
/// along it.
double wafti_terrain_distance(const waft_water_def* def, double x, double z);

#endif // WAFTI_WATER_TERRAIN_H

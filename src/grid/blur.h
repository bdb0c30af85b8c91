// SPDX-License-Identifier: MIT
// Smoothing of horizontal fields.
#ifndef WAFTI_GRID_BLUR_H
#define WAFTI_GRID_BLUR_H

#include "grid/field.h"

/// Smooths a field by about a Gaussian of standard deviation `width` (m): three running means along
/// each axis. Edge values continue outside. `temporary` is another field of the grid. A constant
/// field and sums over the interior stay what they are up to rounding.
void wafti_blur(const wafti_grid* grid, double width, float* field, float* temporary);

#endif // WAFTI_GRID_BLUR_H

// SPDX-License-Identifier: MIT
// How much light reaches each cell of smoke: sweeps over slices, one visit a cell.
#ifndef WAFTI_RENDER_LIGHT_MARCH_H
#define WAFTI_RENDER_LIGHT_MARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <waft/field.h>

/// Floats of scratch memory that either sweep needs.
size_t wafti_light_scratch(const int32_t size[3]);

/// Share of sunlight that reaches each cell's centre, through smoke of `extinction` 1/m times its
/// density. `toward` is a unit vector to the sun. Cell (i, j, k) goes to
/// out[4 * (i + nx * (j + ny * k))] as 255 times the fourth root of the share: even steps to the eye,
/// and the roots that scattering more than once asks for are squares of it.
void wafti_light_sun(
    const waft_field* density, float extinction, waft_vec3 toward, float* scratch, uint8_t* out);

/// The same for light from the whole sky (`above`) or from the whole ground, as 255 times the square
/// root of the share.
void wafti_light_ambient(
    const waft_field* density, float extinction, bool above, float* scratch, uint8_t* out);

#endif // WAFTI_RENDER_LIGHT_MARCH_H

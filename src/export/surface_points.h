// SPDX-License-Identifier: MIT
// The drawn water surface as the points of a mesh.
#ifndef WAFTI_EXPORT_SURFACE_POINTS_H
#define WAFTI_EXPORT_SURFACE_POINTS_H

#include <waft/field.h>
#include <waft/water.h>

/// Every `stride`-th cell along x and z; point (i, k) has number i + k * size[0].
typedef struct wafti_surface {
    waft_field level, shift_x, shift_z;
    waft_field normal[3];
    int stride;
    int32_t size[2];
} wafti_surface;

/// Errors: WAFT_ERR_ARGUMENT (a NULL, a stride below 1).
waft_result wafti_surface_of_water(const waft_water* water, int stride, wafti_surface* out_surface);
/// Sets size from the level and the stride.
void wafti_surface_measure(wafti_surface* surface);
waft_vec3 wafti_surface_point(const wafti_surface* surface, int32_t i, int32_t k);
waft_vec3 wafti_surface_normal(const wafti_surface* surface, int32_t i, int32_t k);

#endif // WAFTI_EXPORT_SURFACE_POINTS_H

// SPDX-License-Identifier: MIT
// Control points: the corners between columns, through which forces reach the water
// (docs/spec/water.md#control-points). Places are in m from the lowest corner of the domain.
#ifndef WAFTI_WATER_CONTROL_H
#define WAFTI_WATER_CONTROL_H

#include "water/shallow.h"

/// Pressures in Pa on the 3 x 3 columns around a point; indices are -1 where there is no column.
typedef struct wafti_patch {
    int32_t i[3], j[3];
    double pressure[3][3]; ///< [along z][along x], 0 where there is no column
} wafti_patch;

/// A force in N, up, at a point: bilinear to the four control points around it, and from each of them
/// -f / (n S) to its n columns (four; at the rim two or one). The sum of pressure times S is -f.
void wafti_control_patch(
    const wafti_shallow* s, double x, double z, double force, wafti_patch* out_patch);

/// Adds a patch to a field, as metres of water; true if some sum is not 0.
bool wafti_control_add(const wafti_shallow* s, const wafti_patch* patch, wafti_real* field);
/// Adds a patch to the load on the surface, or takes all load from its columns.
void wafti_control_press(wafti_shallow* s, const wafti_patch* patch);
void wafti_control_release(wafti_shallow* s, const wafti_patch* patch);

/// Level of control point (i, j), 0 to nx and 0 to nz: the mean of its columns, m.
double wafti_control_level(const wafti_shallow* s, int32_t i, int32_t j);

/// Bilinear between control points.
double wafti_control_level_at(const wafti_shallow* s, double x, double z);

#endif // WAFTI_WATER_CONTROL_H

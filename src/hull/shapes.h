// SPDX-License-Identifier: MIT
// Makers of the meshes of single shapes; see wafti_shape_mesh().
#ifndef WAFTI_HULL_SHAPES_H
#define WAFTI_HULL_SHAPES_H

#include "hull/hull.h"
#include "mesh/soup.h"

/// Upward and downward face and rim of a plate with an outline (disc, elliptic plate, feather, maple
/// leaf, maple seed), or its middle surface alone. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_plate_fill(const waft_hull_def* def, bool sheet, wafti_soup* soup);

/// The part of a maple seed's length, from the nut's end, that is nut.
#define WAFTI_SEED_NUT_SHARE 0.27

/// The folded dart, or its wings and keel without thickness. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_dart_fill(const waft_hull_def* def, bool sheet, wafti_soup* soup);
/// m, thickness of the keel: what the wings leave of a square sheet, two layers on each wing.
double wafti_dart_keel(const waft_hull_def* def);
/// Left and right wing and the keel.
int wafti_dart_plates(const waft_hull_def* def, waft_plate* plates);

#endif // WAFTI_HULL_SHAPES_H

// SPDX-License-Identifier: MIT
// A body as a solid: its shape and where it is.
#ifndef WAFTI_COUPLE_BODY_SHAPE_H
#define WAFTI_COUPLE_BODY_SHAPE_H

#include <waft/body.h>
#include <waft/shape.h>

/// Boxes and balls by their own distance, about the middle of their volume; others by their mesh. The
/// offset is from the centre of mass to the shape's origin, m, body axes.
void wafti_body_shape(const waft_hull* hull, waft_shape* out_shape, double out_offset[3]);
/// The place of that origin.
void wafti_body_origin(
    const waft_body_state* state, const double offset[3], double out_position[3]);

#endif // WAFTI_COUPLE_BODY_SHAPE_H

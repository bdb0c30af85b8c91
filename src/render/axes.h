// SPDX-License-Identifier: MIT
// Axes along the edges of a block, with round numbers.
#ifndef WAFTI_RENDER_AXES_H
#define WAFTI_RENDER_AXES_H

#include "render/screen.h"
#include "render/sheet.h"

/// Draws x and z along the lower edges that face the camera and y at the left end of what is seen. An
/// axis that points at the eye is left out.
void wafti_axes_add(const waft_bounds* block, wafti_screen* screen, wafti_sheet* sheet);

/// Room around the block that axes take, so that a camera can fit it as well.
waft_bounds wafti_axes_room(const waft_bounds* block);

#endif // WAFTI_RENDER_AXES_H

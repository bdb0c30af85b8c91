// SPDX-License-Identifier: MIT
// Values that change over time without the world's knowing, and what they make of camera and look.
#ifndef WAFTI_SCENE_VIEW_H
#define WAFTI_SCENE_VIEW_H

#include <waft/view.h>

#include "scene/values.h"

/// The first `count` (at most 3) numbers of a curve at `time`: linear between keys, constant outside.
void wafti_view_curve(const wafti_keyed* curve, double time, double out_values[3]);

waft_camera_def wafti_view_camera(const wafti_scene_values* values, double time);

#endif // WAFTI_SCENE_VIEW_H

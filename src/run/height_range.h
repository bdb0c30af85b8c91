// SPDX-License-Identifier: MIT
#ifndef WAFTI_RUN_HEIGHT_RANGE_H
#define WAFTI_RUN_HEIGHT_RANGE_H

#include <waft/scene.h>

/// A range of heights for the waves of a scene: level -+ 1.5 times (flat bed) or twice (any other) the
/// sum of the trains' greatest amplitudes over time, which counts as at least 1 mm.
void wafti_height_range(const waft_scene* scene, float* out_low, float* out_high);

#endif // WAFTI_RUN_HEIGHT_RANGE_H

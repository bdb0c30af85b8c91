// SPDX-License-Identifier: MIT
// Keys of a solid: poses over time, and angles about an axis.
#ifndef WAFTI_SOLID_KEYS_H
#define WAFTI_SOLID_KEYS_H

#include "solid/placed.h"

/// Error: WAFT_ERR_ARGUMENT (times that do not rise, poses that are none); `path` as "solids[2]".
waft_result wafti_keys_check(const waft_solid_def* def, const char* path, waft_error* out_error);
/// Where keys, or without them the def, have the solid at a time; the angle is that about its axis.
void wafti_keys_pose(const wafti_placed* solid, double time, double out_position[3],
    double out_rotation[4], double* out_angle);

#endif // WAFTI_SOLID_KEYS_H

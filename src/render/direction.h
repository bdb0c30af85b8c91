// SPDX-License-Identifier: MIT
// Directions by azimuth and elevation, for cameras and the sun alike.
#ifndef WAFTI_RENDER_DIRECTION_H
#define WAFTI_RENDER_DIRECTION_H

#include <waft/math.h>

/// Azimuth 0 is +z, 90 deg is +x; elevation is over the horizon.
static inline waft_vec3 wafti_direction(float azimuth, float elevation) {
    const float across = cosf(elevation);
    return waft_vec3_make(sinf(azimuth) * across, sinf(elevation), cosf(azimuth) * across);
}

/// What is up in a picture seen along +-`view`: the world's up, or north where one looks straight
/// down or up.
static inline waft_vec3 wafti_direction_up(waft_vec3 view) {
    return fabsf(view.y) > 0.9999f ? waft_vec3_make(0.0f, 0.0f, -1.0f)
                                   : waft_vec3_make(0.0f, 1.0f, 0.0f);
}

#endif // WAFTI_RENDER_DIRECTION_H

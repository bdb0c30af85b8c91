// SPDX-License-Identifier: MIT
// Light that glowing smoke throws on the smoke around it, brick by brick.
#ifndef WAFTI_RENDER_FIRE_LIGHT_H
#define WAFTI_RENDER_FIRE_LIGHT_H

#include <stddef.h>

#include <waft/field.h>

#include "render/smoke_tiles.h"

typedef struct wafti_fire {
    float extinction; ///< of density 1, 1/m
    float from;       ///< K over ambient at which smoke starts to glow
    float unit;       ///< K over that at which it glows with radiance 1
} wafti_fire;

/// Floats of `out_light` (one a brick, x fastest) and, twice as many, of `scratch`.
size_t wafti_fire_count(const wafti_smoke_bricks* bricks);

/// Radiance that white smoke in the middle of each brick scatters. Returns the largest.
float wafti_fire_light(const wafti_fire* fire, const waft_field* density,
    const waft_field* temperature, const wafti_smoke_bricks* bricks, float* scratch,
    float* out_light);

#endif // WAFTI_RENDER_FIRE_LIGHT_H

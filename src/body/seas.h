// SPDX-License-Identifier: MIT
// The water that a body meets: a plane near it (docs/spec/bodies.md#water-seen), and how much of the
// body is under that (docs/spec/bodies.md#submerged-part).
#ifndef WAFTI_BODY_SEAS_H
#define WAFTI_BODY_SEAS_H

#include "body/crowd.h"

/// The surface over or under a body and the water's velocity.
typedef struct wafti_sea {
    bool wet;           ///< false: land, no water at any height
    double level;       ///< m, y of the surface over the centre of mass
    double normal[3];   ///< unit
    double velocity[3]; ///< m/s
} wafti_sea;

/// How much of a body is under water.
typedef struct wafti_wetness {
    double share;     ///< of its volume
    double center[3]; ///< of that part, body axes
} wafti_wetness;

/// Where a body of this kind is: over it or, if the water feels bodies, beside its hull, which shapes
/// the water that it stands in. Without a moving water: the still level and the current.
wafti_sea wafti_sea_find(
    const waft_bodies* bodies, const wafti_kind* kind, const double position[3]);

/// All or nothing without a look at facets: true if the body's ball is wholly on one side.
bool wafti_sea_is_far(
    const wafti_sea* sea, const wafti_kind* kind, double height, wafti_wetness* out_wet);

wafti_wetness wafti_sea_wetness(const waft_bodies* bodies, const wafti_kind* kind,
    const wafti_body_lane* lane, const wafti_sea* sea);

#endif // WAFTI_BODY_SEAS_H

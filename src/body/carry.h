// SPDX-License-Identifier: MIT
// Bodies that a moving water carries: what its contact pressure needs to know of them before a step,
// and how they take it. The model is that of docs/spec/water.md#contact-pressure; what of the water's
// loads it replaces is in docs/spec/bodies.md#two-fluids.
#ifndef WAFTI_BODY_CARRY_H
#define WAFTI_BODY_CARRY_H

#include "body/seas.h"

typedef enum wafti_carry_state {
    WAFTI_CARRY_NONE,  ///< far over the water, on land or outside
    WAFTI_CARRY_FLOAT, ///< meets the surface: the contact pressure carries it
    WAFTI_CARRY_SUNK,  ///< wholly under it: buoyancy as without reaction, the water makes room
    WAFTI_CARRY_HELD,  ///< meets the surface and does not move
} wafti_carry_state;

/// One body in one step. Motions are heave along y and small turns about x and z, world axes.
struct wafti_carry {
    wafti_carry_state state;
    const waft_hull* hull;
    double reach, mass; ///< m, kg
    double swell;       ///< volume over that of its facets
    /// Where it will be at the end of the step if no water carries it; where it is unless it floats.
    double position[3], rotation[4];
    double behind[3];   ///< where it is now less that: m, rad, rad
    double motion[3];   ///< now: m/s, rad/s, rad/s
    double relative[3]; ///< m/s, velocity less that of the water, world axes
    double yield[9];    ///< change of motion with an impulse and its moments
    double drag[3];     ///< N, world axes, what the water's loads do to it now
    double wet;         ///< m3 under water now
    /// What the water gives in the step, spread evenly over the body's own: N s and N m s about x and
    /// z; and how far the body is to be moved besides.
    double impulse[3], shift[3];
};

/// m3 of it under water at the end of its last step.
double wafti_bodies_wet_volume(const waft_bodies* bodies, uint32_t slot);

/// Before bodies are foreseen in a step.
void wafti_carries_begin(waft_bodies* bodies);

/// Fills the carry of the body at `place` in the order of creation. Several threads may do so at once
/// for different places.
void wafti_carry_foresee(waft_bodies* bodies, uint32_t place, const wafti_step* step);

/// The carry of a body that floats, else NULL.
wafti_carry* wafti_carry_of(const waft_bodies* bodies, const wafti_seat* seat);

/// Gives what the water does to a body in one of so many steps of its own.
void wafti_carry_take(wafti_carry* carry, int substeps, wafti_body_mix* mix, wafti_body_lane* lane);

/// What surrounds a body of which `wet` is under the sea, as the double step takes it.
void wafti_mix_make(const waft_bodies* bodies, const wafti_kind* kind, wafti_body_lane* lane,
    const wafti_sea* sea, const wafti_wetness* wet, double before, wafti_body_mix* out_mix);

#endif // WAFTI_BODY_CARRY_H

// SPDX-License-Identifier: MIT
// Bodies in a liquid that another solver moves: what a coupling needs to know of them, how it pushes
// them, and the tank that holds both.
#ifndef WAFTI_BODY_SOAK_H
#define WAFTI_BODY_SOAK_H

#include "body/bodies.h"

/// What does not change while a body lives.
typedef struct wafti_body_facts {
    double whole[36];   ///< K in its medium, body axes
    double inverse[36]; ///< of it
    double weight[3];   ///< N, less the medium's buoyancy, world axes
} wafti_body_facts;

/// Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_STALE_ID; the sentence is the context's.
waft_result wafti_bodies_facts(
    const waft_bodies* bodies, waft_body_id id, wafti_body_facts* out_facts);

/// An impulse and its moment about the centre of mass, world axes, at the start of the next step. A
/// body that is gone takes none.
void wafti_bodies_shove(waft_bodies* bodies, waft_body_id id, const double impulse[6]);

/// A box with walls and a floor; -HUGE_VAL and HUGE_VAL where it is open. Bodies over `high[1]` or
/// outside do not feel it.
typedef struct wafti_tank {
    double low[3], high[3];
} wafti_tank;
/// NULL: none.
void wafti_bodies_set_tank(waft_bodies* bodies, const wafti_tank* tank);

#endif // WAFTI_BODY_SOAK_H

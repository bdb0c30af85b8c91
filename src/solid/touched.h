// SPDX-License-Identifier: MIT
// What bodies ask of the world's solids: how deep a point lies in one, and how its surface moves.
#ifndef WAFTI_SOLID_TOUCHED_H
#define WAFTI_SOLID_TOUCHED_H

#include "solid/placed.h"

/// A point of a body against solids.
typedef struct wafti_touched_hit {
    double depth;       ///< m, above 0: inside
    double normal[3];   ///< unit, outwards; of a sheet to the side of the body's middle
    double velocity[3]; ///< m/s, of the surface there
} wafti_touched_hit;

/// Makes a solid ready to be asked, if bodies feel it. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_touched_prepare(const wafti_solids* solids, uint32_t slot);
/// Whether a ball might touch any solid that bodies feel.
bool wafti_touched_is_near(const wafti_solids* solids, const double center[3], double radius);
/// The deepest that a point lies in any of them, where they are at the end of this step; false: it lies
/// in none. A sheet holds a point that it parts from the body's middle. `round` makes the point a ball.
bool wafti_touched_meet(const wafti_solids* solids, const double middle[3], const double point[3],
    double round, wafti_touched_hit* out_hit);

#endif // WAFTI_SOLID_TOUCHED_H

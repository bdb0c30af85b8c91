// SPDX-License-Identifier: MIT
#include "couple/smoke_air.h"

#include <math.h>

void wafti_couple_air(const waft_smoke* smoke, waft_bodies* bodies) {
    wafti_moving_air air = {0};
    for (int axis = 0; axis < 3 && smoke != NULL; ++axis) {
        air.velocity[axis] = waft_smoke_field(smoke, WAFT_SMOKE_VELOCITY_X + axis);
    }
    // Faces along x begin and end on the box; along the other axes cells do, half a cell further.
    const waft_field* faces = &air.velocity[0];
    const double h = (double)faces->spacing.x;
    const double origin[3] = {
        (double)faces->origin.x, (double)faces->origin.y, (double)faces->origin.z};
    for (int axis = 0; axis < 3; ++axis) {
        const double cells = (double)(faces->size[axis] - (axis == 0 ? 1 : 0));
        air.low[axis] = origin[axis] - (axis == 0 ? 0.0 : 0.5 * h);
        air.high[axis] = air.low[axis] + cells * h;
    }
    // Flat smoke is the same at every depth.
    if (faces->size[2] == 1) {
        air.low[2] = -HUGE_VAL;
        air.high[2] = HUGE_VAL;
    }
    wafti_bodies_set_air(bodies, &air);
}

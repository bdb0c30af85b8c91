// SPDX-License-Identifier: MIT
// Drops in flight, whoever threw them: breaking crests of `waves` or the columns of a grid.
#ifndef WAFTI_WATER_DROPS_H
#define WAFTI_WATER_DROPS_H

#include <waft/water.h>

#include "base/stream.h"
#include "task/context.h"

enum { WAFTI_DROPS_PER_TASK = 4096 };

/// Places are in world axes.
typedef struct wafti_spray {
    float* position[3];
    float* velocity[3];
    uint64_t* row_start; ///< waves, scratch: place of each row's first new drop in a step, rows + 1
    uint32_t count, capacity;
    float amount, radius;
    double volume; ///< m3, of each; 0 if they are seen only
} wafti_spray;

/// What drops fly through.
typedef struct wafti_flight {
    double dt, gravity;
    double drag; ///< 1/m
    double wind[3];
} wafti_flight;

/// Radius of the drops of a def that was checked, m.
float wafti_drop_radius(const waft_water_def* def);

/// Drag of a drop: k in dv/dt = -k |v| v with v relative to the air, 1/m.
double wafti_spray_drag(double air_density, double water_density, double radius);

/// Passes the drops through a stream; false, and the stream has failed, if there are too many.
bool wafti_spray_state(wafti_spray* spray, wafti_stream* stream);

/// The air of a step for drops of this radius; 0: there are none.
wafti_flight wafti_flight_make(
    const wafti_step* step, double dt, double gravity, double density, double radius);

/// Moves a drop by one step and tells its new position, in world axes.
void wafti_drop_fly(
    const wafti_spray* spray, const wafti_flight* flight, uint32_t drop, double out_position[3]);

/// Copies drop `from` over drop `to`.
void wafti_drop_move(const wafti_spray* spray, uint32_t to, uint32_t from);

/// Pieces that a flight is cut into for the pool, and the first drop after a piece.
static inline uint32_t wafti_drop_tasks(const wafti_spray* spray) {
    return (spray->count + WAFTI_DROPS_PER_TASK - 1) / WAFTI_DROPS_PER_TASK;
}

static inline uint32_t wafti_drop_task_end(const wafti_spray* spray, uint32_t task) {
    const uint32_t end = (task + 1) * WAFTI_DROPS_PER_TASK;
    return end < spray->count ? end : spray->count;
}

#endif // WAFTI_WATER_DROPS_H

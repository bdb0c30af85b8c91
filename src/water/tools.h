// SPDX-License-Identifier: MIT
// Tools that change the water or the bed of a basin and book what they change (docs/spec/water.md#tools,
// docs/spec/water.md#sponges). Compiled a second time in double for tests.
#ifndef WAFTI_WATER_TOOLS_H
#define WAFTI_WATER_TOOLS_H

#include "math/whole.h"
#include "water/shallow.h"

/// Where a tool works; places are in m from the lowest corner of the domain.
typedef struct wafti_spot {
    double x, z;
    double radius; ///< m: s of a Gaussian, or of a disc
    double height; ///< m, up or down; not of a disc
} wafti_spot;

/// A bump and its ring, a (1 - r^2 / 2 s^2) exp(-r^2 / 2 s^2) for r < 4 s, in wet cells. What the
/// finite number of cells leaves of its volume is spread over them; the rest is booked as lost.
void wafti_tools_brush(wafti_shallow* s, const wafti_spot* spot);

/// A Gaussian of water that was not there before, booked as inflow.
void wafti_tools_pour(wafti_shallow* s, const wafti_spot* spot);

/// Adds `volume` m3 over a disc, or takes it, as far as there is water; books what came. Returns what
/// rounding left undone, to be asked for in the next step: a slow source would otherwise never add
/// anything to a deep column. If it came in `rising` s the water goes on rising as fast; 0: it comes at
/// rest.
double wafti_tools_source(wafti_shallow* s, const wafti_spot* disc, double volume, double rising);

typedef struct wafti_shower {
    waft_rain_def rain;
    uint64_t seed, step;
    uint32_t part; ///< of the step
} wafti_shower;

/// The drops of a time `dt`.
void wafti_tools_rain(wafti_shallow* s, const wafti_shower* shower, double dt);

/// Relaxes level and flow towards rest in the cells next to sides with a sponge of so many cells.
/// What it takes is booked as outflow.
void wafti_tools_sponge(wafti_shallow* s, const int32_t cells[WAFT_WATER_SIDE_COUNT], double dt);

/// Raises the bed by a Gaussian and rounds to multiples of `quantum`; depths stay. Returns the
/// greatest height of the bed then.
double wafti_tools_raise_bed(wafti_shallow* s, const wafti_spot* spot, double quantum);

/// Rounds the whole bed to multiples of `quantum`; depths stay.
void wafti_tools_round_bed(wafti_shallow* s, double quantum);

/// Fills the bed around the domain: copies of the outermost, or wrapped.
void wafti_tools_fill_ghosts(wafti_shallow* s);

/// Changes a column by as much of `change` m as it has water for. Returns by how much its depth
/// changed, rounding included.
double wafti_tools_change_depth(wafti_shallow* s, ptrdiff_t at, double change);

/// Volume of all water, m3.
double wafti_tools_volume(const wafti_shallow* s);

/// Neighbour `i` of the axis' `count` cells, wrapped if the axis is periodic; -1 if there is none.
static inline int32_t wafti_basin_neighbour(int32_t i, int32_t count, bool periodic) {
    return periodic || (i >= 0 && i < count) ? wafti_wrap(i, count) : -1;
}

/// The same for cells along x (axis 0) or z.
static inline int32_t wafti_shallow_column(const wafti_shallow* s, int axis, int32_t i) {
    return wafti_basin_neighbour(
        i, axis == 0 ? s->basin.nx : s->basin.nz, wafti_shallow_periodic(s, axis));
}

/// The cell of an axis in which a place lies, or the nearest.
static inline int32_t wafti_basin_cell(double place, double spacing, int32_t count) {
    return (int32_t)fmax(0.0, fmin(floor(place / spacing), count - 1.0));
}

/// Depth in m to the last digit: a float of it would not show how a level near 0 changes over a deep
/// bed.
static inline double wafti_shallow_exact_depth(const wafti_shallow* s, ptrdiff_t at) {
    if (s->level == NULL) {
        return (double)s->depth[at];
    }
    const double depth = (double)s->level[at] - (double)s->bed[at];
    return depth > 0.0 ? depth : 0.0;
}

#endif // WAFTI_WATER_TOOLS_H

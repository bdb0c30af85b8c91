// SPDX-License-Identifier: MIT
// The water's side of bodies that press on its columns (docs/spec/water.md#contact-pressure). Columns
// are numbered i + nx j; loads are in metres of water, E / (rho g).
#ifndef WAFTI_WATER_CONTACT_H
#define WAFTI_WATER_CONTACT_H

#include "water/water.h"

enum { WAFTI_CONTACT_SIDES = 8 };

/// A column as it would be at the end of a part of a step without contact.
typedef struct wafti_contact_column {
    double bed, level; ///< m, y
    /// m of depth that leave towards each neighbour for a metre of load that the column has more.
    double pull[WAFTI_CONTACT_SIDES];
    int32_t beside[WAFTI_CONTACT_SIDES]; ///< neighbours, or -1
} wafti_contact_column;

/// Whoever rides on the water is asked in each part of its step, after all other loads are there and
/// before the water moves. `start` and `dt` are s from the start of the step.
typedef struct wafti_contact_rider {
    void (*press)(void* context, double start, double dt);
    void* context;
} wafti_contact_rider;

typedef struct wafti_contact_grid {
    int32_t nx, nz;
    double x0, z0, dx, dz; ///< m; the lower corner, and cells
    double density;        ///< kg/m3
} wafti_contact_grid;

/// Whether the water can be pressed by what floats on it.
bool wafti_contact_can(const waft_water* water);
/// Takes memory for the pressures and lets a rider ride. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_contact_start(waft_water* water, const wafti_contact_rider* rider);
wafti_contact_grid wafti_contact_get_grid(const waft_water* water);

// From here on: for use in press() alone.

/// The load of contact there in the part before, m.
double wafti_contact_last(const waft_water* water, int32_t column);
/// Forgets all loads of contact, once they have been looked at. `presses`: there are loads in this part.
void wafti_contact_clear(waft_water* water, bool presses);
void wafti_contact_look(
    const waft_water* water, double dt, int32_t column, wafti_contact_column* out_column);
/// Adds a load of contact. From several threads at once for columns that are not the same.
void wafti_contact_press(waft_water* water, int32_t column, double load);
/// Adds a load of another kind, m, for this part alone.
void wafti_contact_bear(waft_water* water, int32_t column, double load);
/// Volume (m3) of the water in the two pipes of a column along x (axis 0) or z (1), and a change of
/// its velocity (m/s).
double wafti_contact_mass(const waft_water* water, int32_t column, int axis);
void wafti_contact_shove(waft_water* water, int32_t column, int axis, double velocity);

#endif // WAFTI_WATER_CONTACT_H

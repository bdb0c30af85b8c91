// SPDX-License-Identifier: MIT
// Spray of a water on a grid: drops that take their volume from columns and give it back where they
// land (docs/spec/water.md#spray). Compiled a second time in double for tests.
#ifndef WAFTI_WATER_SPLASH_H
#define WAFTI_WATER_SPLASH_H

#include "water/drops.h"
#include "water/foam.h"
#include "water/shallow.h"
#include "water/water.h"

/// All drops have one volume. What rounding of columns takes too much or gives back too little is
/// carried to the next drop, so that no water is lost by it.
typedef struct wafti_splash {
    wafti_spray* drops; ///< NULL: no spray
    wafti_foam* foam;   ///< that landing drops leave; NULL: none
    double origin[3];   ///< world place of the lowest corner, at the still level
    double efficiency;
    double threshold; ///< m/s
    double carried;   ///< m3 that is in neither columns nor drops
    /// Drops that left the domain: a sum of their volumes would be rounded each time.
    uint64_t strayed;
    double astray;      ///< m3 that came back to where there is no water
    double lent;        ///< m3 of drops that were given away, less what came back
    double crown_owed;  ///< m3 that crowns asked for, less than a drop
    uint64_t missed;    ///< drops of crowns that found no room since the last step
    double deepest;     ///< m, of the columns in which drops landed in the last step
    uint64_t thrown;    ///< drops since the start: each has random numbers of its own
    uint8_t* fate;      ///< of each drop in a step
    wafti_real* before; ///< m: depths before the step
    float* owed;        ///< m3 by control point, less than a drop
    int32_t* fast;      ///< by row: columns that rise faster than the threshold
    /// m s: E dt / (rho g) that drops left on columns, for the next step; NULL if the method takes no
    /// load from them. Rows that are not all 0 are marked, and those in which the load has it now.
    wafti_real* impulse;
    bool* struck;
    bool* pressed;
} wafti_splash;

/// Takes memory, cleared, for the drops of a checked def and for the rest.
void wafti_splash_init(
    wafti_splash* p, const wafti_basin* basin, const waft_water_def* def, wafti_carver* c);

/// Takes from the load what drops put there, and puts there what they left in the step before, as a
/// force that lasts `dt`. Others may load the surface in between.
void wafti_splash_release(wafti_shallow* s, wafti_splash* p);
void wafti_splash_press(wafti_shallow* s, wafti_splash* p, double dt);

/// Before and after the step of the method. The second lets drops fly and land and throws new ones;
/// returns how many found no room.
void wafti_splash_begin(const wafti_shallow* s, wafti_splash* p);
uint64_t wafti_splash_end(wafti_shallow* s, wafti_splash* p, const wafti_flight* flight);

/// As wafti_water_crown(); the place is in m from the lowest corner.
double wafti_splash_crown(wafti_shallow* s, wafti_splash* p, const double at[2], double radius,
    double volume, double speed);

/// Removes the drops for which `wanted` is true, in order, at most `capacity`, and puts where they were
/// and how they moved into out, 6 numbers each; returns how many.
size_t wafti_splash_lend(
    wafti_splash* p, wafti_drop_wanted* wanted, const void* user, float (*out)[6], size_t capacity);
/// Lands a volume as drops land; the place is in world axes. Outside of the domain it strays.
void wafti_splash_return(wafti_shallow* s, wafti_splash* p, const double position[3],
    const double velocity[3], double volume);

/// m3 in drops, or carried.
double wafti_splash_volume(const wafti_splash* p);
/// m3 of drops that left the domain.
double wafti_splash_strayed(const wafti_splash* p);

void wafti_splash_state(wafti_shallow* s, wafti_splash* p, wafti_stream* stream);

#endif // WAFTI_WATER_SPLASH_H

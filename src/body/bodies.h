// SPDX-License-Identifier: MIT
// Bodies as the world sees them; reading and changing functions are public, in waft/body.h.
#ifndef WAFTI_BODY_BODIES_H
#define WAFTI_BODY_BODIES_H

#include "base/stream.h"
#include "body/dynamics.h"
#include "task/context.h"

/// What a world gives to its bodies for life.
typedef struct wafti_surroundings {
    double gravity[3];
    double dt;              ///< s, of the world's step
    wafti_fluid air, water; ///< kg/m3, m2/s
    waft_vec3 wind;         ///< m/s, before the first step
} wafti_surroundings;

/// Creates a set without bodies. Errors: WAFT_ERR_ARGUMENT (sentence in context->error names the key,
/// its value and the range), WAFT_ERR_NO_MEMORY; *out_bodies is then NULL.
waft_result wafti_bodies_create(const wafti_context* context,
    const wafti_surroundings* surroundings, const waft_bodies_def* def, waft_bodies** out_bodies);
void wafti_bodies_destroy(waft_bodies* bodies);

/// The def as it is now.
const waft_bodies_def* wafti_bodies_def_now(const waft_bodies* bodies);
/// Adopts the live members of a def, for the next step, and wakes what sleeps. Error: WAFT_ERR_ARGUMENT;
/// the sentence names the member that is out of range, or that cannot change. `check` says the same and
/// changes nothing. Nothing is allocated.
waft_result wafti_bodies_check_change(
    const waft_bodies* bodies, const waft_bodies_def* wanted, waft_error* out_error);
waft_result wafti_bodies_change(
    waft_bodies* bodies, const waft_bodies_def* wanted, waft_error* out_error);
/// The same of one wind, of which all may change.
bool wafti_bodies_wind_now(const waft_bodies* bodies, uint32_t index, waft_wind_def* out_def);
waft_result wafti_check_wind(const waft_wind_def* def, waft_error* error);
waft_result wafti_bodies_change_wind(
    waft_bodies* bodies, uint32_t index, const waft_wind_def* wanted, waft_error* out_error);
/// Gravity, air and water of the world, whose state they are; `dt` and `wind` are not read. Error:
/// WAFT_ERR_ARGUMENT, of the model of a body; all is then as before.
waft_result wafti_bodies_surround(
    waft_bodies* bodies, const wafti_surroundings* wanted, waft_error* out_error);

/// Air that moves on its own inside a box, as couplings give it before each step: velocities at
/// samples. Without a size the ambient wind is everywhere.
typedef struct wafti_moving_air {
    waft_field velocity[3];
    double low[3], high[3]; ///< m; along an axis of one cell without bounds
} wafti_moving_air;
void wafti_bodies_set_air(waft_bodies* bodies, const wafti_moving_air* air);

/// The body of a creation number, the null id if it is not there.
waft_body_id wafti_bodies_numbered(const waft_bodies* bodies, uint32_t number);

/// Hands that hold bodies, by their creation numbers. `wafti_bodies_check_grip` says whether it can be;
/// the others take what was checked. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_FULL.
waft_result wafti_bodies_check_grip(
    const waft_bodies* bodies, uint32_t number, const waft_grip* grip, waft_error* out_error);
void wafti_bodies_hold(waft_bodies* bodies, uint32_t number, const waft_grip* grip);
void wafti_bodies_let_go(waft_bodies* bodies, uint32_t number);
/// What the hands do in the coming step; before anything foresees it.
void wafti_bodies_pull(waft_bodies* bodies);

/// A moving water at a place.
typedef struct wafti_water_spot {
    bool wet;           ///< false: land
    double level;       ///< m, y of the surface over the place
    double velocity[3]; ///< m/s at the height that was asked for
} wafti_water_spot;

/// Water that moves on its own, as couplings give it: bodies between two media ask it in place of the
/// still level. Fixed during a step of the bodies.
typedef struct wafti_moving_water {
    /// False outside the water's domain, where the still level and the current count. Several threads
    /// ask at once. NULL: there is no such water.
    bool (*look)(const void* source, const double point[3], wafti_water_spot* out_spot);
    const void* source;
    double spacing;         ///< m: slopes are taken over no less
    waft_field bed;         ///< heights that bodies lie on; data NULL: none
    double low[2], high[2]; ///< m, x and z of upright walls; -HUGE_VAL and HUGE_VAL: none
} wafti_moving_water;
/// Valid till the next call; the source must stay.
void wafti_bodies_set_water(waft_bodies* bodies, const wafti_moving_water* water);

/// Advances to step->time. Allocates nothing. Error: WAFT_ERR_DIVERGED (every body was set aside).
waft_result wafti_bodies_step(waft_bodies* bodies, const wafti_step* step);

/// Passes what must be there before a state can be loaded: room for the bodies, and their kinds, which
/// are settings and hulls. LOAD makes the kinds that are missing, of hulls that `find` knows by their
/// key, and changes nothing that is stepped. Errors of LOAD: WAFT_ERR_PARSE (a hull that nobody knows,
/// or winds of the host's that are not there), WAFT_ERR_NO_MEMORY; sentence in context->error.
typedef const waft_hull* wafti_find_hull(void* user, uint64_t key);
/// A hull that bodies which are there have; NULL: none of that key.
const waft_hull* wafti_bodies_find_hull(const waft_bodies* bodies, uint64_t key);
waft_result wafti_bodies_roster(
    waft_bodies* bodies, wafti_stream* stream, wafti_find_hull* find, void* user);
/// Puts the kinds into the order of the roster that was loaded; the state must be loaded next.
void wafti_bodies_adopt(waft_bodies* bodies);

/// All state, for snapshot, restore and hash. A load replaces the bodies there are; it comes after
/// wafti_bodies_roster() and wafti_bodies_adopt().
void wafti_bodies_state(waft_bodies* bodies, wafti_stream* stream);
/// A number that differs between sets whose states do not fit each other.
uint64_t wafti_bodies_fingerprint(const waft_bodies* bodies);

size_t wafti_bodies_stats(const waft_bodies* bodies, waft_stat* out_stats, size_t capacity);
size_t wafti_bodies_memory(const waft_bodies* bodies);

#endif // WAFTI_BODY_BODIES_H

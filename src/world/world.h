// SPDX-License-Identifier: MIT
// The inside of a world, shared by the files of this folder.
#ifndef WAFTI_WORLD_WORLD_H
#define WAFTI_WORLD_WORLD_H

#include "body/bodies.h"
#include "couple/liquid_bodies.h"
#include "couple/spray_liquid.h"
#include "couple/water_bodies.h"
#include "detail/detail.h"
#include "liquid/liquid.h"
#include "smoke/smoke.h"
#include "solid/placed.h"
#include "task/context.h"
#include "water/water.h"
#include "world/parts.h"
#include "world/property.h"

#include <waft/world.h>

/// Keys that set one property. An item is remembered by a number that stays its own, since its place may
/// shift.
typedef struct wafti_curve {
    wafti_property property;
    uint64_t item;
    waft_key* keys;
    size_t key_count;
} wafti_curve;

enum { WAFTI_CURVE_CAPACITY = 1024 };

/// What there is of things that come and go: now, or once edits that wait are applied.
typedef struct wafti_coming {
    size_t train_count;
    wafti_handle_plan handles;
} wafti_coming;

/// Hulls in the world's care, the last first.
typedef struct wafti_kept_hull {
    waft_hull* hull;
    struct wafti_kept_hull* next;
} wafti_kept_hull;

struct waft_world {
    waft_world_def def;
    wafti_context context;
    waft_error error;
    wafti_events events;
    wafti_arena arena; ///< curves and kept hulls
    wafti_pool* pool;
    wafti_solids solids;
    waft_smoke* smoke;
    waft_detail* detail;
    waft_flow_player player; ///< read NULL: the smoke has a flow of its own
    float* played[3];        ///< faces that it writes
    size_t played_count[3];
    waft_bodies* bodies;
    waft_water* water;
    waft_liquid* liquid;
    wafti_afloat* afloat;     ///< NULL: the water does not feel the bodies
    wafti_immersed* immersed; ///< NULL: the liquid knows no bodies
    wafti_exchange* exchange; ///< NULL: spray and liquid keep apart
    wafti_kept_hull* hulls;
    waft_hull_finder finder;       ///< find NULL: none
    waft_mesh_finder mesh_finder;  ///< find NULL: none
    wafti_immersed* immersed_made; ///< of a snapshot that is being loaded; NULL: none
    bool immersed_coming;          ///< in that snapshot bodies and liquid feel each other

    uint64_t steps;
    double leftover; ///< s that waft_world_advance() has not stepped yet
    waft_vec3 wind;
    waft_result failed; ///< of the step or restore after which there are no more steps

    waft_edit* edits; ///< that wait for the next step
    size_t edit_count, edit_room;
    uint64_t edit_total; ///< accepted since creation
    wafti_coming coming; ///< what there will be once the first `edits_foreseen` edits are applied
    size_t edits_foreseen;
    waft_recorder recorder; ///< write NULL: none
    bool queueing;          ///< a typed call is made by an edit
    bool stepping;          ///< changes are the solvers' own

    wafti_curve* curves; ///< WAFTI_CURVE_CAPACITY
    size_t curve_count;

    double seconds[WAFTI_PART_COUNT]; ///< wall time spent, for waft_world_timings()
    double step_seconds;
};

/// Sets every curve's property to its value at `time`.
void wafti_world_apply_curves(waft_world* world, double time);

/// Applies the edits that wait, and none waits then; one that cannot be applied becomes an event.
void wafti_world_apply_edits(waft_world* world);

// ---- world_create.c
waft_result wafti_world_check_def(const waft_world_def* def, waft_error* error);
/// Gravity as solvers know it.
waft_vec3 wafti_world_gravity(const waft_world_def* def);
/// Whether a water surface can be under such a gravity.
waft_result wafti_world_check_fall(const waft_world_def* def, waft_error* error);

// ---- world_change.c
wafti_surroundings wafti_world_surroundings(const waft_world_def* def);
/// The def as it is now.
waft_world_def wafti_world_def_now(const waft_world* world);
/// Adopts gravity, air, wind and medium of a def and hands them to the solvers, for the next step. Within a
/// run of the pool. Error: WAFT_ERR_ARGUMENT; the sentence names the member that is out of range, or that
/// cannot change. `check` says the same and changes nothing, except for what a body's model refuses.
waft_result wafti_world_check_change(
    const waft_world* world, const waft_world_def* wanted, waft_error* out_error);
waft_result wafti_world_change(
    waft_world* world, const waft_world_def* wanted, waft_error* out_error);
/// What of it is live through a stream, before the states of solvers; what is not as a hash.
void wafti_world_live_state(waft_world* world, wafti_stream* stream);
uint64_t wafti_world_fixed_hash(const waft_world* world, uint64_t hash);

/// A hull that the world keeps or its host's finder knows, NULL if there is none of that key.
const waft_hull* wafti_world_find_hull(const waft_world* world, uint64_t key);

#endif // WAFTI_WORLD_WORLD_H

// SPDX-License-Identifier: MIT
// Smoke as the world sees it; reading and changing functions are public, in waft/smoke.h.
#ifndef WAFTI_SMOKE_SMOKE_H
#define WAFTI_SMOKE_SMOKE_H

#include "base/stream.h"
#include "solid/placed.h"
#include "task/context.h"

#include <waft/smoke.h>

/// Creates smoke at rest at time 0. Errors: WAFT_ERR_ARGUMENT (sentence in context->error names the
/// key, its value and the range), WAFT_ERR_NO_MEMORY; *out_smoke is then NULL.
waft_result wafti_smoke_create(const wafti_context* context, waft_vec3 gravity,
    const waft_smoke_def* def, waft_smoke** out_smoke);
void wafti_smoke_destroy(waft_smoke* smoke);

/// The def as it is now.
const waft_smoke_def* wafti_smoke_def_now(const waft_smoke* smoke);
/// Adopts the live members of a def, for the next step. Error: WAFT_ERR_ARGUMENT; the sentence names the
/// member that is out of range, or that cannot change. `check` says the same and changes nothing. Nothing
/// is allocated.
waft_result wafti_smoke_check_change(
    const waft_smoke* smoke, const waft_smoke_def* wanted, waft_error* out_error);
waft_result wafti_smoke_change(
    waft_smoke* smoke, const waft_smoke_def* wanted, waft_error* out_error);
/// The world's gravity, for a smoke that has none of its own. It is the world's state.
void wafti_smoke_set_gravity(waft_smoke* smoke, waft_vec3 gravity);
/// The source at a place in creation order as it is now, for waft_smoke_set_source(); false if there is
/// none.
bool wafti_smoke_source_now(
    const waft_smoke* smoke, uint32_t index, waft_source_id* out_id, waft_source_def* out_def);
/// Adopts all of a source's def but its shape; it goes to another place during the next step. `check` says
/// whether that can be, and takes the memory that it needs. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY.
waft_result wafti_smoke_check_source_change(
    waft_smoke* smoke, uint32_t index, const waft_source_def* wanted, waft_error* out_error);
waft_result wafti_smoke_change_source(
    waft_smoke* smoke, uint32_t index, const waft_source_def* wanted, waft_error* out_error);
/// A solid of context->solids is there from now on, or goes. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_FULL,
/// WAFT_ERR_NO_MEMORY; sentence in context->error.
waft_result wafti_smoke_add_solid(waft_smoke* smoke, uint32_t slot);
void wafti_smoke_remove_solid(waft_smoke* smoke, uint32_t slot);
/// Whether a solid may be there: in a plane things turn about z only. `path` begins the sentence.
waft_result wafti_smoke_check_turn(
    const waft_smoke* smoke, const waft_pose* pose, const char* path);
/// The form that a solid has for the smoke; NULL if it does not meet it.
const wafti_form* wafti_smoke_solid_form(const waft_smoke* smoke, uint32_t slot);

/// What another part of the program does inside a step of the smoke. All zero: nothing.
typedef struct wafti_smoke_hook {
    void* context;
    /// End of the first sub-step of those from `start` to `end`, s, `end` for no cut.
    double (*cut)(void* context, double start, double end);
    /// Before transport, and after forces and before viscosity, of a sub-step of dt from `time` on.
    /// Both may change the velocity, whose halos are then made anew; its greatest speed counts as not
    /// known unless they say it.
    void (*start)(void* context, double time, double dt);
    void (*push)(void* context, double time, double dt);
    /// In place of transport of scalars, which are then given.
    void (*scalars)(void* context);
    bool given;  ///< the velocity is given: scalars alone move
    bool curved; ///< velocity is traced by the midpoint rule where the def leaves the choice
} wafti_smoke_hook;

/// A smoke over another one's box or a part of it, with its sources and obstacles, which it shares.
/// `held` are sides whose faces (of kind inflow) have the velocity that is written into them. NULL: a
/// carrier of scalars alone, in a flow that a hook says is given: it has no pressure, nor the half of the
/// memory that goes with it. Errors: as of wafti_smoke_create().
waft_result wafti_smoke_create_twin(const waft_smoke* base, const waft_smoke_def* def,
    const bool held[WAFT_SIDE_COUNT], waft_smoke** out_twin);
/// Bytes of a carrier; SIZE_MAX for a def with errors.
size_t wafti_smoke_carrier_memory(const waft_smoke_def* def);
/// Takes over sources, obstacles and live members of the def as they are now: before both are stepped.
/// `restored`: the twin's fields were, and stay as they are.
void wafti_smoke_mirror(waft_smoke* twin, const waft_smoke* base, bool restored);
/// What a snapshot keeps of a twin; after LOAD call wafti_smoke_mirror(), then
/// wafti_smoke_refresh_flow().
void wafti_smoke_state_flow(waft_smoke* twin, wafti_stream* stream);
void wafti_smoke_refresh_flow(waft_smoke* smoke);

/// A step of `dt` from `time` on, the world's step being number `index`. Errors: as of
/// wafti_smoke_step().
waft_result wafti_smoke_advance(waft_smoke* smoke, uint64_t index, double time, double dt);

/// A step with a given velocity (dense faces) at its end: obstacles and sources go where they were to
/// go, scalars stay.
void wafti_smoke_play(waft_smoke* smoke, const wafti_step* step, float* const faces[3]);

/// Advances to step->time, or waits if `every` says so. Allocates nothing. Errors:
/// WAFT_ERR_DIVERGED, WAFT_ERR_NOT_CONVERGED; sentence in context->error.
waft_result wafti_smoke_step(waft_smoke* smoke, const wafti_step* step);

/// The source at a place in creation order, the null id if there is none.
waft_source_id wafti_smoke_source_at(const waft_smoke* smoke, uint32_t index);
/// Takes sources to their places at once, as curves want them at time 0.
void wafti_smoke_settle(waft_smoke* smoke);

/// Fields beyond those of creation: flags of those in use, and memory for some. A snapshot's must be
/// taken before its state is loaded. Error: WAFT_ERR_NO_MEMORY, sentence in context->error.
enum {
    WAFTI_EXTRA_FORCE = 1,
    WAFTI_EXTRA_WEIGHT = 2,
    WAFTI_EXTRA_EDDY = 4,
    WAFTI_EXTRA_EXPANSION = 8,
};
uint32_t wafti_smoke_extras(const waft_smoke* smoke);
waft_result wafti_smoke_take_extras(waft_smoke* smoke, uint32_t extras);

/// Passes what must be there before a state can be loaded: fields beyond those of creation, sources with
/// their shapes, and which of the world's solids (on LOAD: those that are coming) it meets. LOAD makes what is missing and changes nothing that is stepped; afterwards
/// either `wafti_smoke_adopt_roster` puts it in place, and the state must be loaded next, or
/// `wafti_smoke_drop_roster` forgets it. Errors of LOAD: WAFT_ERR_PARSE (a mesh that nobody finds),
/// WAFT_ERR_NO_MEMORY; sentence in context->error.
waft_result wafti_smoke_roster(
    waft_smoke* smoke, wafti_stream* stream, wafti_find_mesh* find, void* user);
void wafti_smoke_adopt_roster(waft_smoke* smoke);
void wafti_smoke_drop_roster(waft_smoke* smoke);

/// All state, for snapshot, restore and hash. After LOAD call wafti_smoke_refresh().
void wafti_smoke_state(waft_smoke* smoke, wafti_stream* stream);
/// Makes everything derived anew: fractions, hierarchy, figures.
void wafti_smoke_refresh(waft_smoke* smoke);
/// A number that differs between smokes whose states do not fit each other.
uint64_t wafti_smoke_fingerprint(const waft_smoke* smoke);

size_t wafti_smoke_stats(const waft_smoke* smoke, waft_stat* out_stats, size_t capacity);
size_t wafti_smoke_memory(const waft_smoke* smoke);

/// Seconds of one core for a step of the def with so many sub-steps, before anything is taken.
double wafti_smoke_estimate_seconds(const waft_smoke_def* def, int substeps);

#endif // WAFTI_SMOKE_SMOKE_H

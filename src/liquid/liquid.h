// SPDX-License-Identifier: MIT
// The liquid as the world sees it; reading and changing functions are public, in waft/liquid.h.
#ifndef WAFTI_LIQUID_LIQUID_H
#define WAFTI_LIQUID_LIQUID_H

#include "base/stream.h"
#include "mesh/distance.h"
#include "solid/placed.h"
#include "task/context.h"

#include <waft/liquid.h>

/// Creates an empty liquid at time 0. Errors: WAFT_ERR_ARGUMENT (sentence in context->error names the
/// key, its value and the range), WAFT_ERR_NO_MEMORY; *out_liquid is then NULL.
waft_result wafti_liquid_create(const wafti_context* context, waft_vec3 gravity,
    const waft_liquid_def* def, waft_liquid** out_liquid);
void wafti_liquid_destroy(waft_liquid* liquid);

/// Advances to step->time. Allocates nothing. Errors: WAFT_ERR_DIVERGED; sentence in context->error.
waft_result wafti_liquid_step(waft_liquid* liquid, const wafti_step* step);

/// The def as it is now.
const waft_liquid_def* wafti_liquid_def_now(const waft_liquid* liquid);
/// Adopts the live members of a def, for the next step. Error: WAFT_ERR_ARGUMENT; the sentence names the
/// member that is out of range, or that cannot change. `check` says the same and changes nothing. Nothing
/// is allocated. The same for an emitter, of which all may change, and for forcing.
waft_result wafti_liquid_check_change(
    const waft_liquid* liquid, const waft_liquid_def* wanted, waft_error* out_error);
waft_result wafti_liquid_change(
    waft_liquid* liquid, const waft_liquid_def* wanted, waft_error* out_error);
/// False if there is none.
bool wafti_liquid_emitter_now(
    const waft_liquid* liquid, uint32_t index, waft_liquid_emitter_def* out_def);
waft_result wafti_liquid_check_emitter_change(const waft_liquid* liquid, uint32_t index,
    const waft_liquid_emitter_def* wanted, waft_error* out_error);
waft_result wafti_liquid_change_emitter(waft_liquid* liquid, uint32_t index,
    const waft_liquid_emitter_def* wanted, waft_error* out_error);
bool wafti_liquid_turbulence_def_now(
    const waft_liquid* liquid, waft_liquid_turbulence_def* out_def);
waft_result wafti_liquid_check_turbulence_change(
    const waft_liquid* liquid, const waft_liquid_turbulence_def* wanted, waft_error* out_error);
waft_result wafti_liquid_change_turbulence(
    waft_liquid* liquid, const waft_liquid_turbulence_def* wanted, waft_error* out_error);
/// The world's gravity, which is the world's state.
void wafti_liquid_set_gravity(waft_liquid* liquid, waft_vec3 gravity);

/// Whether forcing of this def can be set, with a bank of these dimensions. Error: WAFT_ERR_ARGUMENT,
/// sentence in the context.
waft_result wafti_liquid_check_turbulence(const waft_liquid* liquid, int bank_dimensions,
    waft_bank_storage storage, const waft_liquid_turbulence_def* def);
/// A solid of context->solids is a wall from now on, or goes. Errors: WAFT_ERR_ARGUMENT (it covers
/// particles and may not displace them), WAFT_ERR_FULL, WAFT_ERR_MESH, WAFT_ERR_NO_MEMORY; sentence in
/// context->error.
waft_result wafti_liquid_add_solid(waft_liquid* liquid, uint32_t slot);
void wafti_liquid_remove_solid(waft_liquid* liquid, uint32_t slot);
/// What the liquid gave to a solid in the last step: N s, and N m s about its origin. False: it does
/// not meet it.
bool wafti_liquid_solid_impulse(
    const waft_liquid* liquid, uint32_t slot, double out_impulse[3], double out_twist[3]);

/// The greatest density ratio of particles at the start and where it is; 0 without any. Error:
/// WAFT_ERR_DIVERGED if a crowd is beyond all lists; sentence in the context.
waft_result wafti_liquid_find_crowd(waft_liquid* liquid, double* out_ratio, double out_place[3]);
/// Above it liquid that starts at rest bursts apart.
#define WAFTI_LIQUID_CROWDED 1.1

/// Twice the depth of the deepest point of a solid, m; INFINITY if the liquid does not meet it.
double wafti_liquid_thickness(const waft_liquid* liquid, uint32_t slot);

/// Points of an emitter's lattice, and how many of them lie in the domain where particles are born.
uint32_t wafti_liquid_nozzle_points(
    const waft_liquid* liquid, uint32_t index, uint32_t* out_points);

/// Passes what must be there before a state can be loaded: emitters, sinks, and which of the world's
/// solids (on LOAD: those that are coming) it meets. LOAD changes nothing that is stepped; `adopt` puts
/// it in place, and the state must be loaded next, or `drop` forgets it. Errors: WAFT_ERR_PARSE (a mesh
/// that nobody finds), WAFT_ERR_NO_MEMORY.
waft_result wafti_liquid_roster(
    waft_liquid* liquid, wafti_stream* stream, wafti_find_mesh* find, void* user);
void wafti_liquid_adopt_roster(waft_liquid* liquid);
void wafti_liquid_drop_roster(waft_liquid* liquid);

/// All state, for snapshot, restore and hash.
void wafti_liquid_state(waft_liquid* liquid, wafti_stream* stream);
/// A number that differs between liquids whose states do not fit each other.
uint64_t wafti_liquid_fingerprint(const waft_liquid* liquid);

size_t wafti_liquid_stats(const waft_liquid* liquid, waft_stat* out_stats, size_t capacity);
size_t wafti_liquid_memory(const waft_liquid* liquid);

#endif // WAFTI_LIQUID_LIQUID_H

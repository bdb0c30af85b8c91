// SPDX-License-Identifier: MIT
// Smoke as the world sees it; reading and changing functions are public, in waft/smoke.h.
#ifndef WAFTI_SMOKE_SMOKE_H
#define WAFTI_SMOKE_SMOKE_H

#include "base/stream.h"
#include "task/context.h"

#include <waft/smoke.h>

/// Creates smoke at rest at time 0. Errors: WAFT_ERR_ARGUMENT (sentence in context->error names the
/// key, its value and the range), WAFT_ERR_NO_MEMORY; *out_smoke is then NULL.
waft_result wafti_smoke_create(const wafti_context* context, waft_vec3 gravity,
    const waft_smoke_def* def, waft_smoke** out_smoke);
void wafti_smoke_destroy(waft_smoke* smoke);

/// Advances to step->time, or waits if `every` says so. Allocates nothing. Errors:
/// WAFT_ERR_DIVERGED, WAFT_ERR_NOT_CONVERGED; sentence in context->error.
waft_result wafti_smoke_step(waft_smoke* smoke, const wafti_step* step);

/// What a knob belongs to: a source or obstacle by id, all zero for the smoke as a whole.
typedef struct wafti_smoke_part {
    uint32_t index1, generation;
} wafti_smoke_part;

/// Whether a knob is one of the smoke's.
bool wafti_smoke_owns(waft_knob knob);
/// Whether it may be set; `index` is a place in creation order, dead ones not counted.
waft_result wafti_smoke_check(
    const waft_smoke* smoke, waft_knob knob, uint32_t index, float value, waft_error* out_error);
void wafti_smoke_set(waft_smoke* smoke, waft_knob knob, uint32_t index, float value);
/// Who is at that place, and at which place one is now; false if it was removed.
wafti_smoke_part wafti_smoke_part_at(const waft_smoke* smoke, waft_knob knob, uint32_t index);
bool wafti_smoke_find_part(
    const waft_smoke* smoke, waft_knob knob, wafti_smoke_part part, uint32_t* out_index);
/// Makes the next pressure solve start from zero, as benchmarks want it.
void wafti_smoke_forget_pressure(waft_smoke* smoke);
/// Takes obstacles to their targets at once, as curves want them at time 0.
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

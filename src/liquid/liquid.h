// SPDX-License-Identifier: MIT
// The liquid as the world sees it; reading and changing functions are public, in waft/liquid.h.
#ifndef WAFTI_LIQUID_LIQUID_H
#define WAFTI_LIQUID_LIQUID_H

#include "base/stream.h"
#include "task/context.h"

#include <waft/liquid.h>

/// Creates an empty liquid at time 0. Errors: WAFT_ERR_ARGUMENT (sentence in context->error names the
/// key, its value and the range), WAFT_ERR_NO_MEMORY; *out_liquid is then NULL.
waft_result wafti_liquid_create(const wafti_context* context, waft_vec3 gravity,
    const waft_liquid_def* def, waft_liquid** out_liquid);
void wafti_liquid_destroy(waft_liquid* liquid);

/// Advances to step->time. Allocates nothing. Errors: WAFT_ERR_DIVERGED; sentence in context->error.
waft_result wafti_liquid_step(waft_liquid* liquid, const wafti_step* step);

bool wafti_liquid_owns(waft_knob knob);
waft_result wafti_liquid_check(
    const waft_liquid* liquid, waft_knob knob, uint32_t index, float value, waft_error* out_error);
void wafti_liquid_set(waft_liquid* liquid, waft_knob knob, uint32_t index, float value);
/// Takes obstacles to their targets at once, as curves want them at time 0.
void wafti_liquid_settle(waft_liquid* liquid);

/// All state, for snapshot, restore and hash.
void wafti_liquid_state(waft_liquid* liquid, wafti_stream* stream);
/// A number that differs between liquids whose states do not fit each other.
uint64_t wafti_liquid_fingerprint(const waft_liquid* liquid);

size_t wafti_liquid_stats(const waft_liquid* liquid, waft_stat* out_stats, size_t capacity);
size_t wafti_liquid_memory(const waft_liquid* liquid);

#endif // WAFTI_LIQUID_LIQUID_H

// SPDX-License-Identifier: MIT
// Turbulent detail over a smoke as the world sees it; reading functions are public, in waft/detail.h.
#ifndef WAFTI_DETAIL_DETAIL_H
#define WAFTI_DETAIL_DETAIL_H

#include "base/stream.h"
#include "task/context.h"

#include <waft/detail.h>

/// Whether a def fits a smoke; sentences name the scene path, the value and what is allowed.
waft_result wafti_detail_check(
    const waft_smoke_def* smoke, const waft_detail_def* def, waft_error* error);

/// Creates detail over a smoke, which outlives it. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY;
/// *out_detail is then NULL.
waft_result wafti_detail_create(const wafti_context* context, waft_smoke* base,
    const waft_detail_def* def, waft_detail** out_detail);
void wafti_detail_destroy(waft_detail* detail);

/// Lets the detail begin with the flow and fields that the smoke has now. Without it the
/// detail begins in its first step. Allocates nothing.
void wafti_detail_start(waft_detail* detail);

/// Before and after the step of the smoke. Allocate nothing. Errors: as of wafti_smoke_step().
void wafti_detail_prepare(waft_detail* detail, const wafti_step* step);
waft_result wafti_detail_step(waft_detail* detail, const wafti_step* step);

/// The def as it is now.
const waft_detail_def* wafti_detail_def_now(const waft_detail* detail);
/// Adopts the live members of a def, for the next step. Another bank is opened in the call, which alone
/// takes memory. Errors: WAFT_ERR_ARGUMENT (the sentence names the member that is out of range, or that
/// cannot change), WAFT_ERR_NO_MEMORY. `check` says the same and changes nothing.
waft_result wafti_detail_check_change(
    const waft_detail* detail, const waft_detail_def* wanted, waft_error* out_error);
waft_result wafti_detail_change(
    waft_detail* detail, const waft_detail_def* wanted, waft_error* out_error);

/// All state, for snapshot, restore and hash. After LOAD, and after that of the smoke is refreshed,
/// call wafti_detail_refresh().
void wafti_detail_state(waft_detail* detail, wafti_stream* stream);
void wafti_detail_refresh(waft_detail* detail);
uint64_t wafti_detail_fingerprint(const waft_detail* detail);

size_t wafti_detail_stats(const waft_detail* detail, waft_stat* out_stats, size_t capacity);
size_t wafti_detail_memory(const waft_detail* detail);

/// Seconds of one core for a step, before anything is taken.
double wafti_detail_estimate_seconds(const waft_smoke_def* smoke, const waft_detail_def* def);

#endif // WAFTI_DETAIL_DETAIL_H

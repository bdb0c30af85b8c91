// SPDX-License-Identifier: MIT
// Wave trains: from def to Airy quantities and prepared factors or fields.
#ifndef WAFTI_WATER_TRAINS_H
#define WAFTI_WATER_TRAINS_H

#include "water/waves.h"

/// Whether the def can live in this water; `index` is its place in the scene's list.
waft_result wafti_train_check(
    const waft_water* water, const waft_train_def* def, size_t index, waft_error* error);

/// Airy quantities of a train over `depth`. Error: WAFT_ERR_ARGUMENT if there are none.
waft_result wafti_train_solve(
    const waft_train_def* def, double depth, double gravity, waft_airy* out_airy);

/// Makes everything that follows from train->def, which has been checked. Used for new trains and
/// for trains that came out of a snapshot.
void wafti_train_prepare(waft_water* water, uint32_t slot);

/// True if the fields of the train belong to another shape than its def has now, or to other rules.
bool wafti_train_is_stale(const waft_water* water, const wafti_train* train);

/// Prepares a train anew if its def or what surrounds it has changed; the phase at its origin stays.
void wafti_train_follow(waft_water* water, uint32_t slot);

#endif // WAFTI_WATER_TRAINS_H

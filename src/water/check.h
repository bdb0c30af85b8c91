// SPDX-License-Identifier: MIT
// Whether defs can be built; sentences name the scene path, the value and what is allowed.
#ifndef WAFTI_WATER_CHECK_H
#define WAFTI_WATER_CHECK_H

#include "base/range.h"

#include <waft/water.h>

enum {
    WAFTI_TRAIN_LIMIT = 256,
    WAFTI_NAME_SIZE = 32, ///< with the closing zero
};

/// Places and heights, m; beyond these a float grid has no room left for waves.
#define WAFTI_GREATEST_PLACE 1e6f
#define WAFTI_GREATEST_RATE  1e6f ///< m3/s of a source, drops a second of rain
#define WAFTI_GREATEST_FORCE 1e6f ///< N of a handle

/// Everything that can be said without the bed: trains, gauges and tracers included.
waft_result wafti_check_water(const waft_water_def* def, waft_error* error);

/// A stroke of a brush on the water or the bed.
waft_result wafti_check_brush(
    const waft_water_def* def, const waft_brush* brush, waft_error* error);

/// Source `n` of a water on a grid.
waft_result wafti_check_water_source(
    const waft_water_def* def, const waft_water_source_def* source, size_t n, waft_error* error);

/// A handle that comes while the water runs.
waft_result wafti_check_handle(
    const waft_water_def* def, const waft_handle_def* handle, waft_error* error);

/// "waves", "columns", ...
const char* wafti_method_name(waft_water_method method);

/// One train; `index` is its place in the scene's list.
waft_result wafti_check_train_def(const waft_train_def* def, size_t index, waft_error* error);

/// The rule by which crests break.
static inline waft_breaking wafti_breaking_rule(const waft_water_def* def) {
    const bool literal = def->literal_breaking && def->breaking == WAFT_BREAKING_SLIDE;
    return literal ? WAFT_BREAKING_SLIDE_LITERAL : def->breaking;
}

/// Trains that may live at once, at most WAFTI_TRAIN_LIMIT.
size_t wafti_train_capacity(const waft_water_def* def);

/// Whether a point lies in the domain. The far edges are origin + size in float, as a host that asks
/// for a point on them computes it.
bool wafti_water_covers(const waft_water_def* def, double x, double z);

#endif // WAFTI_WATER_CHECK_H

// SPDX-License-Identifier: MIT
// Whether defs can be built; sentences name the scene path, the value and what is allowed.
#ifndef WAFTI_WATER_CHECK_H
#define WAFTI_WATER_CHECK_H

#include "base/range.h"

#include <waft/water.h>

enum {
    WAFTI_TRAIN_LIMIT = 256,
    WAFTI_GAUGE_LIMIT = 4096,
    WAFTI_NAME_SIZE = 32, ///< with the closing zero
};

/// Everything that can be said without the bed: trains, gauges and tracers included.
waft_result wafti_check_water(const waft_water_def* def, waft_error* error);

/// One train; `index` is its place in the scene's list.
waft_result wafti_check_train_def(const waft_train_def* def, size_t index, waft_error* error);

/// Trains that may live at once, at most WAFTI_TRAIN_LIMIT.
size_t wafti_train_capacity(const waft_water_def* def);

/// Whether a point lies in the domain. The far edges are origin + size in float, as a host that asks
/// for a point on them computes it.
bool wafti_water_covers(const waft_water_def* def, double x, double z);

#endif // WAFTI_WATER_CHECK_H

// SPDX-License-Identifier: MIT
// Numbers of defs against what is allowed; sentences name the scene path, the value and the range.
#ifndef WAFTI_BASE_RANGE_H
#define WAFTI_BASE_RANGE_H

#include <waft/base.h>

/// Values from `low` (or above it) to `high`; the path is scene style, "water.depth".
typedef struct wafti_range {
    const char* path;
    float value;
    float low, high;
    bool above; ///< `low` itself is not allowed
} wafti_range;

/// Error: WAFT_ERR_ARGUMENT. NaN is a wrong value like others.
waft_result wafti_check_range(waft_error* error, wafti_range range);
/// The first of them that is wrong.
waft_result wafti_check_ranges(waft_error* error, const wafti_range* ranges, size_t count);
/// The same for whole numbers.
waft_result wafti_check_count(
    waft_error* error, const char* path, int64_t value, int64_t low, int64_t high);

#endif // WAFTI_BASE_RANGE_H

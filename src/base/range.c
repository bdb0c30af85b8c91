// SPDX-License-Identifier: MIT
#include "base/range.h"

#include <math.h>

#include "base/error.h"
#include "base/text.h"

waft_result wafti_check_range(waft_error* error, wafti_range range) {
    // Quiet comparisons: NaN is a wrong value here, not a fault.
    const bool low_ok =
        range.above ? isgreater(range.value, range.low) : isgreaterequal(range.value, range.low);
    if (low_ok && islessequal(range.value, range.high)) {
        return WAFT_OK;
    }
    char value[32];
    char low[32];
    char high[32];
    (void)wafti_format_float(value, range.value);
    (void)wafti_format_float(low, range.low);
    (void)wafti_format_float(high, range.high);
    return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s is %s: allowed are values %s %s up to %s",
        range.path, value, range.above ? "above" : "from", low, high);
}

waft_result wafti_check_ranges(waft_error* error, const wafti_range* ranges, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const waft_result result = wafti_check_range(error, ranges[i]);
        if (result != WAFT_OK) {
            return result;
        }
    }
    return WAFT_OK;
}

waft_result wafti_check_count(
    waft_error* error, const char* path, int64_t value, int64_t low, int64_t high) {
    if (value >= low && value <= high) {
        return WAFT_OK;
    }
    return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s is %lld: allowed are %lld to %lld", path,
        (long long)value, (long long)low, (long long)high);
}

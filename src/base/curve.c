// SPDX-License-Identifier: MIT
#include "base/curve.h"

#include <math.h>

#include "base/error.h"

double wafti_ease(waft_ease ease, double share) {
    if (ease == WAFT_EASE_STEP) {
        return 0.0;
    }
    return ease == WAFT_EASE_SMOOTH ? share * share * (3.0 - 2.0 * share) : share;
}

double wafti_curve_at(const waft_key* keys, size_t key_count, double time) {
    if (time <= keys[0].time) {
        return keys[0].value;
    }
    // The first key after `time` lies in [next, end).
    size_t next = 1;
    size_t end = key_count;
    while (next < end) {
        const size_t middle = next + (end - next) / 2;
        if (keys[middle].time <= time) {
            next = middle + 1;
        } else {
            end = middle;
        }
    }
    const waft_key* from = &keys[next - 1];
    if (next == key_count) {
        return from->value;
    }
    const double share = (time - from->time) / (keys[next].time - from->time);
    return from->value + wafti_ease(from->ease, share) * (keys[next].value - from->value);
}

waft_result wafti_curve_check(const waft_key* keys, size_t key_count, waft_error* out_error) {
    if (keys == NULL || key_count == 0) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "a curve needs at least one key");
    }
    for (size_t i = 0; i < key_count; ++i) {
        if (!isfinite(keys[i].time) || (i > 0 && !(keys[i].time > keys[i - 1].time))) {
            return wafti_fail(
                out_error, WAFT_ERR_ARGUMENT, "key %zu: times must be finite and rise", i);
        }
        if (!isfinite(keys[i].value) || (unsigned)keys[i].ease > WAFT_EASE_SMOOTH) {
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                "key %zu: the value must be finite, and the way to the next linear, step or smooth",
                i);
        }
    }
    return WAFT_OK;
}

// SPDX-License-Identifier: MIT
// Values between keys.
#ifndef WAFTI_BASE_CURVE_H
#define WAFTI_BASE_CURVE_H

#include <waft/live.h>

/// How far a value has come on the way to the next key, when this share of the time has passed.
double wafti_ease(waft_ease ease, double share);

/// The value at a time; there is at least one key, and times rise.
double wafti_curve_at(const waft_key* keys, size_t key_count, double time);

/// Keys must have finite and rising times and finite values. Error: WAFT_ERR_ARGUMENT.
waft_result wafti_curve_check(const waft_key* keys, size_t key_count, waft_error* out_error);

#endif // WAFTI_BASE_CURVE_H

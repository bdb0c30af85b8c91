// SPDX-License-Identifier: MIT
// Whether defs can be built; sentences name the scene path, the value and what is allowed.
#ifndef WAFTI_SMOKE_RULES_H
#define WAFTI_SMOKE_RULES_H

#include <waft/smoke.h>

enum {
    WAFTI_SOURCE_LIMIT = 1024,
    WAFTI_SCALAR_LIMIT = 8,
};

/// Everything about a smoke, balance of inflows included.
waft_result wafti_check_smoke(const waft_smoke_def* def, waft_error* error);

/// The same but for that balance.
waft_result wafti_check_smoke_alone(const waft_smoke_def* def, waft_error* error);

/// One source of a smoke that was checked; `index` is its place in the scene's list. Its mesh is looked
/// at too: it must be closed.
waft_result wafti_check_source(
    const waft_smoke_def* smoke, const waft_source_def* def, size_t index, waft_error* error);
/// The same without its shape.
waft_result wafti_check_source_values(
    const waft_smoke_def* smoke, const waft_source_def* def, size_t index, waft_error* error);

#endif // WAFTI_SMOKE_RULES_H

// SPDX-License-Identifier: MIT
// Properties of a world by their paths in scenes: read, judged and set through the rows of solvers.
#ifndef WAFTI_WORLD_PROPERTY_H
#define WAFTI_WORLD_PROPERTY_H

#include "param/param.h"

#include <waft/world.h>

/// A property of whatever world, and who has it.
typedef struct wafti_property {
    wafti_named named;
    const struct wafti_holder* holder;
} wafti_property;

/// Finds it by its path. Error: WAFT_ERR_ARGUMENT; the sentence names a path that is near.
waft_result wafti_property_find(
    const char* path, wafti_property* out_property, waft_error* out_error);

/// How many numbers it has.
size_t wafti_property_length(const wafti_property* property);

/// Its numbers as they are now. Error: WAFT_ERR_ARGUMENT (the world has no such thing).
waft_result wafti_property_get(const waft_world* world, const wafti_property* property,
    double out_values[3], waft_error* out_error);

/// Whether it may be set to these, of which there are as many as it has; what an item needs is taken here.
/// `coming`: the item is added by an edit that waits, so that the range alone counts. Errors:
/// WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY.
waft_result wafti_property_check(waft_world* world, const wafti_property* property,
    const double* values, bool coming, waft_error* out_error);
/// Sets it, for the step that follows. Nothing is allocated for what was checked. Error: WAFT_ERR_ARGUMENT.
waft_result wafti_property_set(
    waft_world* world, const wafti_property* property, const double* values, waft_error* out_error);

/// A number that stays with an item when others before it are removed; 0 if there is no such item.
uint64_t wafti_property_item(const waft_world* world, const wafti_property* property);
/// Finds the item of that number; false if it was removed.
bool wafti_property_find_item(
    const waft_world* world, const wafti_property* property, uint64_t item, uint32_t* out_index);

#endif // WAFTI_WORLD_PROPERTY_H

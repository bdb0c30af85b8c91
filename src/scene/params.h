// SPDX-License-Identifier: MIT
// The one table of everything a scene may say. Reading, defaults, JSON, JSON Schema, the reference and
// sliders all come from it.
#ifndef WAFTI_SCENE_PARAMS_H
#define WAFTI_SCENE_PARAMS_H

#include <waft/scene.h>

#include "param/param.h"
#include "scene/words.h"

/// The table's parts in the order of the reference, in params_table.c: the rows of modules, and those of
/// the scene between them.
extern const wafti_rows* const wafti_param_parts[];
extern const size_t wafti_param_part_count;

/// Where the value of a row lies: `base` is the scene's values, or an item of the row's list.
void* wafti_param_place(const wafti_param* row, void* base);
const void* wafti_param_look(const wafti_param* row, const void* base);
/// The items of a list there.
wafti_items wafti_param_list(const wafti_param* list, const void* base);

/// Row by number; NULL past the end.
const wafti_param* wafti_param_row(size_t index);

/// Row by its path, "water.trains[].phase"; NULL if there is none.
const wafti_param* wafti_param_find(const char* path);

/// The part of the path after the last dot.
const char* wafti_param_key(const wafti_param* row);

/// Next row directly inside `parent` (NULL: the top level) after `previous` (NULL: the first); NULL
/// if there is none.
const wafti_param* wafti_param_next(const wafti_param* parent, const wafti_param* previous);

/// The row directly inside `parent` with this key; NULL if there is none.
const wafti_param* wafti_param_inside(const wafti_param* parent, const char* key);

/// The group or list that a row stands in; NULL at the top level.
const wafti_param* wafti_param_parent(const wafti_param* row);

/// True if a bound of an angle is a whole number of degrees, as it would be written: 89, not 1.553.
bool wafti_param_degrees(const wafti_param* row, double bound, int* out_degrees);

/// One of the conditions of a row, which only_if joins by " and ".
typedef struct wafti_condition {
    const char* text;           ///< starts with the key, "terrain.kind=flat"
    size_t key_length;          ///< bytes of that key
    const wafti_param* decides; ///< the choice it names
    wafti_words choices;        ///< the words of that choice for which it holds
} wafti_condition;

/// Condition `index` of a row; false if it has no more.
bool wafti_param_condition(const wafti_param* row, size_t index, wafti_condition* out_condition);

/// The keys that lead to it from the row's group: "terrain" and "kind" of "terrain.kind=flat".
void wafti_condition_keys(const wafti_condition* condition, wafti_words* out_keys);

/// The first condition of a row that does not hold for the values at `base` (the scene's, or the
/// item's); false if all do.
bool wafti_param_failed_condition(
    const wafti_param* row, const void* base, wafti_condition* out_condition);

/// Whether a row applies to the values at `base` (the scene's, or the item's).
bool wafti_param_applies(const wafti_param* row, const void* base);

/// A row with no default that was not given; JSON leaves it out.
bool wafti_param_is_unset(const wafti_param* row, const void* base);

/// The chosen word of a choice row.
const char* wafti_param_choice(const wafti_param* row, const void* base, wafti_words* words);

#endif // WAFTI_SCENE_PARAMS_H

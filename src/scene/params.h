// SPDX-License-Identifier: MIT
// The one table of everything a scene may say. Reading, defaults, JSON, JSON Schema, the reference and
// sliders all come from it.
#ifndef WAFTI_SCENE_PARAMS_H
#define WAFTI_SCENE_PARAMS_H

#include <waft/scene.h>

#include "scene/words.h"

/// Rows in the order of the reference; a group or list stands before what it holds.
/// How few cells there may be along each axis, as messages say it.
#define WAFTI_LEAST_CELLS "4, or 1 along z"

typedef struct wafti_param {
    waft_param shown;
    size_t offset;       ///< of its value in wafti_scene_values, or in the item of its list
    size_t item_size;    ///< of a list's items
    const char* missing; ///< what to say if a required key is not there; NULL otherwise
    const char* least;   ///< what a value below its range must be at least; NULL: the range's low
    const char* one_of;  ///< keys of which each item of a list has exactly one, "a|b"; NULL if none
    const char* unless;  ///< the key beside it that stands in its place if given; NULL if none
    const char* instead; ///< "a|b=what;c=what": what choices for which it does not apply have
    const char*
        brief;        ///< key of a group that a plain word in the group's place means; NULL if none
    const char* word; ///< that may stand in place of a number; NULL if none
    double word_value; ///< what it reads as, outside the range
    size_t given;      ///< offset of the bool that tells whether it was given; 0 if none
    bool free_keys;    ///< a group whose keys are paths, not rows
    bool simulated;    ///< a group of the top level of which a scene needs one
    bool view;         ///< a group of the top level that changes pictures, not what is simulated
} wafti_param;

/// The rows, in params_table.c.
extern const wafti_param wafti_param_table[];
extern const size_t wafti_param_table_count;

/// Offset of a group that has no `given` flag of its own.
#define WAFTI_PARAM_NOWHERE SIZE_MAX

/// Row by number; NULL past the end.
const wafti_param* wafti_param_row(size_t index);

/// The part of the path after the last dot.
const char* wafti_param_key(const wafti_param* row);

/// Next row directly inside `parent` (NULL: the top level) after `previous` (NULL: the first); NULL
/// if there is none.
const wafti_param* wafti_param_next(const wafti_param* parent, const wafti_param* previous);

/// The row directly inside `parent` with this key; NULL if there is none.
const wafti_param* wafti_param_inside(const wafti_param* parent, const char* key);

/// The group or list that a row stands in; NULL at the top level.
const wafti_param* wafti_param_parent(const wafti_param* row);

/// Numbers of a vector: 2 or 3, else 1.
size_t wafti_param_length(const wafti_param* row);

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

/// Whether it holds for the values at `base` (the scene's, or the item's).
bool wafti_condition_holds(const wafti_condition* condition, const void* base);

/// The first condition of a row that does not hold; false if all do.
bool wafti_param_failed_condition(
    const wafti_param* row, const void* base, wafti_condition* out_condition);

/// Whether a row applies to the values at `base` (the scene's, or the item's).
bool wafti_param_applies(const wafti_param* row, const void* base);

/// A row with no default that was not given; JSON leaves it out.
bool wafti_param_is_unset(const wafti_param* row, const void* base);

/// The chosen word of a choice row.
const char* wafti_param_choice(const wafti_param* row, const void* base, wafti_words* words);

#endif // WAFTI_SCENE_PARAMS_H

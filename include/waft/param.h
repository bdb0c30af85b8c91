// SPDX-License-Identifier: MIT
// waft/param.h: one row of the table of everything a scene may say. waft/scene.h lists the rows.
#ifndef WAFT_PARAM_H
#define WAFT_PARAM_H

#include <waft/base.h>
#include <waft/live.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum waft_param_type {
    WAFT_PARAM_BOOL,
    WAFT_PARAM_INT,
    WAFT_PARAM_REAL,
    WAFT_PARAM_TEXT,
    WAFT_PARAM_FILE,
    WAFT_PARAM_CHOICE,
    WAFT_PARAM_WORDS, ///< a list of choices, each at most once
    WAFT_PARAM_INT2,
    WAFT_PARAM_INT3,
    WAFT_PARAM_REAL2,
    WAFT_PARAM_REAL3,
    WAFT_PARAM_GROUP, ///< a mapping
    WAFT_PARAM_LIST,  ///< a list of mappings
} waft_param_type;

/// One row of the table.
typedef struct waft_param {
    const char* path; ///< "water.trains[].amplitude"
    waft_param_type type;
    const char* unit;         ///< SI unit of a number, "" if it has none
    double low, high;         ///< allowed range, may be infinite
    bool low_open, high_open; ///< the bound itself is not allowed
    bool required;
    const char* default_text; ///< as it would stand in a scene, "" if there is none
    const char* doc;          ///< one line
    const char* choices;      ///< "waves|columns", "" if not a choice
    const char* only_if;      ///< "terrain.kind=noise|slope", "kind!=flat"; "": always
    bool live;                ///< waft_world_set() changes it while the world runs
    bool animates;            ///< takes keyframes [[t, value], ...]
    bool paper;               ///< shows a source's own form or error; not listed by default
} waft_param;

#ifdef __cplusplus
}
#endif

#endif // WAFT_PARAM_H

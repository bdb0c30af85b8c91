// SPDX-License-Identifier: MIT
// Which keys an edit has as text: those of the rows that describe its struct, called as in scenes, and a few
// that rows of scenes do not have in this way.
#ifndef WAFTI_IO_EDIT_ROWS_H
#define WAFTI_IO_EDIT_ROWS_H

#include "param/param.h"

#include <waft/world.h>

/// An edit on its way from or to text. What its pointers show belongs to it when it was read.
typedef struct wafti_edit_text {
    waft_edit edit;
    waft_mesh_options mesh; ///< how a mesh of it is read; name NULL: from no file
} wafti_edit_text;

/// A struct that a solver describes by rows.
typedef struct wafti_edit_def {
    const wafti_rows* parts;
    size_t part_count;
    wafti_owner owner;
    void (*fill)(waft_edit* edit); ///< sets its defaults
} wafti_edit_def;

typedef struct wafti_edit_row {
    const char* word;
    bool indexed;              ///< the edit's index stands before its keys
    wafti_rows own;            ///< rows that point into a wafti_edit_text
    const wafti_edit_def* def; ///< NULL: it has none, and is zero by default
    size_t shape; ///< offset of a shape that may be a mesh, in a waft_edit; 0: it has none
} wafti_edit_row;

/// NULL for WAFT_EDIT_SET, which has no keys, and for kinds that are not there.
const wafti_edit_row* wafti_edit_row_of(waft_edit_kind kind);

/// Sets the defaults of a kind.
void wafti_edit_text_init(wafti_edit_text* text, const wafti_edit_row* row);

enum { WAFTI_MOST_EDIT_KEYS = 64 };

/// Numbers are as many as fit its size. A list is one of waft_solid_key or waft_key, by the size of its
/// items, a UINT64 the key of a hull or mesh.
typedef struct wafti_edit_key {
    const char* name;
    const wafti_param* row;
    size_t offset; ///< in a wafti_edit_text
    size_t given;  ///< the same of the flag that tells whether it is given; 0: none
} wafti_edit_key;

size_t wafti_edit_keys(const wafti_edit_row* row, wafti_edit_key out_keys[WAFTI_MOST_EDIT_KEYS]);

/// How many numbers a row of numbers has, and the row of each of them alone.
size_t wafti_edit_number_count(const wafti_param* row);
wafti_param wafti_edit_single(const wafti_param* row);

#endif // WAFTI_IO_EDIT_ROWS_H

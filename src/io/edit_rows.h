// SPDX-License-Identifier: MIT
// Which keys an edit has as text.
#ifndef WAFTI_IO_EDIT_ROWS_H
#define WAFTI_IO_EDIT_ROWS_H

#include <waft/world.h>

typedef enum wafti_key_type {
    WAFTI_KEY_FLOAT,
    WAFTI_KEY_DOUBLE,
    WAFTI_KEY_WHOLE,  ///< uint32_t
    WAFTI_KEY_FLAG,   ///< bool
    WAFTI_KEY_WORD,   ///< an enum from 0 on
    WAFTI_KEY_HULL,   ///< uint64_t, a key of a hull or mesh
    WAFTI_KEY_TEXT,   ///< const char*
    WAFTI_KEY_POSES,  ///< const waft_solid_key*, and how many of them after it
    WAFTI_KEY_ANGLES, ///< const waft_key*, the same
} wafti_key_type;

typedef enum wafti_key_need {
    WAFTI_KEY_MUST,     ///< a file must have it
    WAFTI_KEY_SHOWN,    ///< written always, but a file may leave it out
    WAFTI_KEY_NOT_ZERO, ///< not written when 0, which means "not given"
    WAFTI_KEY_CHANGED,  ///< not written where it is the default
} wafti_key_need;

/// An edit on its way from or to text. What its pointers show belongs to it when it was read.
typedef struct wafti_edit_text {
    waft_edit edit;
    waft_mesh_options mesh; ///< how a mesh of it is read; name NULL: from no file
} wafti_edit_text;

typedef struct wafti_edit_key {
    const char* name;
    size_t offset; ///< in a wafti_edit_text
    wafti_key_type type;
    int count; ///< numbers, with commas between them
    wafti_key_need need;
    const char* const* words;
    size_t word_count;
} wafti_edit_key;

enum { WAFTI_MOST_EDIT_KEYS = 48 };

typedef struct wafti_edit_row {
    const char* word;
    const wafti_edit_key* keys;
    int key_count;
    bool indexed;                  ///< the edit's index stands before its keys
    void (*fill)(waft_edit* edit); ///< sets defaults; NULL: zero
    size_t shape; ///< offset of a shape that may be a mesh, in a waft_edit; 0: it has none
} wafti_edit_row;

/// NULL for WAFT_EDIT_SET, which has no keys, and for kinds that are not there.
const wafti_edit_row* wafti_edit_row_of(waft_edit_kind kind);

/// Sets the defaults of a kind.
void wafti_edit_text_init(wafti_edit_text* text, const wafti_edit_row* row);

/// Bytes of one number of a key.
size_t wafti_edit_key_size(const wafti_edit_key* key);

#endif // WAFTI_IO_EDIT_ROWS_H

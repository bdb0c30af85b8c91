// SPDX-License-Identifier: MIT
// Which keys an edit has as text.
#ifndef WAFTI_IO_EDIT_ROWS_H
#define WAFTI_IO_EDIT_ROWS_H

#include <waft/world.h>

typedef enum wafti_key_type {
    WAFTI_KEY_FLOAT,
    WAFTI_KEY_DOUBLE,
    WAFTI_KEY_WHOLE, ///< uint32_t
    WAFTI_KEY_FLAG,  ///< bool
    WAFTI_KEY_WORD,  ///< an enum from 0 on
    WAFTI_KEY_HULL,  ///< uint64_t
} wafti_key_type;

typedef enum wafti_key_need {
    WAFTI_KEY_MUST,     ///< a file must have it
    WAFTI_KEY_SHOWN,    ///< written always, but a file may leave it out
    WAFTI_KEY_NOT_ZERO, ///< not written when 0, which means "not given"
    WAFTI_KEY_CHANGED,  ///< not written where it is the default
} wafti_key_need;

typedef struct wafti_edit_key {
    const char* name;
    size_t offset; ///< in a waft_edit
    wafti_key_type type;
    int count; ///< numbers, with commas between them
    wafti_key_need need;
    const char* const* words;
    size_t word_count;
} wafti_edit_key;

enum { WAFTI_MOST_EDIT_KEYS = 48 };

typedef struct wafti_edit_row {
    const char* word;
    bool indexed; ///< the edit's index stands before its keys
    const wafti_edit_key* keys;
    int key_count;
    void (*fill)(waft_edit* edit); ///< sets defaults; NULL: zero
} wafti_edit_row;

/// NULL for WAFT_EDIT_SET, which has no keys, and for kinds that are not there.
const wafti_edit_row* wafti_edit_row_of(waft_edit_kind kind);

/// Bytes of one number of a key.
size_t wafti_edit_key_size(const wafti_edit_key* key);

#endif // WAFTI_IO_EDIT_ROWS_H

// SPDX-License-Identifier: MIT
// Text that problems point into: a scene file, or one --set override.
#ifndef WAFTI_SCENE_SOURCE_H
#define WAFTI_SCENE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct wafti_source {
    const char* name; ///< as it stands in messages
    const char* text; ///< without a byte order mark
    size_t size;
    int order; ///< the file is 0, overrides follow; problems are listed in this order
} wafti_source;

/// A place in a source. Lines and columns count from 1, columns in characters; line 0 means the
/// source as a whole.
typedef struct wafti_mark {
    const wafti_source* source;
    int line, column;
    int length; ///< characters, >= 1
} wafti_mark;

/// Place of the byte at `offset`, one character long.
wafti_mark wafti_source_place(const wafti_source* source, size_t offset);

/// The bytes of a line without its end; empty if there is no such line.
const char* wafti_source_line(const wafti_source* source, int line, size_t* out_size);

/// Bytes of the character at `text`, at least 1; a byte that is not UTF-8 counts by itself.
size_t wafti_character_size(const char* text, size_t left);

/// Characters in `size` bytes.
int wafti_character_count(const char* text, size_t size);

#endif // WAFTI_SCENE_SOURCE_H

// SPDX-License-Identifier: MIT
// From a tree of nodes to values, row by row of the table.
#ifndef WAFTI_SCENE_READER_H
#define WAFTI_SCENE_READER_H

#include "scene/diagnostics.h"
#include "scene/params.h"
#include "scene/tree.h"
#include "scene/values.h"

enum { WAFTI_PATH_SIZE = 160 };

typedef struct wafti_reader {
    wafti_arena* arena; ///< of the values
    waft_diagnostics* diagnostics;
    char path[WAFTI_PATH_SIZE]; ///< of what is being read, "water.trains[1].phase"
    size_t path_length;
    size_t index;        ///< of the item that is being read, 0 outside of lists
    wafti_keyed** keyed; ///< where rows with keys are added
    bool no_memory;
} wafti_reader;

void wafti_reader_init(wafti_reader* reader, wafti_arena* arena, waft_diagnostics* diagnostics);

/// Adds ".key" (or "key" at the top) or "[index]" to the path; leave with the length it returns.
size_t wafti_reader_enter(wafti_reader* reader, const char* key);
size_t wafti_reader_enter_item(wafti_reader* reader, size_t index);
void wafti_reader_leave(wafti_reader* reader, size_t length);

/// Reads a scalar, vector or curve into the row's place in `base`. Problems are reported and mark the
/// node as bad; the value then stays as it was.
bool wafti_read_value(wafti_reader* reader, const wafti_param* row, wafti_node* node, void* base);

/// The part of it that reads numbers, vectors and curves, into `place`.
bool wafti_read_number(
    wafti_reader* reader, const wafti_param* row, const wafti_node* node, void* place);

/// Reports what is wrong with a value: the reader's path, then the rest of the sentence. Nothing is said
/// of a node whose problem is already reported. Returns false.
bool wafti_read_refuse(const wafti_reader* reader, const wafti_node* node, const char* format, ...)
    WAFT_PRINTF(3, 4);

/// All defaults that live in the same struct as the group's values (NULL: the scene's): those of
/// groups inside too.
void wafti_read_defaults(const wafti_param* group, void* base);

/// Leaves out a key of the file, as if it were not given, since it has no effect with what the command
/// line chose for `decides`; a note says so and ends with `instead`. The reader's path is that of the
/// group.
void wafti_read_without(wafti_reader* reader, const wafti_param* row, wafti_node* group_node,
    const wafti_node* given, const wafti_param* decides, const char* instead, void* base);

/// Fills all values from the root of a tree: defaults, then what is given.
void wafti_read_scene(wafti_reader* reader, wafti_node* root, wafti_scene_values* out_values);

/// What a value is instead, as the end of a sentence: ", not a list", ", not the text 'abc'",
/// ", but it is empty".
wafti_phrase wafti_node_instead(const wafti_node* node);

/// True if an unknown key of the mapping seems to mean `key`; nothing should then be said of `key`.
bool wafti_node_misspells(const wafti_node* map, const wafti_param* group, const char* key);

/// True for `key:` with nothing behind it, `~` and `null`.
bool wafti_node_is_empty(const wafti_node* node);

#endif // WAFTI_SCENE_READER_H

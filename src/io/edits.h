// SPDX-License-Identifier: MIT
// Edits as text, in memory.
#ifndef WAFTI_IO_EDITS_H
#define WAFTI_IO_EDITS_H

#include "base/text.h"
#include "io/file.h"

#include <waft/world.h>

/// Appends the file that waft_edits_write() writes; equal edits give equal text.
/// Error: WAFT_ERR_ARGUMENT (an edit that no file can hold).
waft_result wafti_edits_format(
    wafti_text* text, const waft_edit* edits, size_t edit_count, waft_error* out_error);

/// Appends the line of one edit.
waft_result wafti_edits_format_line(wafti_text* text, const waft_edit* edit, waft_error* out_error);

/// An edit as a sentence calls it: "set water.trains[0].amplitude", "add_train", "remove_train 3".
/// Returns `buffer`.
const char* wafti_edits_name(char* buffer, size_t buffer_size, const waft_edit* edit);

#define WAFTI_EDITS_FIRST_LINE "waft-edits 1"

/// Where the hull of a key lies that belongs to the edits in `path`, and the folder of it.
waft_result wafti_edit_hull_file(const char* path, uint64_t key, wafti_path* out_folder,
    wafti_path* out_file, waft_error* out_error);

/// Saves the hull of a body that an edit adds, if it is the host's own, beside the file `path`, by its
/// key; one that a world keeps comes from its scene. Errors: WAFT_ERR_IO, WAFT_ERR_NO_MEMORY.
waft_result wafti_edits_save_hull(const char* path, const waft_edit* edit, waft_error* out_error);

/// Edits as text in memory.
typedef struct wafti_edits_source {
    const char* name; ///< stands in sentences
    const char* bytes;
    size_t byte_count;
    const waft_allocator* allocator;
} wafti_edits_source;

/// waft_edits_read() from memory, but for hulls.
waft_result wafti_edits_parse(const wafti_edits_source* from, waft_edit** out_edits,
    size_t* out_count, waft_error* out_error);

#endif // WAFTI_IO_EDITS_H

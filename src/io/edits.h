// SPDX-License-Identifier: MIT
// Edits as text, in memory.
#ifndef WAFTI_IO_EDITS_H
#define WAFTI_IO_EDITS_H

#include "base/text.h"

#include <waft/world.h>

/// Appends the file that waft_edits_write() writes; equal edits give equal text.
/// Error: WAFT_ERR_ARGUMENT (an edit that no file can hold).
waft_result wafti_edits_format(
    wafti_text* text, const waft_edit* edits, size_t edit_count, waft_error* out_error);

/// An edit as a sentence calls it: "set water.trains[0].amplitude", "add_train", "remove_train 3".
/// Returns `buffer`.
const char* wafti_edits_name(char* buffer, size_t buffer_size, const waft_edit* edit);

/// waft_edits_read() from memory; `name` stands in sentences.
waft_result wafti_edits_parse(const char* name, const char* bytes, size_t byte_count,
    const waft_allocator* allocator, waft_edit** out_edits, size_t* out_count,
    waft_error* out_error);

#endif // WAFTI_IO_EDITS_H

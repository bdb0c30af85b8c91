// SPDX-License-Identifier: MIT
// What an edit that was read as text owns: texts, keys of solids, meshes.
#ifndef WAFTI_IO_EDIT_OWNED_H
#define WAFTI_IO_EDIT_OWNED_H

#include "base/text.h"
#include "io/edit_rows.h"

/// Appends the value of a key that is a pointer. Error: WAFT_ERR_ARGUMENT (not finite).
waft_result wafti_edit_add_owned(
    wafti_text* text, const wafti_edit_key* key, const void* at, waft_error* out_error);
/// Takes such a value into memory of its own. Errors: WAFT_ERR_PARSE (no sentence: the value is not of
/// the form that wafti_edit_owned_form() describes), WAFT_ERR_NO_MEMORY.
waft_result wafti_edit_take_owned(const waft_allocator* allocator, const wafti_param* row,
    const char* value, size_t length, void* out, waft_error* out_error);
const char* wafti_edit_owned_form(const wafti_param* row);

/// Finds the file of an edit's mesh, for the writer. Error: WAFT_ERR_ARGUMENT (neither a file nor the
/// world has it).
waft_result wafti_edit_name_mesh(
    wafti_edit_text* edit, const wafti_edit_row* row, waft_error* out_error);
/// Reads the mesh of an edit, if a file is named. Errors: those of waft_mesh_read(), WAFT_ERR_MESH (the
/// file has another mesh than the one that was recorded).
waft_result wafti_edit_read_mesh(const waft_allocator* allocator, const wafti_edit_row* row,
    wafti_edit_text* edit, waft_error* out_error);

/// Frees the names of the file and of the object in it.
void wafti_edit_free_names(const waft_allocator* allocator, wafti_edit_text* edit);
/// Frees all that an edit owns but its hull.
void wafti_edit_free_owned(const waft_allocator* allocator, waft_edit* edit);

#endif // WAFTI_IO_EDIT_OWNED_H

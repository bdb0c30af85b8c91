// SPDX-License-Identifier: MIT
// What the writers of cell grids ask of the fields they are given.
#ifndef WAFTI_EXPORT_CELLS_H
#define WAFTI_EXPORT_CELLS_H

#include <waft/export.h>

enum { WAFTI_CELLS_AXIS_LIMIT = 4096, WAFTI_CELLS_GRID_LIMIT = 64, WAFTI_CELLS_NAME_LIMIT = 255 };

/// Checks a field alone: pointer, 1 to 4096 samples an axis, finite place, positive spacing. `path`
/// and `what` go into the sentence. Error: WAFT_ERR_ARGUMENT.
waft_result wafti_cells_check_field(
    const waft_field* field, const char* path, const char* what, waft_error* out_error);

/// Checks that a field stands in the same cells as one that was checked. Error: WAFT_ERR_ARGUMENT.
waft_result wafti_cells_check_like(const waft_field* field, const waft_field* like,
    const char* path, const char* what, waft_error* out_error);

/// Checks `count` cells `stride` bytes apart, which must stand where the first does; no name comes twice.
waft_result wafti_cells_check_all(
    const waft_cells* first, size_t count, size_t stride, const char* path, waft_error* out_error);

/// The first sample of row (j, k).
static inline const float* wafti_cells_row(const waft_field* field, int32_t j, int32_t k) {
    return field->data + j * field->stride[1] + k * field->stride[2];
}

#endif // WAFTI_EXPORT_CELLS_H

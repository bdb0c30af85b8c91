// SPDX-License-Identifier: MIT
#include "export/cells.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

// Fields of one grid agree in their place up to rounding; faces taken for cells are half a cell off.
#define PLACE_TOLERANCE 0.01f

static bool is_place(waft_vec3 origin, waft_vec3 spacing) {
    return isfinite(origin.x) && isfinite(origin.y) && isfinite(origin.z) && isfinite(spacing.x) &&
           isfinite(spacing.y) && isfinite(spacing.z) && spacing.x > 0.0f && spacing.y > 0.0f &&
           spacing.z > 0.0f;
}

waft_result wafti_cells_check_field(
    const waft_field* field, const char* path, const char* what, waft_error* out_error) {
    if (field->data == NULL || field->stride[0] != 1) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: %s has no data, or its samples are not next to each other along x", path, what);
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (field->size[axis] < 1 || field->size[axis] > WAFTI_CELLS_AXIS_LIMIT) {
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                "%s: %s has %d cells along %c, which must be 1 to %d", path, what,
                (int)field->size[axis], "xyz"[axis], WAFTI_CELLS_AXIS_LIMIT);
        }
    }
    if (!is_place(field->origin, field->spacing)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: %s has an origin that is not finite or a spacing that is not above 0", path, what);
    }
    return WAFT_OK;
}

static bool is_near(float a, float b, float spacing) {
    return fabsf(a - b) <= PLACE_TOLERANCE * spacing;
}

static bool same_place(const waft_field* a, const waft_field* b) {
    const waft_vec3 h = b->spacing;
    return is_near(a->origin.x, b->origin.x, h.x) && is_near(a->origin.y, b->origin.y, h.y) &&
           is_near(a->origin.z, b->origin.z, h.z) && is_near(a->spacing.x, h.x, h.x) &&
           is_near(a->spacing.y, h.y, h.y) && is_near(a->spacing.z, h.z, h.z);
}

waft_result wafti_cells_check_like(const waft_field* field, const waft_field* like,
    const char* path, const char* what, waft_error* out_error) {
    const waft_result result = wafti_cells_check_field(field, path, what, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const int32_t* a = field->size;
    const int32_t* b = like->size;
    if (a[0] != b[0] || a[1] != b[1] || a[2] != b[2]) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: %s has %d x %d x %d cells, the first field %d x %d x %d", path, what, (int)a[0],
            (int)a[1], (int)a[2], (int)b[0], (int)b[1], (int)b[2]);
    }
    if (!same_place(field, like)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: %s does not stand in the cells of the first field", path, what);
    }
    return WAFT_OK;
}

static waft_result check_one(
    const waft_cells* cells, const waft_field* like, const char* path, waft_error* out_error) {
    const size_t length =
        cells->name != NULL ? strnlen(cells->name, WAFTI_CELLS_NAME_LIMIT + 1) : 0;
    if (length == 0 || length > WAFTI_CELLS_NAME_LIMIT) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: the name of a grid must have 1 to %d bytes", path, WAFTI_CELLS_NAME_LIMIT);
    }
    if (cells->component_count != 1 && cells->component_count != 3) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: %s has %d components, not 1 or 3",
            path, cells->name, cells->component_count);
    }
    waft_result result = WAFT_OK;
    for (int c = 0; c < cells->component_count && result == WAFT_OK; ++c) {
        result = wafti_cells_check_like(&cells->component[c], like, path, cells->name, out_error);
    }
    return result;
}

static const waft_cells* cells_at(const waft_cells* first, size_t index, size_t stride) {
    return (const void*)((const char*)first + index * stride);
}

waft_result wafti_cells_check_all(
    const waft_cells* first, size_t count, size_t stride, const char* path, waft_error* out_error) {
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < count && result == WAFT_OK; ++i) {
        result = check_one(cells_at(first, i, stride), &first->component[0], path, out_error);
    }
    for (size_t i = 1; i < count && result == WAFT_OK; ++i) {
        const char* name = cells_at(first, i, stride)->name;
        for (size_t j = 0; j < i; ++j) {
            if (strcmp(name, cells_at(first, j, stride)->name) == 0) {
                return wafti_fail(
                    out_error, WAFT_ERR_ARGUMENT, "%s: two grids are called %s", path, name);
            }
        }
    }
    return result;
}

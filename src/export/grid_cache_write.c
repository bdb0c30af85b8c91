// SPDX-License-Identifier: MIT
#include "base/error.h"
#include "export/cells.h"
#include "io/file.h"
#include "io/grid_cache.h"
#include "io/little_endian.h"

#include <waft/export.h>

static waft_result check_views(
    const waft_grid_cache_def* def, const char* path, waft_error* out_error) {
    for (size_t i = 0; i < def->field_count; ++i) {
        const waft_grid_cache_field* field = &def->fields[i];
        if (field->view.data == NULL || field->view.stride[0] != 1) {
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                "%s: field %s has no data, or its samples are not next to each other along x", path,
                field->name);
        }
        for (int axis = 0; axis < 3; ++axis) {
            const int32_t wanted = wafti_grid_cache_samples(def->cells, field->place, axis);
            if (field->view.size[axis] != wanted) {
                return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                    "%s: field %s has %d samples along %c, but the grid has %d", path, field->name,
                    (int)field->view.size[axis], "xyz"[axis], (int)wanted);
            }
        }
    }
    return WAFT_OK;
}

static void put_field(wafti_file* file, const waft_grid_cache_field* field) {
    unsigned char bytes[(WAFTI_GRID_CACHE_AXIS + 1) * sizeof(float)];
    const int32_t* size = field->view.size;
    file->summed = true;
    file->sum = 0;
    for (int32_t k = 0; k < size[2]; ++k) {
        for (int32_t j = 0; j < size[1]; ++j) {
            const float* row = wafti_cells_row(&field->view, j, k);
            wafti_file_put(file, bytes, wafti_put_reals(bytes, row, (size_t)size[0], field->half));
        }
    }
    wafti_file_put_u32(file, file->sum);
}

waft_result waft_grid_cache_write(
    const char* path, const waft_grid_cache_def* def, waft_error* out_error) {
    if (path == NULL || def == NULL || def->fields == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_grid_cache_write: a pointer is NULL");
    }
    waft_result result = wafti_grid_cache_check(def, path, WAFT_ERR_ARGUMENT, out_error);
    result = result == WAFT_OK ? check_views(def, path, out_error) : result;
    if (result != WAFT_OK) {
        return result;
    }
    wafti_file file;
    wafti_file_open(&file, path, out_error);
    unsigned char head[WAFTI_GRID_CACHE_LARGEST_HEAD + WAFTI_GRID_CACHE_CRC];
    wafti_file_put(&file, head, wafti_grid_cache_encode(def, head));
    for (size_t i = 0; i < def->field_count; ++i) {
        put_field(&file, &def->fields[i]);
    }
    return wafti_file_commit(&file, out_error);
}

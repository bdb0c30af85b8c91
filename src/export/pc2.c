// SPDX-License-Identifier: MIT
// PC2 point caches: a header of 32 bytes, then the points of every sample.
#include "base/error.h"
#include "io/file.h"

#include <waft/export.h>

waft_result waft_pc2_write(const char* path, const waft_pc2_def* def, waft_error* out_error) {
    if (path == NULL || def == NULL || def->points == NULL || def->point_count < 0 ||
        def->sample_count < 0) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "waft_pc2_write: a pointer is NULL or a count is negative");
    }
    wafti_file file;
    wafti_file_open(&file, path, out_error);
    wafti_file_put(&file, "POINTCACHE2", 12);
    wafti_file_put_u32(&file, 1);
    wafti_file_put_u32(&file, (uint32_t)def->point_count);
    wafti_file_put_floats(&file, &def->start, 1);
    wafti_file_put_floats(&file, &def->rate, 1);
    wafti_file_put_u32(&file, (uint32_t)def->sample_count);
    waft_result result = file.opened;
    for (int32_t i = 0; i < def->sample_count && result == WAFT_OK; ++i) {
        const float* points = NULL;
        result = def->points(def->user, i, &points, out_error);
        if (result == WAFT_OK) {
            wafti_file_put_floats(&file, points, 3 * (size_t)def->point_count);
        }
    }
    return wafti_file_end(&file, result, out_error);
}

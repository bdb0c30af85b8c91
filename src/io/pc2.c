// SPDX-License-Identifier: MIT
// PC2 point caches: a header of 32 bytes, then the points of every sample.
#include "base/error.h"
#include "base/memory.h"
#include "io/file.h"

#include <waft/export.h>

#include <string.h>

static uint32_t float_bits(float value) {
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static waft_result copy_bytes(
    wafti_file* file, int descriptor, const char* part, size_t wanted, waft_error* out_error) {
    unsigned char chunk[WAFTI_FILE_BUFFER];
    size_t total = 0;
    for (;;) {
        const int64_t got = wafti_port_read(descriptor, chunk, sizeof(chunk));
        if (got < 0) {
            return wafti_fail_errno(out_error, "read", part);
        }
        total += (size_t)got;
        if (total > wanted || (got == 0 && total != wanted)) {
            return wafti_fail(out_error, WAFT_ERR_IO, "%s: holds %s than %zu bytes of points", part,
                total > wanted ? "more" : "fewer", wanted);
        }
        if (got == 0) {
            return WAFT_OK;
        }
        wafti_file_put(file, chunk, (size_t)got);
    }
}

static waft_result copy_part(
    wafti_file* file, const char* part, size_t wanted, waft_error* out_error) {
    const int descriptor = wafti_port_open(part, WAFTI_OPEN_READ);
    if (descriptor < 0) {
        return wafti_fail_errno(out_error, "open", part);
    }
    const waft_result result = copy_bytes(file, descriptor, part, wanted, out_error);
    wafti_port_leave(descriptor);
    return result;
}

waft_result waft_pc2_assemble(const char* path, int32_t point_count, int32_t sample_count,
    float start, float rate, const char* (*part_path)(void* user, int32_t i), void* user,
    waft_error* out_error) {
    if (path == NULL || part_path == NULL || point_count < 0 || sample_count < 0) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "waft_pc2_assemble: a pointer is NULL or a count is negative");
    }
    wafti_file file;
    waft_result result = wafti_file_open(&file, path, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_file_put(&file, "POINTCACHE2", 12);
    wafti_file_put_u32(&file, 1);
    wafti_file_put_u32(&file, (uint32_t)point_count);
    wafti_file_put_u32(&file, float_bits(start));
    wafti_file_put_u32(&file, float_bits(rate));
    wafti_file_put_u32(&file, (uint32_t)sample_count);
    const size_t wanted = wafti_size_mul((size_t)point_count, 3 * sizeof(float));
    for (int32_t i = 0; i < sample_count && result == WAFT_OK; ++i) {
        result = copy_part(&file, part_path(user, i), wanted, out_error);
    }
    if (result != WAFT_OK) {
        wafti_file_abort(&file);
        return result;
    }
    return wafti_file_commit(&file, out_error);
}

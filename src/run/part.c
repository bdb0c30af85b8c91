// SPDX-License-Identifier: MIT
#include "run/part.h"

#include "base/error.h"
#include "io/deflate.h"
#include "io/file.h"
#include "io/little_endian.h"

#include <waft/files.h>

enum { NUMBER = sizeof(float), CRC = 4 };

waft_result wafti_part_write(
    const char* path, const float* numbers, size_t count, waft_error* out_error) {
    wafti_file file;
    wafti_file_open(&file, path, out_error);
    file.summed = true;
    wafti_file_put_floats(&file, numbers, count);
    wafti_file_put_u32(&file, file.sum);
    return wafti_file_commit(&file, out_error);
}

waft_result wafti_part_read(
    const char* path, float* out_numbers, size_t count, waft_error* out_error) {
    char* bytes = NULL;
    size_t size = 0;
    waft_result result = waft_file_read(path, SIZE_MAX >> 1, NULL, &bytes, &size, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const unsigned char* at = (const unsigned char*)bytes;
    if (size < NUMBER * count + CRC) {
        result = wafti_fail(out_error, WAFT_ERR_IO, "%s is damaged: it is cut", path);
    } else if (size > NUMBER * count + CRC ||
               wafti_get_u32(at + NUMBER * count) != wafti_block_crc32(0, at, NUMBER * count)) {
        result = wafti_fail(out_error, WAFT_ERR_IO, "%s is damaged: its checksum is wrong", path);
    }
    for (size_t i = 0; i < count && out_numbers != NULL && result == WAFT_OK; ++i) {
        out_numbers[i] = wafti_get_float(at + NUMBER * i);
    }
    waft_text_free(NULL, bytes);
    return result;
}

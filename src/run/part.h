// SPDX-License-Identifier: MIT
// Numbers of one frame, kept until the file that is made of all frames can be made: little-endian floats
// and the CRC-32 of their bytes.
#ifndef WAFTI_RUN_PART_H
#define WAFTI_RUN_PART_H

#include <waft/base.h>

waft_result wafti_part_write(
    const char* path, const float* numbers, size_t count, waft_error* out_error);

/// Reads them; NULL: only looks whether they are whole. Error: WAFT_ERR_IO, with the name of the part
/// that is missing, cut or damaged, or WAFT_ERR_NO_MEMORY.
waft_result wafti_part_read(
    const char* path, float* out_numbers, size_t count, waft_error* out_error);

#endif // WAFTI_RUN_PART_H

// SPDX-License-Identifier: MIT
// The checksum of a file, whatever is in it.
#ifndef WAFTI_IO_FILE_SUM_H
#define WAFTI_IO_FILE_SUM_H

#include <waft/base.h>

/// Reads a regular file to its end; *out_sum is the CRC-32 of PNG and zip over all its bytes. Error: WAFT_ERR_IO
/// (not there, no file, cannot be read), with a sentence that names it.
waft_result wafti_file_sum(const char* path, uint32_t* out_sum, waft_error* out_error);

#endif // WAFTI_IO_FILE_SUM_H

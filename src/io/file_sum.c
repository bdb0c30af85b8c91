// SPDX-License-Identifier: MIT
#include "io/file_sum.h"

#include "base/error.h"
#include "io/deflate.h"
#include "port/port.h"

waft_result wafti_file_sum(const char* path, uint32_t* out_sum, waft_error* out_error) {
    wafti_port_status status;
    const int file = wafti_port_open(path, WAFTI_OPEN_FILE);
    if (file < 0 || !wafti_port_status_open(file, &status) || !status.is_file) {
        if (file >= 0) {
            wafti_port_leave(file);
        }
        return wafti_fail(out_error, WAFT_ERR_IO, "%s is missing", path);
    }
    unsigned char buffer[65536];
    uint32_t sum = 0;
    int64_t count = wafti_port_read(file, buffer, sizeof(buffer));
    while (count > 0) {
        sum = wafti_block_crc32(sum, buffer, (size_t)count);
        count = wafti_port_read(file, buffer, sizeof(buffer));
    }
    wafti_port_leave(file);
    if (count < 0) {
        return wafti_fail_errno(out_error, "read", path);
    }
    *out_sum = sum;
    return WAFT_OK;
}

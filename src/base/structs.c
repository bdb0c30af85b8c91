// SPDX-License-Identifier: MIT
// Structs of callers that were compiled with another version of the headers.
#include <string.h>

#include "base/error.h"

#include <waft/base.h>

// A struct that nobody initialised has any size; none of ours will ever grow so much.
enum { LEAST = 2 * sizeof(uint32_t), MOST_TIMES = 4 };

void waft_struct_read(void* out, size_t size, const void* own, size_t own_size) {
    const size_t known = size < own_size ? size : own_size;
    if (out == NULL) {
        return;
    }
    memcpy(out, own, known);
    memset((char*)out + known, 0, size - known);
}

void waft_struct_fill(void* out, size_t size, const void* own, size_t own_size) {
    const uint32_t struct_size = (uint32_t)size;
    if (out == NULL || size < sizeof(struct_size)) {
        return;
    }
    waft_struct_read(out, size, own, own_size);
    memcpy(out, &struct_size, sizeof(struct_size));
}

waft_result waft_struct_take(
    void* own, size_t own_size, const void* given, const char* type, waft_error* out_error) {
    uint32_t size = 0;
    if (given != NULL) {
        memcpy(&size, given, sizeof(size));
    }
    if (size < LEAST || size % sizeof(uint32_t) != 0 || size > MOST_TIMES * own_size) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "the %s %s: start from %s_default()", type,
            given == NULL ? "is NULL" : "was not initialised", type);
    }
    for (size_t i = own_size; i < size; ++i) {
        if (((const unsigned char*)given)[i] != 0) {
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                "the %s has %u bytes, and byte %zu is set, but waft %s knows %zu of them: the "
                "program was compiled with the headers of a later version",
                type, (unsigned)size, i, waft_version(), own_size);
        }
    }
    const uint32_t struct_size = (uint32_t)own_size;
    memcpy(own, given, size < own_size ? size : own_size);
    memcpy(own, &struct_size, sizeof(struct_size));
    return WAFT_OK;
}

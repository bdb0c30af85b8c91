// SPDX-License-Identifier: MIT
// Where a reader of lines stands, for sentences that begin with file:line:column.
#ifndef WAFTI_IO_PLACE_H
#define WAFTI_IO_PLACE_H

#include <waft/base.h>

typedef struct wafti_place {
    const char* file;
    const char* line_start;
    size_t line; ///< from 1
    waft_error* error;
} wafti_place;

/// WAFT_ERR_PARSE at `at`, which lies in the current line. Columns count characters of UTF-8 from 1.
waft_result wafti_place_fail(const wafti_place* place, const char* at, const char* format, ...)
    WAFT_PRINTF(3, 4);

#endif // WAFTI_IO_PLACE_H

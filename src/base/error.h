// SPDX-License-Identifier: MIT
// Failures with a sentence.
#ifndef WAFTI_BASE_ERROR_H
#define WAFTI_BASE_ERROR_H

#include <waft/base.h>

/// Writes result and sentence into `error` (NULL: nowhere) and returns the result.
waft_result wafti_fail(waft_error* error, waft_result result, const char* format, ...)
    WAFT_PRINTF(3, 4);

/// The sentence for a failed allocation of `size` bytes for `what`.
waft_result wafti_fail_memory(waft_error* error, size_t size, const char* what);

/// The sentence for a failed system call on `path`; ENOMEM becomes WAFT_ERR_NO_MEMORY.
waft_result wafti_fail_errno(waft_error* error, const char* doing, const char* path);

/// Sends one sentence to the logger, if there is one.
void wafti_log(const waft_logger* logger, waft_log_level level, const char* format, ...)
    WAFT_PRINTF(3, 4);

#endif // WAFTI_BASE_ERROR_H

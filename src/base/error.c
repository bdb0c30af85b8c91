// SPDX-License-Identifier: MIT
#include "base/error.h"

#include "port/port.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct result_text {
    const char *name, *sentence;
} result_text;

static result_text text_of(waft_result result) {
    static const result_text texts[] = {
#define RESULT_TEXT(name, sentence) {#name, sentence},
        WAFT_RESULT_MAP(RESULT_TEXT)
#undef RESULT_TEXT
    };
    return (size_t)result < sizeof(texts) / sizeof(texts[0])
               ? texts[result]
               : (result_text){"unknown", "unknown result"};
}

const char* waft_result_name(waft_result result) {
    return text_of(result).name;
}

const char* waft_result_sentence(waft_result result) {
    return text_of(result).sentence;
}

waft_result wafti_fail(waft_error* error, waft_result result, const char* format, ...) {
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        error->result = result;
        (void)vsnprintf(error->sentence, sizeof(error->sentence), format, arguments);
        va_end(arguments);
    }
    return result;
}

waft_result wafti_fail_memory(waft_error* error, size_t size, const char* what) {
    static const char* const names[] = {"MiB", "GiB", "TiB"};
    const size_t mebibyte = (size_t)1 << 20;
    if (size < mebibyte) {
        return wafti_fail(error, WAFT_ERR_NO_MEMORY, "out of memory: %zu bytes for %s", size, what);
    }
    size_t name = 0;
    size_t unit = mebibyte;
    for (; name < 2 && size / 1024 >= unit; ++name) {
        unit *= 1024;
    }
    return wafti_fail(error, WAFT_ERR_NO_MEMORY, "out of memory: %zu.%zu %s for %s", size / unit,
        size % unit / (unit / 1024) * 10 / 1024, names[name], what);
}

waft_result wafti_fail_errno(waft_error* error, const char* doing, const char* path) {
    const int code = errno;
    char reason[128];
    wafti_port_error_text(code, reason, sizeof(reason));
    const waft_result result = code == ENOMEM ? WAFT_ERR_NO_MEMORY : WAFT_ERR_IO;
    (void)wafti_fail(error, result, "%s: cannot %s: %s", path, doing, reason);
    errno = code;
    return result;
}

void wafti_log(const waft_logger* logger, waft_log_level level, const char* format, ...) {
    if (logger->write == NULL) {
        return;
    }
    char sentence[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof(sentence), format, arguments);
    va_end(arguments);
    logger->write(logger->user, level, sentence);
}

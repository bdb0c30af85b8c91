// SPDX-License-Identifier: MIT
#include "io/place.h"

#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

waft_result wafti_place_fail(const wafti_place* place, const char* at, const char* format, ...) {
    size_t column = 1;
    for (const char* p = place->line_start; p < at; ++p) {
        // Bytes 10xxxxxx continue a character.
        column += ((unsigned char)*p & 0xC0) != 0x80;
    }
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(what, sizeof(what), format, arguments);
    va_end(arguments);
    return wafti_fail(
        place->error, WAFT_ERR_PARSE, "%s:%zu:%zu: %s", place->file, place->line, column, what);
}

// SPDX-License-Identifier: MIT
#include "port/port.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// strtod is that of mingw, which rounds right; it takes the locale's sign for a point.
double wafti_port_number(const char* text) {
    char* end = NULL;
    const double value = strtod(text, &end);
    const char sign = localeconv()->decimal_point[0];
    if (*end != '.' || sign == '.') {
        return value;
    }
    char other[160];
    (void)snprintf(other, sizeof(other), "%s", text);
    other[end - text] = sign;
    return strtod(other, NULL);
}

void wafti_port_error_text(int code, char* out_text, size_t capacity) {
    if (strerror_s(out_text, capacity, code) != 0 && capacity > 0) {
        out_text[0] = '\0';
    }
}

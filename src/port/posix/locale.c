// SPDX-License-Identifier: MIT
// The C locale object is static in glibc and musl: no allocation, nothing that could fail.
#include "port/port.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static locale_t open_c(void) {
    return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

double wafti_port_number(const char* text) {
    const locale_t c = open_c();
    if (c == (locale_t)0) {
        return (double)NAN;
    }
    const double value = strtod_l(text, NULL, c);
    freelocale(c);
    return value;
}

// strerror_l, since strerror shares a buffer between threads.
void wafti_port_error_text(int code, char* out_text, size_t capacity) {
    const locale_t c = open_c();
    (void)snprintf(
        out_text, capacity, "%s", c != (locale_t)0 ? strerror_l(code, c) : "system error");
    if (c != (locale_t)0) {
        freelocale(c);
    }
}

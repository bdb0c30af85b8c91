// SPDX-License-Identifier: MIT
#include "export/number.h"

#include "base/assert.h"
#include "base/text.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

// A shortest float takes 3.6 us (C library, several tries), this 60 ns, and a mesh of a
// million points holds six million numbers.
size_t wafti_number_fixed(char* buffer, double value, int digits) {
    static const double scales[10] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    WAFT_ASSERT(digits >= 0);
    WAFT_ASSERT(digits <= 9);
    if (!isfinite(value) || fabs(value) > 1e9) {
        return wafti_format_double(buffer, value);
    }
    const bool negative = value < 0.0;
    uint64_t scaled = (uint64_t)(fabs(value) * scales[digits] + 0.5);
    int left = digits;
    while (left > 0 && scaled % 10 == 0) {
        scaled /= 10;
        --left;
    }
    char reversed[32];
    size_t count = 0;
    for (int i = 0; i < left; ++i, scaled /= 10) {
        reversed[count++] = (char)('0' + (char)(scaled % 10));
    }
    if (left > 0) {
        reversed[count++] = '.';
    }
    const size_t whole_start = count;
    for (; scaled > 0 || count == whole_start; scaled /= 10) {
        reversed[count++] = (char)('0' + (char)(scaled % 10));
    }
    const bool zero = count == 1 && reversed[0] == '0';
    size_t length = 0;
    if (negative && !zero) {
        buffer[length++] = '-';
    }
    while (count > 0) {
        buffer[length++] = reversed[--count];
    }
    buffer[length] = '\0';
    return length;
}

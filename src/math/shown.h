// SPDX-License-Identifier: MIT
// Numbers as sentences show them: the shortest decimal that reads back as the same float.
#ifndef WAFTI_MATH_SHOWN_H
#define WAFTI_MATH_SHOWN_H

#include "base/text.h"

typedef struct wafti_shown {
    char text[32];
} wafti_shown;

/// Its text lasts as long as the statement that asks: `wafti_fail(..., wafti_show(x).text)`.
static inline wafti_shown wafti_show(float value) {
    wafti_shown shown;
    (void)wafti_format_float(shown.text, value);
    return shown;
}

#endif // WAFTI_MATH_SHOWN_H

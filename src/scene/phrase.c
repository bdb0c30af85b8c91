// SPDX-License-Identifier: MIT
#include "scene/phrase.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "scene/source.h"

wafti_phrase wafti_phrase_make(const char* format, ...) {
    wafti_phrase phrase;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(phrase.text, sizeof(phrase.text), format, arguments);
    va_end(arguments);
    return phrase;
}

wafti_phrase wafti_phrase_double(double value) {
    wafti_phrase phrase;
    (void)wafti_format_double(phrase.text, value);
    return phrase;
}

wafti_phrase wafti_phrase_float(float value) {
    wafti_phrase phrase;
    (void)wafti_format_float(phrase.text, value);
    return phrase;
}

wafti_phrase wafti_quote(const char* text) {
    enum { LONGEST = 40 };
    wafti_phrase quoted;
    const size_t size = strlen(text);
    size_t used = 0;
    for (int i = 0; i < LONGEST && used < size; ++i) {
        const size_t bytes = wafti_character_size(text + used, size - used);
        const bool control = (unsigned char)text[used] < 0x20 || text[used] == 0x7F;
        memcpy(quoted.text + used, control ? " " : text + used, bytes);
        used += bytes;
    }
    memcpy(quoted.text + used, used < size ? "..." : "", used < size ? 4 : 1);
    return quoted;
}

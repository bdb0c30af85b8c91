// SPDX-License-Identifier: MIT
#include "scene/source.h"

#include <string.h>

size_t wafti_character_size(const char* text, size_t left) {
    const unsigned char first = (unsigned char)text[0];
    const size_t wanted = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (wanted == 1 || first > 0xF4 || wanted > left) {
        return 1;
    }
    for (size_t i = 1; i < wanted; ++i) {
        if (((unsigned char)text[i] & 0xC0) != 0x80) {
            return 1;
        }
    }
    return wanted;
}

int wafti_character_count(const char* text, size_t size) {
    int count = 0;
    for (size_t i = 0; i < size; i += wafti_character_size(text + i, size - i)) {
        ++count;
    }
    return count;
}

// Bytes of the line break at `text`, 0 if there is none. YAML 1.1 breaks lines at U+0085, U+2028 and
// U+2029 too, and libyaml counts them.
static size_t break_size(const char* text, size_t left) {
    if (left >= 2 && text[0] == '\r' && text[1] == '\n') {
        return 2;
    }
    if (text[0] == '\r' || text[0] == '\n') {
        return 1;
    }
    if (left >= 2 && memcmp(text, "\xC2\x85", 2) == 0) {
        return 2;
    }
    const bool separator =
        left >= 3 && (memcmp(text, "\xE2\x80\xA8", 3) == 0 || memcmp(text, "\xE2\x80\xA9", 3) == 0);
    return separator ? 3 : 0;
}

wafti_mark wafti_source_place(const wafti_source* source, size_t offset) {
    wafti_mark mark = {.source = source, .line = 1, .column = 1, .length = 1};
    for (size_t i = 0; i < offset && i < source->size;) {
        const size_t left = source->size - i;
        const size_t line_end = break_size(source->text + i, left);
        if (line_end > 0) {
            ++mark.line;
            mark.column = 1;
            i += line_end;
        } else {
            ++mark.column;
            i += wafti_character_size(source->text + i, left);
        }
    }
    return mark;
}

const char* wafti_source_line(const wafti_source* source, int line, size_t* out_size) {
    size_t start = 0;
    int current = 1;
    size_t i = 0;
    for (; i < source->size && current <= line;) {
        const size_t line_end = break_size(source->text + i, source->size - i);
        if (line_end > 0 && current == line) {
            break;
        }
        i += line_end > 0 ? line_end : 1;
        if (line_end > 0) {
            ++current;
            start = i;
        }
    }
    *out_size = current == line ? i - start : 0;
    return source->text + start;
}

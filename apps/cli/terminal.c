// SPDX-License-Identifier: MIT
#include "terminal.h"

#include "units.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int terminal_width(FILE* stream) {
    enum { NARROWEST = 10, WIDEST = 200, USUAL = 100 };
    struct winsize size = {0};
    uint64_t columns = 0;
    const char* wish = getenv("COLUMNS");
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        columns = size.ws_col;
    } else if (wish == NULL || !parse_whole(wish, &columns) || columns == 0) {
        columns = USUAL;
    }
    return columns < NARROWEST ? NARROWEST : columns > WIDEST ? WIDEST : (int)columns;
}

bool terminal_is_live(FILE* stream) {
    const char* kind = getenv("TERM");
    return isatty(fileno(stream)) == 1 && kind != NULL && strcmp(kind, "dumb") != 0;
}

bool terminal_has_colour(FILE* stream) {
    const char* refused = getenv("NO_COLOR");
    return terminal_is_live(stream) && (refused == NULL || refused[0] == '\0');
}

/// Bytes of the sequence that a lead byte opens, 0 if none.
static size_t sequence_length(unsigned char lead) {
    return lead < 0x80   ? 1
           : lead < 0xC2 ? 0
           : lead < 0xE0 ? 2
           : lead < 0xF0 ? 3
           : lead < 0xF5 ? 4
                         : 0;
}

size_t utf8_decode(const char* text, uint32_t* out_code) {
    const unsigned char* bytes = (const unsigned char*)text;
    const size_t length = sequence_length(bytes[0]);
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t code = length == 1 ? bytes[0] : bytes[0] & (0x7Fu >> length);
    bool good = length > 0;
    for (size_t i = 1; i < length && good; ++i) {
        good = (bytes[i] & 0xC0) == 0x80;
        code = code << 6 | (bytes[i] & 0x3Fu);
    }
    good = good && code >= least[length] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    *out_code = good ? code : 0xFFFD;
    return good ? length : 1;
}

uint32_t character_shown(uint32_t code) {
    const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    return control || code == 0xFFFD ? '?' : code;
}

void make_visible(char* text) {
    char* to = text;
    while (*text != '\0') {
        uint32_t code = 0;
        const size_t length = utf8_decode(text, &code);
        if (character_shown(code) == code) {
            memmove(to, text, length);
            to += length;
        } else {
            *to++ = '?';
        }
        text += length;
    }
    *to = '\0';
}

void print_line_values(FILE* stream, const char* format, va_list values) {
    static const char more[] = "...";
    char line[8192];
    const int length = vsnprintf(line, sizeof line, format, values);
    if (length < 0) {
        line[0] = '\0';
    } else if ((size_t)length >= sizeof line) {
        memcpy(line + sizeof line - sizeof more, more, sizeof more);
    }
    make_visible(line);
    (void)fprintf(stream, "%s\n", line);
}

void print_line(FILE* stream, const char* format, ...) {
    va_list values;
    va_start(values, format);
    print_line_values(stream, format, values);
    va_end(values);
}

typedef struct code_range {
    uint32_t first, last;
} code_range;

static bool in_ranges(uint32_t code, const code_range* ranges, size_t range_count) {
    for (size_t i = 0; i < range_count; ++i) {
        if (code >= ranges[i].first && code <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

// wcwidth() would need a locale. These are the blocks of combining marks and of East Asian wide
// characters and pictographs (Unicode 15, EastAsianWidth W and F), rounded to whole blocks.
int character_width(uint32_t code) {
    static const code_range combining[] = {{0x300, 0x36F}, {0x483, 0x489}, {0x591, 0x5BD},
        {0x610, 0x61A}, {0x64B, 0x65F}, {0x200B, 0x200F}, {0x20D0, 0x20F0}, {0xFE00, 0xFE0F},
        {0xFE20, 0xFE2F}};
    static const code_range wide[] = {{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF},
        {0xA960, 0xA97F}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF60},
        {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF},
        {0x20000, 0x3FFFD}};
    if (code < 0x300) {
        return 1;
    }
    if (in_ranges(code, combining, sizeof combining / sizeof combining[0])) {
        return 0;
    }
    return in_ranges(code, wide, sizeof wide / sizeof wide[0]) ? 2 : 1;
}

/// Columns of the first bytes of a text.
static int word_width(const char* text, size_t length) {
    int width = 0;
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        i += utf8_decode(text + i, &code);
        width += character_width(code);
    }
    return width;
}

int text_width(const char* text) {
    return word_width(text, strlen(text));
}

/// Prints a word from `column` on, over several lines if one is too narrow for it. Returns the column
/// behind it.
static int print_word(
    FILE* stream, const char* word, size_t length, int column, int indent, int width) {
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        const size_t bytes = utf8_decode(word + i, &code);
        if (column > indent && column + character_width(code) > width) {
            (void)fprintf(stream, "\n%*s", indent, "");
            column = indent;
        }
        (void)fwrite(word + i, 1, bytes, stream);
        column += character_width(code);
        i += bytes;
    }
    return column;
}

void print_wrapped(FILE* stream, const char* text, int indent, int width) {
    int column = indent;
    while (*text == ' ') {
        ++text;
    }
    while (*text != '\0') {
        const size_t length = strcspn(text, " ");
        const int needed = word_width(text, length);
        if (column > indent && column + 1 + needed > width) {
            (void)fprintf(stream, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            (void)fputc(' ', stream);
            ++column;
        }
        column = print_word(stream, text, length, column, indent, width);
        text += length;
        while (*text == ' ') {
            ++text;
        }
    }
    (void)fputc('\n', stream);
}

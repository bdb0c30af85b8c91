// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <fenv.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "port/port.h"

void wafti_text_init(wafti_text* text, const waft_allocator* allocator) {
    *text = (wafti_text){0};
    if (allocator != NULL) {
        text->allocator = *allocator;
    }
}

void wafti_text_free(wafti_text* text) {
    wafti_release(&text->allocator, text->bytes, 1, text->capacity);
    const waft_allocator allocator = text->allocator;
    wafti_text_init(text, &allocator);
}

void wafti_text_clear(wafti_text* text) {
    text->length = 0;
    text->failed = false;
    if (text->bytes != NULL) {
        text->bytes[0] = '\0';
    }
}

static bool reserve(wafti_text* text, size_t extra) {
    const size_t wanted = wafti_size_add(wafti_size_add(text->length, extra), 1);
    if (text->failed || wanted == SIZE_MAX) {
        text->failed = true;
        return false;
    }
    if (wanted <= text->capacity) {
        return true;
    }
    size_t capacity = text->capacity < 256 ? 256 : text->capacity * 2;
    capacity = capacity < wanted ? wanted : capacity;
    char* bytes = wafti_allocate(&text->allocator, 1, capacity);
    if (bytes == NULL) {
        text->failed = true;
        return false;
    }
    if (text->length > 0) {
        memcpy(bytes, text->bytes, text->length);
    }
    wafti_release(&text->allocator, text->bytes, 1, text->capacity);
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void wafti_text_add_bytes(wafti_text* text, const void* bytes, size_t byte_count) {
    if (!reserve(text, byte_count)) {
        return;
    }
    if (byte_count > 0) {
        memcpy(text->bytes + text->length, bytes, byte_count);
    }
    text->length += byte_count;
    text->bytes[text->length] = '\0';
}

void wafti_text_add(wafti_text* text, const char* string) {
    wafti_text_add_bytes(text, string, strlen(string));
}

void wafti_text_format(wafti_text* text, const char* format, ...) {
    va_list arguments;
    va_list again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length >= 0 && reserve(text, (size_t)length)) {
        (void)vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

// The C library writes the host locale's decimal sign, which may be any character.
static size_t repair_point(char* buffer) {
    size_t out = 0;
    bool point_done = false;
    for (size_t i = 0; buffer[i] != '\0'; ++i) {
        const char c = buffer[i];
        const bool plain = (c >= '0' && c <= '9') || c == '-' || c == '+' || c == 'e';
        if (plain) {
            buffer[out++] = c;
        } else if (!point_done) {
            buffer[out++] = '.';
            point_done = true;
        }
    }
    buffer[out] = '\0';
    return out;
}

static size_t format_special(char* buffer, double value) {
    const char* word = isnan(value) ? "nan" : value > 0.0 ? "inf" : "-inf";
    memcpy(buffer, word, strlen(word) + 1);
    return strlen(word);
}

// The fewest digits from `least` to `most` that read back as the same number, or as the same float.
static size_t format_shortest(char* buffer, double value, int least, int most, bool single) {
    if (!isfinite(value)) {
        return format_special(buffer, value);
    }
    for (int digits = least;; ++digits) {
        (void)snprintf(buffer, 32, "%.*g", digits, value);
        const size_t length = repair_point(buffer);
        double back = 0.0;
        if (digits == most || (wafti_parse_double(buffer, length, &back) &&
                                  (single ? (float)back == (float)value : back == value))) {
            return length;
        }
    }
}

size_t wafti_format_double(char* buffer, double value) {
    return format_shortest(buffer, value, 15, 17, false);
}

size_t wafti_format_float(char* buffer, float value) {
    return format_shortest(buffer, (double)value, 6, 9, true);
}

void wafti_text_add_double(wafti_text* text, double value) {
    char buffer[32];
    wafti_text_add_bytes(text, buffer, wafti_format_double(buffer, value));
}

void wafti_text_add_float(wafti_text* text, float value) {
    char buffer[32];
    wafti_text_add_bytes(text, buffer, wafti_format_float(buffer, value));
}

void wafti_text_add_fixed(wafti_text* text, double value, int digits) {
    char buffer[352];
    if (!isfinite(value)) {
        wafti_text_add_bytes(text, buffer, format_special(buffer, value));
        return;
    }
    (void)snprintf(buffer, sizeof(buffer), "%.*f", digits, value);
    wafti_text_add_bytes(text, buffer, repair_point(buffer));
}

const char* wafti_format_digits(char* buffer, double value, int digits) {
    if (!isfinite(value)) {
        buffer[format_special(buffer, value)] = '\0';
        return buffer;
    }
    (void)snprintf(buffer, 32, "%.*g", digits, value);
    (void)repair_point(buffer);
    return buffer;
}

void wafti_text_add_digits(wafti_text* text, double value, int digits) {
    char buffer[32];
    wafti_text_add(text, wafti_format_digits(buffer, value, digits));
}

size_t wafti_utf8_length(const char* text) {
    const unsigned char* bytes = (const unsigned char*)text;
    const unsigned char c = bytes[0];
    if (c < 0x80) {
        return 1;
    }
    const size_t length = c >= 0xC2 && c <= 0xDF ? 2 : (c & 0xF0) == 0xE0 ? 3 : 4;
    if (c < 0xC2 || c > 0xF4) {
        return 0;
    }
    for (size_t i = 1; i < length; ++i) {
        if ((bytes[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    const bool overlong = (c == 0xE0 && bytes[1] < 0xA0) || (c == 0xF0 && bytes[1] < 0x90);
    const bool invalid = (c == 0xED && bytes[1] > 0x9F) || (c == 0xF4 && bytes[1] > 0x8F);
    return overlong || invalid ? 0 : length;
}

void wafti_text_add_json(wafti_text* text, const char* string) {
    wafti_text_add(text, "\"");
    for (const unsigned char* p = (const unsigned char*)string; *p != '\0';) {
        const size_t length = wafti_utf8_length((const char*)p);
        if (length == 0) {
            wafti_text_add(text, "\xEF\xBF\xBD");
            ++p;
            continue;
        }
        if (*p == '"' || *p == '\\') {
            wafti_text_format(text, "\\%c", *p);
        } else if (*p < 0x20) {
            wafti_text_format(text, "\\u%04x", (unsigned)*p);
        } else {
            wafti_text_add_bytes(text, p, length);
        }
        p += length;
    }
    wafti_text_add(text, "\"");
}

char* wafti_text_give(wafti_text* text) {
    char* copy = NULL;
    if (!text->failed) {
        copy = wafti_text_copy(&text->allocator, text->bytes, text->length);
    }
    wafti_text_free(text);
    return copy;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static size_t count_digits(const char* text, size_t length) {
    size_t count = 0;
    while (count < length && is_digit(text[count])) {
        ++count;
    }
    return count;
}

static size_t count_sign(const char* text, size_t length) {
    return length > 0 && (text[0] == '+' || text[0] == '-') ? 1 : 0;
}

// The grammar of a number: [+-] digits [. digits] [e [+-] digits], with a digit before or after the
// point.
static bool is_decimal(const char* text, size_t length) {
    size_t i = count_sign(text, length);
    size_t digits = count_digits(text + i, length - i);
    i += digits;
    if (i < length && text[i] == '.') {
        const size_t further = count_digits(text + i + 1, length - i - 1);
        digits += further;
        i += 1 + further;
    }
    if (digits > 0 && i < length && (text[i] == 'e' || text[i] == 'E')) {
        ++i;
        i += count_sign(text + i, length - i);
        digits = count_digits(text + i, length - i);
        i += digits;
    }
    return digits > 0 && i == length;
}

bool wafti_parse_double(const char* text, size_t length, double* out_value) {
    char buffer[128];
    if (length == 0 || length >= sizeof(buffer) || !is_decimal(text, length)) {
        return false;
    }
    memcpy(buffer, text, length);
    buffer[length] = '\0';
    // The C library rounds as the host does and raises the overflow flag, which a host may have made a trap.
    fenv_t host;
    (void)feholdexcept(&host);
    (void)fesetround(FE_TONEAREST);
    const double value = wafti_port_number(buffer);
    (void)fesetenv(&host);
    if (!isfinite(value)) {
        return false;
    }
    *out_value = value;
    return true;
}

bool wafti_parse_int(const char* text, size_t length, int64_t* out_value) {
    const size_t skip = count_sign(text, length);
    const bool negative = skip > 0 && text[0] == '-';
    uint64_t magnitude = 0;
    if (!wafti_parse_uint(text + skip, length - skip, &magnitude) || magnitude > INT64_MAX) {
        return false;
    }
    *out_value = negative ? -(int64_t)magnitude : (int64_t)magnitude;
    return true;
}

bool wafti_parse_uint(const char* text, size_t length, uint64_t* out_value) {
    uint64_t value = 0;
    if (length == 0) {
        return false;
    }
    for (size_t i = 0; i < length; ++i) {
        if (!is_digit(text[i]) || __builtin_mul_overflow(value, UINT64_C(10), &value) ||
            __builtin_add_overflow(value, (uint64_t)(text[i] - '0'), &value)) {
            return false;
        }
    }
    *out_value = value;
    return true;
}

bool wafti_parse_hex(const char* text, size_t length, uint64_t* out_value) {
    uint64_t value = 0;
    for (size_t i = 0; i < length; ++i) {
        const char c = text[i];
        const char small = (char)(c | 0x20); // of a letter
        const int digit = is_digit(c)                    ? c - '0'
                          : small >= 'a' && small <= 'f' ? small - 'a' + 10
                                                         : -1;
        if (digit < 0) {
            return false;
        }
        value = value << 4 | (uint64_t)digit;
    }
    *out_value = value;
    return length > 0 && length <= 16;
}

const char* wafti_text_quote(char* buffer, size_t buffer_size, const char* piece, size_t length) {
    size_t shown = length < buffer_size ? length : buffer_size - 1;
    // Bytes 10xxxxxx continue a character.
    while (shown > 0 && shown < length && ((unsigned char)piece[shown] & 0xC0) == 0x80) {
        --shown;
    }
    for (size_t i = 0; i < shown; ++i) {
        const unsigned char c = (unsigned char)piece[i];
        buffer[i] = c < 0x20 || c == 0x7F ? '?' : piece[i];
    }
    buffer[shown] = '\0';
    return buffer;
}

size_t wafti_word_distance(const char* a, const char* b) {
    enum { LONGEST = 48 };
    const size_t rows = strlen(a);
    const size_t columns = strlen(b);
    if (rows > LONGEST || columns > LONGEST) {
        return SIZE_MAX;
    }
    size_t table[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= LONGEST; ++i) {
        table[i][0] = i;
        table[0][i] = i;
    }
    for (size_t i = 1; i <= rows; ++i) {
        for (size_t j = 1; j <= columns; ++j) {
            const size_t change = table[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            const size_t left =
                table[i - 1][j] < table[i][j - 1] ? table[i - 1][j] : table[i][j - 1];
            size_t best = change < left + 1 ? change : left + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                best = best < table[i - 2][j - 2] + 1 ? best : table[i - 2][j - 2] + 1;
            }
            table[i][j] = best;
        }
    }
    return table[rows][columns];
}

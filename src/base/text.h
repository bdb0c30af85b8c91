// SPDX-License-Identifier: MIT
// Text that grows, and numbers that do not depend on the host's locale.
#ifndef WAFTI_BASE_TEXT_H
#define WAFTI_BASE_TEXT_H

#include <waft/base.h>

/// A growing buffer. After a failed growth it stays as it was and `failed` is set; check once at the
/// end.
typedef struct wafti_text {
    waft_allocator allocator;
    char* bytes; ///< always ends with a zero byte once anything was added
    size_t length;
    size_t capacity;
    bool failed;
} wafti_text;

void wafti_text_init(wafti_text* text, const waft_allocator* allocator);
void wafti_text_free(wafti_text* text);
void wafti_text_clear(wafti_text* text);
void wafti_text_add(wafti_text* text, const char* string);
void wafti_text_add_bytes(wafti_text* text, const void* bytes, size_t byte_count);
/// Use only %s %d %u %zu %x and the like: %f and %g would follow the host's locale.
void wafti_text_format(wafti_text* text, const char* format, ...) WAFT_PRINTF(2, 3);
/// The shortest decimal that reads back as the same double ("0.1", "1e-06", "nan").
void wafti_text_add_double(wafti_text* text, double value);
/// The shortest decimal that reads back as the same float.
void wafti_text_add_float(wafti_text* text, float value);
/// `value` with so many digits after the point.
void wafti_text_add_fixed(wafti_text* text, double value, int digits);
/// `value` with at most so many significant digits, as %g writes it.
void wafti_text_add_digits(wafti_text* text, double value, int digits);
/// A JSON string with quotes and escapes; bytes that are not UTF-8 become U+FFFD.
void wafti_text_add_json(wafti_text* text, const char* string);
/// Hands the text over as waft_text_free() releases it; NULL if memory ran out. Empties `text`.
char* wafti_text_give(wafti_text* text);

/// Length of the UTF-8 sequence at `text` (which a zero byte ends), 0 if it is not one.
size_t wafti_utf8_length(const char* text);

/// Shortest decimal into a buffer of at least 32 bytes; returns its length.
size_t wafti_format_double(char* buffer, double value);
size_t wafti_format_float(char* buffer, float value);
/// At most so many significant digits, as %g writes them; returns `buffer`.
const char* wafti_format_digits(char* buffer, double value, int digits);

/// Reads a decimal number that fills all of `text` (no spaces, no hex, no nan or inf), whatever the
/// locale.
bool wafti_parse_double(const char* text, size_t length, double* out_value);
bool wafti_parse_int(const char* text, size_t length, int64_t* out_value);
bool wafti_parse_uint(const char* text, size_t length, uint64_t* out_value);
/// 1 to 16 hexadecimal digits, large or small.
bool wafti_parse_hex(const char* text, size_t length, uint64_t* out_value);

/// A piece of input as it may stand in a sentence: at most `buffer_size` - 1 bytes of it, not cut
/// within a character, with '?' for control bytes (which a terminal would obey). Returns `buffer`.
const char* wafti_text_quote(char* buffer, size_t buffer_size, const char* piece, size_t length);

/// Edit distance between two words, counting a swap of neighbours as one.
size_t wafti_word_distance(const char* a, const char* b);

#endif // WAFTI_BASE_TEXT_H

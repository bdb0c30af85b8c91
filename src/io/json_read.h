// SPDX-License-Identifier: MIT
// Just enough JSON to read run.json and glTF: members of an object, items of a list.
#ifndef WAFTI_IO_JSON_READ_H
#define WAFTI_IO_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A value as it stands in the text: "text" with its quotes, 12, {...}.
typedef struct wafti_json_value {
    const char* text;
    size_t length;
} wafti_json_value;

/// True if the text is one object whose members can be told apart.
bool wafti_json_is_object(const char* text, size_t length);
/// The member called `key` of such an object; false if there is none.
bool wafti_json_member(
    const char* text, size_t length, const char* key, wafti_json_value* out_value);

/// Value number `index` of a list; false if there are not so many.
bool wafti_json_item(const char* text, size_t length, size_t index, wafti_json_value* out_value);

/// The values of a list one after the other, in one walk: start with the list's text.
typedef struct wafti_json_list {
    const char* next;
    const char* end;
    bool begun;
} wafti_json_list;
bool wafti_json_next(wafti_json_list* list, wafti_json_value* out_value);

/// A string member without quotes and escapes, cut to the buffer at a character's start.
bool wafti_json_string(
    const char* text, size_t length, const char* key, char* buffer, size_t buffer_size);
bool wafti_json_uint(const char* text, size_t length, const char* key, uint64_t* out_value);
bool wafti_json_int(const char* text, size_t length, const char* key, int64_t* out_value);
bool wafti_json_double(const char* text, size_t length, const char* key, double* out_value);
/// A string member of 16 hexadecimal digits.
bool wafti_json_hash(const char* text, size_t length, const char* key, uint64_t* out_value);

#endif // WAFTI_IO_JSON_READ_H

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

/// True if the value is one object whose members can be told apart.
bool wafti_json_is_object(wafti_json_value value);
/// The member called `key` of such an object; false if there is none.
bool wafti_json_member(wafti_json_value object, const char* key, wafti_json_value* out_value);

/// Value number `index` of a list; false if there are not so many.
bool wafti_json_item(wafti_json_value list, size_t index, wafti_json_value* out_value);

/// The values of a list, or the members of an object, one after the other in one walk. Keys are without their
/// quotes.
typedef struct wafti_json_list {
    const char* next;
    const char* end;
    bool begun;
} wafti_json_list;
wafti_json_list wafti_json_walk(wafti_json_value list);
bool wafti_json_next(wafti_json_list* list, wafti_json_value* out_value);
bool wafti_json_next_member(
    wafti_json_list* object, wafti_json_value* out_key, wafti_json_value* out_value);

/// A string member without quotes and escapes, cut to the buffer at a character's start.
bool wafti_json_string(wafti_json_value object, const char* key, char* buffer, size_t buffer_size);
bool wafti_json_uint(wafti_json_value object, const char* key, uint64_t* out_value);
bool wafti_json_int(wafti_json_value object, const char* key, int64_t* out_value);
bool wafti_json_double(wafti_json_value object, const char* key, double* out_value);
/// A string member of 16 hexadecimal digits.
bool wafti_json_hash(wafti_json_value object, const char* key, uint64_t* out_value);

#endif // WAFTI_IO_JSON_READ_H

// SPDX-License-Identifier: MIT
// One JSON object on one line of stdout.
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct json {
    bool empty; ///< nothing stands in the innermost braces yet
} json;

/// Opens an object; its first member is "type" unless `type` is NULL.
json json_begin(const char* type);
/// Closes it, ends the line and flushes, so that a reader of a pipe sees it at once.
void json_end(json* object);

void json_text(json* object, const char* key, const char* value);
void json_number(json* object, const char* key, double value);
/// The same for a float: as many digits as it takes to tell it from other floats.
void json_float(json* object, const char* key, float value);
void json_whole(json* object, const char* key, uint64_t value);
/// An array of numbers, each times `factor`.
void json_numbers(json* object, const char* key, const double* values, size_t count, double factor);
void json_bool(json* object, const char* key, bool value);
/// A 64-bit hash as a string of 16 hexadecimal digits: JSON numbers would lose its last bits.
void json_hash(json* object, const char* key, uint64_t value);
/// Opens and closes an object or a list as a member; inside a list keys are NULL.
void json_open(json* object, const char* key, char bracket);
void json_close(json* object, char bracket);

#endif // CLI_JSON_H

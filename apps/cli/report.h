// SPDX-License-Identifier: MIT
// Facts about one thing: aligned lines for people, one JSON object for programs.
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "json.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct report {
    bool as_json;
    json object;
} report;

/// `kind` says what the thing is, `file` where it lies.
report report_begin(bool as_json, const char* kind, const char* file);
void report_end(report* facts);

void report_text(report* facts, const char* key, const char* value);
void report_whole(report* facts, const char* key, uint64_t value);
void report_hash(report* facts, const char* key, uint64_t value);
/// `unit` stands behind the number for people only; "" if there is none.
void report_number(report* facts, const char* key, double value, const char* unit);
void report_float(report* facts, const char* key, float value, const char* unit);
void report_bytes(report* facts, const char* key, uint64_t value);

#endif // CLI_REPORT_H

// SPDX-License-Identifier: MIT
#include "report.h"

#include "terminal.h"
#include "units.h"

#include <inttypes.h>
#include <stdio.h>

enum { KEY_WIDTH = 14 };

report report_begin(bool as_json, const char* kind, const char* file) {
    report facts = {.as_json = as_json};
    if (as_json) {
        facts.object = json_begin(kind);
        json_text(&facts.object, "file", file);
    } else {
        print_line(stdout, "%s: %s", file, kind);
    }
    return facts;
}

void report_end(report* facts) {
    if (facts->as_json) {
        json_end(&facts->object);
    }
}

void report_text(report* facts, const char* key, const char* value) {
    if (facts->as_json) {
        json_text(&facts->object, key, value);
    } else {
        print_line(stdout, "%-*s %s", KEY_WIDTH, key, value);
    }
}

void report_whole(report* facts, const char* key, uint64_t value) {
    if (facts->as_json) {
        json_whole(&facts->object, key, value);
    } else {
        (void)printf("%-*s %" PRIu64 "\n", KEY_WIDTH, key, value);
    }
}

void report_hash(report* facts, const char* key, uint64_t value) {
    if (facts->as_json) {
        json_hash(&facts->object, key, value);
    } else {
        (void)printf("%-*s %016" PRIx64 "\n", KEY_WIDTH, key, value);
    }
}

void report_number(report* facts, const char* key, double value, const char* unit) {
    if (facts->as_json) {
        json_number(&facts->object, key, value);
    } else {
        (void)printf("%-*s %g%s%s\n", KEY_WIDTH, key, value, unit[0] != '\0' ? " " : "", unit);
    }
}

void report_float(report* facts, const char* key, float value, const char* unit) {
    if (facts->as_json) {
        json_float(&facts->object, key, value);
    } else {
        report_number(facts, key, (double)value, unit);
    }
}

void report_bytes(report* facts, const char* key, uint64_t value) {
    if (facts->as_json) {
        json_whole(&facts->object, key, value);
        return;
    }
    char text[UNITS_TEXT];
    format_bytes(text, (double)value);
    (void)printf("%-*s %s\n", KEY_WIDTH, key, text);
}

// SPDX-License-Identifier: MIT
#include "json.h"

#include "terminal.h"
#include "units.h"

#include <inttypes.h>
#include <stdio.h>

static void put_string(const char* text) {
    (void)putchar('"');
    while (*text != '\0') {
        uint32_t code = 0;
        const size_t length = utf8_decode(text, &code);
        if (code == '"' || code == '\\') {
            (void)printf("\\%c", (int)code);
        } else if (code < 0x20 || (code >= 0x7F && code < 0xA0)) {
            (void)printf("\\u%04" PRIx32, code);
        } else if (code == 0xFFFD) {
            (void)fputs("\xEF\xBF\xBD", stdout);
        } else {
            (void)fwrite(text, 1, length, stdout);
        }
        text += length;
    }
    (void)putchar('"');
}

static void put_key(json* object, const char* key) {
    if (!object->empty) {
        (void)fputs(", ", stdout);
    }
    object->empty = false;
    if (key != NULL) {
        put_string(key);
        (void)fputs(": ", stdout);
    }
}

json json_begin(const char* type) {
    json object = {.empty = true};
    (void)putchar('{');
    if (type != NULL) {
        json_text(&object, "type", type);
    }
    return object;
}

void json_end(json* object) {
    object->empty = true;
    (void)fputs("}\n", stdout);
    (void)fflush(stdout);
}

void json_text(json* object, const char* key, const char* value) {
    put_key(object, key);
    put_string(value);
}

void json_number(json* object, const char* key, double value) {
    char text[UNITS_TEXT];
    format_json_number(text, value);
    put_key(object, key);
    (void)fputs(text, stdout);
}

void json_float(json* object, const char* key, float value) {
    char text[UNITS_TEXT];
    format_json_float(text, value);
    put_key(object, key);
    (void)fputs(text, stdout);
}

void json_whole(json* object, const char* key, uint64_t value) {
    put_key(object, key);
    (void)printf("%" PRIu64, value);
}

void json_bool(json* object, const char* key, bool value) {
    put_key(object, key);
    (void)fputs(value ? "true" : "false", stdout);
}

void json_hash(json* object, const char* key, uint64_t value) {
    put_key(object, key);
    (void)printf("\"%016" PRIx64 "\"", value);
}

void json_open(json* object, const char* key, char bracket) {
    put_key(object, key);
    (void)putchar(bracket);
    object->empty = true;
}

void json_close(json* object, char bracket) {
    (void)putchar(bracket);
    object->empty = false;
}

void json_numbers(
    json* object, const char* key, const double* values, size_t count, double factor) {
    json_open(object, key, '[');
    for (size_t i = 0; i < count; ++i) {
        json_number(object, NULL, factor * values[i]);
    }
    json_close(object, ']');
}

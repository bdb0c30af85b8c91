// SPDX-License-Identifier: MIT
#include "info_hull.h"

#include "exit.h"
#include "report.h"

#include <waft/export.h>
#include <waft/hull.h>

#include <stdbool.h>
#include <string.h>

int info_hull(const arguments* args, const char* path) {
    waft_hull* hull = NULL;
    waft_error error;
    const waft_result result = waft_hull_load(path, NULL, &hull, &error);
    if (result != WAFT_OK) {
        return fail(exit_code_of_input(result), args->command->name, "%s", error.sentence);
    }
    const waft_hull_info info = waft_hull_get_info(hull);
    report facts = report_begin(arguments_has(args, OPTION_JSON), "hull", path);
    report_whole(&facts, "facets", info.facet_count);
    report_number(&facts, "volume", info.volume, "m3");
    report_number(&facts, "mass", info.mass, "kg");
    report_number(&facts, "density", info.density, "kg/m3");
    report_text(&facts, "loads", info.plate ? "plate" : "compact");
    report_text(&facts, "method", waft_added_mass_word(info.method));
    report_number(&facts, "asymmetry", info.asymmetry, "");
    report_whole(&facts, "history", info.history_count);
    if (info.history_count > 0) {
        report_number(&facts, "reynolds", info.reynolds, "");
    }
    report_end(&facts);
    waft_hull_destroy(hull);
    return EXIT_OK;
}

/// JSON text on its way; strings are passed over whole.
typedef struct scan {
    const char* at;
    const char* end;
    int depth;
} scan;

/// Passes one character, or one string. Returns it; '"' for a string, whose inside is then given.
static char pass(scan* s, const char** out_start, size_t* out_length) {
    const char c = *s->at++;
    if (c == '"') {
        *out_start = s->at;
        while (s->at < s->end && *s->at != '"') {
            s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
        }
        *out_length = (size_t)(s->at - *out_start);
        s->at += s->at < s->end;
    }
    s->depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    return c;
}

/// Objects in the list that a key of the whole has; 0 if there is none.
static uint64_t count_items(const char* text, size_t size, const char* key) {
    scan s = {text, text + size, 0};
    bool inside = false;
    uint64_t count = 0;
    while (s.at < s.end) {
        const char* start = NULL;
        size_t length = 0;
        const int depth = s.depth;
        const char c = pass(&s, &start, &length);
        if (c == '"' && depth == 1 && length == strlen(key) && memcmp(start, key, length) == 0) {
            inside = true;
        } else if (inside && c == ']' && s.depth == 1) {
            return count;
        }
        count += inside && c == '{' && depth == 2;
    }
    return count;
}

static uint32_t word_at(const char* bytes) {
    const unsigned char* b = (const unsigned char*)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

int info_glb(const arguments* args, const char* path, uint64_t byte_count) {
    enum { HEAD = 20 }; // the file's head and that of its first chunk, which is JSON
    char* bytes = NULL;
    size_t size = 0;
    waft_error error;
    const waft_result result =
        waft_file_read(path, (size_t)byte_count + 1, NULL, &bytes, &size, &error);
    if (result != WAFT_OK) {
        return fail(exit_code_of_input(result), args->command->name, "%s", error.sentence);
    }
    const uint32_t json_size = size >= HEAD ? word_at(bytes + 12) : 0;
    if (size < HEAD || word_at(bytes + 8) != size || json_size > size - HEAD ||
        memcmp(bytes + 16, "JSON", 4) != 0) {
        waft_text_free(NULL, bytes);
        return fail(EXIT_USAGE, args->command->name,
            "%s: the binary glTF is cut, or its sizes are wrong", path);
    }
    report facts = report_begin(arguments_has(args, OPTION_JSON), "glb", path);
    report_whole(&facts, "version", word_at(bytes + 4));
    report_bytes(&facts, "size", size);
    report_whole(&facts, "nodes", count_items(bytes + HEAD, json_size, "nodes"));
    report_whole(&facts, "meshes", count_items(bytes + HEAD, json_size, "meshes"));
    report_whole(&facts, "animations", count_items(bytes + HEAD, json_size, "animations"));
    report_end(&facts);
    waft_text_free(NULL, bytes);
    return EXIT_OK;
}

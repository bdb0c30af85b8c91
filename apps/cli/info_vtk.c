// SPDX-License-Identifier: MIT
#include "info_vtk.h"

#include "exit.h"
#include "report.h"

#include <waft/export.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 16384, VALUE = 128, NAMES = 1024 };

/// The value of the next ` key="value"` at or after `text`; NULL if there is none that fits, else
/// what follows it.
static const char* read_attribute(const char* text, const char* key, char out_value[VALUE]) {
    char start[VALUE];
    (void)snprintf(start, sizeof start, " %s=\"", key);
    const char* found = strstr(text, start);
    const char* value = found != NULL ? found + strlen(start) : NULL;
    const char* end = value != NULL ? strchr(value, '"') : NULL;
    if (end == NULL || end - value >= VALUE) {
        return NULL;
    }
    memcpy(out_value, value, (size_t)(end - value));
    out_value[end - value] = '\0';
    return end + 1;
}

/// The XML of a file up to its binary data.
static bool read_head(const char* path, const char* kind, char head[HEAD]) {
    FILE* file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    const size_t size = fread(head, 1, HEAD - 1, file);
    (void)fclose(file);
    head[size] = '\0';
    char* data = strstr(head, "<AppendedData");
    if (data != NULL) {
        *data = '\0';
    }
    return strstr(head, kind) != NULL;
}

/// The names of all arrays, with commas.
static void list_arrays(const char* head, char names[NAMES]) {
    char name[VALUE];
    names[0] = '\0';
    for (const char* next = strstr(head, "<DataArray"); next != NULL;
         next = strstr(next, "<DataArray")) {
        next = read_attribute(next, "Name", name);
        if (next == NULL) {
            break;
        }
        const size_t used = strlen(names);
        (void)snprintf(names + used, NAMES - used, "%s%s", used > 0 ? ", " : "", name);
    }
}

int info_vtp(const arguments* args, const char* path, uint64_t byte_count) {
    char head[HEAD];
    char points[VALUE];
    char names[NAMES];
    if (!read_head(path, "PolyData", head) ||
        read_attribute(head, "NumberOfPoints", points) == NULL) {
        return fail(EXIT_USAGE, args->command->name,
            "%s: the header of the VTK points is cut or of a kind that is not known", path);
    }
    list_arrays(head, names);
    report facts = report_begin(arguments_has(args, OPTION_JSON), "vtp", path);
    report_whole(&facts, "points", strtoull(points, NULL, 10));
    report_text(&facts, "names", names);
    report_bytes(&facts, "bytes", byte_count);
    report_end(&facts);
    return EXIT_OK;
}

int info_vti(const arguments* args, const char* path, uint64_t byte_count) {
    char head[HEAD];
    char extent[VALUE];
    char spacing[VALUE];
    long ends[6] = {0};
    if (!read_head(path, "ImageData", head) ||
        read_attribute(head, "WholeExtent", extent) == NULL ||
        read_attribute(head, "Spacing", spacing) == NULL) {
        return fail(EXIT_USAGE, args->command->name,
            "%s: the header of the VTK image is cut or of a kind that is not known", path);
    }
    char* at = extent;
    for (int i = 0; i < 6; ++i) {
        ends[i] = strtol(at, &at, 10);
    }
    char names[NAMES];
    list_arrays(head, names);
    report facts = report_begin(arguments_has(args, OPTION_JSON), "vti", path);
    report_whole(&facts, "cells_x", (uint64_t)(ends[1] - ends[0]));
    report_whole(&facts, "cells_y", (uint64_t)(ends[3] - ends[2]));
    report_whole(&facts, "cells_z", (uint64_t)(ends[5] - ends[4]));
    report_number(&facts, "spacing", strtod(spacing, NULL), "m");
    report_text(&facts, "names", names);
    report_bytes(&facts, "bytes", byte_count);
    report_end(&facts);
    return EXIT_OK;
}

int info_pvd(const arguments* args, const char* path) {
    const size_t limit = (size_t)1 << 28;
    char* text = NULL;
    size_t size = 0;
    waft_error error;
    const waft_result result = waft_file_read(path, limit, NULL, &text, &size, &error);
    if (result != WAFT_OK) {
        return fail(exit_code_of_input(result), args->command->name, "%s", error.sentence);
    }
    const bool good = strstr(text, "\"Collection\"") != NULL;
    char value[VALUE];
    double times[2] = {0.0, 0.0};
    uint64_t count = 0;
    for (const char* next = read_attribute(text, "timestep", value); next != NULL;
         next = read_attribute(next, "timestep", value)) {
        times[count > 0 ? 1 : 0] = strtod(value, NULL);
        ++count;
    }
    waft_text_free(NULL, text);
    if (!good) {
        return fail(EXIT_USAGE, args->command->name, "%s is no ParaView collection", path);
    }
    report facts = report_begin(arguments_has(args, OPTION_JSON), "pvd", path);
    report_whole(&facts, "files", count);
    report_number(&facts, "first_time", times[0], "s");
    report_number(&facts, "last_time", times[count > 1 ? 1 : 0], "s");
    report_end(&facts);
    return EXIT_OK;
}

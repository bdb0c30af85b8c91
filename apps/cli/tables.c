// SPDX-License-Identifier: MIT
#include "tables.h"

#include "exit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// True if the file starts with bytes that no text has. A pipe is left alone: what is read from it
/// is gone.
static bool is_binary(const char* path) {
    unsigned char head[512];
    struct stat status;
    const bool plain = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    FILE* file = plain ? fopen(path, "rbe") : NULL;
    const size_t count = file != NULL ? fread(head, 1, sizeof head, file) : 0;
    if (file != NULL) {
        (void)fclose(file);
    }
    for (size_t i = 0; i < count; ++i) {
        if (head[i] == '\0' || (head[i] < 0x20 && strchr("\t\n\r", head[i]) == NULL)) {
            return true;
        }
    }
    return false;
}

int table_open(const arguments* args, const char* path, waft_table** out_table) {
    waft_error error;
    *out_table = NULL;
    if (is_binary(path)) {
        return fail(args, EXIT_USAGE,
            "%s is no table: a table is text, comma-separated values (CSV)", path);
    }
    const waft_result result = waft_table_read(path, NULL, out_table, &error);
    return check_input(args, result, &error);
}

table_range table_range_of(const double* values, size_t count) {
    table_range range = {NAN, NAN};
    for (size_t i = 0; i < count; ++i) {
        // fmin and fmax prefer the number where the other is NaN.
        range.least = fmin(range.least, values[i]);
        range.greatest = fmax(range.greatest, values[i]);
    }
    return range;
}

bool table_find(const waft_table* table, const char* name, size_t* out_column) {
    for (size_t i = 0; i < waft_table_column_count(table); ++i) {
        if (strcmp(waft_table_column_name(table, i), name) == 0) {
            *out_column = i;
            return true;
        }
    }
    return false;
}

int table_require(const arguments* args, const waft_table* table, const char* path,
    const char* name, size_t* out_column) {
    if (table_find(table, name, out_column)) {
        return EXIT_OK;
    }
    const size_t count = waft_table_column_count(table);
    const char** words = calloc(count + 1, sizeof *words);
    if (words == NULL) {
        return fail_memory(args);
    }
    for (size_t i = 0; i < count; ++i) {
        words[i] = waft_table_column_name(table, i);
    }
    char hint[1024];
    suggest(name, words, count, hint, sizeof hint);
    for (size_t i = 0; i < count && (i > 0 || hint[0] == '\0'); ++i) {
        const size_t used = strlen(hint);
        (void)snprintf(
            hint + used, sizeof hint - used, "%s%s", i == 0 ? "; it has " : ", ", words[i]);
    }
    free(words);
    return fail(args, EXIT_USAGE, "%s has no column '%s'%s", path, name, hint);
}

int table_columns(const arguments* args, const waft_table* table, const char* path,
    const char* const* names, int count, const double** out_columns) {
    int code = EXIT_OK;
    for (int i = 0; i < count && code == EXIT_OK; ++i) {
        size_t column = 0;
        code = table_require(args, table, path, names[i], &column);
        out_columns[i] = code == EXIT_OK ? waft_table_column(table, column) : NULL;
    }
    return code;
}

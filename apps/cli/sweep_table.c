// SPDX-License-Identifier: MIT
#include "sweep_table.h"

#include "exit.h"
#include "regimes.h"
#include "tables.h"
#include "terminal.h"
#include "units.h"

#include <waft/export.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATS_MOST = 128 };

/// Text that grows; what does not fit into memory is told at the end.
typedef struct text {
    char* bytes;
    size_t length, capacity;
    bool failed;
} text;

static void text_append(text* self, const char* bytes, size_t count) {
    if (self->length + count + 1 > self->capacity) {
        const size_t capacity = 2 * (self->length + count) + 256;
        char* grown = realloc(self->bytes, capacity);
        if (grown == NULL) {
            self->failed = true;
            return;
        }
        self->bytes = grown;
        self->capacity = capacity;
    }
    memcpy(self->bytes + self->length, bytes, count);
    self->length += count;
    self->bytes[self->length] = '\0';
}

static void text_add(text* self, const char* format, ...) WAFT_PRINTF(2, 3);

static void text_add(text* self, const char* format, ...) {
    char piece[SWEEP_SET];
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(piece, sizeof piece, format, values);
    va_end(values);
    const size_t written = length < 0 ? 0 : (size_t)length;
    text_append(self, piece, written < sizeof piece ? written : sizeof piece - 1);
}

static void text_add_number(text* self, const char* before, double value) {
    char number[UNITS_TEXT];
    format_json_number(number, value);
    text_add(self, "%s%s", before, strcmp(number, "null") == 0 ? "nan" : number);
}

static int text_write(const arguments* args, text* self, const char* path) {
    waft_error error;
    int code = self->failed ? fail_memory(args->command->name) : EXIT_OK;
    if (code == EXIT_OK) {
        const waft_result result = waft_file_write(path, self->bytes, self->length, &error);
        code = result == WAFT_OK
                   ? EXIT_OK
                   : fail(exit_code_of(result), args->command->name, "%s", error.sentence);
    }
    free(self->bytes);
    return code;
}

void sweep_result_path(const char* directory, char* out_path, size_t size) {
    (void)snprintf(out_path, size, "%s/result.csv", directory);
}

static int add_regimes(const arguments* args, const char* directory, const double up[3],
    const waft_world* world, text* names, text* values) {
    const waft_bodies* bodies = waft_world_bodies(world);
    regime_list list;
    char table[SWEEP_PATH + 16];
    (void)snprintf(table, sizeof table, "%s/bodies.csv", directory);
    if (bodies == NULL || access(table, F_OK) != 0) { // tables.bodies may be 0
        return EXIT_OK;
    }
    const int code = regimes_read(args, directory, bodies, up, &list);
    if (code != EXIT_OK) {
        return code;
    }
    const regime_summary summary = regimes_summarize(&list);
    for (int i = 0; i < WAFT_REGIME_COUNT; ++i) {
        text_add(names, ",regime.%s", waft_regime_name((waft_regime)i));
        text_add_number(values, ",", summary.share[i]);
    }
    text_add(names, ",descent,drift");
    text_add_number(values, ",", summary.descent);
    text_add_number(values, ",", summary.drift);
    regimes_free(&list);
    return EXIT_OK;
}

/// The line of names and the line of values below it, into DIR/result.csv.
static int write_lines(const arguments* args, const char* directory, text* names, text* values) {
    char path[SWEEP_PATH];
    text_add(names, "\n");
    names->failed = names->failed || values->failed;
    if (!values->failed) {
        text_append(names, values->bytes, values->length);
    }
    text_add(names, "\n");
    free(values->bytes);
    sweep_result_path(directory, path, sizeof path);
    return text_write(args, names, path);
}

int sweep_result_write(
    const arguments* args, const char* directory, const waft_scene* scene, waft_world* world) {
    double up[3];
    waft_stat stats[STATS_MOST];
    text names = {.bytes = NULL};
    text values = {.bytes = NULL};
    const size_t there = waft_world_stats(world, stats, STATS_MOST);
    text_add(&names, "time_s");
    text_add_number(&values, "", waft_world_time(world));
    for (size_t i = 0; i < there && i < STATS_MOST; ++i) {
        text_add(&names, ",%s", stats[i].name);
        text_add_number(&values, ",", stats[i].value);
    }
    regimes_up(scene, up);
    const int code = add_regimes(args, directory, up, world, &names, &values);
    text_add(&names, ",failed");
    text_add(&values, ",0");
    if (code != EXIT_OK) {
        free(names.bytes);
        free(values.bytes);
        return code;
    }
    return write_lines(args, directory, &names, &values);
}

int sweep_result_write_failed(
    const arguments* args, const char* directory, const waft_world* world) {
    text names = {.bytes = NULL};
    text values = {.bytes = NULL};
    text_add(&names, "time_s,failed");
    text_add_number(&values, "", waft_world_time(world));
    text_add(&values, ",1");
    return write_lines(args, directory, &names, &values);
}

/// What a result has in a column; NaN if it has none, as that of a run that failed.
static double value_of(const waft_table* result, const char* name) {
    size_t column = 0;
    return waft_table_row_count(result) > 0 && table_find(result, name, &column)
               ? waft_table_column(result, column)[0]
               : NAN;
}

bool sweep_result_failed(const waft_table* result) {
    return value_of(result, "failed") > 0.0;
}

static int open_result(
    const arguments* args, const char* directory, size_t run, waft_table** out_result) {
    char folder[SWEEP_PATH];
    char path[SWEEP_PATH + 16];
    (void)snprintf(folder, sizeof folder, "%s/runs/%05zu", directory, run + 1);
    sweep_result_path(folder, path, sizeof path);
    return table_open(args, path, out_result);
}

/// The result whose columns the table has: that of the first run that did not fail, or of the first.
static int open_head(
    const arguments* args, const sweep_plan* plan, const char* directory, waft_table** out_head) {
    int code = open_result(args, directory, 0, out_head);
    for (size_t run = 1; run < plan->run_count && code == EXIT_OK; ++run) {
        waft_table* next = NULL;
        if (!sweep_result_failed(*out_head)) {
            break;
        }
        code = open_result(args, directory, run, &next);
        if (code == EXIT_OK && !sweep_result_failed(next)) {
            waft_table* failed = *out_head;
            *out_head = next;
            next = failed;
        }
        waft_table_destroy(next);
    }
    return code;
}

static void add_head(const sweep_plan* plan, const waft_table* head, text* table) {
    text_add(table, "run");
    for (size_t i = 0; i < plan->axis_count; ++i) {
        text_add(table, ",%s", plan->axes[i].path);
    }
    for (size_t i = 0; i < waft_table_column_count(head); ++i) {
        text_add(table, ",%s", waft_table_column_name(head, i));
    }
    text_add(table, "\n");
}

/// One run's row: the values that were set, then its result.
static void add_row(const sweep_plan* plan, size_t run, const waft_table* head,
    const waft_table* result, text* table) {
    text_add(table, "%zu", run + 1);
    for (size_t i = 0; i < plan->axis_count; ++i) {
        char value[SWEEP_SET / 2];
        sweep_plan_value(plan, run, i, value, sizeof value);
        const bool plain = strpbrk(value, ",\"\n") == NULL;
        text_add(table, plain ? ",%s" : ",\"%s\"", value);
    }
    for (size_t i = 0; i < waft_table_column_count(head); ++i) {
        text_add_number(table, ",", value_of(result, waft_table_column_name(head, i)));
    }
    text_add(table, "\n");
}

static int add_rows(const arguments* args, const sweep_plan* plan, const char* directory,
    const waft_table* head, text* table, size_t* out_failed) {
    int code = EXIT_OK;
    for (size_t run = 0; run < plan->run_count && code == EXIT_OK; ++run) {
        waft_table* result = NULL;
        code = open_result(args, directory, run, &result);
        if (code == EXIT_OK) {
            add_row(plan, run, head, result, table);
            *out_failed += sweep_result_failed(result);
        }
        waft_table_destroy(result);
    }
    return code;
}

int sweep_table_write(
    const arguments* args, const sweep_plan* plan, const char* directory, size_t* out_failed) {
    char path[SWEEP_PATH];
    text table = {.bytes = NULL};
    waft_table* head = NULL;
    *out_failed = 0;
    int code = open_head(args, plan, directory, &head);
    if (code == EXIT_OK) {
        add_head(plan, head, &table);
        code = add_rows(args, plan, directory, head, &table, out_failed);
    }
    waft_table_destroy(head);
    if (code != EXIT_OK) {
        free(table.bytes);
        return code;
    }
    (void)snprintf(path, sizeof path, "%s/table.csv", directory);
    code = text_write(args, &table, path);
    if (code == EXIT_OK) {
        print_line(stdout, "%s", path);
    }
    return code;
}

// SPDX-License-Identifier: MIT
#include "sweep_table.h"

#include "exit.h"
#include "regimes.h"
#include "tables.h"
#include "terminal.h"
#include "units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATS_MOST = 128, FIGURES_MOST = STATS_MOST + WAFT_REGIME_COUNT + 4 };

/// What is known of a run when it has ended, in the order of its columns.
typedef struct figures {
    char names[FIGURES_MOST][SWEEP_TEXT];
    double values[FIGURES_MOST];
    size_t count;
} figures;

static void add_figure(figures* list, const char* before, const char* name, double value) {
    (void)snprintf(list->names[list->count], SWEEP_TEXT, "%s%s", before, name);
    list->values[list->count++] = value;
}

static void put_number(FILE* stream, double value) {
    char number[UNITS_TEXT];
    format_json_number(number, value);
    (void)fputs(strcmp(number, "null") == 0 ? "nan" : number, stream);
}

/// A table while it is written into memory; a stream that could not be opened is NULL.
typedef struct memory_file {
    FILE* stream;
    char* bytes;
    size_t size;
} memory_file;

static memory_file* open_memory(memory_file* file) {
    *file = (memory_file){.stream = NULL};
    file->stream = open_memstream(&file->bytes, &file->size);
    return file->stream != NULL ? file : NULL;
}

/// Writes the file unless something has gone wrong before; its memory is released in any case.
static int save_memory(const arguments* args, memory_file* file, int code, const char* path) {
    const bool lost = ferror(file->stream) != 0;
    if ((fclose(file->stream) != 0 || lost) && code == EXIT_OK) {
        code = fail_memory(args);
    }
    if (code == EXIT_OK) {
        waft_error error;
        const waft_result result = waft_file_write(path, file->bytes, file->size, &error);
        code = check_output(args, result, &error);
    }
    free(file->bytes);
    return code;
}

void sweep_result_path(const char* directory, const char* end, char* out_path, size_t size) {
    (void)snprintf(out_path, size, "%s/result.%s", directory, end);
}

static int add_regimes(const arguments* args, const char* directory, const waft_scene* scene,
    const waft_world* world, figures* list) {
    const waft_bodies* bodies = waft_world_bodies(world);
    regime_list regimes;
    double up[3];
    char table[SWEEP_PATH + 16];
    (void)snprintf(table, sizeof table, "%s/bodies.csv", directory);
    if (bodies == NULL || access(table, F_OK) != 0) { // tables.bodies may be 0
        return EXIT_OK;
    }
    regimes_up(scene, up);
    const int code = regimes_read(args, directory, bodies, up, &regimes);
    if (code != EXIT_OK) {
        return code;
    }
    const regime_summary summary = regimes_summarize(&regimes);
    for (int i = 0; i < WAFT_REGIME_COUNT; ++i) {
        add_figure(list, "regime.", waft_regime_name((waft_regime)i), summary.share[i]);
    }
    add_figure(list, "", "descent", summary.descent);
    add_figure(list, "", "drift", summary.drift);
    regimes_free(&regimes);
    return EXIT_OK;
}

/// A line of names and a line of values.
static int write_figures(const arguments* args, const char* directory, const figures* list) {
    memory_file file;
    char path[SWEEP_PATH];
    if (open_memory(&file) == NULL) {
        return fail_memory(args);
    }
    for (size_t i = 0; i < list->count; ++i) {
        (void)fprintf(file.stream, "%s%s", i > 0 ? "," : "", list->names[i]);
    }
    for (size_t i = 0; i < list->count; ++i) {
        (void)fputc(i > 0 ? ',' : '\n', file.stream);
        put_number(file.stream, list->values[i]);
    }
    (void)fputc('\n', file.stream);
    sweep_result_path(directory, "csv", path, sizeof path);
    return save_memory(args, &file, EXIT_OK, path);
}

int sweep_result_write(const arguments* args, const char* directory, const waft_scene* scene,
    waft_world* world, bool failed) {
    waft_stat stats[STATS_MOST];
    figures list = {.count = 0};
    int code = EXIT_OK;
    add_figure(&list, "", "time_s", waft_world_time(world));
    if (!failed) {
        const size_t there = waft_world_stats(world, stats, STATS_MOST);
        for (size_t i = 0; i < there && i < STATS_MOST; ++i) {
            add_figure(&list, "", stats[i].name, stats[i].value);
        }
        code = add_regimes(args, directory, scene, world, &list);
    }
    add_figure(&list, "", "failed", failed ? 1.0 : 0.0);
    return code != EXIT_OK ? code : write_figures(args, directory, &list);
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

int sweep_result_open(
    const arguments* args, const char* directory, size_t run, waft_table** out_result) {
    char folder[SWEEP_PATH];
    char path[SWEEP_PATH + 16];
    (void)snprintf(folder, sizeof folder, "%s/runs/%05zu", directory, run + 1);
    sweep_result_path(folder, "csv", path, sizeof path);
    return table_open(args, path, out_result);
}

/// The result whose columns the table has: that of the first run that did not fail, or of the first.
static int open_head(
    const arguments* args, const sweep_plan* plan, const char* directory, waft_table** out_head) {
    int code = sweep_result_open(args, directory, 0, out_head);
    for (size_t run = 1; run < plan->run_count && code == EXIT_OK; ++run) {
        waft_table* next = NULL;
        if (!sweep_result_failed(*out_head)) {
            break;
        }
        code = sweep_result_open(args, directory, run, &next);
        if (code == EXIT_OK && !sweep_result_failed(next)) {
            waft_table* failed = *out_head;
            *out_head = next;
            next = failed;
        }
        waft_table_destroy(next);
    }
    return code;
}

static void add_head(const sweep_plan* plan, const waft_table* head, FILE* table) {
    (void)fprintf(table, "run");
    for (size_t i = 0; i < plan->axis_count; ++i) {
        (void)fprintf(table, ",%s", plan->axes[i].path);
    }
    for (size_t i = 0; i < waft_table_column_count(head); ++i) {
        (void)fprintf(table, ",%s", waft_table_column_name(head, i));
    }
    (void)fputc('\n', table);
}

/// One run's row: the values that were set, then its result.
static void add_row(const sweep_plan* plan, size_t run, const waft_table* head,
    const waft_table* result, FILE* table) {
    (void)fprintf(table, "%zu", run + 1);
    for (size_t i = 0; i < plan->axis_count; ++i) {
        char value[SWEEP_SET / 2];
        sweep_plan_value(plan, run, i, value, sizeof value);
        const bool plain = strpbrk(value, ",\"\n") == NULL;
        (void)fprintf(table, plain ? ",%s" : ",\"%s\"", value);
    }
    for (size_t i = 0; i < waft_table_column_count(head); ++i) {
        (void)fputc(',', table);
        put_number(table, value_of(result, waft_table_column_name(head, i)));
    }
    (void)fputc('\n', table);
}

static int add_rows(const arguments* args, const sweep_plan* plan, const char* directory,
    const waft_table* head, FILE* table, size_t* out_failed) {
    int code = EXIT_OK;
    for (size_t run = 0; run < plan->run_count && code == EXIT_OK; ++run) {
        waft_table* result = NULL;
        code = sweep_result_open(args, directory, run, &result);
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
    memory_file file;
    waft_table* head = NULL;
    *out_failed = 0;
    if (open_memory(&file) == NULL) {
        return fail_memory(args);
    }
    int code = open_head(args, plan, directory, &head);
    if (code == EXIT_OK) {
        add_head(plan, head, file.stream);
        code = add_rows(args, plan, directory, head, file.stream, out_failed);
    }
    waft_table_destroy(head);
    (void)snprintf(path, sizeof path, "%s/table.csv", directory);
    code = save_memory(args, &file, code, path);
    if (code == EXIT_OK) {
        print_line(stdout, "%s", path);
    }
    return code;
}

// SPDX-License-Identifier: MIT
#include "plot_series.h"

#include "exit.h"
#include "tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char* plot_kind_name(plot_kind kind) {
    static const char* const names[] = {
        "table", "gauges", "tracers", "stats", "bodies", "attitude", "height"};
    return names[kind];
}

const char* plot_title(const arguments* args, const char* otherwise) {
    const char* wish = arguments_value(args, "title");
    return wish != NULL ? wish : otherwise;
}

/// A table on its way into the lines of a plot.
typedef struct source {
    plot_lines* lines;
    const arguments* args;
    const waft_table* table;
    const char* path;
    const char* suffix;
    size_t x_column;
} source;

static void add_line(const source* from, const char* name, const double* x, const double* y) {
    plot_lines* lines = from->lines;
    if (lines->count == PLOT_SERIES_MAX) {
        ++lines->left_out;
        return;
    }
    const size_t row_count = waft_table_row_count(from->table);
    char* label = lines->names[lines->count];
    (void)snprintf(label, PLOT_NAME, "%s%s", name, from->suffix);
    lines->series[lines->count++] = (waft_plot_series){
        .name = label,
        .x = x,
        .y = y,
        .count = row_count,
        .style = row_count > 1 ? WAFT_PLOT_LINE : WAFT_PLOT_POINTS,
    };
}

static void add_column(const source* from, size_t column) {
    add_line(from, waft_table_column_name(from->table, column),
        waft_table_column(from->table, from->x_column), waft_table_column(from->table, column));
}

/// A column as shares of its greatest magnitude, so that joules and metres fit into one picture.
static int add_shares(const source* from, size_t column) {
    plot_lines* lines = from->lines;
    const size_t row_count = waft_table_row_count(from->table);
    const double* values = waft_table_column(from->table, column);
    const table_range range = table_range_of(values, row_count);
    const double greatest = fmax(fabs(range.least), fabs(range.greatest));
    if (lines->count == PLOT_SERIES_MAX) {
        ++lines->left_out;
        return EXIT_OK;
    }
    double* shares = calloc(row_count + 1, sizeof *shares);
    if (shares == NULL) {
        return fail_memory(from->args);
    }
    for (size_t i = 0; i < row_count; ++i) {
        shares[i] = greatest > 0.0 ? values[i] / greatest : values[i];
    }
    char name[PLOT_NAME];
    (void)snprintf(
        name, sizeof name, "%.80s / %.3g", waft_table_column_name(from->table, column), greatest);
    lines->copies[lines->count] = shares;
    add_line(from, name, waft_table_column(from->table, from->x_column), shares);
    return EXIT_OK;
}

static bool counts_rows(const char* name) {
    return strcmp(name, "time") == 0 || strcmp(name, "frame") == 0 || strcmp(name, "step") == 0;
}

/// True for NAME.depth and the like beside a gauge's own column.
static bool is_side_reading(const waft_table* table, const char* name) {
    const char* dot = strrchr(name, '.');
    char gauge[PLOT_NAME];
    size_t column = 0;
    if (dot == NULL || (size_t)(dot - name) >= sizeof gauge) {
        return false;
    }
    (void)snprintf(gauge, sizeof gauge, "%.*s", (int)(dot - name), name);
    return table_find(table, gauge, &column);
}

static bool is_constant(const source* from, size_t column) {
    const table_range range =
        table_range_of(waft_table_column(from->table, column), waft_table_row_count(from->table));
    return !(range.greatest > range.least);
}

/// Every column that is not x, for people who named none. Of the stats those that change: constant
/// ones would only cover one another.
static int add_all(const source* from, plot_kind kind, bool also_constant) {
    int code = EXIT_OK;
    for (size_t i = 0; i < waft_table_column_count(from->table) && code == EXIT_OK; ++i) {
        const char* name = waft_table_column_name(from->table, i);
        if (i == from->x_column || counts_rows(name) ||
            (kind == PLOT_GAUGES && is_side_reading(from->table, name))) {
            continue;
        }
        if (kind != PLOT_STATS) {
            add_column(from, i);
        } else if (also_constant || !is_constant(from, i)) {
            code = add_shares(from, i);
        }
    }
    return code;
}

static int add_named(const source* from) {
    int code = EXIT_OK;
    const option_use* use = NULL;
    for (size_t i = 0; code == EXIT_OK && (use = arguments_next(from->args, "y", &i)) != NULL;) {
        size_t column = 0;
        code = table_require(from->args, from->table, from->path, use->value, &column);
        if (code == EXIT_OK) {
            add_column(from, column);
        }
    }
    return code;
}

/// Column NAME.z or NAME.y beside NAME.x.
static const double* sibling(const waft_table* table, const char* name, char axis) {
    char other[PLOT_NAME];
    size_t column = 0;
    (void)snprintf(other, sizeof other, "%s", name);
    other[strlen(other) - 1] = axis;
    return table_find(table, other, &column) ? waft_table_column(table, column) : NULL;
}

static double travel(const double* values, size_t count) {
    const table_range range = table_range_of(values, count);
    return range.greatest - range.least;
}

static bool is_x_of_tracer(const char* name) {
    const size_t length = strlen(name);
    return length > 2 && length < PLOT_NAME && strcmp(name + length - 2, ".x") == 0;
}

/// Paths in the vertical plane in which the tracers move most.
static void add_tracers(const source* from) {
    const waft_table* table = from->table;
    const size_t rows = waft_table_row_count(table);
    double along_x = 0.0;
    double along_z = 0.0;
    for (size_t pass = 0; pass < 2; ++pass) {
        for (size_t i = 0; i < waft_table_column_count(table); ++i) {
            const char* name = waft_table_column_name(table, i);
            const double* x = waft_table_column(table, i);
            const double* y = is_x_of_tracer(name) ? sibling(table, name, 'y') : NULL;
            const double* z = is_x_of_tracer(name) ? sibling(table, name, 'z') : NULL;
            if (y == NULL || z == NULL) {
                continue;
            }
            if (pass == 0) {
                along_x = fmax(along_x, travel(x, rows));
                along_z = fmax(along_z, travel(z, rows));
            } else {
                char tracer[PLOT_NAME];
                (void)snprintf(tracer, sizeof tracer, "%.*s", (int)strlen(name) - 2, name);
                add_line(from, tracer, along_z > along_x ? z : x, y);
            }
        }
    }
    (void)snprintf(from->lines->x_label, PLOT_NAME, "%s (m)", along_z > along_x ? "z" : "x");
    (void)snprintf(from->lines->y_label, PLOT_NAME, "y (m)");
    from->lines->equal_axes = true;
}

static int choose_x(source* from) {
    const char* wish = arguments_value(from->args, "x");
    if (wish != NULL) {
        return table_require(from->args, from->table, from->path, wish, &from->x_column);
    }
    if (!table_find(from->table, "time", &from->x_column)) {
        from->x_column = 0;
    }
    return EXIT_OK;
}

static void label_axes(const source* from, plot_kind kind, bool named) {
    plot_lines* lines = from->lines;
    const char* x = waft_table_column_name(from->table, from->x_column);
    (void)snprintf(lines->x_label, PLOT_NAME, "%s%s", x, strcmp(x, "time") == 0 ? " (s)" : "");
    (void)snprintf(lines->y_label, PLOT_NAME, "%s",
        kind == PLOT_STATS && !named    ? "share of the greatest value"
        : kind == PLOT_GAUGES && !named ? "level (m)"
        : lines->count == 1             ? lines->series[0].name
                                        : "value");
}

int plot_lines_add(plot_lines* lines, const arguments* args, plot_kind kind,
    const waft_table* table, const char* path, const char* suffix) {
    source from = {lines, args, table, path, suffix, 0};
    const bool named = arguments_has(args, "y");
    if (waft_table_column_count(table) == 0) {
        return fail(args, EXIT_USAGE, "%s has no columns", path);
    }
    if (waft_table_row_count(table) == 0) {
        return fail(args, EXIT_USAGE, "%s has no rows", path);
    }
    int code = choose_x(&from);
    if (code != EXIT_OK) {
        return code;
    }
    if (kind == PLOT_TRACERS && !named && !arguments_has(args, "x")) {
        add_tracers(&from);
        return EXIT_OK;
    }
    const size_t count_before = lines->count;
    code = named ? add_named(&from) : add_all(&from, kind, false);
    if (code == EXIT_OK && kind == PLOT_STATS && lines->count == count_before) {
        code = add_all(&from, kind, true);
    }
    label_axes(&from, kind, named);
    return code;
}

void plot_lines_free(plot_lines* lines) {
    for (size_t i = 0; i < PLOT_SERIES_MAX; ++i) {
        free(lines->copies[i]);
    }
}

// SPDX-License-Identifier: MIT
// waft params: the parameter table for reading.
#include "commands.h"
#include "exit.h"
#include "terminal.h"
#include "units.h"

#include <waft/scene.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_TEXT = 64, COLUMNS = 4, GAP = 2 };

static int print_document(const arguments* args, waft_params_format format) {
    if (args->operand_count > 0) {
        return fail(args, EXIT_USAGE, "PATH chooses from the plain list only");
    }
    char* text = NULL;
    const waft_result result = waft_params_write(format, NULL, &text);
    if (result != WAFT_OK) {
        return fail(args, exit_code_of(result), "%s", waft_result_sentence(result));
    }
    const size_t length = strlen(text);
    (void)fputs(text, stdout);
    if (length == 0 || text[length - 1] != '\n') {
        (void)putchar('\n');
    }
    waft_text_free(NULL, text);
    return EXIT_OK;
}

/// "89 deg" of an angle that is a whole number of degrees.
static void format_bound(const waft_param* param, double bound, char out[UNITS_TEXT]) {
    const double degrees = floor(bound * 180.0 / M_PI + 0.5);
    if (strcmp(param->unit, "rad") == 0 && degrees * M_PI / 180.0 == bound) {
        (void)snprintf(out, UNITS_TEXT, "%d deg", (int)degrees);
    } else {
        format_json_number(out, bound);
    }
}

/// "0 to 1"; a range with an open bound stands as "> 0, <= 1".
static void format_range(const waft_param* param, char out[CELL_TEXT]) {
    char from[UNITS_TEXT];
    char to[UNITS_TEXT];
    format_bound(param, param->low, from);
    format_bound(param, param->high, to);
    if (param->low_open || param->high_open) {
        (void)snprintf(out, CELL_TEXT, "%s %.26s, %s %.26s", param->low_open ? ">" : ">=", from,
            param->high_open ? "<" : "<=", to);
    } else {
        (void)snprintf(out, CELL_TEXT, "%.28s to %.28s", from, to);
    }
}

static bool has_range(waft_param_type type) {
    return type == WAFT_PARAM_INT || type == WAFT_PARAM_REAL || type == WAFT_PARAM_INT2 ||
           type == WAFT_PARAM_INT3 || type == WAFT_PARAM_REAL2 || type == WAFT_PARAM_REAL3;
}

static void format_cells(const waft_param* param, char cells[COLUMNS][CELL_TEXT]) {
    (void)snprintf(cells[0], CELL_TEXT, "%s", param->path);
    (void)snprintf(cells[1], CELL_TEXT, "%s%s%s", waft_param_type_name(param->type),
        param->unit[0] != '\0' ? " " : "", param->unit);
    cells[2][0] = '\0';
    if (has_range(param->type)) {
        format_range(param, cells[2]);
    }
    (void)snprintf(cells[3], CELL_TEXT, "%s", param->required ? "required" : param->default_text);
}

/// Adds "; before a, b, c" for a text "a|b|c", so that lines can break between the words.
static void append_words(char* out, size_t size, const char* before, const char* words) {
    size_t used = strlen(out);
    (void)snprintf(out + used, size - used, "; %s ", before);
    for (used = strlen(out); *words != '\0' && used + 3 < size; ++words) {
        out[used++] = *words == '|' ? ',' : *words;
        if (*words == '|') {
            out[used++] = ' ';
        }
        out[used] = '\0';
    }
}

static void format_doc(const waft_param* param, char* out, size_t size) {
    (void)snprintf(out, size, "%s", param->doc);
    if (param->choices[0] != '\0') {
        append_words(out, size, "one of", param->choices);
    }
    if (param->only_if[0] != '\0') {
        append_words(out, size, "only if", param->only_if);
    }
    if (param->animates) {
        append_words(out, size, "takes", "keyframes");
    }
}

/// Which rows are wanted.
typedef struct selection {
    const char* start; ///< what paths start with
    bool paper;        ///< also those that exist for a paper's own form
} selection;

static bool is_listed(selection wish, const waft_param* param) {
    return strncmp(param->path, wish.start, strlen(wish.start)) == 0 &&
           (!param->paper || wish.paper);
}

/// Width of each column over the listed rows; returns how many rows there are.
static size_t measure(selection wish, int widths[COLUMNS]) {
    size_t row_count = 0;
    for (size_t i = 0; i < waft_param_count(); ++i) {
        char cells[COLUMNS][CELL_TEXT];
        if (!is_listed(wish, waft_param_at(i))) {
            continue;
        }
        ++row_count;
        format_cells(waft_param_at(i), cells);
        for (int j = 0; j < COLUMNS; ++j) {
            const int width = text_width(cells[j]);
            widths[j] = width > widths[j] ? width : widths[j];
        }
    }
    return row_count;
}

/// The meaning stands beside the other columns where that leaves it room, else below them.
static void print_rows(selection wish, const int widths[COLUMNS]) {
    enum { DOC_LEAST = 32, DOC_INDENT = 4 };
    const int width = terminal_width(stdout);
    int doc_column = 0;
    for (int j = 0; j < COLUMNS; ++j) {
        doc_column += widths[j] + GAP;
    }
    const bool beside = doc_column + DOC_LEAST <= width;
    for (size_t i = 0; i < waft_param_count(); ++i) {
        char cells[COLUMNS][CELL_TEXT];
        char doc[512];
        if (!is_listed(wish, waft_param_at(i))) {
            continue;
        }
        format_cells(waft_param_at(i), cells);
        format_doc(waft_param_at(i), doc, sizeof doc);
        int column = 0;
        int start = 0;
        for (int j = 0; j < COLUMNS; ++j) {
            if (cells[j][0] != '\0') {
                // A long cell leaves its column rather than the line.
                const bool long_cell = column > 0 && start + text_width(cells[j]) > width;
                const int at = long_cell ? column + GAP : start;
                (void)printf("%*s%s", at - column, "", cells[j]);
                column = at + text_width(cells[j]);
            }
            start += widths[j] + GAP;
        }
        (void)printf("%s%*s", beside ? "" : "\n", beside ? doc_column - column : DOC_INDENT, "");
        print_wrapped(stdout, doc, beside ? doc_column : DOC_INDENT, width);
    }
}

int cmd_params(const arguments* args) {
    static const struct {
        const char* name;
        waft_params_format format;
    } documents[] = {{"json", WAFT_PARAMS_JSON}, {"schema", WAFT_PARAMS_SCHEMA},
        {"markdown", WAFT_PARAMS_MARKDOWN}};
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; ++i) {
        if (arguments_has(args, documents[i].name)) {
            return print_document(args, documents[i].format);
        }
    }
    int widths[COLUMNS] = {0};
    selection wish = {
        .start = args->operand_count > 0 ? args->operands[0] : "",
        .paper = arguments_has(args, "paper"),
    };
    size_t count = measure(wish, widths);
    if (count == 0) {
        wish.paper = true; // who names a paper's own parameter wants to see it
        count = measure(wish, widths);
    }
    if (count == 0) {
        return unknown_operand(
            args, args->command, "no parameter starts with", args->operands[0], "");
    }
    print_rows(wish, widths);
    return EXIT_OK;
}

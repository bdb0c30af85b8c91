// SPDX-License-Identifier: MIT
#include "plot_bodies.h"

#include "exit.h"
#include "tables.h"
#include "terminal.h"

#include <waft/export.h>

#include <stdio.h>
#include <stdlib.h>

// More lines than this are a haze.
enum { MOST_WAYS = 200, NAMED_WAYS = 12, NAME_SIZE = 32 };

static const double most_numbers = 1e7;

/// Rows of the table sorted by body.
typedef struct ways {
    double* positions; ///< of all bodies, one after the other
    size_t* ends;      ///< of body i in rows; it starts where i - 1 ends
    size_t body_count; ///< greatest number + 1
    waft_trajectory* items;
    size_t count, left_out;
    char names[NAMED_WAYS][NAME_SIZE];
} ways;

static void free_ways(ways* self) {
    free(self->positions);
    free(self->ends);
    free(self->items);
}

/// Counting sort: bodies may come and go, so a row tells by its number alone to whom it belongs.
static void sort_rows(ways* self, const double* const columns[4], size_t row_count) {
    for (size_t row = 0; row < row_count; ++row) {
        ++self->ends[(size_t)columns[0][row] + 1];
    }
    for (size_t i = 1; i <= self->body_count; ++i) {
        self->ends[i] += self->ends[i - 1];
    }
    for (size_t row = 0; row < row_count; ++row) { // ends[i] is now where the next row of i goes
        const size_t at = self->ends[(size_t)columns[0][row]]++;
        for (size_t d = 0; d < 3; ++d) {
            self->positions[3 * at + d] = columns[1 + d][row];
        }
    }
}

/// All bodies, or evenly chosen ones of a crowd.
static void choose_ways(ways* self) {
    size_t there = 0;
    for (size_t i = 0; i < self->body_count; ++i) {
        there += self->ends[i] > (i > 0 ? self->ends[i - 1] : 0);
    }
    if (there == 0) {
        return;
    }
    const size_t stride = (there + MOST_WAYS - 1) / MOST_WAYS;
    size_t seen = 0;
    for (size_t i = 0; i < self->body_count; ++i) {
        const size_t start = i > 0 ? self->ends[i - 1] : 0;
        if (self->ends[i] == start || seen++ % stride != 0) {
            continue;
        }
        waft_trajectory* way = &self->items[self->count];
        *way = (waft_trajectory){
            .positions = self->positions + 3 * start, .count = self->ends[i] - start};
        if (self->count < NAMED_WAYS) {
            (void)snprintf(self->names[self->count], NAME_SIZE, "body %zu", i);
            way->name = self->names[self->count];
        }
        ++self->count;
    }
    self->left_out = there - self->count;
}

static int collect(
    const arguments* args, const waft_table* table, const char* path, ways* out_ways) {
    static const char* const names[4] = {"body", "x", "y", "z"};
    const size_t row_count = waft_table_row_count(table);
    const double* columns[4];
    for (int i = 0; i < 4; ++i) {
        size_t column = 0;
        const int code = table_require(args, table, path, names[i], &column);
        if (code != EXIT_OK) {
            return code;
        }
        columns[i] = waft_table_column(table, column);
    }
    double greatest = 0.0;
    for (size_t row = 0; row < row_count; ++row) {
        const double number = columns[0][row];
        if (!(number >= 0.0 && number <= most_numbers)) {
            return fail(
                EXIT_USAGE, args->command->name, "%s: row %zu has no body's number", path, row + 1);
        }
        greatest = number > greatest ? number : greatest;
    }
    *out_ways = (ways){.body_count = (size_t)greatest + 1,
        .positions = calloc(3 * row_count + 1, sizeof(double)),
        .ends = calloc((size_t)greatest + 2, sizeof(size_t)),
        .items = calloc(MOST_WAYS, sizeof(waft_trajectory))};
    if (out_ways->positions == NULL || out_ways->ends == NULL || out_ways->items == NULL) {
        return fail_memory(args->command->name);
    }
    sort_rows(out_ways, columns, row_count);
    choose_ways(out_ways);
    return EXIT_OK;
}

static int draw(const arguments* args, const ways* self, const char* title, const char* path) {
    const char* wish = arguments_value(args, OPTION_TITLE);
    waft_error error;
    if (self->count == 0) {
        return fail(EXIT_USAGE, args->command->name, "there is nothing to draw for %s", path);
    }
    if (self->left_out > 0) {
        (void)fail(0, args->command->name, "%zu of %zu bodies are drawn", self->count,
            self->count + self->left_out);
    }
    const waft_result result = waft_plot_write_trajectories(
        path, self->items, self->count, wish != NULL ? wish : title, &error);
    if (result != WAFT_OK) {
        return fail(exit_code_of(result), args->command->name, "%s", error.sentence);
    }
    print_line(stdout, "%s", path);
    return EXIT_OK;
}

int plot_bodies(
    const arguments* args, const char* table_path, const char* title, const char* out_path) {
    waft_table* table = NULL;
    ways found = {.count = 0};
    int code = table_open(args, table_path, &table);
    code = code != EXIT_OK ? code : collect(args, table, table_path, &found);
    code = code != EXIT_OK ? code : draw(args, &found, title, out_path);
    free_ways(&found);
    waft_table_destroy(table);
    return code;
}

// SPDX-License-Identifier: MIT
#include "body_rows.h"

#include "exit.h"
#include "tables.h"

#include <stdlib.h>

static const double most_numbers = 1e7;

static size_t start_of(const body_rows* rows, size_t body) {
    return body > 0 ? rows->ends[body - 1] : 0;
}

/// Counting sort: bodies may come and go, so a row tells by its number alone to whom it belongs.
static void sort(body_rows* rows, const double* numbers, size_t row_count) {
    for (size_t row = 0; row < row_count; ++row) {
        ++rows->ends[(size_t)numbers[row] + 1];
    }
    for (size_t i = 1; i <= rows->body_count; ++i) {
        rows->ends[i] += rows->ends[i - 1];
    }
    for (size_t row = 0; row < row_count; ++row) { // ends[i] is now where the next row of i goes
        rows->order[rows->ends[(size_t)numbers[row]]++] = row;
    }
    for (size_t i = 0; i < rows->body_count; ++i) {
        rows->there += rows->ends[i] > start_of(rows, i);
    }
}

int body_rows_sort(
    const arguments* args, const waft_table* table, const char* path, body_rows* out_rows) {
    size_t column = 0;
    *out_rows = (body_rows){.order = NULL};
    const int code = table_require(args, table, path, "body", &column);
    if (code != EXIT_OK) {
        return code;
    }
    const double* numbers = waft_table_column(table, column);
    const size_t row_count = waft_table_row_count(table);
    double greatest = 0.0;
    for (size_t row = 0; row < row_count; ++row) {
        if (!(numbers[row] >= 0.0 && numbers[row] <= most_numbers)) {
            return fail(args, EXIT_USAGE, "%s: row %zu has no body's number", path, row + 1);
        }
        greatest = numbers[row] > greatest ? numbers[row] : greatest;
    }
    out_rows->body_count = (size_t)greatest + 1;
    out_rows->order = calloc(row_count + 1, sizeof(size_t));
    out_rows->ends = calloc((size_t)greatest + 2, sizeof(size_t));
    if (out_rows->order == NULL || out_rows->ends == NULL) {
        return fail_memory(args);
    }
    sort(out_rows, numbers, row_count);
    return EXIT_OK;
}

void body_rows_free(body_rows* rows) {
    free(rows->order);
    free(rows->ends);
}

bool body_rows_next(const body_rows* rows, drawn_body* body) {
    const size_t stride = (rows->there + BODY_ROWS_DRAWN - 1) / BODY_ROWS_DRAWN;
    for (; body->next < rows->body_count; ++body->next) {
        const size_t first = start_of(rows, body->next);
        const size_t end = rows->ends[body->next];
        if (end > first && body->seen++ % stride == 0) {
            body->number = body->next++;
            body->first = first;
            body->end = end;
            return true;
        }
    }
    return false;
}

// SPDX-License-Identifier: MIT
// Rows of bodies.csv, body by body.
#ifndef CLI_BODY_ROWS_H
#define CLI_BODY_ROWS_H

#include "options.h"

#include <waft/export.h>

#include <stdbool.h>
#include <stddef.h>

/// More bodies than this are a haze in a picture.
enum { BODY_ROWS_DRAWN = 200 };

typedef struct body_rows {
    size_t* order;     ///< rows of the table, body after body, each by time
    size_t* ends;      ///< of body i in `order`; it starts where i - 1 ends
    size_t body_count; ///< greatest number + 1
    size_t there;      ///< bodies that have rows
} body_rows;

/// Sorts the rows by their column `body`. Returns EXIT_OK, or prints a line and returns the exit code.
/// Release with body_rows_free() in any case.
int body_rows_sort(
    const arguments* args, const waft_table* table, const char* path, body_rows* out_rows);
void body_rows_free(body_rows* rows);

/// One body of those to draw: its rows are order[first .. end).
typedef struct drawn_body {
    size_t number, first, end;
    size_t next, seen; ///< where the walk stands; all 0 at first
} drawn_body;

/// Steps to the next body to draw: all of them, or evenly chosen ones of a crowd. False past the last.
bool body_rows_next(const body_rows* rows, drawn_body* body);

#endif // CLI_BODY_ROWS_H

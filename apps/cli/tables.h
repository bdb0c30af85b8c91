// SPDX-License-Identifier: MIT
// Columns of tables, found and measured.
#ifndef CLI_TABLES_H
#define CLI_TABLES_H

#include "options.h"

#include <waft/export.h>

#include <stdbool.h>
#include <stddef.h>

/// Least and greatest of the values that are numbers; both NaN if none is.
typedef struct table_range {
    double least, greatest;
} table_range;

/// Reads a table that the user named. Returns EXIT_OK, or prints a line and returns the exit code.
int table_open(const arguments* args, const char* path, waft_table** out_table);

table_range table_range_of(const double* values, size_t count);

/// True and the index if the table has that column.
bool table_find(const waft_table* table, const char* name, size_t* out_column);

/// The same for a column that the user named: if it is missing, prints a line with a suggestion and
/// returns the exit code.
int table_require(const arguments* args, const waft_table* table, const char* path,
    const char* name, size_t* out_column);

/// The values of several such columns.
int table_columns(const arguments* args, const waft_table* table, const char* path,
    const char* const* names, int count, const double** out_columns);

#endif // CLI_TABLES_H

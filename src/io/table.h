// SPDX-License-Identifier: MIT
// Comma-separated tables: how a cell and a name are written.
#ifndef WAFTI_IO_TABLE_H
#define WAFTI_IO_TABLE_H

#include "base/text.h"

#include <waft/files.h>

/// A name for the first line, in quotes if it has a comma, a quote or a line end.
void wafti_csv_add_name(wafti_text* text, const char* name);
/// A text in a row of the column "name", always in quotes: it is read back as no number.
void wafti_csv_add_text(wafti_text* text, const char* value);
/// A number in its shortest exact form; NaN leaves the cell empty.
void wafti_csv_add_number(wafti_text* text, double value);

/// waft_table_read() from memory; `name` stands in sentences.
waft_result wafti_table_parse(const char* name, const char* bytes, size_t byte_count,
    const waft_allocator* allocator, waft_table** out_table, waft_error* out_error);

#endif // WAFTI_IO_TABLE_H

// SPDX-License-Identifier: MIT
// Reads a table in two passes: the first finds its size, so that memory is taken once.
#include "io/table.h"

#include "base/error.h"
#include "base/memory.h"
#include "io/mesh_words.h"

#include <math.h>
#include <string.h>

#define LARGEST_FILE ((size_t)1 << 30)

enum { MOST_COLUMNS = 4096 };

struct waft_table {
    waft_allocator allocator;
    wafti_arena names;
    const char** column_names;
    double* cells; // column by column
    size_t column_count;
    size_t row_count;
};

void wafti_csv_add_name(wafti_text* text, const char* name) {
    if (strpbrk(name, ",\"\r\n") == NULL) {
        wafti_text_add(text, name);
    } else {
        wafti_csv_add_text(text, name);
    }
}

void wafti_csv_add_text(wafti_text* text, const char* value) {
    wafti_text_add(text, "\"");
    for (const char* p = value; *p != '\0'; ++p) {
        wafti_text_add_bytes(text, *p == '"' ? "\"\"" : p, *p == '"' ? 2 : 1);
    }
    wafti_text_add(text, "\"");
}

void wafti_csv_add_number(wafti_text* text, double value) {
    if (!isnan(value)) {
        wafti_text_add_double(text, value);
    }
}

static bool at_line_end(const wafti_words* reader) {
    const char* p = reader->next;
    return p == reader->end || *p == '\n' || (*p == '\r' && p + 1 < reader->end && p[1] == '\n');
}

static void skip_line_end(wafti_words* reader) {
    if (reader->next < reader->end && *reader->next == '\r') {
        ++reader->next;
    }
    if (reader->next < reader->end) {
        ++reader->next;
    }
    reader->place.line_start = reader->next;
    ++reader->place.line;
}

// One column name into `out`, without quotes.
static waft_result read_name(wafti_words* reader, wafti_text* out) {
    wafti_text_clear(out);
    if (at_line_end(reader) || *reader->next != '"') {
        const char* start = reader->next;
        while (!at_line_end(reader) && *reader->next != ',') {
            if (*reader->next == '\0' || *reader->next == '"') {
                return wafti_place_fail(
                    &reader->place, reader->next, "a column name holds a quote or a zero byte");
            }
            ++reader->next;
        }
        if (reader->next == start) {
            return wafti_place_fail(&reader->place, start, "a column has no name");
        }
        wafti_text_add_bytes(out, start, (size_t)(reader->next - start));
        return WAFT_OK;
    }
    const char* open = reader->next++;
    for (; reader->next < reader->end && *reader->next != '\0'; ++reader->next) {
        if (*reader->next == '"') {
            ++reader->next;
            if (reader->next == reader->end || *reader->next != '"') {
                return WAFT_OK;
            }
        }
        wafti_text_add_bytes(out, reader->next, 1);
    }
    return wafti_place_fail(&reader->place, open, "a quote is not closed");
}

// One column of the first line; `more` tells whether another follows.
static waft_result read_column(
    wafti_words* reader, waft_table* table, wafti_text* name, bool* out_more) {
    const char* place = reader->next;
    const waft_result result = read_name(reader, name);
    if (result != WAFT_OK) {
        return result;
    }
    if (table->column_count == MOST_COLUMNS) {
        return wafti_place_fail(&reader->place, place, "the table has more than 4096 columns");
    }
    char* kept = wafti_arena_text(&table->names, name->bytes, name->length);
    if (name->failed || kept == NULL) {
        return wafti_fail_memory(reader->place.error, name->length, reader->place.file);
    }
    table->column_names[table->column_count++] = kept;
    *out_more = !at_line_end(reader);
    if (*out_more && *reader->next != ',') {
        return wafti_place_fail(&reader->place, reader->next, "expected a comma");
    }
    reader->next += *out_more;
    return WAFT_OK;
}

static waft_result read_header(wafti_words* reader, waft_table* table) {
    wafti_text name;
    wafti_text_init(&name, &table->allocator);
    waft_result result = WAFT_OK;
    for (bool more = true; more && result == WAFT_OK;) {
        result = read_column(reader, table, &name, &more);
    }
    skip_line_end(reader);
    wafti_text_free(&name);
    return result;
}

static bool parse_cell(const char* text, size_t length, double* out_value) {
    const bool negative = length == 4 && text[0] == '-';
    if (length == 0) {
        *out_value = (double)NAN;
    } else if (length - negative == 3 && memcmp(text + negative, "inf", 3) == 0) {
        *out_value = negative ? -(double)INFINITY : (double)INFINITY;
    } else {
        return wafti_parse_double(text, length, out_value);
    }
    return true;
}

// The end of a cell. Of a text in quotes, where there may be one, out_length is 0.
static void pass_cell(wafti_words* reader, bool text, size_t* out_length) {
    const char* start = reader->next;
    const bool quoted = text && !at_line_end(reader) && *start == '"';
    bool inside = false;
    for (; !at_line_end(reader) && (inside || *reader->next != ','); ++reader->next) {
        inside = *reader->next == '"' ? quoted && !inside : inside;
    }
    *out_length = quoted ? 0 : (size_t)(reader->next - start);
}

static waft_result read_row(wafti_words* reader, waft_table* table, size_t row) {
    for (size_t column = 0; column < table->column_count; ++column) {
        const char* start = reader->next;
        size_t length = 0;
        // Names are the one text that our tables have.
        pass_cell(reader, strcmp(table->column_names[column], "name") == 0, &length);
        if (!parse_cell(start, length, &table->cells[column * table->row_count + row])) {
            char shown[48];
            return wafti_place_fail(&reader->place, start, "'%s' is not a number",
                wafti_text_quote(shown, sizeof(shown), start, length));
        }
        const bool last = column + 1 == table->column_count;
        if (at_line_end(reader) != last) {
            return wafti_place_fail(&reader->place, reader->next, "the line has %s than %zu cells",
                last ? "more" : "fewer", table->column_count);
        }
        if (!last) {
            ++reader->next;
        }
    }
    skip_line_end(reader);
    return WAFT_OK;
}

static size_t count_lines(const char* bytes, const char* end) {
    size_t count = 0;
    for (const char* p = bytes; p < end; ++count) {
        const char* line_end = memchr(p, '\n', (size_t)(end - p));
        p = line_end != NULL ? line_end + 1 : end;
    }
    return count;
}

// Pictures and programs have control bytes in their first line or zeros soon after; what they hold
// would only garble a sentence.
static bool is_text(const wafti_words* reader) {
    enum { HEAD = 64 };
    const size_t size = (size_t)(reader->end - reader->next);
    if (size > 0 && memchr(reader->next, '\0', size < HEAD ? size : HEAD) != NULL) {
        return false;
    }
    for (const char* p = reader->next; p < reader->end && *p != '\n'; ++p) {
        const unsigned char c = (unsigned char)*p;
        if ((c < 0x20 && c != '\t' && c != '\r') || c == 0x7F) {
            return false;
        }
    }
    return true;
}

static waft_result fill_table(wafti_words* reader, waft_table* table) {
    table->column_names = wafti_arena_take(&table->names, MOST_COLUMNS, sizeof(char*));
    if (table->column_names == NULL) {
        return wafti_fail_memory(
            reader->place.error, MOST_COLUMNS * sizeof(char*), reader->place.file);
    }
    if (!is_text(reader)) {
        return wafti_fail(
            reader->place.error, WAFT_ERR_PARSE, "%s: not a CSV table", reader->place.file);
    }
    waft_result result = read_header(reader, table);
    if (result != WAFT_OK) {
        return result;
    }
    table->row_count = count_lines(reader->next, reader->end);
    const size_t cell_count = wafti_size_mul(table->row_count, table->column_count);
    if (cell_count > 0) {
        table->cells = wafti_allocate(&table->allocator, cell_count, sizeof(double));
        if (table->cells == NULL) {
            return wafti_fail_memory(reader->place.error,
                wafti_size_mul(cell_count, sizeof(double)), reader->place.file);
        }
    }
    for (size_t row = 0; row < table->row_count && result == WAFT_OK; ++row) {
        result = read_row(reader, table, row);
    }
    return result;
}

waft_result wafti_table_parse(const char* name, const char* bytes, size_t byte_count,
    const waft_allocator* allocator, waft_table** out_table, waft_error* out_error) {
    waft_table* table = wafti_allocate_zero(allocator, 1, sizeof(*table));
    if (table == NULL) {
        return wafti_fail_memory(out_error, sizeof(*table), name);
    }
    if (allocator != NULL) {
        table->allocator = *allocator;
    }
    wafti_arena_init(&table->names, allocator, 1024);
    wafti_words reader = wafti_words_start(name, bytes, byte_count, out_error);
    const waft_result result = fill_table(&reader, table);
    if (result != WAFT_OK) {
        waft_table_destroy(table);
        return result;
    }
    *out_table = table;
    return WAFT_OK;
}

waft_result waft_table_read(const char* path, const waft_allocator* allocator,
    waft_table** out_table, waft_error* out_error) {
    if (path == NULL || out_table == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_table_read: a pointer is NULL");
    }
    *out_table = NULL;
    char* bytes = NULL;
    size_t count = 0;
    waft_result result = waft_file_read(path, LARGEST_FILE, allocator, &bytes, &count, out_error);
    if (result == WAFT_OK) {
        result = wafti_table_parse(path, bytes, count, allocator, out_table, out_error);
    }
    waft_text_free(allocator, bytes);
    return result;
}

void waft_table_destroy(waft_table* table) {
    if (table == NULL) {
        return;
    }
    const waft_allocator allocator = table->allocator;
    const size_t cell_count = wafti_size_mul(table->row_count, table->column_count);
    wafti_release(&allocator, table->cells, cell_count, sizeof(double));
    wafti_arena_free(&table->names);
    wafti_release(&allocator, table, 1, sizeof(*table));
}

size_t waft_table_column_count(const waft_table* table) {
    return table != NULL ? table->column_count : 0;
}

size_t waft_table_row_count(const waft_table* table) {
    return table != NULL ? table->row_count : 0;
}

const char* waft_table_column_name(const waft_table* table, size_t column) {
    return column < waft_table_column_count(table) ? table->column_names[column] : NULL;
}

const double* waft_table_column(const waft_table* table, size_t column) {
    if (column >= waft_table_column_count(table) || table->row_count == 0) {
        return NULL;
    }
    return table->cells + column * table->row_count;
}

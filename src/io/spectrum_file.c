// SPDX-License-Identifier: MIT
// Points of a spectrum from a table.
#include "base/error.h"

#include <waft/files.h>
#include <waft/turbulence.h>

#include <string.h>

// NULL if the table has no such column.
static const double* column_of(const waft_table* table, const char* name) {
    for (size_t i = 0; i < waft_table_column_count(table); ++i) {
        if (strcmp(waft_table_column_name(table, i), name) == 0) {
            return waft_table_column(table, i);
        }
    }
    return NULL;
}

static waft_result take_points(
    const waft_table* table, const char* path, waft_spectrum_def* def, waft_error* error) {
    const double* wavenumber = column_of(table, "wavenumber");
    const double* energy = column_of(table, "energy");
    const size_t count = waft_table_row_count(table);
    if (wavenumber == NULL || energy == NULL) {
        return wafti_fail(
            error, WAFT_ERR_PARSE, "%s: a spectrum needs the columns wavenumber and energy", path);
    }
    if (count < 2 || count > WAFT_SPECTRUM_POINT_CAPACITY) {
        return wafti_fail(error, WAFT_ERR_PARSE, "%s: %zu points; a table has 2 to %d", path, count,
            (int)WAFT_SPECTRUM_POINT_CAPACITY);
    }
    def->point_count = count;
    for (size_t i = 0; i < count; ++i) {
        def->points[i] = (waft_spectrum_point){wavenumber[i], energy[i]};
    }
    return WAFT_OK;
}

waft_result waft_spectrum_read_points(
    const char* path, waft_spectrum_def* out_def, waft_error* out_error) {
    if (path == NULL || out_def == NULL) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "waft_spectrum_read_points: a pointer is NULL");
    }
    waft_table* table = NULL;
    waft_result result = waft_table_read(path, NULL, &table, out_error);
    if (result == WAFT_OK) {
        result = take_points(table, path, out_def, out_error);
        waft_table_destroy(table);
    }
    return result;
}

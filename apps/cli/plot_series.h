// SPDX-License-Identifier: MIT
// Which columns of tables become which lines of a plot.
#ifndef CLI_PLOT_SERIES_H
#define CLI_PLOT_SERIES_H

#include "options.h"

#include <waft/files.h>
#include <waft/plot.h>

#include <stdbool.h>
#include <stddef.h>

typedef enum plot_kind {
    PLOT_TABLE,
    PLOT_GAUGES,
    PLOT_TRACERS,
    PLOT_STATS,
    PLOT_BODIES,
    PLOT_ATTITUDE,
    PLOT_HEIGHT,
    PLOT_KIND_COUNT,
} plot_kind;

/// "table", "gauges", ...: as --kind names it.
const char* plot_kind_name(plot_kind kind);

/// The title that --title asks for, else this one.
const char* plot_title(const arguments* args, const char* otherwise);

enum { PLOT_SERIES_MAX = 16, PLOT_NAME = 120 };

/// The lines of one plot. Values belong to the tables or, where they were rescaled, to `copies`.
typedef struct plot_lines {
    waft_plot_series series[PLOT_SERIES_MAX];
    char names[PLOT_SERIES_MAX][PLOT_NAME];
    double* copies[PLOT_SERIES_MAX];
    size_t count;
    size_t left_out; ///< lines beyond the most a plot can have
    char x_label[PLOT_NAME];
    char y_label[PLOT_NAME];
    bool equal_axes;
} plot_lines;

/// Adds the lines that a table gives for a kind of plot, by the --x and --y of the command line if
/// there are any. `suffix` is added to their names. Returns EXIT_OK or prints a line and returns
/// the exit code. Release with plot_lines_free() in any case.
int plot_lines_add(plot_lines* lines, const arguments* args, plot_kind kind,
    const waft_table* table, const char* path, const char* suffix);
void plot_lines_free(plot_lines* lines);

#endif // CLI_PLOT_SERIES_H

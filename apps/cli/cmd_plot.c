// SPDX-License-Identifier: MIT
// waft plot: tables, trajectories and heights as SVG.
#include "commands.h"
#include "exit.h"
#include "load.h"
#include "plot_bodies.h"
#include "plot_series.h"
#include "spectrum.h"
#include "tables.h"
#include "units.h"

#include <waft/export.h>
#include <waft/plot.h>
#include <waft/run.h>

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The kind that --kind asks for, else `otherwise`.
static plot_kind chosen_kind(const arguments* args, plot_kind otherwise) {
    return (plot_kind)arguments_choice(args, "kind", (int)otherwise);
}

/// A table of a run is recognised by its name.
static plot_kind kind_of_table(const char* path) {
    static const plot_kind kinds[] = {PLOT_GAUGES, PLOT_TRACERS, PLOT_STATS, PLOT_BODIES};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        char name[32];
        (void)snprintf(name, sizeof name, "%s.csv", plot_kind_name(kinds[i]));
        if (strcmp(base_name(path), name) == 0) {
            return kinds[i];
        }
    }
    return PLOT_TABLE;
}

static int write_lines(
    const arguments* args, const plot_lines* lines, const char* title, const char* path) {
    if (lines->count == 0) {
        return fail(args, EXIT_USAGE, "there is nothing to draw for %s", path);
    }
    if (lines->left_out > 0) {
        (void)fail(
            args, 0, "%zu more columns are left out; choose with --y COLUMN", lines->left_out);
    }
    const waft_plot plot = {
        .title = plot_title(args, title),
        .x_label = lines->x_label,
        .y_label = lines->y_label,
        .x_log = arguments_has(args, "log-x"),
        .y_log = arguments_has(args, "log-y"),
        .equal_axes = lines->equal_axes,
        .series = lines->series,
        .series_count = lines->count,
    };
    waft_error error;
    const waft_result result = waft_plot_write(path, &plot, &error);
    return check_written(args, path, result, &error);
}

/// Reads tables into `tables`, which the caller destroys, and turns them into lines.
static int collect_lines(const arguments* args, const char* const* paths, size_t path_count,
    waft_table** tables, plot_lines* lines) {
    int code = EXIT_OK;
    for (size_t i = 0; i < path_count && code == EXIT_OK; ++i) {
        char suffix[PLOT_NAME] = "";
        if (path_count > 1) {
            (void)snprintf(suffix, sizeof suffix, " (%.100s)", paths[i]);
        }
        code = table_open(args, paths[i], &tables[i]);
        if (code == EXIT_OK) {
            code = plot_lines_add(lines, args, chosen_kind(args, kind_of_table(paths[i])),
                tables[i], paths[i], suffix);
        }
    }
    return code;
}

/// Draws tables together, but bodies.csv as ways or attitudes unless columns are named. `title` stands
/// over the plot unless --title is given.
static int plot_tables(const arguments* args, const char* const* paths, size_t path_count,
    const char* title, const char* out_path) {
    const plot_kind kind = chosen_kind(args, kind_of_table(paths[0]));
    if (path_count == 1 && (kind == PLOT_BODIES || kind == PLOT_ATTITUDE) &&
        !arguments_has(args, "x") && !arguments_has(args, "y")) {
        const body_picture picture = {paths[0], title, out_path, kind == PLOT_ATTITUDE};
        return plot_bodies(args, &picture);
    }
    waft_table** tables = calloc(path_count + 1, sizeof(waft_table*));
    if (tables == NULL) {
        return fail_memory(args);
    }
    plot_lines lines = {0};
    int code = collect_lines(args, paths, path_count, tables, &lines);
    code = code == EXIT_OK ? write_lines(args, &lines, title, out_path) : code;
    for (size_t i = 0; i < path_count; ++i) {
        waft_table_destroy(tables[i]);
    }
    plot_lines_free(&lines);
    free(tables);
    return code;
}

/// A path inside a directory; one that is too long for the system is an error.
WAFT_PRINTF(3, 4)
static int make_path(const arguments* args, char out[PLOT_PATH], const char* format, ...) {
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(out, PLOT_PATH, format, values);
    va_end(values);
    return length < PLOT_PATH ? EXIT_OK
                              : fail(args, EXIT_USAGE, "a path is too long: %.60s...", out);
}

/// -o, or NAME.svg in DIR/plots, which is made if it is missing.
static int choose_output(
    const arguments* args, const char* directory, const char* name, char out[PLOT_PATH]) {
    const char* wish = arguments_value(args, "output");
    if (wish != NULL) {
        return make_path(args, out, "%s", wish);
    }
    int code = make_path(args, out, "%s/plots", directory);
    if (code == EXIT_OK && !make_directory(out)) {
        code = fail(args, EXIT_IO, "%s cannot be made: %s", out, strerror(errno));
    }
    return code != EXIT_OK ? code : make_path(args, out, "%s/plots/%s.svg", directory, name);
}

/// "Pond: gauges", with the directory's name where no run tells its title.
static void title_of_run(const char* directory, const char* what, char* out, size_t size) {
    waft_run_info info;
    const bool known = waft_run_inspect(directory, &info, NULL) == WAFT_OK && info.title[0] != '\0';
    (void)snprintf(out, size, "%s: %s", known ? info.title : base_name(directory), what);
}

/// The table of a run that a kind is drawn from, without .csv.
static const char* table_of(plot_kind kind) {
    return plot_kind_name(kind == PLOT_ATTITUDE ? PLOT_BODIES : kind);
}

/// One table of a run, into -o or DIR/plots/KIND.svg.
static int plot_run_table(const arguments* args, const char* directory, plot_kind kind) {
    const char* name = plot_kind_name(kind);
    char table_path[PLOT_PATH];
    char out_path[PLOT_PATH];
    char title[200];
    int code = make_path(args, table_path, "%s/%s.csv", directory, table_of(kind));
    code = code != EXIT_OK ? code : choose_output(args, directory, name, out_path);
    if (code != EXIT_OK) {
        return code;
    }
    title_of_run(directory, name, title, sizeof title);
    const char* const paths[] = {table_path};
    return plot_tables(args, paths, 1, title, out_path);
}

/// The path of DIR/png/height_N.png whatever the zeros before N.
static int find_heights(
    const arguments* args, const char* directory, int frame, char out_path[PLOT_PATH]) {
    char folder[PLOT_PATH];
    const int code = make_path(args, folder, "%s/png", directory);
    if (code != EXIT_OK) {
        return code;
    }
    char name[256];
    errno = 0;
    if (find_numbered(folder, "height_%9d.png%n", frame, name, sizeof name) >= 0) {
        return make_path(args, out_path, "%s/%s", folder, name);
    }
    return errno == ENOMEM
               ? fail_memory(args)
               : fail(args, EXIT_USAGE, "%s has no height image of frame %d", folder, frame);
}

static int plot_height_file(
    const arguments* args, const char* path, const char* title, const char* out_path) {
    waft_heightmap map;
    waft_error error;
    waft_result result = waft_png_read_heights(path, NULL, &map, &error);
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    const size_t count = (size_t)map.size[0] * (size_t)map.size[1];
    for (size_t i = 0; i < count; ++i) {
        map.samples[i] = map.low + (map.high - map.low) * map.samples[i];
    }
    const waft_field field = {
        .data = map.samples,
        .size = {map.size[0], 1, map.size[1]},
        .stride = {1, map.size[0], map.size[0]},
        .origin = {map.origin.x, 0.0f, map.origin.y},
        .spacing = {map.spacing.x, 1.0f, map.spacing.y},
    };
    result = waft_plot_write_field(out_path, &field, plot_title(args, title), "m", &error);
    waft_heightmap_free(NULL, &map);
    return check_written(args, out_path, result, &error);
}

static int plot_heights(const arguments* args, const char* directory) {
    char path[PLOT_PATH];
    char out_path[PLOT_PATH];
    char title[200];
    char name[32];
    char what[64];
    int frame = 0;
    int code = require_feature(args, "png", "libpng-dev");
    code = code != EXIT_OK ? code : arguments_count(args, "frame", 0, 999999999, &frame);
    (void)snprintf(name, sizeof name, "height_%d", frame);
    code = code != EXIT_OK ? code : find_heights(args, directory, frame, path);
    code = code != EXIT_OK ? code : choose_output(args, directory, name, out_path);
    if (code != EXIT_OK) {
        return code;
    }
    (void)snprintf(what, sizeof what, "height, frame %d", frame);
    title_of_run(directory, what, title, sizeof title);
    return plot_height_file(args, path, title, out_path);
}

static bool has_table(const char* directory, plot_kind kind) {
    char path[PLOT_PATH];
    (void)snprintf(path, sizeof path, "%s/%s.csv", directory, table_of(kind));
    return access(path, F_OK) == 0;
}

/// The table that --kind asks for, or why it is not there.
static int plot_wanted_table(const arguments* args, const char* directory, plot_kind kind) {
    if (has_table(directory, kind)) {
        return plot_run_table(args, directory, kind);
    }
    waft_run_info info;
    waft_error error;
    const waft_result result = waft_run_inspect(directory, &info, &error);
    const char* name = table_of(kind);
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    if (info.frames_written == 0 || kind == PLOT_STATS) {
        return fail(args, EXIT_USAGE, "%s has no %s.csv", directory, name);
    }
    return fail(args, EXIT_USAGE, "%s has no %s.csv: the scene has no %s%s", directory, name, name,
        strcmp(name, "bodies") == 0 ? ", or tables.bodies is 0" : "");
}

static int plot_directory(const arguments* args, const char* directory) {
    if (arguments_has(args, "kind")) {
        const plot_kind kind = chosen_kind(args, PLOT_TABLE);
        return kind == PLOT_TABLE
                   ? fail(args, EXIT_USAGE, "--kind table takes a CSV file, and %s is a directory",
                         directory)
               : kind == PLOT_HEIGHT ? plot_heights(args, directory)
                                     : plot_wanted_table(args, directory, kind);
    }
    static const plot_kind kinds[] = {PLOT_GAUGES, PLOT_STATS, PLOT_TRACERS, PLOT_BODIES};
    int code = EXIT_OK;
    size_t drawn = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && code == EXIT_OK; ++i) {
        if (has_table(directory, kinds[i])) {
            code = plot_run_table(args, directory, kinds[i]);
            ++drawn;
        }
    }
    return drawn > 0 ? code : fail(args, EXIT_USAGE, "%s holds no table to draw", directory);
}

/// Tables share one plot: -o, or the first one's name with .svg.
static int plot_files(const arguments* args) {
    const char* first = args->operands[0];
    char out_path[PLOT_PATH];
    if (chosen_kind(args, PLOT_TABLE) == PLOT_HEIGHT) {
        return fail(args, EXIT_USAGE, "--kind height takes a run directory");
    }
    const int code = plot_path(args, first, ".svg", out_path);
    return code != EXIT_OK
               ? code
               : plot_tables(args, args->operands, args->operand_count, base_name(first), out_path);
}

/// Velocities, one operand at a time.
static int plot_velocities(const arguments* args) {
    int code = EXIT_OK;
    if (args->operand_count > 1 && arguments_has(args, "output")) {
        return fail(args, EXIT_USAGE, "option '--output' names one plot");
    }
    for (size_t i = 0; i < args->operand_count && code == EXIT_OK; ++i) {
        code = arguments_has(args, "spectrum") ? plot_spectrum(args, args->operands[i])
                                               : plot_slice(args, args->operands[i]);
    }
    return code;
}

int cmd_plot(const arguments* args) {
    if (arguments_has(args, "spectrum") || arguments_has(args, "slice")) {
        return plot_velocities(args);
    }
    size_t directories = 0;
    for (size_t i = 0; i < args->operand_count; ++i) {
        directories += is_directory(args->operands[i]);
    }
    if (directories == 0) {
        return plot_files(args);
    }
    if (directories < args->operand_count) {
        return fail(args, EXIT_USAGE, "give run directories or CSV files, not both");
    }
    if (arguments_has(args, "output") && (directories > 1 || !arguments_has(args, "kind"))) {
        return fail(args, EXIT_USAGE,
            "option '--output' names one plot; add --kind and give one directory");
    }
    int code = EXIT_OK;
    for (size_t i = 0; i < args->operand_count && code == EXIT_OK; ++i) {
        code = plot_directory(args, args->operands[i]);
    }
    return code;
}

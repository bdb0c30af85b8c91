// SPDX-License-Identifier: MIT
// waft plot: tables, trajectories and heights as SVG.
#include "commands.h"
#include "exit.h"
#include "load.h"
#include "plot_bodies.h"
#include "plot_series.h"
#include "spectrum.h"
#include "tables.h"
#include "terminal.h"

#include <waft/export.h>
#include <waft/plot.h>
#include <waft/run.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_directory(const char* path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static const char* base_name(const char* path) {
    const char* slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/// The kind that --kind asks for, else `otherwise`.
static plot_kind chosen_kind(const arguments* args, plot_kind otherwise) {
    const char* wish = arguments_value(args, OPTION_KIND);
    for (int kind = 0; kind < PLOT_KIND_COUNT && wish != NULL; ++kind) {
        if (strcmp(plot_kind_name((plot_kind)kind), wish) == 0) {
            return (plot_kind)kind;
        }
    }
    return otherwise;
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

static int report_written(
    const arguments* args, const char* path, waft_result result, const waft_error* error) {
    if (result != WAFT_OK) {
        return fail(exit_code_of(result), args->command->name, "%s", error->sentence);
    }
    print_line(stdout, "%s", path);
    return EXIT_OK;
}

static int write_lines(
    const arguments* args, const plot_lines* lines, const char* title, const char* path) {
    if (lines->count == 0) {
        return fail(EXIT_USAGE, args->command->name, "there is nothing to draw for %s", path);
    }
    if (lines->left_out > 0) {
        (void)fail(0, args->command->name, "%zu more columns are left out; choose with --y COLUMN",
            lines->left_out);
    }
    const char* wish = arguments_value(args, OPTION_TITLE);
    const waft_plot plot = {
        .title = wish != NULL ? wish : title,
        .x_label = lines->x_label,
        .y_label = lines->y_label,
        .x_log = arguments_has(args, OPTION_LOG_X),
        .y_log = arguments_has(args, OPTION_LOG_Y),
        .equal_axes = lines->equal_axes,
        .series = lines->series,
        .series_count = lines->count,
    };
    waft_error error;
    const waft_result result = waft_plot_write(path, &plot, &error);
    return report_written(args, path, result, &error);
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
        !arguments_has(args, OPTION_X) && !arguments_has(args, OPTION_Y)) {
        const body_picture picture = {paths[0], title, out_path, kind == PLOT_ATTITUDE};
        return plot_bodies(args, &picture);
    }
    waft_table** tables = calloc(path_count + 1, sizeof(waft_table*));
    if (tables == NULL) {
        return fail_memory(args->command->name);
    }
    plot_lines lines = {0};
    int code = collect_lines(args, paths, path_count, tables, &lines);
    if (code == EXIT_OK) {
        code = write_lines(args, &lines, title, out_path);
    }
    for (size_t i = 0; i < path_count; ++i) {
        waft_table_destroy(tables[i]);
    }
    plot_lines_free(&lines);
    free(tables);
    return code;
}

/// DIR/plots, made if it is missing.
static int make_plots_folder(const arguments* args, const char* directory) {
    char* path = NULL;
    if (asprintf(&path, "%s/plots", directory) < 0) {
        return fail_memory(args->command->name);
    }
    int code = EXIT_OK;
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        code = fail(EXIT_IO, args->command->name, "%s cannot be made: %s", path, strerror(errno));
    }
    free(path);
    return code;
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
    const char* wish = arguments_value(args, OPTION_OUTPUT);
    const char* name = plot_kind_name(kind);
    char* table_path = NULL;
    char* out_path = NULL;
    char title[200];
    int code = EXIT_OK;
    if (asprintf(&table_path, "%s/%s.csv", directory, table_of(kind)) < 0) {
        return fail_memory(args->command->name);
    }
    if (asprintf(&out_path, "%s/plots/%s.svg", directory, name) < 0) {
        free(table_path);
        return fail_memory(args->command->name);
    }
    title_of_run(directory, name, title, sizeof title);
    if (wish == NULL) {
        code = make_plots_folder(args, directory);
    }
    if (code == EXIT_OK) {
        const char* const paths[] = {table_path};
        code = plot_tables(args, paths, 1, title, wish != NULL ? wish : out_path);
    }
    free(table_path);
    free(out_path);
    return code;
}

/// The name of DIR/png/height_N.png whatever the zeros before N; *out_path is NULL if there is
/// none.
static int find_heights(const arguments* args, const char* directory, int frame, char** out_path) {
    char* folder = NULL;
    *out_path = NULL;
    if (asprintf(&folder, "%s/png", directory) < 0) {
        return fail_memory(args->command->name);
    }
    DIR* entries = opendir(folder);
    int code = EXIT_OK;
    for (struct dirent* entry = NULL; entries != NULL && (entry = readdir(entries)) != NULL;) {
        int number = -1;
        int length = 0;
        if (sscanf(entry->d_name, "height_%9d.png%n", &number, &length) == 1 && number == frame &&
            length == (int)strlen(entry->d_name)) {
            code = asprintf(out_path, "%s/%s", folder, entry->d_name) < 0
                       ? fail_memory(args->command->name)
                       : EXIT_OK;
            break;
        }
    }
    if (entries == NULL && errno == ENOMEM) {
        code = fail_memory(args->command->name);
    } else if (entries != NULL) {
        (void)closedir(entries);
    }
    if (code == EXIT_OK && *out_path == NULL) {
        code = fail(
            EXIT_USAGE, args->command->name, "%s has no height image of frame %d", folder, frame);
    }
    free(folder);
    return code;
}

static int plot_height_file(
    const arguments* args, const char* path, const char* title, const char* out_path) {
    waft_heightmap map;
    waft_error error;
    waft_result result = waft_png_read_heights(path, NULL, &map, &error);
    if (result != WAFT_OK) {
        return fail(exit_code_of_input(result), args->command->name, "%s", error.sentence);
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
    const char* wish = arguments_value(args, OPTION_TITLE);
    result = waft_plot_write_field(out_path, &field, wish != NULL ? wish : title, "m", &error);
    waft_heightmap_free(NULL, &map);
    return report_written(args, out_path, result, &error);
}

static int plot_heights(const arguments* args, const char* directory) {
    const char* wish = arguments_value(args, OPTION_OUTPUT);
    char* path = NULL;
    char* out_path = NULL;
    char title[200];
    char what[64];
    int frame = 0;
    int code = require_feature(args, "png", "libpng-dev");
    code = code != EXIT_OK ? code : arguments_count(args, OPTION_FRAME, 0, 999999999, &frame);
    code = code != EXIT_OK ? code : find_heights(args, directory, frame, &path);
    if (code == EXIT_OK && asprintf(&out_path, "%s/plots/height_%d.svg", directory, frame) < 0) {
        out_path = NULL;
        code = fail_memory(args->command->name);
    }
    if (code == EXIT_OK && wish == NULL) {
        code = make_plots_folder(args, directory);
    }
    if (code == EXIT_OK) {
        (void)snprintf(what, sizeof what, "height, frame %d", frame);
        title_of_run(directory, what, title, sizeof title);
        code = plot_height_file(args, path, title, wish != NULL ? wish : out_path);
    }
    free(path);
    free(out_path);
    return code;
}

static bool has_table(const char* directory, plot_kind kind) {
    char* path = NULL;
    if (asprintf(&path, "%s/%s.csv", directory, table_of(kind)) < 0) {
        return true; // reading it will report the lack of memory
    }
    const bool there = access(path, F_OK) == 0;
    free(path);
    return there;
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
        return fail(exit_code_of_input(result), args->command->name, "%s", error.sentence);
    }
    if (info.frames_written == 0 || kind == PLOT_STATS) {
        return fail(EXIT_USAGE, args->command->name, "%s has no %s.csv", directory, name);
    }
    return fail(EXIT_USAGE, args->command->name, "%s has no %s.csv: the scene has no %s%s",
        directory, name, name, strcmp(name, "bodies") == 0 ? ", or tables.bodies is 0" : "");
}

static int plot_directory(const arguments* args, const char* directory) {
    if (arguments_has(args, OPTION_KIND)) {
        const plot_kind kind = chosen_kind(args, PLOT_TABLE);
        return kind == PLOT_TABLE
                   ? fail(EXIT_USAGE, args->command->name,
                         "--kind table takes a CSV file, and %s is a directory", directory)
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
    return drawn > 0
               ? code
               : fail(EXIT_USAGE, args->command->name, "%s holds no table to draw", directory);
}

/// Tables share one plot: -o, or the first one's name with .svg.
static int plot_files(const arguments* args) {
    const char* first = args->operands[0];
    const char* wish = arguments_value(args, OPTION_OUTPUT);
    const char* dot = strrchr(base_name(first), '.');
    const int stem = (int)(dot != NULL ? (size_t)(dot - first) : strlen(first));
    char* out_path = NULL;
    if (chosen_kind(args, PLOT_TABLE) == PLOT_HEIGHT) {
        return fail(EXIT_USAGE, args->command->name, "--kind height takes a run directory");
    }
    if (asprintf(&out_path, "%.*s.svg", stem, first) < 0) {
        return fail_memory(args->command->name);
    }
    const int code = plot_tables(args, args->operands, args->operand_count, base_name(first),
        wish != NULL ? wish : out_path);
    free(out_path);
    return code;
}

/// Velocities, one operand at a time.
static int plot_velocities(const arguments* args) {
    int code = EXIT_OK;
    if (args->operand_count > 1 && arguments_has(args, OPTION_OUTPUT)) {
        return fail(EXIT_USAGE, args->command->name, "option '--output' names one plot");
    }
    for (size_t i = 0; i < args->operand_count && code == EXIT_OK; ++i) {
        code = arguments_has(args, OPTION_SPECTRUM) ? plot_spectrum(args, args->operands[i])
                                                    : plot_slice(args, args->operands[i]);
    }
    return code;
}

int cmd_plot(const arguments* args) {
    if (arguments_has(args, OPTION_SPECTRUM) || arguments_has(args, OPTION_SLICE)) {
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
        return fail(EXIT_USAGE, args->command->name, "give run directories or CSV files, not both");
    }
    if (arguments_has(args, OPTION_OUTPUT) &&
        (directories > 1 || !arguments_has(args, OPTION_KIND))) {
        return fail(EXIT_USAGE, args->command->name,
            "option '--output' names one plot; add --kind and give one directory");
    }
    int code = EXIT_OK;
    for (size_t i = 0; i < args->operand_count && code == EXIT_OK; ++i) {
        code = plot_directory(args, args->operands[i]);
    }
    return code;
}

// SPDX-License-Identifier: MIT
// waft plot --spectrum: measured and prescribed energies and the slope -5/3. waft plot --slice: a plane
// as a picture.
#include "exit.h"
#include "load.h"
#include "plot_series.h"
#include "spectrum.h"
#include "units.h"
#include "velocity.h"

#include <waft/plot.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int plot_path(
    const arguments* args, const char* operand, const char* end, char out_path[PLOT_PATH]) {
    const char* wish = arguments_value(args, "output");
    const char* dot = strrchr(base_name(operand), '.');
    const bool file = dot != NULL && !is_directory(operand);
    const int stem = (int)(file ? (size_t)(dot - operand) : strlen(operand));
    const int length = wish != NULL ? snprintf(out_path, PLOT_PATH, "%s", wish)
                                    : snprintf(out_path, PLOT_PATH, "%.*s%s", stem, operand, end);
    return length < PLOT_PATH ? EXIT_OK
                              : fail(args, EXIT_USAGE, "a path is too long: %.60s...", out_path);
}

enum { MEASURED, PRESCRIBED, SLOPE, SERIES };

/// Numbers of the three lines over one x.
typedef struct lines {
    size_t count;
    double* x;
    double* y[SERIES];
    double greatest;
    size_t peak; ///< shell with the most energy
} lines;

static bool fill_lines(const velocity* v, const waft_spectrum_info* info, lines* l) {
    l->x = calloc((SERIES + 1) * info->shell_count + 1, sizeof(double));
    if (l->x == NULL) {
        return false;
    }
    l->count = info->shell_count;
    for (int s = 0; s < SERIES; ++s) {
        l->y[s] = l->x + (size_t)(s + 1) * l->count;
    }
    for (size_t i = 0; i < l->count; ++i) {
        const double energy = info->shells[i].energy;
        l->x[i] = info->shells[i].wavenumber;
        l->y[MEASURED][i] = energy;
        l->y[PRESCRIBED][i] = velocity_prescribed(v, info, i);
        if (energy > l->greatest) {
            l->greatest = energy;
            l->peak = i;
        }
    }
    // Through the peak, a little above it.
    for (size_t i = 0; i < l->count; ++i) {
        l->y[SLOPE][i] = 2.0 * l->greatest * pow(l->x[i] / l->x[l->peak], -5.0 / 3.0);
    }
    return true;
}

static int write_spectrum(
    const arguments* args, const velocity* v, const waft_spectrum* spectrum, const char* path) {
    const waft_spectrum_info info = waft_spectrum_get_info(spectrum);
    lines l = {0};
    if (!fill_lines(v, &info, &l)) {
        return fail_memory(args);
    }
    const waft_plot_series series[SERIES] = {
        {"measured", l.x, l.y[MEASURED], l.count, WAFT_PLOT_POINTS},
        {"slope -5/3", l.x, l.y[SLOPE], l.count, WAFT_PLOT_LINE},
        {"prescribed", l.x, l.y[PRESCRIBED], l.count, WAFT_PLOT_LINE},
    };
    const waft_plot plot = {
        .title = plot_title(args, v->name),
        .x_label = v->bank != NULL ? "wave number, rad a cell" : "wave number, rad/m",
        .y_label = v->bank != NULL ? "energy of a shell" : "energy of a shell, m2/s2",
        .x_log = true,
        .y_log = true,
        // What is lower is rounding.
        .y_range = {1e-8 * l.greatest, 10.0 * l.greatest},
        .series = series,
        .series_count = v->bank != NULL ? SERIES : SERIES - 1,
    };
    waft_error error;
    const waft_result result = waft_plot_write(path, &plot, &error);
    free(l.x);
    return check_written(args, path, result, &error);
}

int plot_spectrum(const arguments* args, const char* path) {
    velocity v;
    waft_spectrum* spectrum = NULL;
    char out_path[PLOT_PATH];
    int code = velocity_open(args, path, &v);
    code = code == EXIT_OK ? velocity_measure(args, &v, &spectrum) : code;
    code = code == EXIT_OK ? plot_path(args, path, "_spectrum.svg", out_path) : code;
    code = code == EXIT_OK ? write_spectrum(args, &v, spectrum, out_path) : code;
    waft_spectrum_destroy(spectrum);
    velocity_free(&v);
    return code;
}

/// "z", "x:12"; without an index the middle.
static int take_plane(const arguments* args, const velocity* v, int* out_axis, int32_t* out_index) {
    const char* wish = arguments_value(args, "slice");
    *out_axis = 2;
    *out_index = v->cells[2] / 2;
    if (wish == NULL) {
        return EXIT_OK;
    }
    const bool named = wish[0] == 'x' || wish[0] == 'y' || wish[0] == 'z';
    char* end = NULL;
    long index = -1;
    if (named) {
        *out_axis = wish[0] - 'x';
        *out_index = v->cells[*out_axis] / 2;
        index = wish[1] == ':' ? strtol(wish + 2, &end, 10) : *out_index;
    }
    const bool whole =
        named && (wish[1] == '\0' || (wish[1] == ':' && end != wish + 2 && *end == '\0'));
    if (!whole || index < 0 || index >= v->cells[*out_axis]) {
        return fail(args, EXIT_USAGE,
            "option '--slice' takes an axis and a cell of it, such as z:%d, not '%s'",
            (int)(v->cells[2] / 2), wish);
    }
    if (v->cells[2] == 1 && *out_axis != 2) {
        return fail(args, EXIT_USAGE, "%s is flat; its only plane is z", v->name);
    }
    *out_index = (int32_t)index;
    return EXIT_OK;
}

static int write_slice(const arguments* args, const velocity* v, const char* path) {
    int axis = 2;
    int32_t index = 0;
    waft_slice slice = {.pixels = 0};
    int code = take_plane(args, v, &axis, &index);
    int pixels = 0;
    code = code == EXIT_OK ? arguments_count(args, "size", 16, 8192, &pixels) : code;
    if (code != EXIT_OK) {
        return code;
    }
    float* plane = velocity_plane(v, axis, index, slice.cells);
    if (plane == NULL) {
        return fail_memory(args);
    }
    slice.pixels = pixels;
    slice.component[0] = plane;
    slice.component[1] = plane + (size_t)slice.cells[0] * (size_t)slice.cells[1];
    waft_error error;
    const waft_result result = waft_slice_write(path, &slice, &error);
    free(plane);
    return check_written(args, path, result, &error);
}

int plot_slice(const arguments* args, const char* path) {
    velocity v = {0};
    char out_path[PLOT_PATH];
    int code = require_feature(args, "png", "libpng-dev");
    code = code == EXIT_OK ? velocity_open(args, path, &v) : code;
    code = code == EXIT_OK ? plot_path(args, path, "_slice.png", out_path) : code;
    code = code == EXIT_OK ? write_slice(args, &v, out_path) : code;
    velocity_free(&v);
    return code;
}

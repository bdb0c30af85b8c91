// SPDX-License-Identifier: MIT
#include "sweep_phase.h"

#include "exit.h"
#include "sweep_table.h"
#include "tables.h"

#include <waft/files.h>
#include <waft/plot.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The points of the diagram.
typedef struct phases {
    double* x;
    double* y;
    waft_regime* regimes;
    size_t count;
    size_t failed; ///< runs that have no point
} phases;

/// The number of an axis in a run, whatever its unit. False if it is a word.
static bool axis_number(const sweep_plan* plan, size_t run, size_t axis, double* out_number) {
    char text[SWEEP_SET];
    char* end = NULL;
    sweep_plan_value(plan, run, axis, text, sizeof text);
    *out_number = strtod(text, &end);
    return end != text;
}

static const char* key_of(const sweep_plan* plan, size_t axis) {
    const char* dot = strrchr(plan->axes[axis].path, '.');
    return dot != NULL ? dot + 1 : plan->axes[axis].path;
}

/// The two axes that vary, the Reynolds number first if it is one of them.
static bool find_axes(const sweep_plan* plan, size_t out_axes[2]) {
    size_t count = 0;
    for (size_t i = 0; i < plan->axis_count; ++i) {
        if (sweep_axis_varies(plan, i) && count++ < 2) {
            out_axes[count - 1] = i;
        }
    }
    if (count == 2 && strcmp(key_of(plan, out_axes[1]), "reynolds") == 0) {
        const size_t first = out_axes[0];
        out_axes[0] = out_axes[1];
        out_axes[1] = first;
    }
    return count == 2;
}

/// The regime with the greatest share; false if the run had no bodies, or failed.
static bool most_common(const waft_table* result, waft_regime* out_regime) {
    double greatest = -1.0;
    for (int i = 0; i < WAFT_REGIME_COUNT; ++i) {
        char name[SWEEP_TEXT];
        size_t column = 0;
        (void)snprintf(name, sizeof name, "regime.%s", waft_regime_name((waft_regime)i));
        if (!table_find(result, name, &column) || waft_table_row_count(result) == 0) {
            return false;
        }
        const double share = waft_table_column(result, column)[0];
        if (share > greatest) {
            greatest = share;
            *out_regime = (waft_regime)i;
        }
    }
    return greatest >= 0.0;
}

static int add_run(const arguments* args, const sweep_plan* plan, const char* directory,
    const size_t axes[2], size_t run, phases* self) {
    waft_table* result = NULL;
    const int code = sweep_result_open(args, directory, run, &result);
    const size_t n = self->count;
    if (code == EXIT_OK && axis_number(plan, run, axes[0], &self->x[n]) &&
        axis_number(plan, run, axes[1], &self->y[n]) && most_common(result, &self->regimes[n])) {
        ++self->count;
    } else if (code == EXIT_OK) {
        self->failed += sweep_result_failed(result);
    }
    waft_table_destroy(result);
    return code;
}

static int draw(const arguments* args, const sweep_plan* plan, const char* directory,
    const size_t axes[2], const phases* self) {
    char path[SWEEP_PATH];
    waft_error error;
    const bool over_reynolds = strcmp(key_of(plan, axes[0]), "reynolds") == 0;
    const bool over_inertia = strcmp(key_of(plan, axes[1]), "istar") == 0;
    const waft_phase_diagram diagram = {.reynolds = self->x,
        .inertia = self->y,
        .regimes = self->regimes,
        .count = self->count,
        .x_label = over_reynolds ? NULL : key_of(plan, axes[0]),
        .y_label = over_inertia ? NULL : key_of(plan, axes[1])};
    (void)snprintf(path, sizeof path, "%s/phase.svg", directory);
    const waft_result result = waft_plot_write_phases(path, &diagram, &error);
    return check_written(args, path, result, &error);
}

static int add_runs_and_draw(const arguments* args, const sweep_plan* plan, const char* directory,
    const size_t axes[2], phases* self) {
    int code = EXIT_OK;
    for (size_t run = 0; run < plan->run_count && code == EXIT_OK; ++run) {
        code = add_run(args, plan, directory, axes, run, self);
    }
    return code == EXIT_OK && self->count > 0 && self->count + self->failed == plan->run_count
               ? draw(args, plan, directory, axes, self)
               : code;
}

int sweep_phase_write(const arguments* args, const sweep_plan* plan, const char* directory) {
    size_t axes[2] = {0, 0};
    if (!find_axes(plan, axes)) {
        return EXIT_OK;
    }
    phases self = {.x = calloc(plan->run_count, sizeof(double)),
        .y = calloc(plan->run_count, sizeof(double)),
        .regimes = calloc(plan->run_count, sizeof(waft_regime))};
    const bool room = self.x != NULL && self.y != NULL && self.regimes != NULL;
    const int code =
        room ? add_runs_and_draw(args, plan, directory, axes, &self) : fail_memory(args);
    free(self.x);
    free(self.y);
    free(self.regimes);
    return code;
}

// SPDX-License-Identifier: MIT
// A stranger's program with waft-tools: a run in the directory it is given, and a plot of its table.
#include <stdio.h>
#include <string.h>

#include <waft/tools.h>

static const char text[] = "waft: 1\n"
                           "time: {duration: 0.1, fps: 20}\n"
                           "water: {cells: [16, 16], trains: [{length: 2}]}\n";

static waft_result simulate(const waft_scene* scene, const char* directory, waft_error* error) {
    waft_run_def def = waft_run_def_default(scene, directory);
    def.mode = WAFT_RUN_FORCE;
    waft_run* run = NULL;
    waft_result result = waft_run_open(&def, &run, error);
    while (result == WAFT_OK && !waft_run_done(run)) {
        result = waft_run_step(run);
    }
    result = result == WAFT_OK ? waft_run_finish(run) : result;
    waft_run_close(run);
    return result;
}

static waft_result draw(const char* directory, waft_error* error) {
    char path[1024];
    waft_table* table = NULL;
    (void)snprintf(path, sizeof(path), "%s/stats.csv", directory);
    waft_result result = waft_table_read(path, NULL, &table, error);
    if (result != WAFT_OK) {
        return result;
    }
    const waft_plot_series series = {.name = "energy",
        .x = waft_table_column(table, 0),
        .y = waft_table_column(table, 1),
        .count = waft_table_row_count(table)};
    const waft_plot plot = {.series = &series, .series_count = 1};
    (void)snprintf(path, sizeof(path), "%s/plot.svg", directory);
    result = waft_plot_write(path, &plot, error);
    waft_table_destroy(table);
    return result;
}

int main(int argc, char** argv) {
    const char* directory = argc > 1 ? argv[1] : "out";
    waft_error error = {WAFT_OK, ""};
    waft_diagnostics* problems = NULL;
    waft_scene* scene = NULL;
    waft_run_info info;
    waft_result result = waft_diagnostics_create(NULL, &problems);
    if (result == WAFT_OK) {
        result = waft_scene_load_text("inline", text, strlen(text), NULL, problems, &scene);
    }
    result = result == WAFT_OK ? simulate(scene, directory, &error) : result;
    result = result == WAFT_OK ? waft_run_inspect(directory, &info, &error) : result;
    result = result == WAFT_OK ? draw(directory, &error) : result;
    if (result != WAFT_OK) {
        (void)fprintf(stderr, "%s %s\n", waft_result_name(result), error.sentence);
    } else {
        (void)printf("waft %s: a run is %s after %d frames; %zu measurements\n", waft_version(),
            info.state, info.frames_written, waft_bench_count());
    }
    waft_scene_destroy(scene);
    waft_diagnostics_destroy(problems);
    return result == WAFT_OK ? 0 : 1;
}

// SPDX-License-Identifier: MIT
#include "scratch.h"

#include <waft/plot.h>

enum { POINTS = 400 };

static void make_helix(double* out, double x0, double radius, double turns) {
    for (size_t i = 0; i < POINTS; ++i) {
        const double t = (double)i / (POINTS - 1);
        out[3 * i] = x0 + radius * cos(6.2831853 * turns * t);
        out[3 * i + 1] = 2.0 - 1.9 * t;
        out[3 * i + 2] = radius * sin(6.2831853 * turns * t);
    }
}

static size_t count_of(const char* text, const char* piece) {
    size_t count = 0;
    for (const char* at = strstr(text, piece); at != NULL; at = strstr(at + 1, piece)) {
        ++count;
    }
    return count;
}

static void three_views(void) {
    scratch s = scratch_make();
    static double helix[3 * POINTS];
    static double line[3 * POINTS];
    make_helix(helix, 0.0, 0.2, 4.0);
    make_helix(line, 0.6, 0.0, 0.0);
    line[300] = (double)NAN; // a gap
    const waft_trajectory paths[] = {{"spiral & co", helix, POINTS}, {"stone", line, POINTS}};
    const char* path = scratch_file(&s, "t.svg");
    CHECK(waft_plot_write_trajectories(path, paths, 2, "Two falls", NULL) == WAFT_OK);
    char* text = scratch_read(path, NULL);
    CHECK(strstr(text, ">Two falls<") != NULL && strstr(text, ">spiral &amp; co<") != NULL);
    CHECK(strstr(text, ">from the side<") != NULL && strstr(text, ">from above<") != NULL);
    CHECK(strstr(text, ">in space<") != NULL && strstr(text, ">500 mm<") == NULL);
    CHECK(strstr(text, " m</text>") != NULL || strstr(text, " mm</text>") != NULL);
    // Three views of two paths, two shadows; a start and an end of each in each view, two in the legend.
    CHECK(count_of(text, "<path fill=\"none\"") == 8);
    CHECK(count_of(text, "<circle") == 14);
    // The gap lifts the pen once in each view and in the shadow.
    CHECK(count_of(text, "M") >= 8 + 4);
    CHECK(strstr(text, "nan") == NULL && strstr(text, "inf") == NULL);
    waft_text_free(NULL, text);
    scratch_remove(&s);
}

static void odd_input_is_drawn(void) {
    scratch s = scratch_make();
    const double here[3] = {1.0, 1.0, 1.0};
    const double nowhere[3] = {(double)NAN, 0.0, 0.0};
    const waft_trajectory paths[] = {{NULL, here, 1}, {"", nowhere, 1}, {"none", NULL, 0}};
    const char* path = scratch_file(&s, "t.svg");
    CHECK(waft_plot_write_trajectories(path, paths, 3, NULL, NULL) == WAFT_OK);
    CHECK(!scratch_holds(path, "nan"));
    CHECK(waft_plot_write_trajectories(path, &paths[1], 2, NULL, NULL) == WAFT_OK);
    CHECK(scratch_holds(path, "no data"));
    CHECK(waft_plot_write_trajectories(path, NULL, 0, NULL, NULL) == WAFT_OK);
    CHECK(scratch_holds(path, "no data"));
    scratch_remove(&s);
}

static void many_points_are_thinned(void) {
    scratch s = scratch_make();
    enum { MANY = 50000, PATHS = 300 };
    static double long_path[3 * MANY];
    for (size_t i = 0; i < MANY; ++i) {
        const double t = 1e-3 * (double)i;
        long_path[3 * i] = sin(t);
        long_path[3 * i + 1] = -t;
        long_path[3 * i + 2] = cos(t);
    }
    waft_trajectory paths[PATHS];
    for (int i = 0; i < PATHS; ++i) {
        paths[i] = (waft_trajectory){"crowd", long_path, MANY};
    }
    const char* path = scratch_file(&s, "t.svg");
    size_t size = 0;
    CHECK(waft_plot_write_trajectories(path, paths, 1, NULL, NULL) == WAFT_OK);
    waft_text_free(NULL, scratch_read(path, &size));
    CHECK(size < 200000);
    CHECK(waft_plot_write_trajectories(path, paths, PATHS, NULL, NULL) == WAFT_OK);
    char* text = scratch_read(path, &size);
    CHECK(size < 8000000);
    CHECK(strstr(text, ">crowd<") == NULL);
    waft_text_free(NULL, text);
    scratch_remove(&s);
}

static void refusals(void) {
    waft_error error;
    const waft_trajectory broken = {"x", NULL, 3};
    CHECK(waft_plot_write_trajectories(NULL, NULL, 0, NULL, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_plot_write_trajectories("n.svg", NULL, 1, NULL, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_plot_write_trajectories("n.svg", &broken, 1, NULL, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "n.svg: path 0 has no positions");
}

static const test_case cases[] = {
    {"three_views", three_views},
    {"odd_input_is_drawn", odd_input_is_drawn},
    {"many_points_are_thinned", many_points_are_thinned},
    {"refusals", refusals},
};

TEST_MAIN(cases)

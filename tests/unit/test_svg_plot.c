// SPDX-License-Identifier: MIT
#include "scratch.h"

#include <waft/plot.h>

enum { COUNT = 200 };

static double xs[COUNT];
static double ys[COUNT];
static double zs[COUNT];

static void fill(void) {
    for (int i = 0; i < COUNT; ++i) {
        xs[i] = 0.1 * i;
        ys[i] = sin(xs[i]);
        zs[i] = i % 2 == 0 ? -1.0 : 1.0;
    }
}

static void parts_of_a_plot(void) {
    scratch s = scratch_make();
    fill();
    const waft_plot_series series[] = {
        {"sine & co", xs, ys, COUNT, WAFT_PLOT_LINE}, {"empty", NULL, NULL, 0, WAFT_PLOT_POINTS}};
    const waft_plot plot = {.title = "Title <1>",
        .x_label = "time (s)",
        .y_label = "level (m)",
        .y_range = {-1.0, 3.0},
        .series = series,
        .series_count = 2};
    waft_error error = {.sentence = ""};
    CHECK(waft_plot_write(scratch_file(&s, "a.svg"), &plot, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    const char* path = scratch_file(&s, "a.svg");
    CHECK(scratch_holds(path, "width=\"800\" height=\"500\""));
    CHECK(scratch_holds(path, ">Title &lt;1&gt;</text>"));
    CHECK(scratch_holds(path, ">time (s)</text>"));
    CHECK(scratch_holds(path, ">level (m)</text>"));
    CHECK(scratch_holds(path, ">sine &amp; co</text>"));
    CHECK(scratch_holds(path, "clip-path=\"url(#axes)\""));
    CHECK(!scratch_holds(path, "nan"));
    CHECK(!scratch_holds(path, "no data"));
    scratch_remove(&s);
}

// The frame is the only rectangle without filling; its right side gives way to an outer legend.
static double frame_right(const char* path) {
    char* text = scratch_read(path, NULL);
    double x = 0.0;
    double y = 0.0;
    double width = 0.0;
    double height = 0.0;
    const char* start = strstr(text, "</g>\n<rect");
    CHECK(start != NULL &&
          sscanf(start, "</g>\n<rect x=\"%lf\" y=\"%lf\" width=\"%lf\" height=\"%lf\"", &x, &y,
              &width, &height) == 4);
    waft_text_free(NULL, text);
    return x + width;
}

static void the_legend_avoids_the_data(void) {
    scratch s = scratch_make();
    fill();
    waft_plot_series series[] = {
        {"a", xs, ys, COUNT, WAFT_PLOT_LINE}, {"b", xs, zs, COUNT, WAFT_PLOT_LINE}};
    waft_plot plot = {.series = series, .series_count = 2};
    CHECK(waft_plot_write(scratch_file(&s, "a.svg"), &plot, NULL) == WAFT_OK);
    const double outside = frame_right(scratch_file(&s, "a.svg"));
    plot.y_range[0] = -2.0;
    plot.y_range[1] = 5.0;
    CHECK(waft_plot_write(scratch_file(&s, "a.svg"), &plot, NULL) == WAFT_OK);
    const double inside = frame_right(scratch_file(&s, "a.svg"));
    CHECK_NEAR(inside, 778.0, 0.01);
    CHECK(outside < inside - 40.0);
    scratch_remove(&s);
}

static void equal_axes_are_equal(void) {
    scratch s = scratch_make();
    double x[] = {0.0, 1.0};
    double y[] = {0.0, 1.0};
    const waft_plot_series series = {"", x, y, 2, WAFT_PLOT_LINE};
    const waft_plot plot = {.equal_axes = true, .series = &series, .series_count = 1};
    CHECK(waft_plot_write(scratch_file(&s, "a.svg"), &plot, NULL) == WAFT_OK);
    char* text = scratch_read(scratch_file(&s, "a.svg"), NULL);
    double p[4] = {0.0, 0.0, 0.0, 1.0};
    const char* path = strstr(text, " d=\"M");
    CHECK(path != NULL && sscanf(path, " d=\"M%lf %lfL%lf %lf", &p[0], &p[1], &p[2], &p[3]) == 4);
    CHECK_NEAR(p[2] - p[0], p[1] - p[3], 0.05);
    waft_text_free(NULL, text);
    scratch_remove(&s);
}

static void hard_cases_are_drawn(void) {
    scratch s = scratch_make();
    double nothing[] = {(double)NAN, -1.0, 0.0};
    double same[] = {2.0, 2.0, 2.0};
    const waft_plot_series series[] = {{NULL, nothing, nothing, 3, WAFT_PLOT_LINE_POINTS},
        {"same", same, same, 3, WAFT_PLOT_LINE}};
    waft_plot plot = {.x_log = true, .y_log = true, .series = series, .series_count = 1};
    CHECK(waft_plot_write(scratch_file(&s, "a.svg"), &plot, NULL) == WAFT_OK);
    CHECK(scratch_holds(scratch_file(&s, "a.svg"), "no data"));
    plot.series_count = 2;
    plot.width = 120;
    plot.height = 120;
    CHECK(waft_plot_write(scratch_file(&s, "a.svg"), &plot, NULL) == WAFT_OK);
    CHECK(!scratch_holds(scratch_file(&s, "a.svg"), "width=\"-"));
    CHECK(!scratch_holds(scratch_file(&s, "a.svg"), "nan"));
    scratch_remove(&s);
}

static void refusals(void) {
    const waft_plot_series series[17] = {{0}};
    waft_error error;
    waft_plot plot = {.series = series, .series_count = 17};
    CHECK(waft_plot_write("no", &plot, &error) == WAFT_ERR_ARGUMENT);
    plot.series_count = 1;
    plot.width = 9000;
    CHECK(waft_plot_write("no", &plot, &error) == WAFT_ERR_ARGUMENT);
    plot.width = -1;
    CHECK(waft_plot_write("no", &plot, &error) == WAFT_ERR_ARGUMENT);
    const waft_plot_series hollow = {"x", NULL, NULL, 1, WAFT_PLOT_LINE};
    plot = (waft_plot){.series = &hollow, .series_count = 1};
    CHECK(waft_plot_write("no", &plot, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_plot_write(NULL, &plot, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_plot_write("no", NULL, &error) == WAFT_ERR_ARGUMENT);
    CHECK(access("no", F_OK) != 0);
}

static const test_case cases[] = {
    {"parts_of_a_plot", parts_of_a_plot},
    {"the_legend_avoids_the_data", the_legend_avoids_the_data},
    {"equal_axes_are_equal", equal_axes_are_equal},
    {"hard_cases_are_drawn", hard_cases_are_drawn},
    {"refusals", refusals},
};

TEST_MAIN(cases)

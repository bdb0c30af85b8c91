// SPDX-License-Identifier: MIT
#include "export/svg_series.h"
#include "test.h"

#include <stdlib.h>

enum { COUNT = 100000 };

static double xs[COUNT];
static double ys[COUNT];

static wafti_axis axis_of(double low, double high, double pixel_low, double pixel_high) {
    wafti_axis axis;
    wafti_axis_set_range(&axis, low, high, false);
    axis.pixel_low = pixel_low;
    axis.pixel_high = pixel_high;
    return axis;
}

// Draws on 700 x 400 pixels and counts the points of the path; notes the highest.
static int count_points(const waft_plot_series* series, double* out_top) {
    const wafti_axis x = axis_of(0.0, 1.0, 0.0, 700.0);
    const wafti_axis y = axis_of(-1.0, 1.0, 400.0, 0.0);
    wafti_svg svg;
    wafti_svg_begin(&svg, 700.0, 400.0);
    wafti_text_clear(&svg.text);
    wafti_series_draw(&svg, series, 0, &x, &y);
    int count = 0;
    *out_top = 1e9;
    for (const char* p = strstr(svg.text.bytes, " d=\""); *p != '\0'; ++p) {
        if (*p == 'M' || *p == 'L') {
            char* rest = NULL;
            (void)strtod(p + 1, &rest);
            *out_top = fmin(*out_top, strtod(rest, NULL));
            ++count;
        }
    }
    wafti_text_free(&svg.text);
    return count;
}

static void long_lines_keep_their_peaks(void) {
    for (int i = 0; i < COUNT; ++i) {
        xs[i] = (double)i / COUNT;
        ys[i] = 0.3 * sin(i * 0.01);
    }
    ys[51234] = 0.9;
    const waft_plot_series series = {"s", xs, ys, COUNT, WAFT_PLOT_LINE};
    double top = 0.0;
    const int count = count_points(&series, &top);
    CHECK(count <= WAFTI_SERIES_POINTS);
    CHECK(count > 700);
    CHECK_NEAR(top, 20.0, 0.01);
}

static void loops_and_points_are_thinned(void) {
    for (int i = 0; i < COUNT; ++i) {
        xs[i] = 0.5 + 0.4 * cos(i * 0.001);
        ys[i] = 0.5 * sin(i * 0.001);
    }
    double top = 0.0;
    waft_plot_series series = {"s", xs, ys, COUNT, WAFT_PLOT_LINE};
    int count = count_points(&series, &top);
    CHECK(count <= WAFTI_SERIES_POINTS && count > WAFTI_SERIES_POINTS / 2);
    series.style = WAFT_PLOT_POINTS;
    count = count_points(&series, &top);
    CHECK(count <= WAFTI_SERIES_POINTS && count > WAFTI_SERIES_POINTS / 2);
    series.count = 10;
    CHECK(count_points(&series, &top) == 10);
}

static void gaps_break_the_line(void) {
    double x[] = {0.1, 0.2, 0.3, 0.4, 0.5};
    double y[] = {0.0, 0.1, (double)NAN, 0.2, 0.3};
    const waft_plot_series series = {"s", x, y, 5, WAFT_PLOT_LINE};
    const wafti_axis ax = axis_of(0.0, 1.0, 0.0, 100.0);
    const wafti_axis ay = axis_of(0.0, 1.0, 100.0, 0.0);
    wafti_svg svg;
    wafti_svg_begin(&svg, 100.0, 100.0);
    wafti_series_draw(&svg, &series, 0, &ax, &ay);
    CHECK(strstr(svg.text.bytes, "d=\"M10 100L20 90M40 80L50 70\"") != NULL);
    wafti_text_free(&svg.text);
}

static void meeting_a_box(void) {
    double x[] = {0.0, 1.0};
    double y[] = {0.0, 1.0};
    waft_plot_series series = {"s", x, y, 2, WAFT_PLOT_LINE};
    const wafti_axis ax = axis_of(0.0, 1.0, 0.0, 100.0);
    const wafti_axis ay = axis_of(0.0, 1.0, 100.0, 0.0);
    const wafti_box on_line = {45.0, 45.0, 55.0, 55.0};
    const wafti_box off_line = {0.0, 0.0, 40.0, 40.0};
    CHECK(wafti_series_meets(&series, &ax, &ay, on_line));
    CHECK(!wafti_series_meets(&series, &ax, &ay, off_line));
    series.style = WAFT_PLOT_POINTS;
    CHECK(!wafti_series_meets(&series, &ax, &ay, on_line));
    const wafti_box corner = {90.0, -5.0, 105.0, 5.0};
    CHECK(wafti_series_meets(&series, &ax, &ay, corner));
}

static const test_case cases[] = {
    {"long_lines_keep_their_peaks", long_lines_keep_their_peaks},
    {"loops_and_points_are_thinned", loops_and_points_are_thinned},
    {"gaps_break_the_line", gaps_break_the_line},
    {"meeting_a_box", meeting_a_box},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// Paths in three views: from the side, from above, and in space. A metre is as long along both axes of a
// view, but each view has its own scale: what falls is far higher than it is wide.
#include "base/error.h"
#include "export/svg_axes.h"
#include "export/svg_series.h"

#include <waft/plot.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    LABEL_SIZE = 12,
    TITLE_SIZE = 15,
    KEY_HEIGHT = 18,
    MOST_NAMES = 12,
    MOST_POINTS = 2000, // of one path
    ALL_POINTS = 100000,
};

static const double picture_width = 1020.0;
static const double least_height = 420.0;
static const double most_height = 640.0;
static const double side_width = 278.0;
static const double below = 52.0; // for the ticks and the name of x

typedef struct bounds {
    double low[3], high[3];
} bounds;

// A view: what is to the right and up (or, from above, down) in the picture, and where it stands.
typedef struct view {
    const char* name;
    double right[3], up[3];
    wafti_box box;
    wafti_axis x, y;
} view;

typedef struct chart {
    const waft_trajectory* paths;
    size_t path_count;
    bounds extent;
    size_t most_points; // drawn of each path
} chart;

static const double* point_of(const waft_trajectory* path, size_t i) {
    return &path->positions[3 * i];
}

static bool is_point(const double p[3]) {
    return isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]);
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static waft_result check(
    const char* path, const waft_trajectory* paths, size_t count, waft_error* out_error) {
    if (path == NULL || (paths == NULL && count > 0)) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "waft_plot_write_trajectories: a pointer is NULL");
    }
    for (size_t i = 0; i < count; ++i) {
        if (paths[i].positions == NULL && paths[i].count > 0) {
            return wafti_fail(
                out_error, WAFT_ERR_ARGUMENT, "%s: path %zu has no positions", path, i);
        }
    }
    return WAFT_OK;
}

static bounds bounds_of(const chart* c) {
    bounds b = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (size_t t = 0; c->paths != NULL && t < c->path_count; ++t) {
        const waft_trajectory* path = &c->paths[t];
        for (size_t i = 0; path->positions != NULL && i < path->count; ++i) {
            const double* p = point_of(path, i);
            for (int k = 0; k < 3 && is_point(p); ++k) {
                b.low[k] = fmin(b.low[k], p[k]);
                b.high[k] = fmax(b.high[k], p[k]);
            }
        }
    }
    return b;
}

// A path straight down still needs a box that can be drawn.
static void widen(bounds* b) {
    double longest = 0.0;
    for (int k = 0; k < 3; ++k) {
        longest = fmax(longest, b->high[k] - b->low[k]);
    }
    const double least = longest > 0.0 ? 0.12 * longest : 1.0;
    for (int k = 0; k < 3; ++k) {
        const double lacking = fmax(least - (b->high[k] - b->low[k]), 0.0);
        b->low[k] -= 0.5 * lacking;
        b->high[k] += 0.5 * lacking;
    }
}

static void corner_of(const bounds* b, int index, double out[3]) {
    for (int k = 0; k < 3; ++k) {
        out[k] = (index >> k & 1) != 0 ? b->high[k] : b->low[k];
    }
}

static void fit_axis(wafti_axis* axis, const bounds* b, const double direction[3]) {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (int i = 0; i < 8; ++i) {
        double corner[3];
        corner_of(b, i, corner);
        low = fmin(low, dot(corner, direction));
        high = fmax(high, dot(corner, direction));
    }
    wafti_axis_set_range(axis, low, high, false);
    wafti_axis_pad(axis, 0.06);
}

// Both axes show as many metres a pixel: the one with pixels to spare shows more.
static void fit_view(view* v, const bounds* b, bool downwards) {
    fit_axis(&v->x, b, v->right);
    fit_axis(&v->y, b, v->up);
    wafti_axes_equalize(&v->x, &v->y, v->box);
    wafti_axis_make_ticks(&v->x, fmax((v->box.right - v->box.left) / 90.0, 2.0));
    wafti_axis_make_ticks(&v->y, fmax((v->box.bottom - v->box.top) / 50.0, 2.0));
    wafti_axes_place(&v->x, &v->y, v->box);
    if (downwards) {
        v->y.pixel_low = v->box.top;
        v->y.pixel_high = v->box.bottom;
    }
}

static double pixel_x(const view* v, const double p[3]) {
    return wafti_axis_pixel(&v->x, dot(p, v->right));
}

static double pixel_y(const view* v, const double p[3]) {
    return wafti_axis_pixel(&v->y, dot(p, v->up));
}

// A path; with a `floor` the shadow it has there. Thinning keeps the last point.
static void draw_path(wafti_svg* svg, const chart* c, const view* v, const waft_trajectory* path,
    const double* floor) {
    const size_t step = path->count / c->most_points + 1;
    bool joined = false;
    wafti_text_add(&svg->text, " d=\"");
    for (size_t i = 0; i < path->count + step - 1; i += step) {
        const double* p = point_of(path, i < path->count ? i : path->count - 1);
        if (is_point(p)) {
            const double shown[3] = {p[0], floor != NULL ? *floor : p[1], p[2]};
            wafti_text_add(&svg->text, joined ? "L" : "M");
            wafti_svg_add_point(svg, pixel_x(v, shown), pixel_y(v, shown));
        }
        joined = is_point(p);
    }
    wafti_text_add(&svg->text, "\"/>\n");
}

static void draw_circle(
    wafti_svg* svg, double x, double y, double radius, const char* fill, const char* stroke) {
    wafti_text_add(&svg->text, "<circle");
    wafti_svg_add_attribute(svg, "cx", x);
    wafti_svg_add_attribute(svg, "cy", y);
    wafti_svg_add_attribute(svg, "r", radius);
    wafti_text_format(
        &svg->text, " fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", fill, stroke);
}

static void draw_mark(
    wafti_svg* svg, const view* v, const waft_trajectory* path, size_t index, bool at_end) {
    const size_t count = path->count;
    size_t i = 0;
    while (i < count && !is_point(point_of(path, at_end ? count - 1 - i : i))) {
        ++i;
    }
    if (i == count) {
        return;
    }
    const double* p = point_of(path, at_end ? count - 1 - i : i);
    const char* color = wafti_series_color(index);
    draw_circle(
        svg, pixel_x(v, p), pixel_y(v, p), at_end ? 4.0 : 3.5, at_end ? color : "#ffffff", color);
}

static void draw_paths(wafti_svg* svg, const chart* c, const view* v) {
    for (size_t t = 0; t < c->path_count; ++t) {
        wafti_text_format(&svg->text,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-linejoin=\"round\"",
            wafti_series_color(t), c->path_count > MOST_NAMES ? "0.8" : "1.5");
        draw_path(svg, c, v, &c->paths[t], NULL);
    }
    for (size_t t = 0; t < c->path_count; ++t) {
        draw_mark(svg, v, &c->paths[t], t, false);
        draw_mark(svg, v, &c->paths[t], t, true);
    }
}

static void draw_title(wafti_svg* svg, const view* v) {
    wafti_svg_label(svg, 0.5 * (v->box.left + v->box.right), v->box.top - 10.0, LABEL_SIZE + 1,
        WAFTI_SVG_MIDDLE, false, v->name);
}

static void draw_flat(wafti_svg* svg, const chart* c, const view* v, const char* y_label) {
    char text[64];
    wafti_axes_draw_grid(svg, &v->x, &v->y, v->box);
    draw_paths(svg, c, v);
    wafti_axes_draw_frame(svg, &v->x, &v->y, v->box);
    draw_title(svg, v);
    wafti_axis_title(&v->x, "x (m)", text, sizeof(text));
    wafti_svg_label(svg, 0.5 * (v->box.left + v->box.right), v->box.bottom + 36.0, LABEL_SIZE,
        WAFTI_SVG_MIDDLE, false, text);
    wafti_axis_title(&v->y, y_label, text, sizeof(text));
    wafti_svg_label(svg, v->box.left - wafti_axis_label_width(&v->y, LABEL_SIZE) - 14.0,
        0.5 * (v->box.top + v->box.bottom), LABEL_SIZE, WAFTI_SVG_MIDDLE, true, text);
}

static void draw_edges(wafti_svg* svg, const bounds* b, const view* v) {
    for (int i = 0; i < 8; ++i) {
        for (int k = 0; k < 3; ++k) {
            const int j = i | 1 << k;
            if (j == i) {
                continue;
            }
            double from[3];
            double to[3];
            corner_of(b, i, from);
            corner_of(b, j, to);
            // The ground, where y is lowest, stands out.
            const char* color = (i & 2) == 0 && k != 1 ? WAFTI_SVG_FRAME : WAFTI_SVG_GRID;
            wafti_svg_line(
                svg, pixel_x(v, from), pixel_y(v, from), pixel_x(v, to), pixel_y(v, to), color);
        }
    }
}

// Names of the axes at the two edges of the ground that are nearest, and at the one to the left.
static void draw_axis_names(wafti_svg* svg, const bounds* b, const view* v) {
    const double middle[3] = {0.5 * (b->low[0] + b->high[0]), 0.5 * (b->low[1] + b->high[1]),
        0.5 * (b->low[2] + b->high[2])};
    const double x[3] = {middle[0], b->low[1], b->high[2]};
    const double y[3] = {b->low[0], middle[1], b->high[2]};
    const double z[3] = {b->high[0], b->low[1], middle[2]};
    wafti_svg_label(
        svg, pixel_x(v, x) - 4.0, pixel_y(v, x) + 16.0, LABEL_SIZE, WAFTI_SVG_MIDDLE, false, "x");
    wafti_svg_label(
        svg, pixel_x(v, y) - 6.0, pixel_y(v, y) + 4.0, LABEL_SIZE, WAFTI_SVG_END, false, "y");
    wafti_svg_label(
        svg, pixel_x(v, z) + 8.0, pixel_y(v, z) + 12.0, LABEL_SIZE, WAFTI_SVG_START, false, "z");
}

// The longest of 1, 2 and 5 times a power of ten that takes up to a third of the view.
static void draw_scale_bar(wafti_svg* svg, const view* v) {
    const double shown = v->x.high - v->x.low;
    const double decade = pow(10.0, floor(log10(shown / 3.0)));
    const double times = shown / 3.0 / decade;
    const double length = decade * (times >= 5.0 ? 5.0 : (times >= 2.0 ? 2.0 : 1.0));
    const double pixels = length / shown * (v->box.right - v->box.left);
    const double left = v->box.left + 14.0;
    const double y = v->box.bottom - 14.0;
    wafti_svg_rect(svg, (wafti_box){left, y - 1.5, left + pixels, y + 1.5}, WAFTI_SVG_INK, NULL);
    wafti_svg_line(svg, left, y - 5.0, left, y + 5.0, WAFTI_SVG_INK);
    wafti_svg_line(svg, left + pixels, y - 5.0, left + pixels, y + 5.0, WAFTI_SVG_INK);
    char text[48];
    const double unit = length < 0.0999 ? 1000.0 : 1.0;
    const size_t end = wafti_format_double(text, round(length * unit * 1e3) / 1e3);
    (void)snprintf(text + end, sizeof(text) - end, unit > 1.0 ? " mm" : " m");
    wafti_svg_label(svg, left + 0.5 * pixels, y - 9.0, LABEL_SIZE, WAFTI_SVG_MIDDLE, false, text);
}

static void draw_space(wafti_svg* svg, const chart* c, const view* v) {
    const double floor = c->extent.low[1];
    draw_edges(svg, &c->extent, v);
    for (size_t t = 0; t < c->path_count; ++t) {
        wafti_text_add(&svg->text, "<path fill=\"none\" stroke=\"#bbbbbb\" stroke-width=\"0.8\"");
        draw_path(svg, c, v, &c->paths[t], &floor);
    }
    draw_paths(svg, c, v);
    draw_axis_names(svg, &c->extent, v);
    draw_scale_bar(svg, v);
    draw_title(svg, v);
}

static void draw_marks_key(wafti_svg* svg, double left, double top) {
    static const struct {
        const char* fill;
        const char* name;
    } marks[2] = {{"#ffffff", "start"}, {WAFTI_SVG_FRAME, "end"}};
    for (int i = 0; i < 2; ++i) {
        const double x = left + 14.0 + 70.0 * i;
        draw_circle(svg, x, top, 4.0, marks[i].fill, WAFTI_SVG_FRAME);
        wafti_svg_label(
            svg, x + 10.0, top + 4.0, LABEL_SIZE, WAFTI_SVG_START, false, marks[i].name);
    }
}

static void draw_legend(wafti_svg* svg, const chart* c, double left, double top, double room) {
    draw_marks_key(svg, left, top);
    for (size_t t = 0; t < c->path_count && c->path_count <= MOST_NAMES; ++t) {
        const char* name = c->paths[t].name;
        if (name == NULL || name[0] == '\0') {
            continue;
        }
        top += KEY_HEIGHT;
        wafti_svg_rect(
            svg, (wafti_box){left, top - 1.0, left + 28.0, top + 1.0}, wafti_series_color(t), NULL);
        wafti_svg_label(svg, left + 36.0, top + 4.0,
            wafti_svg_fit_size(name, LABEL_SIZE, room - 36.0), WAFTI_SVG_START, false, name);
    }
}

// Paths that fall far need all of the height, those that fly far do not; the names must fit too.
static double choose_height(const chart* c, double top) {
    const bounds* b = &c->extent;
    const double side = side_width * (b->high[1] - b->low[1]) / (b->high[0] - b->low[0]);
    const double names = c->path_count <= MOST_NAMES ? (double)(c->path_count * KEY_HEIGHT) : 0.0;
    const double wanted = fmax(top + 1.2 * side + below, top + 240.0 + 66.0 + names + 16.0);
    return fmin(fmax(wanted, least_height), most_height);
}

static void draw_chart(wafti_svg* svg, const chart* c, double top) {
    const double bottom = svg->height - below;
    view side = {.name = "from the side",
        .right = {1.0, 0.0, 0.0},
        .up = {0.0, 1.0, 0.0},
        .box = {72.0, top, 72.0 + side_width, bottom}};
    view above = {.name = "from above",
        .right = {1.0, 0.0, 0.0},
        .up = {0.0, 0.0, 1.0},
        .box = {436.0, top, 676.0, top + 240.0}};
    // As the default camera looks: from 30 degrees to the side and 20 degrees above.
    const double aside[2] = {sin(30.0 * 0.017453292519943295), cos(30.0 * 0.017453292519943295)};
    const double above_by[2] = {sin(20.0 * 0.017453292519943295), cos(20.0 * 0.017453292519943295)};
    view space = {.name = "in space",
        .right = {aside[1], 0.0, -aside[0]},
        .up = {-aside[0] * above_by[0], above_by[1], -aside[1] * above_by[0]},
        .box = {700.0, top, picture_width - 16.0, bottom}};
    fit_view(&side, &c->extent, false);
    fit_view(&above, &c->extent, true);
    fit_view(&space, &c->extent, false);
    draw_flat(svg, c, &side, "y (m)");
    draw_flat(svg, c, &above, "z (m)");
    draw_space(svg, c, &space);
    draw_legend(svg, c, above.box.left, above.box.bottom + 66.0, above.box.right - above.box.left);
}

waft_result waft_plot_write_trajectories(const char* path, const waft_trajectory* trajectories,
    size_t trajectory_count, const char* title, waft_error* out_error) {
    const waft_result result = check(path, trajectories, trajectory_count, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    chart c = {.paths = trajectories, .path_count = trajectory_count};
    c.extent = bounds_of(&c);
    c.most_points = MOST_POINTS;
    if (trajectory_count > ALL_POINTS / MOST_POINTS) {
        c.most_points = (size_t)fmax((double)ALL_POINTS / (double)trajectory_count, 16.0);
    }
    const bool titled = title != NULL && title[0] != '\0';
    const bool empty = c.extent.low[0] > c.extent.high[0];
    const double top = titled ? 60.0 : 36.0;
    if (!empty) {
        widen(&c.extent);
    }
    wafti_svg svg;
    wafti_svg_begin(&svg, picture_width, empty ? least_height : choose_height(&c, top));
    wafti_svg_title(&svg, 24.0, title);
    if (empty) {
        wafti_svg_label(&svg, 0.5 * picture_width, 0.5 * svg.height, TITLE_SIZE, WAFTI_SVG_MIDDLE,
            false, "no data");
    } else {
        draw_chart(&svg, &c, top);
    }
    return wafti_svg_finish(&svg, path, out_error);
}

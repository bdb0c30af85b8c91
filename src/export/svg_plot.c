// SPDX-License-Identifier: MIT
// Plots of series: ranges, layout, legend.
#include "base/error.h"
#include "export/svg_axes.h"
#include "export/svg_series.h"

#include <waft/plot.h>

#include <math.h>
#include <string.h>

enum {
    MOST_SERIES = 16,
    SMALLEST_SIDE = 120,
    LARGEST_SIDE = 8192,
    LABEL_SIZE = 12,
    TITLE_SIZE = 15,
    KEY_HEIGHT = 18,
    KEY_WIDTH = 28,
    LEGEND_GAP = 10,
};

typedef struct layout {
    const waft_plot* plot;
    double width, height;
    wafti_axis x, y;
    wafti_box box; // of the axes
    wafti_box legend;
    bool has_legend;
} layout;

static const char* text_or_empty(const char* text) {
    return text != NULL ? text : "";
}

static waft_result check_plot(const char* path, const waft_plot* plot, waft_error* out_error) {
    if (path == NULL || plot == NULL || (plot->series == NULL && plot->series_count > 0)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_plot_write: a pointer is NULL");
    }
    if (plot->series_count > MOST_SERIES) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: a plot has at most %d series, not %zu",
            path, MOST_SERIES, plot->series_count);
    }
    const bool sizes_fit = (plot->width == 0 || (plot->width >= SMALLEST_SIDE)) &&
                           (plot->height == 0 || (plot->height >= SMALLEST_SIDE)) &&
                           plot->width <= LARGEST_SIDE && plot->height <= LARGEST_SIDE;
    if (!sizes_fit) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: a plot is %d to %d pixels wide and high", path, SMALLEST_SIDE, LARGEST_SIDE);
    }
    for (size_t i = 0; i < plot->series_count; ++i) {
        const waft_plot_series* series = &plot->series[i];
        if (series->count > 0 && (series->x == NULL || series->y == NULL)) {
            return wafti_fail(
                out_error, WAFT_ERR_ARGUMENT, "%s: series %zu has no values", path, i);
        }
    }
    return WAFT_OK;
}

// Both coordinates must be drawable for a point to count.
static bool can_show(const waft_plot* plot, double x, double y) {
    return isfinite(x) && isfinite(y) && (!plot->x_log || x > 0.0) && (!plot->y_log || y > 0.0);
}

static bool has_any_point(const waft_plot* plot) {
    for (size_t s = 0; s < plot->series_count; ++s) {
        for (size_t i = 0; i < plot->series[s].count; ++i) {
            if (can_show(plot, plot->series[s].x[i], plot->series[s].y[i])) {
                return true;
            }
        }
    }
    return false;
}

static void find_range(const waft_plot* plot, bool of_x, double range[2]) {
    range[0] = (double)INFINITY;
    range[1] = -(double)INFINITY;
    for (size_t s = 0; s < plot->series_count; ++s) {
        const waft_plot_series* series = &plot->series[s];
        for (size_t i = 0; i < series->count; ++i) {
            if (can_show(plot, series->x[i], series->y[i])) {
                const double value = of_x ? series->x[i] : series->y[i];
                range[0] = fmin(range[0], value);
                range[1] = fmax(range[1], value);
            }
        }
    }
}

static void set_axis(wafti_axis* axis, const waft_plot* plot, bool of_x) {
    const double* given = of_x ? plot->x_range : plot->y_range;
    const bool is_log = of_x ? plot->x_log : plot->y_log;
    if (given[0] != 0.0 || given[1] != 0.0) {
        wafti_axis_set_range(axis, given[0], given[1], is_log);
        return;
    }
    double range[2];
    find_range(plot, of_x, range);
    wafti_axis_set_range(axis, range[0], range[1], is_log);
    wafti_axis_pad(axis, of_x ? 0.02 : 0.06);
}

static void place_axes(layout* l, double legend_width) {
    const waft_plot* plot = l->plot;
    l->box.top = text_or_empty(plot->title)[0] != '\0' ? 38.0 : 16.0;
    l->box.bottom = l->height - (text_or_empty(plot->x_label)[0] != '\0' ? 48.0 : 28.0);
    wafti_axis_make_ticks(&l->y, (l->box.bottom - l->box.top) / 45.0);
    const bool has_y_title = text_or_empty(plot->y_label)[0] != '\0' || l->y.exponent != 0;
    l->box.left =
        14.0 + wafti_axis_label_width(&l->y, LABEL_SIZE) + 10.0 + (has_y_title ? 18.0 : 0.0);
    l->box.right = fmax(l->width - 22.0 - legend_width, l->box.left + 20.0);
    // Fewer ticks if their labels are wide.
    const double length = l->box.right - l->box.left;
    wafti_axis_make_ticks(&l->x, length / 80.0);
    const double label_room = wafti_axis_label_width(&l->x, LABEL_SIZE) + 18.0;
    if (label_room > 80.0) {
        wafti_axis_make_ticks(&l->x, length / label_room);
    }
    wafti_axes_place(&l->x, &l->y, l->box);
}

static void lay_out(layout* l, double legend_width) {
    set_axis(&l->x, l->plot, true);
    set_axis(&l->y, l->plot, false);
    place_axes(l, legend_width);
    if (l->plot->equal_axes && !l->plot->x_log && !l->plot->y_log) {
        wafti_axes_equalize(&l->x, &l->y, l->box);
        place_axes(l, legend_width);
    }
}

static bool wants_legend(const waft_plot* plot) {
    if (plot->series_count == 1) {
        const char* name = text_or_empty(plot->series[0].name);
        return name[0] != '\0' && strcmp(name, text_or_empty(plot->y_label)) != 0;
    }
    return plot->series_count > 1;
}

// Names may take 40 % of the picture; longer ones are written smaller.
static double name_room(const layout* l) {
    return 0.4 * l->width;
}

static double legend_width(const layout* l) {
    double widest = 0.0;
    for (size_t i = 0; i < l->plot->series_count; ++i) {
        const char* name = text_or_empty(l->plot->series[i].name);
        widest = fmax(widest, wafti_svg_text_width(name, LABEL_SIZE));
    }
    return KEY_WIDTH + fmin(widest, name_room(l)) + 22.0;
}

static bool is_free(const layout* l, wafti_box box) {
    const double margin = 4.0;
    const wafti_box wide = {
        box.left - margin, box.top - margin, box.right + margin, box.bottom + margin};
    for (size_t i = 0; i < l->plot->series_count; ++i) {
        if (wafti_series_meets(&l->plot->series[i], &l->x, &l->y, wide)) {
            return false;
        }
    }
    return true;
}

// Corners first, then the middle of each side; false if data run through all of them.
static bool place_legend_inside(layout* l, double width, double height) {
    static const double spots[8][2] = {{1.0, 0.0}, {0.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}, {0.5, 0.0},
        {0.5, 1.0}, {1.0, 0.5}, {0.0, 0.5}};
    const double room_x = l->box.right - l->box.left - 2.0 * LEGEND_GAP - width;
    const double room_y = l->box.bottom - l->box.top - 2.0 * LEGEND_GAP - height;
    if (room_x < 0.0 || room_y < 0.0) {
        return false;
    }
    for (int i = 0; i < 8; ++i) {
        const double left = l->box.left + LEGEND_GAP + spots[i][0] * room_x;
        const double top = l->box.top + LEGEND_GAP + spots[i][1] * room_y;
        l->legend = (wafti_box){left, top, left + width, top + height};
        if (is_free(l, l->legend)) {
            return true;
        }
    }
    return false;
}

static void place_legend(layout* l) {
    l->has_legend = wants_legend(l->plot);
    if (!l->has_legend) {
        return;
    }
    const double width = legend_width(l);
    const double height = (double)l->plot->series_count * KEY_HEIGHT + 8.0;
    if (place_legend_inside(l, width, height)) {
        return;
    }
    lay_out(l, width + LEGEND_GAP);
    const double left = l->box.right + LEGEND_GAP;
    l->legend = (wafti_box){left, l->box.top, left + width, l->box.top + height};
}

static void draw_legend(wafti_svg* svg, const layout* l) {
    wafti_svg_rect(svg, l->legend, "#ffffff", WAFTI_SVG_GRID);
    for (size_t i = 0; i < l->plot->series_count; ++i) {
        const waft_plot_series* series = &l->plot->series[i];
        const double y = l->legend.top + 4.0 + ((double)i + 0.5) * KEY_HEIGHT;
        wafti_series_draw_key(svg, series, i, l->legend.left + 7.0, y);
        const char* name = text_or_empty(series->name);
        wafti_svg_label(svg, l->legend.left + KEY_WIDTH + 14.0, y + 4.0,
            wafti_svg_fit_size(name, LABEL_SIZE, name_room(l)), WAFTI_SVG_START, false, name);
    }
}

static void draw_titles(wafti_svg* svg, const layout* l) {
    const double middle_x = 0.5 * (l->box.left + l->box.right);
    const double middle_y = 0.5 * (l->box.top + l->box.bottom);
    wafti_svg_title(svg, 24.0, l->plot->title);
    char text[256];
    wafti_axis_title(&l->x, text_or_empty(l->plot->x_label), text, sizeof(text));
    if (text[0] != '\0') {
        wafti_svg_label(svg, middle_x, l->height - 12.0,
            wafti_svg_fit_size(text, LABEL_SIZE + 1, l->width - 20.0), WAFTI_SVG_MIDDLE, false,
            text);
    }
    wafti_axis_title(&l->y, text_or_empty(l->plot->y_label), text, sizeof(text));
    if (text[0] != '\0') {
        wafti_svg_label(svg, 20.0, middle_y,
            wafti_svg_fit_size(text, LABEL_SIZE + 1, l->height - 20.0), WAFTI_SVG_MIDDLE, true,
            text);
    }
}

static void draw_data(wafti_svg* svg, const layout* l) {
    wafti_text_add(&svg->text, "<clipPath id=\"axes\">");
    wafti_svg_rect(svg, l->box, "none", NULL);
    wafti_text_add(&svg->text, "</clipPath>\n<g clip-path=\"url(#axes)\">\n");
    for (size_t i = 0; i < l->plot->series_count; ++i) {
        wafti_series_draw(svg, &l->plot->series[i], i, &l->x, &l->y);
    }
    wafti_text_add(&svg->text, "</g>\n");
    if (!has_any_point(l->plot)) {
        wafti_svg_label(svg, 0.5 * (l->box.left + l->box.right), 0.5 * (l->box.top + l->box.bottom),
            TITLE_SIZE, WAFTI_SVG_MIDDLE, false, "no data");
    }
}

waft_result waft_plot_write(const char* path, const waft_plot* plot, waft_error* out_error) {
    const waft_result result = check_plot(path, plot, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    layout l = {.plot = plot,
        .width = plot->width > 0 ? plot->width : 800,
        .height = plot->height > 0 ? plot->height : 500};
    lay_out(&l, 0.0);
    place_legend(&l);
    wafti_svg svg;
    wafti_svg_begin(&svg, l.width, l.height);
    wafti_axes_draw_grid(&svg, &l.x, &l.y, l.box);
    draw_data(&svg, &l);
    wafti_axes_draw_frame(&svg, &l.x, &l.y, l.box);
    draw_titles(&svg, &l);
    if (l.has_legend) {
        draw_legend(&svg, &l);
    }
    return wafti_svg_finish(&svg, path, out_error);
}

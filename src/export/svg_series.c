// SPDX-License-Identifier: MIT
#include "export/svg_series.h"

#include <math.h>

// Okabe and Ito's colours for all kinds of colour vision, yellow replaced by grey: it does not show
// on white. The second eight series are dashed.
static const char* const colors[] = {
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7f7f7f"};
// Circle, square, triangle, diamond, from their middle.
static const char* const markers[] = {"m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
    "m-2.7-2.7h5.4v5.4h-5.4z", "m0-3.6l3.3 5.8h-6.6z", "m0-3.7l3.2 3.7l-3.2 3.7l-3.2-3.7z"};

enum {
    COLOR_COUNT = sizeof(colors) / sizeof(colors[0]),
    MARKER_COUNT = sizeof(markers) / sizeof(markers[0]),
    MOST_BINS = WAFTI_SERIES_POINTS / 4,
};

const char* wafti_series_color(size_t index) {
    return colors[index % COLOR_COUNT];
}

typedef struct pixel {
    double x, y;
} pixel;

static pixel place(
    const waft_plot_series* series, size_t i, const wafti_axis* x, const wafti_axis* y) {
    return (pixel){wafti_axis_pixel(x, series->x[i]), wafti_axis_pixel(y, series->y[i])};
}

static bool is_visible(pixel p) {
    return !isnan(p.x) && !isnan(p.y);
}

// Writes M and L commands; a gap starts a new piece.
typedef struct pen {
    wafti_svg* svg;
    bool down;
} pen;

static void pen_to(pen* p, pixel at) {
    wafti_text_add(&p->svg->text, p->down ? "L" : "M");
    wafti_svg_add_point(p->svg, at.x, at.y);
    p->down = true;
}

// The points of one column of pixels: first, last, lowest and highest show all that can be seen.
typedef struct bin {
    double number;
    size_t count;
    pixel first, last, low, high;
    size_t low_index, high_index;
} bin;

static void flush_bin(pen* p, bin* b) {
    if (b->count == 0) {
        return;
    }
    const bool low_first = b->low_index < b->high_index;
    const pixel inner[2] = {low_first ? b->low : b->high, low_first ? b->high : b->low};
    const size_t inner_index[2] = {
        low_first ? b->low_index : b->high_index, low_first ? b->high_index : b->low_index};
    pen_to(p, b->first);
    for (int i = 0; i < 2; ++i) {
        if (inner_index[i] > 0 && inner_index[i] + 1 < b->count) {
            pen_to(p, inner[i]);
        }
    }
    if (b->count > 1) {
        pen_to(p, b->last);
    }
    b->count = 0;
}

static void add_to_bin(pen* p, bin* b, double number, pixel at) {
    if (b->count > 0 && b->number != number) {
        flush_bin(p, b);
    }
    if (b->count == 0) {
        *b = (bin){.number = number, .first = at, .low = at, .high = at};
    }
    if (at.y < b->low.y) {
        b->low = at;
        b->low_index = b->count;
    }
    if (at.y > b->high.y) {
        b->high = at;
        b->high_index = b->count;
    }
    b->last = at;
    ++b->count;
}

static bool rises(const waft_plot_series* series) {
    for (size_t i = 1; i < series->count; ++i) {
        if (isnan(series->x[i]) || isnan(series->x[i - 1]) || series->x[i] < series->x[i - 1]) {
            return false;
        }
    }
    return true;
}

static void draw_binned(
    pen* p, const waft_plot_series* series, const wafti_axis* x, const wafti_axis* y) {
    const double length = fabs(x->pixel_high - x->pixel_low);
    const double bin_width = length > MOST_BINS ? length / MOST_BINS : 1.0;
    bin b = {0};
    for (size_t i = 0; i < series->count; ++i) {
        const pixel at = place(series, i, x, y);
        if (!is_visible(at)) {
            flush_bin(p, &b);
            p->down = false;
            continue;
        }
        // What lies outside falls into one bin at each side.
        const double number = floor((at.x - x->pixel_low) / bin_width);
        add_to_bin(p, &b, fmax(-1.0, fmin(number, length / bin_width)), at);
    }
    flush_bin(p, &b);
}

static size_t thinning(const waft_plot_series* series) {
    return (series->count + WAFTI_SERIES_POINTS - 1) / WAFTI_SERIES_POINTS;
}

static void draw_thinned(
    pen* p, const waft_plot_series* series, const wafti_axis* x, const wafti_axis* y) {
    const size_t step = thinning(series);
    for (size_t i = 0; i < series->count; i += step) {
        const pixel at = place(series, i, x, y);
        if (is_visible(at)) {
            pen_to(p, at);
        } else {
            p->down = false;
        }
    }
}

static pen open_line(wafti_svg* svg, size_t index) {
    wafti_text_format(&svg->text,
        "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" stroke-linejoin=\"round\"%s d=\"",
        colors[index % COLOR_COUNT], index >= COLOR_COUNT ? " stroke-dasharray=\"6 3\"" : "");
    return (pen){svg, false};
}

static bool has_line(const waft_plot_series* series) {
    return series->style != WAFT_PLOT_POINTS;
}

static bool has_points(const waft_plot_series* series) {
    return series->style != WAFT_PLOT_LINE;
}

static void add_marker(wafti_svg* svg, size_t index, pixel at) {
    wafti_text_add(&svg->text, "M");
    wafti_svg_add_point(svg, at.x, at.y);
    wafti_text_add(&svg->text, markers[index % MARKER_COUNT]);
}

void wafti_series_draw(wafti_svg* svg, const waft_plot_series* series, size_t index,
    const wafti_axis* x, const wafti_axis* y) {
    if (has_line(series)) {
        pen p = open_line(svg, index);
        // Bins keep every peak, but only if x does not turn back.
        if (series->count > WAFTI_SERIES_POINTS && rises(series)) {
            draw_binned(&p, series, x, y);
        } else {
            draw_thinned(&p, series, x, y);
        }
        wafti_text_add(&svg->text, "\"/>\n");
    }
    if (has_points(series)) {
        wafti_text_format(&svg->text, "<path fill=\"%s\" d=\"", colors[index % COLOR_COUNT]);
        const size_t step = thinning(series);
        for (size_t i = 0; i < series->count; i += step) {
            const pixel at = place(series, i, x, y);
            if (is_visible(at)) {
                add_marker(svg, index, at);
            }
        }
        wafti_text_add(&svg->text, "\"/>\n");
    }
}

void wafti_series_draw_key(
    wafti_svg* svg, const waft_plot_series* series, size_t index, double left, double y) {
    if (has_line(series)) {
        pen p = open_line(svg, index);
        pen_to(&p, (pixel){left, y});
        pen_to(&p, (pixel){left + 28.0, y});
        wafti_text_add(&svg->text, "\"/>\n");
    }
    if (has_points(series)) {
        wafti_text_format(&svg->text, "<path fill=\"%s\" d=\"", colors[index % COLOR_COUNT]);
        add_marker(svg, index, (pixel){left + 14.0, y});
        wafti_text_add(&svg->text, "\"/>\n");
    }
}

// Cuts the part of a segment that lies between two parallel lines; false if nothing is left.
static bool clip_slab(double from, double to, double low, double high, double span[2]) {
    const double length = to - from;
    if (length == 0.0) {
        return from >= low && from <= high;
    }
    const double a = (low - from) / length;
    const double b = (high - from) / length;
    span[0] = fmax(span[0], fmin(a, b));
    span[1] = fmin(span[1], fmax(a, b));
    return span[0] <= span[1];
}

bool wafti_series_meets(
    const waft_plot_series* series, const wafti_axis* x, const wafti_axis* y, wafti_box box) {
    pixel before = {(double)NAN, (double)NAN};
    for (size_t i = 0; i < series->count; ++i) {
        const pixel at = place(series, i, x, y);
        const pixel from = has_line(series) && is_visible(before) ? before : at;
        double span[2] = {0.0, 1.0};
        if (is_visible(at) && clip_slab(from.x, at.x, box.left, box.right, span) &&
            clip_slab(from.y, at.y, box.top, box.bottom, span)) {
            return true;
        }
        before = at;
    }
    return false;
}

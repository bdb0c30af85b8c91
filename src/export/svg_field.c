// SPDX-License-Identifier: MIT
// Pictures of horizontal fields, seen from above: x to the right, z down the page.
#include "export/svg_field.h"

#include "base/error.h"
#include "base/memory.h"
#include "export/color_map.h"
#include "export/svg_axes.h"
#include "io/png.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_CELLS = 512,
    MOST_RECT_CELLS = 128, // rectangles cost some sixty bytes each
    LABEL_SIZE = 12,
    BAR_WIDTH = 18,
    BAR_STOPS = 32,
    COLOR_COUNT = 256,
};

static const unsigned char missing_color[3] = {0xcc, 0xcc, 0xcc};

typedef struct picture {
    const waft_field* field;
    int32_t step[2];  // cells from one sample shown to the next, x and z
    int32_t count[2]; // samples shown
    double low, high;
    unsigned char colors[COLOR_COUNT][3];
} picture;

static void choose_samples(picture* p, int32_t most) {
    const int32_t size[2] = {p->field->size[0], p->field->size[2]};
    for (int axis = 0; axis < 2; ++axis) {
        p->step[axis] = (size[axis] + most - 1) / most;
        p->count[axis] = (size[axis] + p->step[axis] - 1) / p->step[axis];
    }
}

static double sample(const picture* p, int32_t i, int32_t k) {
    // The middle of the cells that one sample stands for, or the last one at the edge.
    const int32_t x = i * p->step[0] + p->step[0] / 2;
    const int32_t z = k * p->step[1] + p->step[1] / 2;
    const int32_t last_x = p->field->size[0] - 1;
    const int32_t last_z = p->field->size[2] - 1;
    return (double)waft_field_at(p->field, x < last_x ? x : last_x, 0, z < last_z ? z : last_z);
}

static void find_colors(picture* p) {
    double low = (double)INFINITY;
    double high = -(double)INFINITY;
    for (int32_t k = 0; k < p->count[1]; ++k) {
        for (int32_t i = 0; i < p->count[0]; ++i) {
            const double value = sample(p, i, k);
            if (isfinite(value)) {
                low = fmin(low, value);
                high = fmax(high, value);
            }
        }
    }
    wafti_axis range;
    wafti_axis_set_range(&range, low, high, false);
    p->low = range.low;
    p->high = range.high;
    for (int c = 0; c < COLOR_COUNT; ++c) {
        wafti_color_map(c / (COLOR_COUNT - 1.0), p->colors[c]);
    }
}

static const unsigned char* color_of(const picture* p, int32_t i, int32_t k) {
    const double value = sample(p, i, k);
    if (!isfinite(value)) {
        return missing_color;
    }
    const double share = (value - p->low) / (p->high - p->low);
    const int index = (int)(share * (COLOR_COUNT - 1) + 0.5);
    return p->colors[index < 0 ? 0 : index >= COLOR_COUNT ? COLOR_COUNT - 1 : index];
}

static void fill_row(void* user, int32_t row, unsigned char* out_bytes) {
    const picture* p = user;
    for (int32_t i = 0; i < p->count[0]; ++i) {
        memcpy(out_bytes + (size_t)3 * (size_t)i, color_of(p, i, row), 3);
    }
}

static void add_base64(wafti_text* text, const unsigned char* bytes, size_t count) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        const size_t left = count - i;
        const unsigned word = (unsigned)bytes[i] << 16 |
                              (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0u) |
                              (left > 2 ? (unsigned)bytes[i + 2] : 0u);
        const char group[4] = {digits[word >> 18 & 63], digits[word >> 12 & 63],
            left > 1 ? digits[word >> 6 & 63] : '=', left > 2 ? digits[word & 63] : '='};
        wafti_text_add_bytes(text, group, 4);
    }
}

static waft_result draw_png(
    wafti_svg* svg, picture* p, wafti_box box, const char* path, waft_error* out_error) {
    const wafti_png_image image = {.width = p->count[0],
        .height = p->count[1],
        .color = true,
        .fill_row = fill_row,
        .user = p};
    wafti_text bytes;
    wafti_text_init(&bytes, NULL);
    const waft_result result = wafti_png_encode(&image, path, &bytes, out_error);
    if (result == WAFT_OK) {
        wafti_svg_open_box(svg, "image", box);
        wafti_text_add(&svg->text, " preserveAspectRatio=\"none\" "
                                   "style=\"image-rendering:pixelated\" "
                                   "href=\"data:image/png;base64,");
        add_base64(&svg->text, (const unsigned char*)bytes.bytes, bytes.length);
        wafti_text_add(&svg->text, "\"/>\n");
    }
    wafti_text_free(&bytes);
    return result;
}

// Neighbours of one colour in a row share a rectangle.
static void draw_rects(wafti_svg* svg, const picture* p, wafti_box box) {
    const double width = (box.right - box.left) / p->count[0];
    const double height = (box.bottom - box.top) / p->count[1];
    wafti_text_add(&svg->text, "<g shape-rendering=\"crispEdges\">\n");
    for (int32_t k = 0; k < p->count[1]; ++k) {
        for (int32_t i = 0; i < p->count[0];) {
            const int32_t first = i;
            const unsigned char* color = color_of(p, i, k);
            while (i < p->count[0] && memcmp(color_of(p, i, k), color, 3) == 0) {
                ++i;
            }
            char fill[16];
            (void)snprintf(fill, sizeof(fill), "#%02x%02x%02x", color[0], color[1], color[2]);
            const double top = box.top + k * height;
            wafti_svg_rect(svg,
                (wafti_box){box.left + first * width, top, box.left + i * width, top + height},
                fill, NULL);
        }
    }
    wafti_text_add(&svg->text, "</g>\n");
}

static void draw_bar(
    wafti_svg* svg, const picture* p, const wafti_axis* values, wafti_box box, const char* unit) {
    wafti_text_add(
        &svg->text, "<linearGradient id=\"values\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">");
    for (int i = 0; i <= BAR_STOPS; ++i) {
        const unsigned char* color = p->colors[i * (COLOR_COUNT - 1) / BAR_STOPS];
        wafti_text_add(&svg->text, "<stop");
        wafti_svg_add_attribute(svg, "offset", (double)i / BAR_STOPS);
        wafti_text_format(
            &svg->text, " stop-color=\"#%02x%02x%02x\"/>", color[0], color[1], color[2]);
    }
    wafti_text_add(&svg->text, "</linearGradient>\n");
    wafti_svg_rect(svg, box, "url(#values)", NULL);
    wafti_axes_draw_right(svg, values, box);
    char text[64];
    wafti_axis_title(values, unit != NULL ? unit : "", text, sizeof(text));
    wafti_svg_label(svg, box.left, box.top - 8.0, LABEL_SIZE, WAFTI_SVG_START, false, text);
}

typedef struct field_layout {
    wafti_axis x, z, values;
    wafti_box box, bar;
    double width, height;
} field_layout;

static void set_extent(wafti_axis* axis, float origin, float spacing, int32_t count) {
    // Samples lie in the middle of their cells.
    const double low = (double)origin - 0.5 * (double)spacing;
    wafti_axis_set_range(axis, low, low + (double)spacing * count, false);
}

static field_layout lay_out(const picture* p, bool has_title) {
    const waft_field* field = p->field;
    field_layout l = {.width = 800.0};
    set_extent(&l.x, field->origin.x, field->spacing.x, field->size[0]);
    set_extent(&l.z, field->origin.z, field->spacing.z, field->size[2]);
    wafti_axis_set_range(&l.values, p->low, p->high, false);
    wafti_axis_make_ticks(&l.z, 8.0);
    wafti_axis_make_ticks(&l.values, 8.0);
    const double left = 42.0 + wafti_axis_label_width(&l.z, LABEL_SIZE);
    const double right = 56.0 + BAR_WIDTH + wafti_axis_label_width(&l.values, LABEL_SIZE);
    const double top = has_title ? 50.0 : 28.0;
    // Metres are as long in x as in z unless that leaves a sliver.
    const double length_x = l.x.high - l.x.low;
    const double length_z = l.z.high - l.z.low;
    const double scale = fmin((l.width - left - right) / length_x, 560.0 / length_z);
    const double shown_x = fmax(scale * length_x, 60.0);
    const double shown_z = fmax(scale * length_z, 60.0);
    l.width = left + shown_x + right;
    l.height = top + shown_z + 52.0;
    l.box = (wafti_box){left, top, left + shown_x, top + shown_z};
    l.bar = (wafti_box){l.box.right + 20.0, top, l.box.right + 20.0 + BAR_WIDTH, l.box.bottom};
    wafti_axis_make_ticks(&l.x, fmax(shown_x / 80.0, 2.0));
    wafti_axis_make_ticks(&l.z, fmax(shown_z / 50.0, 2.0));
    wafti_axis_make_ticks(&l.values, fmax(shown_z / 45.0, 2.0));
    wafti_axes_place(&l.x, &l.values, l.box);
    l.z.pixel_low = l.box.top;
    l.z.pixel_high = l.box.bottom;
    return l;
}

static void draw_titles(wafti_svg* svg, const field_layout* l, const char* title) {
    char text[64];
    wafti_svg_title(svg, 22.0, title);
    wafti_axis_title(&l->x, "x (m)", text, sizeof(text));
    wafti_svg_label(svg, 0.5 * (l->box.left + l->box.right), l->box.bottom + 40.0, LABEL_SIZE + 1,
        WAFTI_SVG_MIDDLE, false, text);
    wafti_axis_title(&l->z, "z (m)", text, sizeof(text));
    wafti_svg_label(svg, 18.0, 0.5 * (l->box.top + l->box.bottom), LABEL_SIZE + 1, WAFTI_SVG_MIDDLE,
        true, text);
}

static waft_result draw_picture(const char* path, const waft_field* field, const char* title,
    const char* unit, bool as_png, waft_error* out_error) {
    picture p = {.field = field};
    choose_samples(&p, as_png ? MOST_CELLS : MOST_RECT_CELLS);
    find_colors(&p);
    const field_layout l = lay_out(&p, title != NULL && title[0] != '\0');
    wafti_svg svg;
    wafti_svg_begin(&svg, l.width, l.height);
    waft_result result = WAFT_OK;
    if (as_png) {
        result = draw_png(&svg, &p, l.box, path, out_error);
    } else {
        draw_rects(&svg, &p, l.box);
    }
    wafti_axes_draw_frame(&svg, &l.x, &l.z, l.box);
    draw_bar(&svg, &p, &l.values, l.bar, unit);
    draw_titles(&svg, &l, title);
    if (result != WAFT_OK) {
        wafti_text_free(&svg.text);
        return result;
    }
    return wafti_svg_finish(&svg, path, out_error);
}

// A flume is one cell across: a picture of it would be a stripe, so its profile is drawn.
static waft_result draw_profile(const char* path, const waft_field* field, const char* title,
    const char* unit, waft_error* out_error) {
    const size_t count = (size_t)field->size[0];
    double* xy = wafti_allocate(NULL, wafti_size_mul(count, 2), sizeof(double));
    if (xy == NULL) {
        return wafti_fail_memory(out_error, wafti_size_mul(count, 2 * sizeof(double)), path);
    }
    for (size_t i = 0; i < count; ++i) {
        xy[i] = (double)field->origin.x + (double)field->spacing.x * (double)i;
        xy[count + i] = (double)field->data[i];
    }
    const waft_plot_series series = {.x = xy, .y = xy + count, .count = count};
    const waft_plot plot = {
        .title = title, .x_label = "x (m)", .y_label = unit, .series = &series, .series_count = 1};
    const waft_result result = waft_plot_write(path, &plot, out_error);
    wafti_release(NULL, xy, wafti_size_mul(count, 2), sizeof(double));
    return result;
}

waft_result wafti_plot_write_field(const char* path, const waft_field* field, const char* title,
    const char* unit, bool as_png, waft_error* out_error) {
    if (path == NULL || field == NULL || field->data == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_plot_write_field: a pointer is NULL");
    }
    if (field->size[0] < 1 || field->size[1] != 1 || field->size[2] < 1) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: a picture needs a horizontal field; this one has %d x %d x %d samples", path,
            (int)field->size[0], (int)field->size[1], (int)field->size[2]);
    }
    if (field->size[2] == 1) {
        return draw_profile(path, field, title, unit, out_error);
    }
    return draw_picture(path, field, title, unit, as_png, out_error);
}

waft_result waft_plot_write_field(const char* path, const waft_field* field, const char* title,
    const char* unit, waft_error* out_error) {
    return wafti_plot_write_field(path, field, title, unit, waft_has("png"), out_error);
}

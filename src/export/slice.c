// SPDX-License-Identifier: MIT
// A plane of a velocity field as a picture: colours for the speed, arrows for the direction.
#include "base/error.h"
#include "base/memory.h"
#include "export/color_map.h"

#include <waft/export.h>
#include <waft/plot.h>

#include <math.h>

enum { SIDE_MOST = 8192, ARROWS_USUAL = 40, PIXELS_USUAL = 800 };

// Above this share of the greatest speed colours are light, and arrows on them dark.
#define LIGHT_FROM 0.6

typedef struct drawing {
    const waft_slice* slice;
    int32_t size[2]; // pixels
    double scale;    // pixels a cell
    double greatest; // speed
    uint8_t* pixels;
} drawing;

typedef struct plane_vector {
    double x, y;
} plane_vector;

static float value_at(const waft_slice* s, int axis, int32_t i, int32_t j) {
    return s->component[axis][i + (ptrdiff_t)j * s->cells[0]];
}

// Between the middles of cells; at the edge as in the cell.
static plane_vector vector_at(const waft_slice* s, double x, double y) {
    const double place[2] = {x - 0.5, y - 0.5};
    int32_t low[2];
    int32_t high[2];
    double part[2];
    for (int a = 0; a < 2; ++a) {
        const double inside = fmin(fmax(place[a], 0.0), s->cells[a] - 1.0);
        low[a] = (int32_t)inside;
        high[a] = low[a] + 1 < s->cells[a] ? low[a] + 1 : low[a];
        part[a] = inside - low[a];
    }
    double v[2];
    for (int a = 0; a < 2; ++a) {
        const double below = (1.0 - part[0]) * (double)value_at(s, a, low[0], low[1]) +
                             part[0] * (double)value_at(s, a, high[0], low[1]);
        const double above = (1.0 - part[0]) * (double)value_at(s, a, low[0], high[1]) +
                             part[0] * (double)value_at(s, a, high[0], high[1]);
        v[a] = (1.0 - part[1]) * below + part[1] * above;
    }
    return (plane_vector){v[0], v[1]};
}

static double speed_of(plane_vector v) {
    return sqrt(v.x * v.x + v.y * v.y);
}

// The first row of a picture is its top.
static void fill_colors(const drawing* d) {
    for (int32_t row = 0; row < d->size[1]; ++row) {
        for (int32_t column = 0; column < d->size[0]; ++column) {
            const plane_vector v =
                vector_at(d->slice, (column + 0.5) / d->scale, (d->size[1] - row - 0.5) / d->scale);
            uint8_t* pixel = d->pixels + 4 * ((ptrdiff_t)row * d->size[0] + column);
            wafti_color_map(d->greatest > 0.0 ? speed_of(v) / d->greatest : 0.0, pixel);
            pixel[3] = 255;
        }
    }
}

// A line of some width between two points in pixels, from the lower left, with soft edges.
static void draw_line(
    const drawing* d, plane_vector from, plane_vector to, double width, uint8_t grey) {
    const double reach = 0.5 * width + 1.0;
    const int32_t left = (int32_t)fmax(fmin(from.x, to.x) - reach, 0.0);
    const int32_t right = (int32_t)fmin(fmax(from.x, to.x) + reach, d->size[0] - 1.0);
    const int32_t low = (int32_t)fmax(fmin(from.y, to.y) - reach, 0.0);
    const int32_t high = (int32_t)fmin(fmax(from.y, to.y) + reach, d->size[1] - 1.0);
    const plane_vector along = {to.x - from.x, to.y - from.y};
    const double square = along.x * along.x + along.y * along.y;
    for (int32_t y = low; y <= high; ++y) {
        for (int32_t x = left; x <= right; ++x) {
            const plane_vector p = {x + 0.5 - from.x, y + 0.5 - from.y};
            const double t = square > 0.0 ? (p.x * along.x + p.y * along.y) / square : 0.0;
            const double s = fmin(fmax(t, 0.0), 1.0);
            const double off = hypot(p.x - s * along.x, p.y - s * along.y);
            const double cover = fmin(fmax(0.5 * width + 0.5 - off, 0.0), 1.0);
            uint8_t* pixel = d->pixels + 4 * ((ptrdiff_t)(d->size[1] - 1 - y) * d->size[0] + x);
            for (int c = 0; c < 3; ++c) {
                pixel[c] = (uint8_t)(pixel[c] + cover * ((double)grey - pixel[c]) + 0.5);
            }
        }
    }
}

// Centred on its place, as long as `length` times its share of the greatest speed.
static void draw_arrow(const drawing* d, plane_vector place, double length) {
    const plane_vector v = vector_at(d->slice, place.x / d->scale, place.y / d->scale);
    const double speed = speed_of(v);
    if (!(speed > 0.02 * d->greatest)) {
        return;
    }
    const double size = length * speed / d->greatest;
    const plane_vector u = {v.x / speed, v.y / speed};
    const plane_vector tail = {place.x - 0.5 * size * u.x, place.y - 0.5 * size * u.y};
    const plane_vector tip = {place.x + 0.5 * size * u.x, place.y + 0.5 * size * u.y};
    const uint8_t grey = speed > LIGHT_FROM * d->greatest ? 0 : 255;
    const double width = fmax(1.0, 0.07 * length);
    draw_line(d, tail, tip, width, grey);
    for (int side = -1; side <= 1; side += 2) {
        const double barb = 0.35 * size;
        const plane_vector end = {tip.x - barb * (0.87 * u.x + side * 0.5 * u.y),
            tip.y - barb * (0.87 * u.y - side * 0.5 * u.x)};
        draw_line(d, tip, end, width, grey);
    }
}

static void draw_arrows(const drawing* d) {
    const int32_t longest = d->size[0] > d->size[1] ? d->size[0] : d->size[1];
    const int32_t arrows = d->slice->arrows > 0 ? d->slice->arrows : ARROWS_USUAL;
    const double apart = (double)longest / arrows;
    const int32_t columns = (int32_t)(d->size[0] / apart + 0.5);
    const int32_t rows = (int32_t)(d->size[1] / apart + 0.5);
    for (int32_t j = 0; j < rows; ++j) {
        for (int32_t i = 0; i < columns; ++i) {
            draw_arrow(d, (plane_vector){(i + 0.5) * apart, (j + 0.5) * apart}, 1.5 * apart);
        }
    }
}

// False if a value is not finite.
static bool find_greatest(drawing* d) {
    const waft_slice* s = d->slice;
    for (int32_t j = 0; j < s->cells[1]; ++j) {
        for (int32_t i = 0; i < s->cells[0]; ++i) {
            const plane_vector v = {(double)value_at(s, 0, i, j), (double)value_at(s, 1, i, j)};
            const double speed = speed_of(v);
            if (!isfinite(speed)) {
                return false;
            }
            d->greatest = speed > d->greatest ? speed : d->greatest;
        }
    }
    d->greatest = s->greatest > 0.0 ? s->greatest : d->greatest;
    return true;
}

static waft_result check(const waft_slice* slice, waft_error* error) {
    if (slice == NULL || slice->component[0] == NULL || slice->component[1] == NULL) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "waft_slice_write: a pointer is NULL");
    }
    for (int a = 0; a < 2; ++a) {
        if (slice->cells[a] < 1 || slice->cells[a] > SIDE_MOST) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT, "a slice of %d x %d cells; sides 1 to %d",
                (int)slice->cells[0], (int)slice->cells[1], (int)SIDE_MOST);
        }
    }
    if (slice->pixels < 0 || slice->pixels > SIDE_MOST || slice->arrows < 0 ||
        slice->arrows > SIDE_MOST) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "a slice of %d pixels and %d arrows; both 0 to %d", (int)slice->pixels,
            (int)slice->arrows, (int)SIDE_MOST);
    }
    return WAFT_OK;
}

waft_result waft_slice_write(const char* path, const waft_slice* slice, waft_error* out_error) {
    waft_result result = check(slice, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    drawing d = {.slice = slice};
    const int32_t longest = slice->cells[0] > slice->cells[1] ? slice->cells[0] : slice->cells[1];
    d.scale = (double)(slice->pixels > 0 ? slice->pixels : PIXELS_USUAL) / longest;
    for (int a = 0; a < 2; ++a) {
        d.size[a] = (int32_t)fmax(1.0, round(slice->cells[a] * d.scale));
    }
    if (!find_greatest(&d)) {
        return wafti_fail(out_error, WAFT_ERR_DIVERGED, "%s: a velocity is not finite", path);
    }
    const size_t count = (size_t)d.size[0] * (size_t)d.size[1];
    d.pixels = wafti_allocate(NULL, count, 4);
    if (d.pixels == NULL) {
        return wafti_fail_memory(out_error, 4 * count, "a picture of a slice");
    }
    fill_colors(&d);
    draw_arrows(&d);
    result = waft_png_write_picture(path, d.pixels, d.size, 4 * (size_t)d.size[0], out_error);
    wafti_release(NULL, d.pixels, count, 4);
    return result;
}

// SPDX-License-Identifier: MIT
// The few SVG elements our plots are made of. Pixels: x right, y down.
#ifndef WAFTI_EXPORT_SVG_H
#define WAFTI_EXPORT_SVG_H

#include "base/text.h"

#define WAFTI_SVG_INK   "#222222"
#define WAFTI_SVG_FRAME "#666666"
#define WAFTI_SVG_GRID  "#dddddd"
#define WAFTI_SVG_FAINT "#f0f0f0"

typedef struct wafti_svg {
    wafti_text text;
    double width, height;
} wafti_svg;

typedef struct wafti_box {
    double left, top, right, bottom;
} wafti_box;

typedef enum wafti_svg_anchor {
    WAFTI_SVG_START,
    WAFTI_SVG_MIDDLE,
    WAFTI_SVG_END,
} wafti_svg_anchor;

/// Opens the picture with a white ground.
void wafti_svg_begin(wafti_svg* svg, double width, double height);
/// Closes the picture, writes it and frees the text. Errors: WAFT_ERR_IO, WAFT_ERR_NO_MEMORY.
waft_result wafti_svg_finish(wafti_svg* svg, const char* path, waft_error* out_error);

/// A coordinate with two digits.
void wafti_svg_add_number(wafti_svg* svg, double value);
/// "x y".
void wafti_svg_add_point(wafti_svg* svg, double x, double y);
/// ` name="value"`.
void wafti_svg_add_attribute(wafti_svg* svg, const char* name, double value);

/// Opens an element that has the place and the size of a box: `<rect x="..." y="..." width="..." height="..."`.
void wafti_svg_open_box(wafti_svg* svg, const char* element, wafti_box box);

void wafti_svg_line(wafti_svg* svg, double x0, double y0, double x1, double y1, const char* color);
void wafti_svg_rect(wafti_svg* svg, wafti_box box, const char* fill, const char* stroke);
/// Text with its baseline at y; `turned` writes it upwards.
void wafti_svg_label(wafti_svg* svg, double x, double y, double size, wafti_svg_anchor anchor,
    bool turned, const char* text);

/// A generous estimate of a text's width in pixels for common sans-serif fonts.
double wafti_svg_text_width(const char* text, double size);
/// A title in the middle of the picture's upper edge, as large as fits; NULL and "": none.
void wafti_svg_title(wafti_svg* svg, double y, const char* title);
/// The largest size up to `size` at which the text fits `room`, at least 8.
double wafti_svg_fit_size(const char* text, double size, double room);

#endif // WAFTI_EXPORT_SVG_H

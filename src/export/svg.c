// SPDX-License-Identifier: MIT
#include "export/svg.h"

#include "export/number.h"
#include "export/xml.h"
#include "io/file.h"

#include <string.h>

void wafti_svg_begin(wafti_svg* svg, double width, double height) {
    wafti_text_init(&svg->text, NULL);
    svg->width = width;
    svg->height = height;
    wafti_text_add(&svg->text, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    wafti_svg_add_attribute(svg, "width", width);
    wafti_svg_add_attribute(svg, "height", height);
    wafti_text_add(&svg->text, " viewBox=\"0 0 ");
    wafti_svg_add_point(svg, width, height);
    wafti_text_add(
        &svg->text, "\" font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\">\n");
    wafti_svg_rect(svg, (wafti_box){0.0, 0.0, width, height}, "#ffffff", NULL);
}

waft_result wafti_svg_finish(wafti_svg* svg, const char* path, waft_error* out_error) {
    wafti_text_add(&svg->text, "</svg>\n");
    return wafti_text_finish(&svg->text, path, out_error);
}

void wafti_svg_add_number(wafti_svg* svg, double value) {
    char buffer[32];
    wafti_text_add_bytes(&svg->text, buffer, wafti_number_fixed(buffer, value, 2));
}

void wafti_svg_add_point(wafti_svg* svg, double x, double y) {
    wafti_svg_add_number(svg, x);
    wafti_text_add(&svg->text, " ");
    wafti_svg_add_number(svg, y);
}

void wafti_svg_add_attribute(wafti_svg* svg, const char* name, double value) {
    wafti_text_format(&svg->text, " %s=\"", name);
    wafti_svg_add_number(svg, value);
    wafti_text_add(&svg->text, "\"");
}

void wafti_svg_line(wafti_svg* svg, double x0, double y0, double x1, double y1, const char* color) {
    wafti_text_add(&svg->text, "<line");
    wafti_svg_add_attribute(svg, "x1", x0);
    wafti_svg_add_attribute(svg, "y1", y0);
    wafti_svg_add_attribute(svg, "x2", x1);
    wafti_svg_add_attribute(svg, "y2", y1);
    wafti_text_format(&svg->text, " stroke=\"%s\"/>\n", color);
}

void wafti_svg_open_box(wafti_svg* svg, const char* element, wafti_box box) {
    wafti_text_format(&svg->text, "<%s", element);
    wafti_svg_add_attribute(svg, "x", box.left);
    wafti_svg_add_attribute(svg, "y", box.top);
    wafti_svg_add_attribute(svg, "width", box.right - box.left);
    wafti_svg_add_attribute(svg, "height", box.bottom - box.top);
}

void wafti_svg_rect(wafti_svg* svg, wafti_box box, const char* fill, const char* stroke) {
    wafti_svg_open_box(svg, "rect", box);
    wafti_text_format(&svg->text, " fill=\"%s\"", fill);
    if (stroke != NULL) {
        wafti_text_format(&svg->text, " stroke=\"%s\"", stroke);
    }
    wafti_text_add(&svg->text, "/>\n");
}

void wafti_svg_label(wafti_svg* svg, double x, double y, double size, wafti_svg_anchor anchor,
    bool turned, const char* text) {
    static const char* const anchors[] = {"start", "middle", "end"};
    wafti_text_add(&svg->text, "<text");
    if (turned) {
        wafti_text_add(&svg->text, " transform=\"translate(");
        wafti_svg_add_point(svg, x, y);
        wafti_text_add(&svg->text, ") rotate(-90)\"");
    } else {
        wafti_svg_add_attribute(svg, "x", x);
        wafti_svg_add_attribute(svg, "y", y);
    }
    wafti_svg_add_attribute(svg, "font-size", size);
    wafti_text_format(
        &svg->text, " text-anchor=\"%s\" fill=\"" WAFTI_SVG_INK "\">", anchors[anchor]);
    wafti_xml_add_text(&svg->text, text);
    wafti_text_add(&svg->text, "</text>\n");
}

void wafti_svg_title(wafti_svg* svg, double y, const char* title) {
    if (title != NULL && title[0] != '\0') {
        const double size = wafti_svg_fit_size(title, 15.0, svg->width - 20.0);
        wafti_svg_label(svg, 0.5 * svg->width, y, size, WAFTI_SVG_MIDDLE, false, title);
    }
}

// Widths in em, after DejaVu Sans, which is wider than Helvetica and Arial.
static double character_width(const char* text) {
    const char c = *text;
    if (strchr("iljI|.,:;'!", c) != NULL) {
        return 0.36;
    }
    if (strchr(" ()[]-ftr/", c) != NULL) {
        return 0.42;
    }
    if (strchr("mwMWG%@", c) != NULL) {
        return 0.96;
    }
    return c >= 'A' && c <= 'Z' ? 0.72 : 0.64;
}

double wafti_svg_text_width(const char* text, double size) {
    double width = 0.0;
    while (*text != '\0') {
        const size_t length = wafti_utf8_length(text);
        width += length == 1 ? character_width(text) : 0.64;
        text += length > 0 ? length : 1;
    }
    return width * size;
}

double wafti_svg_fit_size(const char* text, double size, double room) {
    const double width = wafti_svg_text_width(text, size);
    const double fitting = width > room ? size * room / width : size;
    return fitting > 8.0 ? fitting : 8.0;
}

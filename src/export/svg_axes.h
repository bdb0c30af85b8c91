// SPDX-License-Identifier: MIT
// Axes: a range of values on a range of pixels, ticks at round values, and their labels.
#ifndef WAFTI_EXPORT_SVG_AXES_H
#define WAFTI_EXPORT_SVG_AXES_H

#include "export/svg.h"

enum { WAFTI_AXIS_TICKS = 40, WAFTI_AXIS_MINORS = 240 };

typedef struct wafti_tick {
    double value;
    char label[48];
} wafti_tick;

typedef struct wafti_axis {
    double low, high; ///< low < high; above 0 if log
    bool log;
    double pixel_low, pixel_high; ///< where low and high lie
    int exponent;                 ///< labels are in units of 10^exponent
    int tick_count;
    int minor_count;
    wafti_tick ticks[WAFTI_AXIS_TICKS];
    double minors[WAFTI_AXIS_MINORS]; ///< grid lines between labelled ones (log)
} wafti_axis;

/// Takes the range; one that is empty or not finite becomes one that can be drawn.
void wafti_axis_set_range(wafti_axis* axis, double low, double high, bool log);
/// Widens the range by a share of its length at both ends (of its logarithm if log).
void wafti_axis_pad(wafti_axis* axis, double share);
/// Chooses about `target` ticks; at least 2 where a plain axis can have them.
void wafti_axis_make_ticks(wafti_axis* axis, double target);
/// Pixel of a value; NaN if it cannot be shown on this axis.
double wafti_axis_pixel(const wafti_axis* axis, double value);
/// Widest label in pixels.
double wafti_axis_label_width(const wafti_axis* axis, double size);
/// "label" or "label (x10^n)" as the exponent demands, into `buffer`.
void wafti_axis_title(const wafti_axis* axis, const char* label, char* buffer, size_t buffer_size);

/// One unit as long in x as in y: the axis with pixels to spare shows more.
void wafti_axes_equalize(wafti_axis* x, wafti_axis* y, wafti_box box);
/// Lays x along the width of the box and y, upwards, along its height.
void wafti_axes_place(wafti_axis* x, wafti_axis* y, wafti_box box);
/// Grid lines of both axes inside the box.
void wafti_axes_draw_grid(wafti_svg* svg, const wafti_axis* x, const wafti_axis* y, wafti_box box);
/// Frame, ticks and labels: x below the box, y to its left.
void wafti_axes_draw_frame(wafti_svg* svg, const wafti_axis* x, const wafti_axis* y, wafti_box box);
/// Ticks and labels to the right of the box, for colour bars.
void wafti_axes_draw_right(wafti_svg* svg, const wafti_axis* y, wafti_box box);

#endif // WAFTI_EXPORT_SVG_AXES_H

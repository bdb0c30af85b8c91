// SPDX-License-Identifier: MIT
#include "export/svg_axes.h"

#include "export/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TICK_LENGTH = 5, LABEL_SIZE = 12 };

void wafti_axis_set_range(wafti_axis* axis, double low, double high, bool log) {
    memset(axis, 0, sizeof(*axis));
    axis->log = log;
    // Beyond these, lengths overflow or steps vanish.
    const double largest = 1e300;
    const double smallest = 1e-290;
    const bool finite = isfinite(low) && isfinite(high);
    if (!finite || low > high || low < -largest || high > largest || (log && low < smallest)) {
        low = log ? 0.1 : 0.0;
        high = 1.0;
    }
    // Equal values, or values that differ by rounding only, still need a length to be drawn on.
    const double size = fmax(fabs(low), fabs(high)) > smallest ? fmax(fabs(low), fabs(high)) : 0.0;
    if (high - low <= fmax(1e-12 * size, smallest)) {
        const double middle = 0.5 * (low + high);
        low = log ? middle / 2.0 : middle - (size > 0.0 ? 0.1 * size : 1.0);
        high = log ? middle * 2.0 : middle + (size > 0.0 ? 0.1 * size : 1.0);
    }
    axis->low = low;
    axis->high = high;
}

void wafti_axis_pad(wafti_axis* axis, double share) {
    if (axis->log) {
        const double factor = pow(axis->high / axis->low, share);
        axis->low /= factor;
        axis->high *= factor;
    } else {
        const double extra = (axis->high - axis->low) * share;
        axis->low -= extra;
        axis->high += extra;
    }
}

double wafti_axis_pixel(const wafti_axis* axis, double value) {
    if (!isfinite(value) || (axis->log && value <= 0.0)) {
        return (double)NAN;
    }
    double share = 0.0;
    if (axis->log) {
        share = log(value / axis->low) / log(axis->high / axis->low);
    } else {
        share = (value - axis->low) / (axis->high - axis->low);
    }
    // Far outside is as good as infinitely far, and every viewer can draw it.
    share = share > 1e3 ? 1e3 : share < -1e3 ? -1e3 : share;
    return axis->pixel_low + share * (axis->pixel_high - axis->pixel_low);
}

static void add_tick(wafti_axis* axis, double value, const char* label) {
    if (axis->tick_count < WAFTI_AXIS_TICKS) {
        wafti_tick* tick = &axis->ticks[axis->tick_count++];
        tick->value = value;
        (void)snprintf(tick->label, sizeof(tick->label), "%s", label);
    }
}

static void add_minor(wafti_axis* axis, double value) {
    const bool inside = value >= axis->low && value <= axis->high;
    if (inside && axis->minor_count < WAFTI_AXIS_MINORS) {
        axis->minors[axis->minor_count++] = value;
    }
}

// `value` with exactly so many digits after the point, so that labels line up.
static void fixed_label(char* label, double value, int digits) {
    size_t length = wafti_number_fixed(label, value, digits);
    const char* point = strchr(label, '.');
    int have = point != NULL ? (int)(label + length - point) - 1 : 0;
    if (point == NULL && digits > 0) {
        label[length++] = '.';
    }
    for (; have < digits; ++have) {
        label[length++] = '0';
    }
    label[length] = '\0';
}

// The step 1, 2 or 5 times a power of ten that gives at most `target` steps, and that power.
static double round_step(double length, double target, int* out_power) {
    const double raw = length / fmax(target, 1.0);
    int power = (int)floor(log10(raw));
    const double lead = raw / pow(10.0, power);
    const double nice = lead <= 1.0 ? 1.0 : lead <= 2.0 ? 2.0 : lead <= 5.0 ? 5.0 : 10.0;
    if (nice == 10.0) {
        ++power;
    }
    *out_power = power;
    return nice == 10.0 ? pow(10.0, power) : nice * pow(10.0, power);
}

// Values outside 0.001 to 100000 get a common power of ten, a multiple of three.
static int common_exponent(double low, double high) {
    const double size = fmax(fabs(low), fabs(high));
    if (size >= 1e-3 && size < 1e5) {
        return 0;
    }
    return 3 * (int)floor(log10(size) / 3.0);
}

static void make_linear_ticks(wafti_axis* axis, double target) {
    int power = 0;
    double step = round_step(axis->high - axis->low, target, &power);
    // Two labels are the least that gives a scale.
    for (int tries = 0; tries < 4; ++tries) {
        const double count = floor(axis->high / step) - ceil(axis->low / step) + 1.0;
        if (count >= 2.0) {
            break;
        }
        target *= 1.5;
        step = round_step(axis->high - axis->low, target, &power);
    }
    axis->exponent = common_exponent(axis->low, axis->high);
    const int digits = axis->exponent - power;
    const double unit = pow(10.0, axis->exponent);
    const double slack = 1e-9;
    const double first = ceil(axis->low / step - slack);
    for (int i = 0; i < WAFTI_AXIS_TICKS && first + i <= axis->high / step + slack; ++i) {
        const double value = (first + i) * step;
        char label[48];
        fixed_label(label, value / unit, digits < 0 ? 0 : digits > 9 ? 9 : digits);
        add_tick(axis, value, label);
    }
}

// 10 with a raised power, as characters that every font of the last decades has.
static void power_label(char* label, size_t label_size, int power) {
    static const char* const raised[] = {"\u2070", "\u00B9", "\u00B2", "\u00B3", "\u2074", "\u2075",
        "\u2076", "\u2077", "\u2078", "\u2079"};
    char digits[16];
    (void)snprintf(digits, sizeof(digits), "%d", power < 0 ? -power : power);
    (void)snprintf(label, label_size, "10%s", power < 0 ? "\u207B" : "");
    for (const char* p = digits; *p != '\0'; ++p) {
        (void)strncat(label, raised[*p - '0'], label_size - strlen(label) - 1);
    }
}

static void make_decade_ticks(wafti_axis* axis, int first, int last, double target) {
    const int skip = (int)ceil((double)(last - first + 1) / fmax(target, 2.0));
    for (int power = first; power <= last; ++power) {
        char label[32];
        if (power % skip == 0) {
            power_label(label, sizeof(label), power);
            add_tick(axis, pow(10.0, power), label);
        } else {
            add_minor(axis, pow(10.0, power));
        }
    }
    for (int power = first - 1; skip == 1 && power <= last; ++power) {
        for (int digit = 2; digit <= 9; ++digit) {
            add_minor(axis, digit * pow(10.0, power));
        }
    }
}

// At most one power of ten in sight: label 1, 2 and 5.
static void make_part_decade_ticks(wafti_axis* axis, int first, int last) {
    for (int power = first - 1; power <= last + 1; ++power) {
        for (int digit = 1; digit <= 9; ++digit) {
            const double value = digit * pow(10.0, power);
            const bool inside = value >= axis->low && value <= axis->high;
            if (inside && (digit == 1 || digit == 2 || digit == 5)) {
                char label[32];
                // pow() may be off in the last bit, which fifteen digits would show.
                (void)wafti_format_float(label, (float)value);
                add_tick(axis, value, label);
            } else {
                add_minor(axis, value);
            }
        }
    }
}

void wafti_axis_make_ticks(wafti_axis* axis, double target) {
    axis->tick_count = 0;
    axis->minor_count = 0;
    axis->exponent = 0;
    if (!axis->log) {
        make_linear_ticks(axis, target);
        return;
    }
    const int first = (int)ceil(log10(axis->low) - 1e-9);
    const int last = (int)floor(log10(axis->high) + 1e-9);
    if (last > first) {
        make_decade_ticks(axis, first, last, target);
        return;
    }
    make_part_decade_ticks(axis, first, last);
    if (axis->tick_count < 3) {
        axis->tick_count = 0;
        axis->minor_count = 0;
        make_linear_ticks(axis, target);
    }
}

double wafti_axis_label_width(const wafti_axis* axis, double size) {
    double widest = 0.0;
    for (int i = 0; i < axis->tick_count; ++i) {
        widest = fmax(widest, wafti_svg_text_width(axis->ticks[i].label, size));
    }
    return widest;
}

void wafti_axis_title(const wafti_axis* axis, const char* label, char* buffer, size_t buffer_size) {
    if (axis->exponent == 0) {
        (void)snprintf(buffer, buffer_size, "%s", label);
        return;
    }
    char power[32];
    power_label(power, sizeof(power), axis->exponent);
    const bool empty = label[0] == '\0';
    (void)snprintf(buffer, buffer_size, empty ? "%s\u00D7%s" : "%s (\u00D7%s)", label, power);
}

void wafti_axes_equalize(wafti_axis* x, wafti_axis* y, wafti_box box) {
    const double x_unit = (x->high - x->low) / (box.right - box.left);
    const double y_unit = (y->high - y->low) / (box.bottom - box.top);
    if (x_unit < y_unit) {
        wafti_axis_pad(x, 0.5 * (y_unit / x_unit - 1.0));
    } else {
        wafti_axis_pad(y, 0.5 * (x_unit / y_unit - 1.0));
    }
}

void wafti_axes_place(wafti_axis* x, wafti_axis* y, wafti_box box) {
    x->pixel_low = box.left;
    x->pixel_high = box.right;
    y->pixel_low = box.bottom;
    y->pixel_high = box.top;
}

static void draw_grid_line(
    wafti_svg* svg, const wafti_axis* axis, double value, bool of_x, wafti_box box, bool labelled) {
    const double at = wafti_axis_pixel(axis, value);
    wafti_svg_line(svg, of_x ? at : box.left, of_x ? box.top : at, of_x ? at : box.right,
        of_x ? box.bottom : at, labelled ? WAFTI_SVG_GRID : WAFTI_SVG_FAINT);
}

void wafti_axes_draw_grid(wafti_svg* svg, const wafti_axis* x, const wafti_axis* y, wafti_box box) {
    const wafti_axis* const axes[2] = {x, y};
    for (int a = 0; a < 2; ++a) {
        for (int i = 0; i < axes[a]->minor_count; ++i) {
            draw_grid_line(svg, axes[a], axes[a]->minors[i], a == 0, box, false);
        }
    }
    for (int a = 0; a < 2; ++a) {
        for (int i = 0; i < axes[a]->tick_count; ++i) {
            draw_grid_line(svg, axes[a], axes[a]->ticks[i].value, a == 0, box, true);
        }
    }
}

// Ticks and labels beside a box: `way` is -1 to the left and 1 to the right of `from`.
static void draw_beside(wafti_svg* svg, const wafti_axis* y, double from, double way) {
    for (int i = 0; i < y->tick_count; ++i) {
        const double at = wafti_axis_pixel(y, y->ticks[i].value);
        const double end = from + way * TICK_LENGTH;
        wafti_svg_line(svg, fmin(from, end), at, fmax(from, end), at, WAFTI_SVG_FRAME);
        wafti_svg_label(svg, end + way * 3.0, at + 4.0, LABEL_SIZE,
            way < 0.0 ? WAFTI_SVG_END : WAFTI_SVG_START, false, y->ticks[i].label);
    }
}

void wafti_axes_draw_frame(
    wafti_svg* svg, const wafti_axis* x, const wafti_axis* y, wafti_box box) {
    wafti_svg_rect(svg, box, "none", WAFTI_SVG_FRAME);
    for (int i = 0; i < x->tick_count; ++i) {
        const double at = wafti_axis_pixel(x, x->ticks[i].value);
        wafti_svg_line(svg, at, box.bottom, at, box.bottom + TICK_LENGTH, WAFTI_SVG_FRAME);
        wafti_svg_label(svg, at, box.bottom + TICK_LENGTH + 13.0, LABEL_SIZE, WAFTI_SVG_MIDDLE,
            false, x->ticks[i].label);
    }
    draw_beside(svg, y, box.left, -1.0);
}

void wafti_axes_draw_right(wafti_svg* svg, const wafti_axis* y, wafti_box box) {
    wafti_svg_rect(svg, box, "none", WAFTI_SVG_FRAME);
    draw_beside(svg, y, box.right, 1.0);
}

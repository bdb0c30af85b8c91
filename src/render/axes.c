// SPDX-License-Identifier: MIT
#include "render/axes.h"

#include <math.h>
#include <string.h>

#include "render/direction.h"
#include "render/number.h"

static const float number_share = 1.0f / 60.0f; // of the picture's height, for a digit
static const float name_share = 1.0f / 48.0f;
static const float most_number = 1.0f / 20.0f; // larger digits would hide a small picture
static const float head_share = 0.012f;        // length of an arrow's head
static const float overshoot = 0.03f;          // of an axis, beyond the block

enum { MOST_TICKS = 32 }; // of one axis

// One axis, in the world and on the screen.
typedef struct axis {
    const char* name;
    double low, high; // what its numbers run between
    waft_vec3 from, to;
    waft_vec3 start, end;     // on the screen
    waft_vec2 along, outward; // unit, pixels
    float length;             // pixels
    bool meets;               // it ends where another one or the picture does: no arrow there
} axis;

waft_bounds wafti_axes_room(const waft_bounds* block) {
    const waft_vec3 size = waft_vec3_sub(block->high, block->low);
    const float room = 0.035f * fmaxf(size.x, fmaxf(size.y, size.z));
    waft_bounds with = *block;
    with.low = waft_vec3_sub(with.low, (waft_vec3){room, room, room});
    with.high = waft_vec3_add(with.high, (waft_vec3){room, 0.0f, room});
    return with;
}

// Leaves of an axis what lies in the picture; false if nothing does.
static bool clip(axis* a, const wafti_screen* screen) {
    float share[2];
    if (!wafti_screen_clip(screen, a->from, a->to, share)) {
        return false;
    }
    const waft_vec3 way = waft_vec3_sub(a->to, a->from);
    const double span = a->high - a->low;
    a->meets = a->meets || share[1] < 1.0f;
    a->to = waft_vec3_add(a->from, waft_vec3_scale(way, share[1]));
    a->from = waft_vec3_add(a->from, waft_vec3_scale(way, share[0]));
    a->high = a->low + span * (double)share[1];
    a->low += span * (double)share[0];
    return true;
}

// Puts an axis on the screen; false if too little of it would show.
static bool place(axis* a, const wafti_screen* screen, waft_vec2 middle) {
    if (!clip(a, screen)) {
        return false;
    }
    a->start = wafti_screen_project(screen, a->from);
    a->end = wafti_screen_project(screen, a->to);
    if (!(a->start.z > 0.0f) || !(a->end.z > 0.0f)) {
        return false;
    }
    const waft_vec2 way = {a->end.x - a->start.x, a->end.y - a->start.y};
    a->length = hypotf(way.x, way.y);
    if (a->length < 5.0f * wafti_screen_letters(screen, name_share, WAFTI_SCREEN_LEAST_LETTER)) {
        return false;
    }
    a->along = (waft_vec2){way.x / a->length, way.y / a->length};
    a->outward = (waft_vec2){-a->along.y, a->along.x};
    const float side = a->outward.x * (0.5f * (a->start.x + a->end.x) - middle.x) +
                       a->outward.y * (0.5f * (a->start.y + a->end.y) - middle.y);
    if (side < 0.0f) {
        a->outward = (waft_vec2){-a->outward.x, -a->outward.y};
    }
    return true;
}

static waft_vec3 moved(waft_vec3 at, waft_vec2 direction, float pixels) {
    return (waft_vec3){at.x + direction.x * pixels, at.y + direction.y * pixels, at.z};
}

static waft_vec3 point_at(const axis* a, const wafti_screen* screen, double value) {
    const float t = (float)((value - a->low) / (a->high - a->low));
    const waft_vec3 way = waft_vec3_sub(a->to, a->from);
    return wafti_screen_project(screen, waft_vec3_add(a->from, waft_vec3_scale(way, t)));
}

// Ticks far enough apart for their numbers, at multiples of a round step.
static wafti_round step_of(const axis* a, float number_size) {
    const float apart = number_size * (2.6f + 3.4f * fabsf(a->along.x));
    const float share = fmaxf(fminf(apart / a->length, 1.0f), 1.0f / (float)MOST_TICKS);
    return wafti_round_up((a->high - a->low) * (double)share);
}

static void draw_arrow(
    const axis* a, const wafti_screen* screen, wafti_sheet* sheet, const wafti_pen* pen) {
    if (a->meets) {
        wafti_sheet_stroke(sheet, screen, pen, a->start, a->end);
        return;
    }
    const float head = head_share * screen->unit;
    const waft_vec3 tip = moved(a->end, a->along, overshoot * a->length + head);
    wafti_sheet_stroke(sheet, screen, pen, a->start, tip);
    const waft_vec3 back = moved(tip, a->along, -head);
    wafti_sheet_stroke(sheet, screen, pen, moved(back, a->outward, 0.5f * head), tip);
    wafti_sheet_stroke(sheet, screen, pen, moved(back, a->outward, -0.5f * head), tip);
}

// A text a little away from `at`, in direction `away`.
static bool put_text(wafti_screen* screen, wafti_sheet* sheet, const char* text, waft_vec3 at,
    waft_vec2 away, float size) {
    const float half_width = 0.5f * waft_text_width(text, size);
    const float reach = fabsf(away.x) * half_width + fabsf(away.y) * 0.5f * size + 0.7f * size;
    const waft_vec2 base = {at.x + away.x * reach, at.y + away.y * reach + 0.5f * size};
    return wafti_sheet_text(sheet, screen, text, base, size, 0.5f);
}

static void draw_ticks(const axis* a, wafti_screen* screen, wafti_sheet* sheet, wafti_pen* pen) {
    const float size = wafti_screen_letters(screen, number_share, WAFTI_SCREEN_LEAST_LETTER);
    const float reach = 0.45f * size;
    const wafti_round step = step_of(a, size);
    const double value = wafti_round_value(step);
    const long long first = (long long)ceil(a->low / value - 1e-6);
    const long long last = (long long)floor(a->high / value + 1e-6);
    for (long long i = first; i <= last; ++i) {
        const waft_vec3 at = point_at(a, screen, (double)i * value);
        const waft_vec3 out = moved(at, a->outward, reach);
        if (pen != NULL) {
            wafti_sheet_stroke(sheet, screen, pen, at, out);
            continue;
        }
        char text[24];
        wafti_decimal_text(text, sizeof text, i * step.digit, step.tens);
        (void)put_text(
            screen, sheet, wafti_sheet_letters(sheet, text, strlen(text)), out, a->outward, size);
    }
}

// At the arrow's tip, or beside the middle of the axis if that place is taken.
static void add_name(const axis* a, wafti_screen* screen, wafti_sheet* sheet) {
    const float size = wafti_screen_letters(screen, name_share, WAFTI_SCREEN_LEAST_LETTER);
    const waft_vec3 tip =
        moved(a->end, a->along, overshoot * a->length + head_share * screen->unit);
    const waft_vec3 middle = {
        0.5f * (a->start.x + a->end.x), 0.5f * (a->start.y + a->end.y), a->start.z};
    if (a->meets || !put_text(screen, sheet, a->name, tip, a->along, size)) {
        (void)put_text(
            screen, sheet, a->name, moved(middle, a->outward, 2.4f * size), a->outward, size);
    }
}

static void draw_axis(const axis* a, wafti_screen* screen, wafti_sheet* sheet) {
    for (int layer = 0; layer < 2; ++layer) {
        wafti_pen pen =
            wafti_sheet_pen(sheet, (wafti_pen_layer)layer, fmaxf(screen->unit / 480.0f, 1.0f));
        draw_arrow(a, screen, sheet, &pen);
        draw_ticks(a, screen, sheet, &pen);
    }
    add_name(a, screen, sheet);
    if (WAFTI_SCREEN_LEAST_LETTER <= most_number * screen->unit) {
        draw_ticks(a, screen, sheet, NULL);
    }
}

// The corner of the block's foot that is farthest to the left in the picture.
static waft_vec3 left_corner(const waft_bounds* block, const wafti_screen* screen) {
    waft_vec3 best = block->low;
    float left = INFINITY;
    static const int corners[] = {0, 1, 4, 5};
    for (int i = 0; i < 4; ++i) {
        const waft_vec3 at = wafti_bounds_corner(block, corners[i]);
        const waft_vec3 shown = wafti_screen_project(screen, at);
        // Of two that are equally far, the nearer one.
        if (shown.z > 0.0f && shown.x + 1e-3f * shown.z < left) {
            left = shown.x + 1e-3f * shown.z;
            best = at;
        }
    }
    return best;
}

// The lower edges along x and z are shown if the side above them faces the eye; seen from high up
// both are.
static bool faces(const wafti_screen* screen, float side, float outward, float eye, float forward) {
    const float towards = screen->orthographic ? -forward * outward : (eye - side) * outward;
    return towards > 0.0f || fabsf(screen->forward.y) > 0.85f;
}

void wafti_axes_add(const waft_bounds* block, wafti_screen* screen, wafti_sheet* sheet) {
    const waft_vec3 low = block->low;
    const waft_vec3 high = block->high;
    const float x = screen->forward.x > 0.0f ? low.x : high.x;
    const float z = screen->forward.z > 0.0f ? low.z : high.z;
    const bool shown[] = {
        faces(screen, z, z == high.z ? 1.0f : -1.0f, screen->eye.z, screen->forward.z), true,
        faces(screen, x, x == high.x ? 1.0f : -1.0f, screen->eye.x, screen->forward.x)};
    const waft_vec3 corner = left_corner(block, screen);
    axis axes[] = {
        {.name = "x (m)",
            .low = (double)low.x,
            .high = (double)high.x,
            .from = {low.x, low.y, z},
            .to = {high.x, low.y, z}},
        {.name = "y (m)",
            .low = (double)low.y,
            .high = (double)high.y,
            .from = corner,
            .to = {corner.x, high.y, corner.z}},
        {.name = "z (m)",
            .low = (double)low.z,
            .high = (double)high.z,
            .from = {x, low.y, low.z},
            .to = {x, low.y, high.z}},
    };
    axes[0].meets = axes[2].meets = shown[0] && shown[2] && x == high.x && z == high.z;
    const waft_vec3 center =
        wafti_screen_project(screen, waft_vec3_scale(waft_vec3_add(low, high), 0.5f));
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; ++i) {
        if (shown[i] && place(&axes[i], screen, (waft_vec2){center.x, center.y})) {
            draw_axis(&axes[i], screen, sheet);
        }
    }
}

// SPDX-License-Identifier: MIT
// A picture as a place for texts and measures: where points of the world come to lie in it, and which
// parts of it are taken.
#ifndef WAFTI_RENDER_SCREEN_H
#define WAFTI_RENDER_SCREEN_H

#include <waft/render.h>

enum { WAFTI_SCREEN_BOXES = 256 };

/// Pixels a capital letter needs to be read.
#define WAFTI_SCREEN_LEAST_LETTER 8.0f

typedef struct wafti_box {
    float left, top, right, bottom; ///< pixels
} wafti_box;

typedef struct wafti_screen {
    waft_vec3 eye, right, above, forward;
    bool orthographic;
    float slope;   ///< m a pixel, at distance 1 if rays start at the eye
    float size[2]; ///< pixels
    float unit;    ///< what sizes of letters and rims are shares of: the height of a usual picture
    wafti_box taken[WAFTI_SCREEN_BOXES];
    size_t taken_count;
} wafti_screen;

/// Nothing is taken then.
void wafti_screen_setup(wafti_screen* screen, const waft_camera* camera, const int32_t size[2]);

/// Height of capital letters: a share of the picture, but at least `least` pixels.
float wafti_screen_letters(const wafti_screen* screen, float share, float least);

/// Length in m of one pixel at a distance from the eye, measured along the middle of the view.
float wafti_screen_pixel(const wafti_screen* screen, float distance);
/// x and y in pixels from the upper left corner, z the distance; not above 0 behind the eye.
waft_vec3 wafti_screen_project(const wafti_screen* screen, waft_vec3 point);
/// The point of the world that wafti_screen_project() takes to `at`.
waft_vec3 wafti_screen_lift(const wafti_screen* screen, waft_vec3 at);

/// The part of the way between two points that lies inside the picture, as shares of it; false if
/// there is none.
bool wafti_screen_clip(
    const wafti_screen* screen, waft_vec3 from, waft_vec3 to, float out_share[2]);

/// The room a text takes whose base line starts, has its middle or ends at (x, y), by `align`.
wafti_box wafti_screen_text_box(const waft_draw_text* text);
/// Takes a box if it lies inside the picture and touches nothing taken before.
bool wafti_screen_take(wafti_screen* screen, wafti_box box);

#endif // WAFTI_RENDER_SCREEN_H

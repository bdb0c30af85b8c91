// SPDX-License-Identifier: MIT
// The lines and texts that a stage adds to a picture: lists whose room is taken once.
#ifndef WAFTI_RENDER_SHEET_H
#define WAFTI_RENDER_SHEET_H

#include <waft/render.h>

#include "render/screen.h"
#include "render/support.h"

typedef struct wafti_sheet {
    wafti_render_buffer memory; ///< of all lists
    waft_draw_line* lines;
    waft_vec3* points;
    float* alphas; ///< one a point
    waft_draw_text* texts;
    char* letters;
    size_t line_count, point_count, text_count, letter_count;
    size_t line_capacity, point_capacity, text_capacity, letter_capacity;
    waft_vec3 ink;   ///< of texts and measures
    waft_vec3 under; ///< drawn wider beneath measures, so that they show on anything
} wafti_sheet;

/// Takes room; the capacities are set. Error: WAFT_ERR_NO_MEMORY, nothing is taken then.
waft_result wafti_sheet_create(wafti_sheet* sheet, wafti_render_room* room);
/// Empties the lists and chooses colours that stand out from a bright or a dark picture.
void wafti_sheet_clear(wafti_sheet* sheet, bool bright);

/// A line of `count` points to fill in, NULL if there is no room. `out_alphas` may be NULL.
waft_vec3* wafti_sheet_line(
    wafti_sheet* sheet, size_t count, waft_vec3 color, float width, float** out_alphas);
/// The pen of a measure: first it is drawn with WAFTI_PEN_UNDER, then with WAFTI_PEN_INK.
typedef enum wafti_pen_layer { WAFTI_PEN_UNDER, WAFTI_PEN_INK } wafti_pen_layer;
typedef struct wafti_pen {
    waft_vec3 color;
    float width; ///< pixels
} wafti_pen;
wafti_pen wafti_sheet_pen(const wafti_sheet* sheet, wafti_pen_layer layer, float width);
/// A stroke between two places on the screen, on top of everything.
void wafti_sheet_stroke(wafti_sheet* sheet, const wafti_screen* screen, const wafti_pen* pen,
    waft_vec3 from, waft_vec3 to);

/// Copies `length` letters; NULL if there is no room.
const char* wafti_sheet_letters(wafti_sheet* sheet, const char* text, size_t length);
/// Adds a text on the screen, in ink and with a halo, if `screen` has its place free.
bool wafti_sheet_text(wafti_sheet* sheet, wafti_screen* screen, const char* text, waft_vec2 at,
    float size, float align);

#endif // WAFTI_RENDER_SHEET_H

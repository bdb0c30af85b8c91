// SPDX-License-Identifier: MIT
// Our own stroke font: letters are lines and arcs that a round pen follows.
#ifndef WAFTI_RENDER_FONT_H
#define WAFTI_RENDER_FONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <waft/math.h>

/// The design grid: the pen's way in a capital letter is 16 high, the pen 2.2 wide.
#define WAFTI_FONT_PEN     2.2f
#define WAFTI_FONT_CAPITAL (16.0f + WAFTI_FONT_PEN) ///< what `size` of a text means
#define WAFTI_FONT_LOW     (-5.0f)                  ///< lowest and highest way of the pen
#define WAFTI_FONT_HIGH    23.0f

enum { WAFTI_FONT_MOST_SEGMENTS = 320 };

/// A piece of the pen's way; a dot if both ends are the same. Grid units, y up from the base line.
typedef struct wafti_font_segment {
    waft_vec2 from, to;
    bool fine; ///< with a finer pen, for small figures
} wafti_font_segment;

/// What a code point looks like, and from where to where the pen goes.
typedef struct wafti_font_shape {
    float advance; ///< to the origin of the next glyph
    waft_vec2 low, high;
    size_t segment_count;
    wafti_font_segment segments[WAFTI_FONT_MOST_SEGMENTS];
} wafti_font_shape;

/// The next code point of UTF-8 text, which moves on; 0 at the end. A malformed byte gives
/// WAFTI_FONT_BOX.
uint32_t wafti_font_next(const char** text);

/// A code point that no text can hold; its glyph is the box of what the font lacks.
#define WAFTI_FONT_BOX 0xFFFFFFFFu

/// Glyph of a code point, from 0 to wafti_font_count() - 1; that of the box if the font lacks it.
size_t wafti_font_find(uint32_t code);
size_t wafti_font_count(void);
/// Draws a glyph.
void wafti_font_shape_of(size_t glyph, wafti_font_shape* out_shape);

#endif // WAFTI_RENDER_FONT_H

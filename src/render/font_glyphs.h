// SPDX-License-Identifier: MIT
// The letters themselves, read by font.c.
#ifndef WAFTI_RENDER_FONT_GLYPHS_H
#define WAFTI_RENDER_FONT_GLYPHS_H

#include <stddef.h>
#include <stdint.h>

/// `sides` says how much room a glyph wants to its left and right: '|' beside a stem, '(' a bowl,
/// '/' a slope, '-' an open end, '0' next to nothing; "##" makes it as wide as every figure.
/// `path` is what the pen does: "x y" a line to there (or the start), "@x y rx ry a b" an arc about
/// (x, y) from angle a to b in degrees, with a line to where it begins, ";" lifts the pen. A pen set
/// down at one point only leaves a dot. "!" at the start takes a finer pen.
typedef struct wafti_font_glyph {
    uint32_t code;
    const char* sides;
    const char* path;
} wafti_font_glyph;

/// A letter with a mark over or under its middle, both glyphs of the first table.
typedef struct wafti_font_marked {
    uint32_t code, base, mark;
} wafti_font_marked;

/// Both in the order of their codes.
extern const wafti_font_glyph wafti_font_glyphs[];
extern const size_t wafti_font_glyph_count;
extern const wafti_font_marked wafti_font_markeds[];
extern const size_t wafti_font_marked_count;

#endif // WAFTI_RENDER_FONT_GLYPHS_H

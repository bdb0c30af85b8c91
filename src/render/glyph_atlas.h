// SPDX-License-Identifier: MIT
// A texture with the distance to the pen's way of every glyph that was needed so far. One texture
// serves all sizes and weights: a threshold gives the letter, a wider one its halo.
#ifndef WAFTI_RENDER_GLYPH_ATLAS_H
#define WAFTI_RENDER_GLYPH_ATLAS_H

#include <waft/base.h>
#include <waft/math.h>

#include "render/gl.h"

/// Distance at which the texture is 0; at the pen's way it is 1. Units of the font's grid.
#define WAFTI_GLYPH_REACH 5.5f

enum {
    WAFTI_ATLAS_WIDTH = 1024,
    WAFTI_ATLAS_HEIGHT = 1280,
    WAFTI_ATLAS_PER_UNIT = 2,
    WAFTI_ATLAS_PLACES = 256, ///< at least wafti_font_count()
};

/// Where a glyph stands in the texture.
typedef struct wafti_glyph_place {
    float advance;       ///< units of the font's grid; 0: not drawn yet
    bool blank;          ///< a space
    waft_vec2 low, high; ///< from where to where the pen goes, on the grid
    waft_vec2 texel;     ///< of the grid's origin; WAFTI_ATLAS_PER_UNIT of them are a unit
} wafti_glyph_place;

typedef struct wafti_glyph_atlas {
    GLuint texture;
    int next[2]; ///< where the next glyph goes
    wafti_glyph_place places[WAFTI_ATLAS_PLACES];
} wafti_glyph_atlas;

/// Makes the texture, which the caller deletes.
void wafti_glyph_atlas_create(wafti_glyph_atlas* atlas);
/// The place of a glyph of the font, which is drawn if it is new.
const wafti_glyph_place* wafti_glyph_atlas_get(wafti_glyph_atlas* atlas, size_t glyph);

#endif // WAFTI_RENDER_GLYPH_ATLAS_H

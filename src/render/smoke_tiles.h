// SPDX-License-Identifier: MIT
// Where in the picture smoke can be, and how deep: what the march through it may leave out.
#ifndef WAFTI_RENDER_SMOKE_TILES_H
#define WAFTI_RENDER_SMOKE_TILES_H

#include <waft/field.h>

#include "render/frame.h"

enum {
    WAFTI_SMOKE_TILE = 8,         ///< pixels along each side
    WAFTI_SMOKE_MOST_BRICKS = 32, ///< along each axis
    WAFTI_SMOKE_LEAST_BRICK = 4,  ///< cells
};

/// Bricks: cubes of cells, `edge` of them along each side.
typedef struct wafti_smoke_bricks {
    int edge;
    int size[3];
    float densest[WAFTI_SMOKE_MOST_BRICKS * WAFTI_SMOKE_MOST_BRICKS * WAFTI_SMOKE_MOST_BRICKS];
} wafti_smoke_bricks;

/// Finds the densest cell of each brick and returns that of all.
float wafti_smoke_survey(const waft_field* density, wafti_smoke_bricks* out_bricks);

/// Writes for each tile of the picture the depths (m along the view, from the eye) between which
/// there are bricks with cells denser than `least`: near and far, near > far if there are none.
/// Returns the rectangle of tiles that have some: x, y of the first and of one past the last.
void wafti_smoke_ranges(const wafti_frame* frame, const waft_field* density,
    const wafti_smoke_bricks* bricks, float least, float* out_ranges, int out_rectangle[4]);

#endif // WAFTI_RENDER_SMOKE_TILES_H

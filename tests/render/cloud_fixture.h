// SPDX-License-Identifier: MIT
// A cloud between the sun and the origin, too far up to be in the picture itself.
#ifndef WAFT_TEST_CLOUD_FIXTURE_H
#define WAFT_TEST_CLOUD_FIXTURE_H

#include <waft/render.h>

enum { CLOUD_CELLS = 8 };

/// Sets a low sun on the right and gives a cube of 6 m of smoke 10 m towards it. No light passes.
static inline waft_draw_volume fixture_cloud(waft_drawing* drawing) {
    static float values[CLOUD_CELLS * CLOUD_CELLS * CLOUD_CELLS];
    for (int i = 0; i < CLOUD_CELLS * CLOUD_CELLS * CLOUD_CELLS; ++i) {
        values[i] = 1.0f;
    }
    const float elevation = 0.6f;
    const float cell = 6.0f / (float)CLOUD_CELLS;
    const float first = 0.5f * cell - 3.0f;
    drawing->look.smoke_density = 5.0f;
    drawing->look.sun_azimuth = 1.5708f;
    drawing->look.sun_elevation = elevation;
    return (waft_draw_volume){
        .density = {.data = values,
            .size = {CLOUD_CELLS, CLOUD_CELLS, CLOUD_CELLS},
            .stride = {1, CLOUD_CELLS, (ptrdiff_t)CLOUD_CELLS * CLOUD_CELLS},
            .origin = {first + 10.0f * cosf(elevation), first + 10.0f * sinf(elevation), first},
            .spacing = {cell, cell, cell}}};
}

#endif // WAFT_TEST_CLOUD_FIXTURE_H

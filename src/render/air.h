// SPDX-License-Identifier: MIT
// What a stage shows of smoke: a volume, and its obstacles as meshes.
#ifndef WAFTI_RENDER_AIR_H
#define WAFTI_RENDER_AIR_H

#include <waft/render.h>
#include <waft/smoke.h>

enum { WAFTI_AIR_MOST_OBSTACLES = 255 };

typedef struct wafti_air {
    waft_draw_volume volume;
    waft_draw_mesh meshes[WAFTI_AIR_MOST_OBSTACLES];
    waft_pose poses[WAFTI_AIR_MOST_OBSTACLES];
    size_t mesh_count;
} wafti_air;

/// The box that smoke fills.
waft_bounds wafti_air_bounds(const waft_smoke* smoke);

/// Smallest box around two.
waft_bounds wafti_bounds_join(const waft_bounds* a, const waft_bounds* b);

/// Views of the smoke as it is now; nothing is copied.
void wafti_air_read(wafti_air* air, const waft_smoke* smoke);

#endif // WAFTI_RENDER_AIR_H

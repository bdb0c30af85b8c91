// SPDX-License-Identifier: MIT
// What a stage shows of smoke: a volume.
#ifndef WAFTI_RENDER_AIR_H
#define WAFTI_RENDER_AIR_H

#include <waft/render.h>
#include <waft/smoke.h>

#include "render/support.h"

typedef struct wafti_air {
    waft_draw_volume volume;
    wafti_render_buffer filled; ///< density that goes on into solids; empty if there were none
} wafti_air;

/// Takes room for pictures of this smoke, with solids in it or not; later ones must have as many cells. Error:
/// WAFT_ERR_NO_MEMORY.
waft_result wafti_air_create(wafti_air* air, const waft_smoke* smoke, bool solids,
    wafti_render_room* room, waft_error* out_error);

/// The box that smoke fills.
waft_bounds wafti_air_bounds(const waft_smoke* smoke);

/// Views of the smoke as it is now. Where there are solids its density is a copy that reaches one
/// cell into them: between a cell beside a wall and an empty one in it smoke would seem to fade away.
void wafti_air_read(wafti_air* air, const waft_smoke* smoke);

#endif // WAFTI_RENDER_AIR_H

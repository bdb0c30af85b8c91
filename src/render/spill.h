// SPDX-License-Identifier: MIT
// What a stage shows of a liquid: its surface or its particles.
#ifndef WAFTI_RENDER_SPILL_H
#define WAFTI_RENDER_SPILL_H

#include <waft/liquid.h>
#include <waft/render.h>
#include <waft/surface.h>

#include "render/support.h"

typedef struct wafti_spill {
    bool given;
    waft_bounds bounds; ///< of the domain, as high as liquid will usually go
    float fast;         ///< m/s, the speed that is drawn white
    waft_surface* surface;
    waft_draw_liquid drawn;
    wafti_render_buffer colors;
    waft_draw_particles points; ///< count 0: none
} wafti_spill;

/// Takes what does not change from picture to picture. Errors: WAFT_ERR_NO_MEMORY,
/// WAFT_ERR_ARGUMENT.
waft_result wafti_spill_create(wafti_spill* spill, const waft_scene* scene,
    const waft_liquid* liquid, const waft_allocator* allocator, waft_error* out_error);
void wafti_spill_destroy(wafti_spill* spill);

/// The liquid as it is now, in this style. Errors: those of waft_surface_update().
waft_result wafti_spill_read(wafti_spill* spill, const waft_liquid* liquid, waft_liquid_style style,
    wafti_render_room* room, waft_error* out_error);

/// The mesh of a surface as it is drawn; valid until the surface's next update.
waft_draw_liquid wafti_spill_drawn(const waft_surface* surface);

/// The colour of a speed, as a share of the one that is drawn white.
waft_vec3 wafti_spill_color(float share);

#endif // WAFTI_RENDER_SPILL_H

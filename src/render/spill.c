// SPDX-License-Identifier: MIT
#include "render/spill.h"

#include <math.h>

#include "render/direction.h"

waft_result wafti_spill_create(wafti_spill* spill, const waft_scene* scene,
    const waft_liquid* liquid, const waft_allocator* allocator, waft_error* out_error) {
    const waft_liquid_view view = waft_liquid_get_view(liquid);
    // The domain, not what is wet of it now: a drawing that goes on later must see the same.
    *spill = (wafti_spill){.bounds = {view.low, view.high}};
    // What falls through the height of the picture.
    spill->fast = sqrtf(2.0f * 9.81f * fmaxf(spill->bounds.high.y - spill->bounds.low.y, 1e-3f));
    waft_surface_def def = waft_scene_surface(scene);
    def.allocator = *allocator;
    const waft_result result = waft_surface_create(&def, &spill->surface, out_error);
    spill->given = result == WAFT_OK;
    return result;
}

void wafti_spill_destroy(wafti_spill* spill) {
    waft_surface_destroy(spill->surface);
    spill->surface = NULL;
    spill->given = false;
}

// Deep blue where it rests, over cyan to white where it is fast.
waft_vec3 wafti_spill_color(float share) {
    static const waft_vec3 stops[4] = {{0.010f, 0.045f, 0.20f}, {0.015f, 0.22f, 0.55f},
        {0.20f, 0.65f, 0.80f}, {0.95f, 0.97f, 1.0f}};
    const float at = 3.0f * fminf(fmaxf(share, 0.0f), 1.0f);
    const int first = at < 1.0f ? 0 : at < 2.0f ? 1 : 2;
    const float t = at - (float)first;
    return wafti_mix(stops[first], stops[first + 1], t);
}

static waft_result read_points(wafti_spill* spill, const waft_liquid_view* view,
    wafti_render_room* room, waft_error* out_error) {
    waft_vec3* colors = wafti_render_reserve(room, &spill->colors, view->count, sizeof *colors);
    if (colors == NULL) {
        return wafti_render_fail(
            out_error, WAFT_ERR_NO_MEMORY, "out of memory for the colours of particles");
    }
    for (uint32_t i = 0; i < view->count; ++i) {
        const float u = view->velocity[0][i];
        const float v = view->velocity[1][i];
        const float w = view->velocity[2][i];
        colors[i] = wafti_spill_color(sqrtf(u * u + v * v + w * w) / spill->fast);
    }
    spill->points = (waft_draw_particles){.x = view->position[0],
        .y = view->position[1],
        .z = view->position[2],
        .radius = 0.5f * view->spacing,
        .colors = colors,
        .opacity = 1.0f,
        .count = view->count};
    return WAFT_OK;
}

waft_draw_liquid wafti_spill_drawn(const waft_surface* surface) {
    const waft_surface_view mesh = waft_surface_get_view(surface);
    return (waft_draw_liquid){.positions = mesh.positions,
        .normals = mesh.normals,
        .indices = mesh.indices,
        .point_count = mesh.point_count,
        .index_count = 3 * mesh.facet_count};
}

static waft_result read_surface(
    wafti_spill* spill, const waft_liquid_view* view, waft_error* out_error) {
    const waft_surface_particles particles = {.count = view->count,
        .position = {view->position[0], view->position[1], view->position[2]},
        .spacing = view->spacing};
    const waft_result result = waft_surface_update(spill->surface, &particles, out_error);
    spill->drawn = wafti_spill_drawn(spill->surface);
    return result;
}

waft_result wafti_spill_read(wafti_spill* spill, const waft_liquid* liquid, waft_liquid_style style,
    wafti_render_room* room, waft_error* out_error) {
    const waft_liquid_view view = waft_liquid_get_view(liquid);
    spill->points.count = 0;
    spill->drawn = (waft_draw_liquid){0};
    switch (style) {
    case WAFT_LIQUID_AS_POINTS:
        return view.count > 0 ? read_points(spill, &view, room, out_error) : WAFT_OK;
    case WAFT_LIQUID_AS_SURFACE:
        return read_surface(spill, &view, out_error);
    case WAFT_LIQUID_AS_NOTHING:
        break;
    }
    return WAFT_OK;
}

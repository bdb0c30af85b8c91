// SPDX-License-Identifier: MIT
// A smoke over another one: its own grid and fields, the other's sources, obstacles and live members of its def.
#include "smoke/solver.h"

static void mirror_sources(waft_smoke* twin, const waft_smoke* base) {
    wafti_order_copy(&twin->source_order, &base->source_order);
    for (uint32_t n = 0; n < base->source_order.count; ++n) {
        const uint32_t slot = base->source_order.slots[n];
        twin->sources[slot] = base->sources[slot];
    }
    wafti_sources_note_expansion(twin);
    twin->expands = twin->expands && twin->expansion != NULL;
}

void wafti_smoke_mirror(waft_smoke* twin, const waft_smoke* base, bool restored) {
    twin->world_gravity = base->world_gravity;
    wafti_smoke_adopt(twin, &base->def);
    mirror_sources(twin, base);
    wafti_order_copy(&twin->obstacle_order, &base->obstacle_order);
    wafti_obstacles_mirror(twin, base, restored);
}

waft_result wafti_smoke_create_twin(const waft_smoke* base, const waft_smoke_def* def,
    const bool held[WAFT_SIDE_COUNT], waft_smoke** out_twin) {
    const double* g = base->gravity;
    const waft_vec3 gravity = {(float)g[0], (float)g[1], (float)g[2]};
    waft_result result =
        wafti_smoke_create_kind(base->context, gravity, def, held == NULL, out_twin);
    if (result != WAFT_OK) {
        return result;
    }
    waft_smoke* twin = *out_twin;
    twin->base = base;
    if (held != NULL) {
        memcpy(twin->held, held, sizeof(twin->held));
    }
    wafti_smoke_set_sides(twin);
    result = wafti_smoke_take_extras(twin, wafti_smoke_extras(base) & WAFTI_EXTRA_EXPANSION);
    if (result != WAFT_OK) {
        wafti_smoke_destroy(twin);
        *out_twin = NULL;
        return result;
    }
    wafti_smoke_mirror(twin, base, false);
    return WAFT_OK;
}

void wafti_smoke_play(waft_smoke* smoke, const wafti_step* step, float* const faces[3]) {
    if (!wafti_smoke_is_due(smoke, step)) {
        return;
    }
    wafti_obstacles_depart(smoke, (double)smoke->def.every * step->dt);
    wafti_obstacles_move(smoke, 1.0);
    for (int axis = 0; axis < smoke->domain.grid.axes; ++axis) {
        wafti_smoke_copy_in(&smoke->domain.grid, axis, faces[axis], smoke->velocity[axis]);
    }
    smoke->speed = -1.0;
    smoke->edged = false;
    wafti_obstacles_arrive(smoke);
    wafti_sources_arrive(smoke);
    wafti_smoke_edge(smoke);
}

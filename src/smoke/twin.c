// SPDX-License-Identifier: MIT
// A smoke over another one: its own grid and fields, the other's sources, obstacles and live members of its def.
#include "smoke/solver.h"

static void mirror_order(wafti_order* order, const wafti_order* base) {
    memcpy(order->ids.generation, base->ids.generation,
        base->ids.capacity * sizeof(*base->ids.generation));
    memcpy(order->slots, base->slots, base->count * sizeof(*base->slots));
    order->ids.alive = base->ids.alive;
    order->ids.lowest = base->ids.lowest;
    order->count = base->count;
}

static void mirror_sources(waft_smoke* twin, const waft_smoke* base) {
    mirror_order(&twin->source_order, &base->source_order);
    for (uint32_t n = 0; n < base->source_order.count; ++n) {
        const uint32_t slot = base->source_order.slots[n];
        twin->sources[slot] = base->sources[slot];
    }
    wafti_sources_note_expansion(twin);
    twin->expands = twin->expands && twin->expansion != NULL;
}

static void mirror_def(waft_smoke* twin, const waft_smoke* base) {
    twin->world_gravity = base->world_gravity;
    wafti_smoke_adopt(twin, &base->def);
}

static void mirror_all(waft_smoke* twin, const waft_smoke* base, bool restored) {
    mirror_def(twin, base);
    mirror_sources(twin, base);
    mirror_order(&twin->obstacle_order, &base->obstacle_order);
    wafti_obstacles_mirror(twin, base, restored);
}

void wafti_smoke_mirror(waft_smoke* twin, const waft_smoke* base) {
    mirror_all(twin, base, false);
}

void wafti_smoke_mirror_restored(waft_smoke* twin, const waft_smoke* base) {
    mirror_all(twin, base, true);
}

static waft_vec3 gravity_of(const waft_smoke* smoke) {
    const double* g = smoke->gravity;
    return (waft_vec3){(float)g[0], (float)g[1], (float)g[2]};
}

static waft_result join(const waft_smoke* base, waft_smoke** out_twin) {
    waft_smoke* twin = *out_twin;
    twin->base = base;
    wafti_smoke_set_sides(twin);
    const waft_result result =
        wafti_smoke_take_extras(twin, wafti_smoke_extras(base) & WAFTI_EXTRA_EXPANSION);
    if (result != WAFT_OK) {
        wafti_smoke_destroy(twin);
        *out_twin = NULL;
        return result;
    }
    wafti_smoke_mirror(twin, base);
    return WAFT_OK;
}

waft_result wafti_smoke_create_twin(const waft_smoke* base, const waft_smoke_def* def,
    const bool held[WAFT_SIDE_COUNT], waft_smoke** out_twin) {
    const waft_result result = wafti_smoke_create(base->context, gravity_of(base), def, out_twin);
    if (result != WAFT_OK) {
        return result;
    }
    waft_smoke* twin = *out_twin;
    memcpy(twin->held, held, sizeof(twin->held));
    return join(base, out_twin);
}

waft_result wafti_smoke_create_carrier(
    const waft_smoke* base, const waft_smoke_def* def, waft_smoke** out_twin) {
    const waft_result result =
        wafti_smoke_create_bare(base->context, gravity_of(base), def, out_twin);
    return result == WAFT_OK ? join(base, out_twin) : result;
}

static void take_axis(waft_smoke* smoke, int axis, const float* from) {
    const wafti_mac* grid = &smoke->domain.grid;
    const size_t width = (size_t)grid->n[0] + (axis == 0 ? 1 : 0);
    for (int32_t k = 0; k < grid->n[2] + (axis == 2 ? 1 : 0); ++k) {
        for (int32_t j = 0; j < grid->n[1] + (axis == 1 ? 1 : 0); ++j) {
            memcpy(smoke->velocity[axis] + wafti_mac_index(grid, 0, j, k), from,
                width * sizeof(*from));
            from += width;
        }
    }
}

void wafti_smoke_play(waft_smoke* smoke, const wafti_step* step, float* const faces[3]) {
    const uint64_t every = (uint64_t)smoke->def.every;
    smoke->steps = step->index + 1;
    if ((step->index + 1) % every != 0) {
        return;
    }
    smoke->air_density = step->air_density;
    wafti_obstacles_depart(smoke, (double)every * step->dt);
    wafti_obstacles_move(smoke, 1.0);
    for (int axis = 0; axis < smoke->domain.grid.axes; ++axis) {
        take_axis(smoke, axis, faces[axis]);
    }
    smoke->speed = -1.0;
    smoke->edged = false;
    wafti_obstacles_arrive(smoke);
    wafti_sources_arrive(smoke);
    wafti_smoke_edge(smoke);
}

void wafti_smoke_set_hook(waft_smoke* smoke, const wafti_smoke_hook* hook) {
    smoke->hook = *hook;
}

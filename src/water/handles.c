// SPDX-License-Identifier: MIT
// Hands on the surface: the forces on control points of docs/spec/water.md#control-points, given, keyed
// or live.
#include <math.h>

#include "base/error.h"
#include "water/basin.h"
#include "water/check.h"

size_t wafti_handle_capacity(const waft_water_def* def) {
    enum { ROOM = 8 };
    if (def->method == WAFT_WATER_WAVES) {
        return 0;
    }
    const size_t wanted = def->handle_count + ROOM;
    const size_t usual = wanted < WAFTI_MOST_HANDLES ? wanted : WAFTI_MOST_HANDLES;
    return def->handle_capacity > 0 ? def->handle_capacity : usual;
}

static wafti_handle handle_of(const waft_handle_def* def) {
    wafti_handle handle = {.def = *def, .live = true};
    for (int a = 0; a < 3; ++a) {
        handle.patch.i[a] = -1;
        handle.patch.j[a] = -1;
    }
    return handle;
}

void wafti_handles_init(wafti_lake* lake, const waft_water_def* def) {
    const waft_handle_def none = waft_handle_def_default();
    for (size_t n = 0; n < lake->handle_capacity; ++n) {
        const bool given = n < def->handle_count;
        lake->handles[n] = handle_of(given ? &def->handles[n] : &none);
        lake->handles[n].live = given;
    }
}

bool wafti_handles_hold(const wafti_lake* lake) {
    for (size_t n = 0; n < lake->handle_capacity; ++n) {
        if (lake->handles[n].live && lake->handles[n].def.kind == WAFT_HANDLE_HOLD) {
            return true;
        }
    }
    return false;
}

// The force of a handle, N. One that holds a level has f = 4 rho g S (target - Y)
// (docs/spec/water.md#control-points).
static double force_of(const waft_water* water, const waft_handle_def* def, const double at[2]) {
    if (def->kind == WAFT_HANDLE_FORCE) {
        return (double)def->force;
    }
    const wafti_shallow* s = &water->lake->s;
    const double stiffness = s->density * s->context->gravity * 4.0 * s->basin.dx * s->basin.dz;
    const double target = (double)def->level - (double)water->def.level;
    const double force = stiffness * (target - wafti_control_level_at(s, at[0], at[1]));
    const double most = (double)def->most;
    return fmax(-most, fmin(force, most));
}

void wafti_handles_release(waft_water* water) {
    wafti_lake* lake = water->lake;
    for (size_t n = 0; n < lake->handle_capacity; ++n) {
        if (lake->handles[n].live) {
            wafti_control_release(&lake->s, &lake->handles[n].patch);
        }
    }
}

void wafti_handles_press(waft_water* water) {
    wafti_lake* lake = water->lake;
    for (size_t n = 0; n < lake->handle_capacity; ++n) {
        wafti_handle* handle = &lake->handles[n];
        if (handle->live) {
            const double at[2] = {(double)handle->def.at.x - (double)water->def.origin.x,
                (double)handle->def.at.y - (double)water->def.origin.y};
            wafti_control_patch(
                &lake->s, at[0], at[1], force_of(water, &handle->def, at), &handle->patch);
            wafti_control_press(&lake->s, &handle->patch);
        }
    }
}

void wafti_handles_state(wafti_lake* lake, wafti_stream* stream) {
    for (size_t n = 0; n < lake->handle_capacity; ++n) {
        wafti_handle* handle = &lake->handles[n];
        uint32_t choices[2] = {handle->live ? 1 : 0, (uint32_t)handle->def.kind};
        float numbers[5] = {handle->def.at.x, handle->def.at.y, handle->def.force,
            handle->def.level, handle->def.most};
        wafti_stream_bytes(stream, choices, sizeof(choices));
        wafti_stream_bytes(stream, numbers, sizeof(numbers));
        if (stream->mode == WAFTI_STREAM_LOAD) {
            wafti_control_release(&lake->s, &handle->patch);
            *handle = handle_of(&(waft_handle_def){.kind = (waft_handle_kind)choices[1],
                .at = {numbers[0], numbers[1]},
                .force = numbers[2],
                .level = numbers[3],
                .most = numbers[4]});
            handle->live = choices[0] != 0;
        }
    }
}

bool wafti_handles_fit(const waft_water* water) {
    const wafti_lake* lake = water->lake;
    for (size_t n = 0; n < lake->handle_capacity; ++n) {
        const wafti_handle* handle = &lake->handles[n];
        if (handle->live && wafti_check_handle(&water->def, &handle->def, NULL) != WAFT_OK) {
            return false;
        }
    }
    return true;
}

void wafti_water_plan_handles(const waft_water* water, wafti_handle_plan* out_plan) {
    *out_plan = (wafti_handle_plan){{false}};
    for (size_t n = 0; water->lake != NULL && n < water->lake->handle_capacity; ++n) {
        out_plan->live[n] = water->lake->handles[n].live;
    }
}

// Numbers of the def's handles may have curves, so they are not given again.
uint32_t wafti_water_next_handle(const waft_water* water, const wafti_handle_plan* plan) {
    const size_t capacity = water->lake != NULL ? water->lake->handle_capacity : 0;
    for (size_t n = water->def.handle_count; n < capacity; ++n) {
        if (!plan->live[n]) {
            return (uint32_t)n;
        }
    }
    return WAFTI_MOST_HANDLES;
}

waft_result wafti_water_check_handle(const waft_water* water, const wafti_handle_plan* plan,
    const waft_handle_def* def, waft_error* out_error) {
    const waft_result result = wafti_check_handle(&water->def, def, out_error);
    if (result == WAFT_OK && wafti_water_next_handle(water, plan) == WAFTI_MOST_HANDLES) {
        return wafti_fail(out_error, WAFT_ERR_FULL, "all %zu places for handles are used",
            water->lake->handle_capacity);
    }
    return result;
}

void wafti_water_add_handle(waft_water* water, const waft_handle_def* def) {
    wafti_handle_plan plan;
    wafti_water_plan_handles(water, &plan);
    water->lake->handles[wafti_water_next_handle(water, &plan)] = handle_of(def);
    // A hand that holds needs shorter steps: the water is to be looked at.
    water->lake->speed = INFINITY;
}

void wafti_water_remove_handle(waft_water* water, uint32_t number) {
    wafti_handle* handle = &water->lake->handles[number];
    wafti_control_release(&water->lake->s, &handle->patch);
    handle->live = false;
}

waft_result waft_water_handle(
    const waft_water* water, uint32_t number, waft_handle_def* out_handle) {
    if (water == NULL || out_handle == NULL || water->lake == NULL ||
        number >= water->lake->handle_capacity || !water->lake->handles[number].live) {
        return WAFT_ERR_ARGUMENT;
    }
    *out_handle = water->lake->handles[number].def;
    return WAFT_OK;
}

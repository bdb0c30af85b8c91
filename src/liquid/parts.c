// SPDX-License-Identifier: MIT
// Emitters and sinks: they are added, changed and removed at any time.
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "liquid/solver.h"

// ---- emitters

waft_result waft_liquid_add_emitter(
    waft_liquid* liquid, const waft_liquid_emitter_def* def, waft_emitter_id* out_id) {
    if (out_id != NULL) {
        *out_id = (waft_emitter_id){0};
    }
    if (liquid == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_error* error = liquid->context->error;
    waft_liquid_emitter_def wide = waft_liquid_emitter_def_default();
    waft_result result =
        waft_struct_take(&wide, sizeof(wide), def, "waft_liquid_emitter_def", error);
    result = result == WAFT_OK ? wafti_liquid_check_emitter(&wide, error) : result;
    if (result == WAFT_OK && liquid->emitter_count == liquid->def.emitter_capacity) {
        result = wafti_fail(error, WAFT_ERR_FULL, "all %u places for emitters are used",
            (unsigned)liquid->def.emitter_capacity);
    }
    if (result != WAFT_OK) {
        return result;
    }
    const uint32_t place = liquid->emitter_count++;
    wafti_liquid_emitter* emitter = &liquid->emitters[place];
    *emitter = (wafti_liquid_emitter){
        .def = wide, .number = ++liquid->emitter_numbers, .fastest = wide.speed};
    wafti_liquid_place_emitter(liquid, emitter);
    if (out_id != NULL) {
        *out_id = (waft_emitter_id){emitter->number};
    }
    wafti_tell_change(liquid->context, WAFT_EDIT_ADD_EMITTER, place, &wide);
    return WAFT_OK;
}

static waft_result find_emitter(waft_liquid* liquid, waft_emitter_id id, uint32_t* out_place) {
    if (liquid == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    for (uint32_t i = 0; i < liquid->emitter_count; ++i) {
        if (liquid->emitters[i].number == id.number) {
            *out_place = i;
            return WAFT_OK;
        }
    }
    return wafti_fail(
        liquid->context->error, WAFT_ERR_STALE_ID, "the id names no emitter that is there");
}

waft_result waft_liquid_set_emitter(
    waft_liquid* liquid, waft_emitter_id id, const waft_liquid_emitter_def* def) {
    uint32_t place = 0;
    waft_result result = find_emitter(liquid, id, &place);
    if (result != WAFT_OK) {
        return result;
    }
    waft_error* error = liquid->context->error;
    waft_liquid_emitter_def wide = waft_liquid_emitter_def_default();
    result = waft_struct_take(&wide, sizeof(wide), def, "waft_liquid_emitter_def", error);
    result = result == WAFT_OK ? wafti_liquid_change_emitter(liquid, place, &wide, error) : result;
    if (result == WAFT_OK) {
        wafti_tell_change(liquid->context, WAFT_EDIT_SET_EMITTER, place, &wide);
    }
    return result;
}

waft_result waft_liquid_remove_emitter(waft_liquid* liquid, waft_emitter_id id) {
    uint32_t place = 0;
    const waft_result result = find_emitter(liquid, id, &place);
    if (result == WAFT_OK) {
        const size_t after = --liquid->emitter_count - place;
        memmove(&liquid->emitters[place], &liquid->emitters[place + 1],
            after * sizeof(*liquid->emitters));
        wafti_tell_change(liquid->context, WAFT_EDIT_REMOVE_EMITTER, place, NULL);
    }
    return result;
}

size_t waft_liquid_emitter_count(const waft_liquid* liquid) {
    return liquid != NULL ? liquid->emitter_count : 0;
}

waft_emitter_id waft_liquid_emitter_at(const waft_liquid* liquid, size_t index) {
    return index < waft_liquid_emitter_count(liquid)
               ? (waft_emitter_id){liquid->emitters[index].number}
               : (waft_emitter_id){0};
}

// ---- sinks

waft_result waft_liquid_add_sink(
    waft_liquid* liquid, const waft_shape* shape, const waft_pose* pose, waft_sink_id* out_id) {
    if (out_id != NULL) {
        *out_id = (waft_sink_id){0};
    }
    if (liquid == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_error* error = liquid->context->error;
    if (shape == NULL || pose == NULL) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "a sink needs a shape and a pose");
    }
    const uint32_t place = liquid->sink_count;
    if (place == liquid->def.sink_capacity) {
        return wafti_fail(error, WAFT_ERR_FULL, "all %u places for sinks are used",
            (unsigned)liquid->def.sink_capacity);
    }
    char path[32];
    (void)snprintf(path, sizeof(path), "liquid.sinks[%u]", (unsigned)place);
    wafti_pool_begin(liquid->context->pool);
    const waft_result result =
        wafti_liquid_region_make(liquid, shape, pose, path, &liquid->sinks[place]);
    wafti_pool_end(liquid->context->pool);
    if (result != WAFT_OK) {
        return result;
    }
    ++liquid->sink_count;
    liquid->sinks[place].number = ++liquid->sink_numbers;
    if (out_id != NULL) {
        *out_id = (waft_sink_id){liquid->sink_numbers};
    }
    const waft_placed_shape sink = {*shape, *pose};
    wafti_tell_change(liquid->context, WAFT_EDIT_ADD_SINK, place, &sink);
    return WAFT_OK;
}

waft_result waft_liquid_remove_sink(waft_liquid* liquid, waft_sink_id id) {
    if (liquid == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    uint32_t place = 0;
    while (place < liquid->sink_count && liquid->sinks[place].number != id.number) {
        ++place;
    }
    if (place == liquid->sink_count) {
        return wafti_fail(
            liquid->context->error, WAFT_ERR_STALE_ID, "the id names no sink that is there");
    }
    wafti_form_free(&liquid->sinks[place].form);
    const size_t after = --liquid->sink_count - place;
    memmove(&liquid->sinks[place], &liquid->sinks[place + 1], after * sizeof(*liquid->sinks));
    wafti_tell_change(liquid->context, WAFT_EDIT_REMOVE_SINK, place, NULL);
    return WAFT_OK;
}

size_t waft_liquid_sink_count(const waft_liquid* liquid) {
    return liquid != NULL ? liquid->sink_count : 0;
}

waft_sink_id waft_liquid_sink_at(const waft_liquid* liquid, size_t index) {
    return index < waft_liquid_sink_count(liquid) ? (waft_sink_id){liquid->sinks[index].number}
                                                  : (waft_sink_id){0};
}

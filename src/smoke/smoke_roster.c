// SPDX-License-Identifier: MIT
// What must be there before the state of the smoke can be loaded: fields, sources and the world's solids.
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "smoke/solver.h"

// Things of a snapshot until they take the place of those that are there. Forms that stay are shared.
struct wafti_smoke_roster {
    wafti_arena arena; // of the lists
    wafti_order source_order, obstacle_order;
    wafti_source* sources;     // by slot
    wafti_obstacle* obstacles; // by slot
};

static void free_forms(const wafti_order* source_order, wafti_source* sources,
    const wafti_order* obstacle_order, wafti_obstacle* obstacles) {
    for (uint32_t n = 0; n < source_order->count; ++n) {
        wafti_form_free(&sources[source_order->slots[n]].form);
    }
    for (uint32_t n = 0; n < obstacle_order->count; ++n) {
        wafti_form_free(&obstacles[obstacle_order->slots[n]].form);
    }
}

void wafti_smoke_free_forms(waft_smoke* smoke) {
    free_forms(&smoke->source_order, smoke->sources, &smoke->obstacle_order, smoke->obstacles);
}

void wafti_smoke_drop_roster(waft_smoke* smoke) {
    struct wafti_smoke_roster* roster = smoke->roster;
    if (roster != NULL) {
        free_forms(
            &roster->source_order, roster->sources, &roster->obstacle_order, roster->obstacles);
        wafti_arena_free(&roster->arena);
        wafti_release(&smoke->context->allocator, roster, 1, sizeof(*roster));
        smoke->roster = NULL;
    }
}

static waft_result load_source(
    waft_smoke* smoke, wafti_stream* stream, uint32_t place, wafti_find_mesh* find, void* user) {
    struct wafti_smoke_roster* roster = smoke->roster;
    waft_error* error = smoke->context->error;
    if (!wafti_order_slot_state(&roster->source_order, place, NULL, stream)) {
        return wafti_fail_forged(smoke->context->error);
    }
    const uint32_t slot = roster->source_order.slots[place];
    wafti_source* source = &roster->sources[slot];
    wafti_form read = {.hash = 0};
    wafti_form_state(&read, stream);
    source->def = waft_source_def_default();
    const wafti_form* there = &smoke->sources[slot].form;
    waft_result result = stream->failed ? wafti_fail_forged(smoke->context->error) : WAFT_OK;
    if (wafti_ids_alive(&smoke->source_order.ids, slot) && there->hash == read.hash) {
        source->form = wafti_form_share(there);
    } else if (result == WAFT_OK) {
        char what[64];
        (void)snprintf(what, sizeof(what), "source %u of the snapshot's smoke", (unsigned)place);
        result = wafti_form_find_mesh(&read, find, user, what, error);
        source->def.shape = read.shape;
        result = result == WAFT_OK ? wafti_check_source(&smoke->def, &source->def, place, error)
                                   : result;
        const wafti_form_def def = wafti_smoke_form_def(smoke, &source->def.shape);
        result = result == WAFT_OK ? wafti_form_make(&source->form, &def, smoke->context) : result;
    }
    source->def.shape = source->form.shape;
    return result;
}

static waft_result load_obstacle(waft_smoke* smoke, wafti_stream* stream, uint32_t place) {
    struct wafti_smoke_roster* roster = smoke->roster;
    const wafti_solids* coming = smoke->context->solids->coming;
    uint32_t number = 0;
    if (!wafti_order_slot_state(&roster->obstacle_order, place, &number, stream) ||
        number >= WAFTI_PLACED_CAPACITY || coming == NULL || coming->items[number] == NULL ||
        coming->items[number]->def.shape.kind == WAFT_SHAPE_PLANE) {
        return wafti_fail_forged(smoke->context->error);
    }
    const wafti_placed* solid = coming->items[number];
    const uint32_t slot = roster->obstacle_order.slots[place];
    const wafti_form* there = &smoke->obstacles[slot].form;
    wafti_obstacle* obstacle = &roster->obstacles[slot];
    obstacle->solid = number;
    if (wafti_ids_alive(&smoke->obstacle_order.ids, slot) && there->hash == solid->hash) {
        obstacle->form = wafti_form_share(there);
        return WAFT_OK;
    }
    return wafti_placed_form(
        solid, wafti_smoke_form_def(smoke, NULL), smoke->context, &obstacle->form);
}

static waft_result load_order(waft_smoke* smoke, wafti_stream* stream, wafti_order* order,
    const char* what, uint32_t* out_count) {
    *out_count = wafti_order_state(order, stream);
    return stream->failed ? wafti_fail(smoke->context->error, WAFT_ERR_PARSE,
                                "the snapshot's smoke has %u %s, but this one has room for %u",
                                (unsigned)*out_count, what, (unsigned)order->ids.capacity)
                          : WAFT_OK;
}

static waft_result open_roster(waft_smoke* smoke) {
    wafti_smoke_drop_roster(smoke);
    struct wafti_smoke_roster* roster =
        wafti_allocate_zero(&smoke->context->allocator, 1, sizeof(*roster));
    smoke->roster = roster;
    if (roster != NULL) {
        const waft_smoke_def* def = &smoke->def;
        wafti_arena* arena = &roster->arena;
        wafti_arena_init(arena, &smoke->context->allocator, 0);
        wafti_order_take(&roster->source_order, def->source_capacity, arena);
        wafti_order_take(&roster->obstacle_order, def->solid_capacity, arena);
        roster->sources = wafti_arena_take(arena, def->source_capacity, sizeof(wafti_source));
        roster->obstacles = wafti_arena_take(arena, def->solid_capacity, sizeof(wafti_obstacle));
    }
    return roster != NULL && !roster->arena.failed
               ? WAFT_OK
               : wafti_fail_memory(
                     smoke->context->error, sizeof(*roster), "the smoke of a snapshot");
}

static waft_result load_roster(
    waft_smoke* smoke, wafti_stream* stream, uint32_t extras, wafti_find_mesh* find, void* user) {
    uint32_t count = 0;
    waft_result result =
        stream->failed ? wafti_fail_forged(smoke->context->error) : open_roster(smoke);
    if (result != WAFT_OK) {
        return result;
    }
    result = load_order(smoke, stream, &smoke->roster->source_order, "sources", &count);
    result = result == WAFT_OK ? wafti_smoke_take_extras(smoke, extras) : result;
    for (uint32_t n = 0; result == WAFT_OK && n < count; ++n) {
        result = load_source(smoke, stream, n, find, user);
    }
    if (result == WAFT_OK) {
        result = load_order(smoke, stream, &smoke->roster->obstacle_order, "solids", &count);
    }
    for (uint32_t n = 0; result == WAFT_OK && n < count; ++n) {
        result = load_obstacle(smoke, stream, n);
    }
    return result;
}

waft_result wafti_smoke_roster(
    waft_smoke* smoke, wafti_stream* stream, wafti_find_mesh* find, void* user) {
    uint32_t extras = wafti_smoke_extras(smoke);
    wafti_stream_bytes(stream, &extras, sizeof(extras));
    if (stream->mode == WAFTI_STREAM_LOAD) {
        return load_roster(smoke, stream, extras, find, user);
    }
    wafti_order* order = &smoke->source_order;
    (void)wafti_order_state(order, stream);
    for (uint32_t n = 0; n < order->count; ++n) {
        (void)wafti_order_slot_state(order, n, NULL, stream);
        wafti_form_state(&smoke->sources[order->slots[n]].form, stream);
    }
    order = &smoke->obstacle_order;
    (void)wafti_order_state(order, stream);
    for (uint32_t n = 0; n < order->count; ++n) {
        (void)wafti_order_slot_state(order, n, &smoke->obstacles[order->slots[n]].solid, stream);
    }
    return WAFT_OK;
}

void wafti_smoke_adopt_roster(waft_smoke* smoke) {
    struct wafti_smoke_roster* roster = smoke->roster;
    wafti_smoke_free_forms(smoke);
    wafti_order_copy(&smoke->source_order, &roster->source_order);
    wafti_order_copy(&smoke->obstacle_order, &roster->obstacle_order);
    memcpy(smoke->sources, roster->sources, smoke->def.source_capacity * sizeof(*roster->sources));
    memcpy(smoke->obstacles, roster->obstacles,
        smoke->def.solid_capacity * sizeof(*roster->obstacles));
    roster->source_order.count = 0;
    roster->obstacle_order.count = 0;
    wafti_smoke_drop_roster(smoke);
}

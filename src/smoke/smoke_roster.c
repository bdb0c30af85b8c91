// SPDX-License-Identifier: MIT
// What must be there before the state of the smoke can be loaded: fields and sources.
#include <string.h>

#include "base/error.h"
#include "smoke/solver.h"

#define PASS(stream, value) wafti_stream_bytes((stream), &(value), sizeof(value))

// Where the form of a source comes from.
enum { NOT_THERE, STAYS, MADE };

// Sources of a snapshot until they take the place of those that are there.
struct wafti_smoke_roster {
    uint32_t capacity, count, alive, lowest;
    uint32_t* generation; // by slot
    uint32_t* slots;      // by place
    uint8_t* state;       // by slot
    wafti_form* forms;    // by slot
};

static bool take_arrays(waft_smoke* smoke, struct wafti_smoke_roster* roster) {
    const waft_allocator* allocator = &smoke->context->allocator;
    const uint32_t capacity = smoke->source_order.ids.capacity;
    roster->capacity = capacity;
    roster->generation = wafti_allocate_zero(allocator, capacity, sizeof(*roster->generation));
    roster->slots = wafti_allocate_zero(allocator, capacity, sizeof(*roster->slots));
    roster->state = wafti_allocate_zero(allocator, capacity, sizeof(*roster->state));
    roster->forms = wafti_allocate_zero(allocator, capacity, sizeof(*roster->forms));
    return roster->generation != NULL && roster->slots != NULL && roster->state != NULL &&
           roster->forms != NULL;
}

void wafti_smoke_drop_roster(waft_smoke* smoke) {
    struct wafti_smoke_roster* roster = smoke->roster;
    if (roster == NULL) {
        return;
    }
    const waft_allocator* allocator = &smoke->context->allocator;
    for (uint32_t slot = 0; slot < roster->capacity && roster->state != NULL; ++slot) {
        if (roster->state[slot] == MADE) {
            wafti_form_free(&roster->forms[slot]);
        }
    }
    wafti_release(allocator, roster->generation, roster->capacity, sizeof(*roster->generation));
    wafti_release(allocator, roster->slots, roster->capacity, sizeof(*roster->slots));
    wafti_release(allocator, roster->state, roster->capacity, sizeof(*roster->state));
    wafti_release(allocator, roster->forms, roster->capacity, sizeof(*roster->forms));
    wafti_release(allocator, roster, 1, sizeof(*roster));
    smoke->roster = NULL;
}

static void pass_shape(wafti_stream* stream, waft_shape* shape, uint64_t* hash) {
    uint32_t kind = (uint32_t)shape->kind;
    PASS(stream, *hash);
    PASS(stream, kind);
    PASS(stream, shape->radius);
    PASS(stream, shape->size);
    shape->kind = (waft_shape_kind)kind;
}

static waft_result load_source(waft_smoke* smoke, wafti_stream* stream, uint32_t place) {
    struct wafti_smoke_roster* roster = smoke->roster;
    waft_error* error = smoke->context->error;
    uint32_t slot = 0;
    uint64_t hash = 0;
    waft_source_def def = waft_source_def_default();
    PASS(stream, slot);
    pass_shape(stream, &def.shape, &hash);
    const wafti_ids ids = {roster->generation, roster->capacity, roster->alive, roster->lowest};
    if (stream->failed || slot >= roster->capacity || roster->state[slot] != NOT_THERE ||
        !wafti_ids_alive(&ids, slot)) {
        return wafti_fail(error, WAFT_ERR_PARSE, "the snapshot contradicts itself");
    }
    roster->slots[place] = slot;
    roster->state[slot] = STAYS;
    if (wafti_ids_alive(&smoke->source_order.ids, slot) && smoke->sources[slot].form.hash == hash) {
        return WAFT_OK;
    }
    if (def.shape.kind == WAFT_SHAPE_MESH) {
        return wafti_fail(error, WAFT_ERR_PARSE,
            "source %u of the snapshot's smoke is a mesh that is not in its place in this world; "
            "add it before",
            (unsigned)place);
    }
    waft_result result = wafti_check_source(&smoke->def, &def, place, error);
    const wafti_form_def form_def = {
        .shape = &def.shape, .h = smoke->domain.grid.h, .plane = smoke->domain.grid.axes == 2};
    if (result == WAFT_OK) {
        result = wafti_form_make(&roster->forms[slot], &form_def, smoke->context);
        roster->state[slot] = result == WAFT_OK ? MADE : NOT_THERE;
    }
    return result;
}

static waft_result load_roster(waft_smoke* smoke, wafti_stream* stream, const uint32_t sizes[4]) {
    const wafti_ids* ids = &smoke->source_order.ids;
    waft_error* error = smoke->context->error;
    if (stream->failed || sizes[1] > ids->capacity || sizes[2] != sizes[1] ||
        sizes[3] > ids->capacity) {
        return wafti_fail(error, WAFT_ERR_PARSE,
            "the snapshot's smoke has %u sources, but this one has room for %u", (unsigned)sizes[1],
            (unsigned)ids->capacity);
    }
    wafti_smoke_drop_roster(smoke);
    smoke->roster = wafti_allocate_zero(&smoke->context->allocator, 1, sizeof(*smoke->roster));
    if (smoke->roster == NULL || !take_arrays(smoke, smoke->roster)) {
        return wafti_fail_memory(error, sizeof(*smoke->roster), "sources of a snapshot");
    }
    struct wafti_smoke_roster* roster = smoke->roster;
    roster->count = sizes[1];
    roster->alive = sizes[2];
    roster->lowest = sizes[3];
    wafti_stream_bytes(stream, roster->generation, roster->capacity * sizeof(*roster->generation));
    waft_result result = wafti_smoke_take_extras(smoke, sizes[0]);
    for (uint32_t n = 0; n < roster->count && result == WAFT_OK; ++n) {
        result = load_source(smoke, stream, n);
    }
    return result;
}

waft_result wafti_smoke_roster(waft_smoke* smoke, wafti_stream* stream) {
    wafti_order* order = &smoke->source_order;
    uint32_t sizes[4] = {
        wafti_smoke_extras(smoke), order->count, order->ids.alive, order->ids.lowest};
    PASS(stream, sizes);
    if (stream->mode == WAFTI_STREAM_LOAD) {
        return load_roster(smoke, stream, sizes);
    }
    wafti_stream_bytes(
        stream, order->ids.generation, order->ids.capacity * sizeof(*order->ids.generation));
    for (uint32_t n = 0; n < order->count; ++n) {
        wafti_source* source = &smoke->sources[order->slots[n]];
        PASS(stream, order->slots[n]);
        pass_shape(stream, &source->form.shape, &source->form.hash);
    }
    return WAFT_OK;
}

void wafti_smoke_adopt_roster(waft_smoke* smoke) {
    struct wafti_smoke_roster* roster = smoke->roster;
    wafti_order* order = &smoke->source_order;
    // Those that stay keep their forms; all others lose them.
    for (uint32_t n = 0; n < roster->count; ++n) {
        const uint32_t slot = roster->slots[n];
        if (roster->state[slot] == STAYS) {
            roster->forms[slot] = smoke->sources[slot].form;
            smoke->sources[slot].form = (wafti_form){.hash = 0};
        }
    }
    for (uint32_t n = 0; n < order->count; ++n) {
        wafti_form_free(&smoke->sources[order->slots[n]].form);
    }
    for (uint32_t n = 0; n < roster->count; ++n) {
        const uint32_t slot = roster->slots[n];
        smoke->sources[slot] =
            (wafti_source){.def = waft_source_def_default(), .form = roster->forms[slot]};
        smoke->sources[slot].def.shape = roster->forms[slot].shape;
        roster->state[slot] = NOT_THERE;
        order->slots[n] = slot;
    }
    order->count = roster->count;
    order->ids.alive = roster->alive;
    order->ids.lowest = roster->lowest;
    memcpy(
        order->ids.generation, roster->generation, roster->capacity * sizeof(*roster->generation));
    wafti_smoke_drop_roster(smoke);
}

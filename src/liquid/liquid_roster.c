// SPDX-License-Identifier: MIT
// What must be there before the state of the liquid can be loaded: solids, emitters and sinks.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "liquid/solver.h"
#include "solid/frame.h"

#define PASS(stream, value) wafti_stream_bytes((stream), &(value), sizeof(value))

// Those of a snapshot until they take the place of those that are there. Forms that stay are shared.
struct wafti_liquid_roster {
    uint32_t solid_count, emitter_count, sink_count;
    uint32_t emitter_numbers, sink_numbers;
    uint32_t emitters[WAFTI_LIQUID_PARTS];
    wafti_liquid_solid solids[WAFTI_LIQUID_PARTS];
    wafti_liquid_region sinks[WAFTI_LIQUID_PARTS];
};

void wafti_liquid_drop_roster(waft_liquid* liquid) {
    struct wafti_liquid_roster* roster = liquid->roster;
    if (roster == NULL) {
        return;
    }
    wafti_liquid_free_forms(roster->solids, roster->solid_count, roster->sinks, roster->sink_count);
    wafti_release(&liquid->context->allocator, roster, 1, sizeof(*roster));
    liquid->roster = NULL;
}

// ---- solids

// The form of another solid of the roster, of one that is there, or a new one.
static waft_result take_solid_form(
    waft_liquid* liquid, const wafti_placed* placed, uint32_t place) {
    wafti_liquid_solid* solids = liquid->roster->solids;
    for (uint32_t i = 0; i < place; ++i) {
        if (solids[i].form.hash == placed->hash) {
            solids[place].form = wafti_form_share(&solids[i].form);
            return WAFT_OK;
        }
    }
    return wafti_liquid_find_form(liquid, placed, &solids[place].form);
}

static waft_result load_solid(waft_liquid* liquid, wafti_stream* stream) {
    struct wafti_liquid_roster* roster = liquid->roster;
    const wafti_solids* coming = liquid->context->solids->coming;
    const uint32_t place = roster->solid_count;
    uint32_t slot = 0;
    PASS(stream, slot);
    if (stream->failed || slot >= WAFTI_PLACED_CAPACITY || coming == NULL ||
        coming->items[slot] == NULL) {
        return wafti_fail_forged(liquid->context->error);
    }
    const wafti_placed* placed = coming->items[slot];
    if (placed->def.shape.kind == WAFT_SHAPE_MESH && !waft_mesh_get_info(placed->surface).closed) {
        return wafti_fail_forged(liquid->context->error);
    }
    roster->solids[place] = (wafti_liquid_solid){.solid = slot, .no_slip = placed->def.no_slip};
    const waft_result result = take_solid_form(liquid, placed, place);
    roster->solid_count += result == WAFT_OK;
    return result;
}

// ---- sinks

static void pass_sink(wafti_stream* stream, wafti_liquid_region* sink) {
    PASS(stream, sink->number);
    wafti_form_state(&sink->form, stream);
    PASS(stream, sink->position);
    PASS(stream, sink->turn);
    wafti_flag_state(&sink->turned, stream);
}

static waft_result load_sink(
    waft_liquid* liquid, wafti_stream* stream, wafti_find_mesh* find, void* user) {
    struct wafti_liquid_roster* roster = liquid->roster;
    wafti_liquid_region sink = {.number = 0};
    pass_sink(stream, &sink);
    if (stream->failed || !wafti_all_within(sink.position, 3, INFINITY) ||
        !wafti_all_within(&sink.turn[0][0], 9, INFINITY)) {
        return wafti_fail_forged(liquid->context->error);
    }
    uint32_t there = 0;
    while (there < liquid->sink_count && (liquid->sinks[there].number != sink.number ||
                                             liquid->sinks[there].form.hash != sink.form.hash)) {
        ++there;
    }
    waft_result result = WAFT_OK;
    if (there < liquid->sink_count) {
        sink.form = wafti_form_share(&liquid->sinks[there].form);
    } else {
        char what[64];
        (void)snprintf(
            what, sizeof(what), "sink %u of the snapshot's liquid", (unsigned)roster->sink_count);
        result = wafti_form_find_mesh(&sink.form, find, user, what, liquid->context->error);
        const waft_shape shape = sink.form.shape;
        result = result == WAFT_OK
                     ? wafti_liquid_make_form(liquid, &shape, "liquid.sinks", &sink.form)
                     : result;
    }
    if (result == WAFT_OK) {
        roster->sinks[roster->sink_count++] = sink;
    }
    return result;
}

// ---- all of it

static waft_result load_roster(waft_liquid* liquid, wafti_stream* stream, const uint32_t sizes[5],
    wafti_find_mesh* find, void* user) {
    const waft_liquid_def* def = &liquid->def;
    const uint32_t room[3] = {def->solid_capacity, def->emitter_capacity, def->sink_capacity};
    static const char* const names[3] = {"solids", "emitters", "sinks"};
    for (int n = 0; n < 3; ++n) {
        if (stream->failed || sizes[n] > room[n]) {
            return wafti_fail(liquid->context->error, WAFT_ERR_PARSE,
                "the snapshot's liquid has %u %s, but this one has room for %u", (unsigned)sizes[n],
                names[n], (unsigned)room[n]);
        }
    }
    wafti_liquid_drop_roster(liquid);
    liquid->roster = wafti_allocate_zero(&liquid->context->allocator, 1, sizeof(*liquid->roster));
    if (liquid->roster == NULL) {
        return wafti_fail_memory(
            liquid->context->error, sizeof(*liquid->roster), "the liquid of a snapshot");
    }
    struct wafti_liquid_roster* roster = liquid->roster;
    roster->emitter_count = sizes[1];
    roster->emitter_numbers = sizes[3];
    roster->sink_numbers = sizes[4];
    wafti_stream_bytes(stream, roster->emitters, sizes[1] * sizeof(*roster->emitters));
    waft_result result = WAFT_OK;
    for (uint32_t i = 0; i < sizes[0] && result == WAFT_OK; ++i) {
        result = load_solid(liquid, stream);
    }
    for (uint32_t i = 0; i < sizes[2] && result == WAFT_OK; ++i) {
        result = load_sink(liquid, stream, find, user);
    }
    return result;
}

waft_result wafti_liquid_roster(
    waft_liquid* liquid, wafti_stream* stream, wafti_find_mesh* find, void* user) {
    uint32_t sizes[5] = {liquid->solid_count, liquid->emitter_count, liquid->sink_count,
        liquid->emitter_numbers, liquid->sink_numbers};
    PASS(stream, sizes);
    if (stream->mode == WAFTI_STREAM_LOAD) {
        return load_roster(liquid, stream, sizes, find, user);
    }
    for (uint32_t i = 0; i < liquid->emitter_count; ++i) {
        PASS(stream, liquid->emitters[i].number);
    }
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        PASS(stream, liquid->solids[i].solid);
    }
    for (uint32_t i = 0; i < liquid->sink_count; ++i) {
        pass_sink(stream, &liquid->sinks[i]);
    }
    return WAFT_OK;
}

void wafti_liquid_adopt_roster(waft_liquid* liquid) {
    struct wafti_liquid_roster* roster = liquid->roster;
    wafti_liquid_free_forms(liquid->solids, liquid->solid_count, liquid->sinks, liquid->sink_count);
    memcpy(liquid->solids, roster->solids, roster->solid_count * sizeof(*liquid->solids));
    memcpy(liquid->sinks, roster->sinks, roster->sink_count * sizeof(*liquid->sinks));
    for (uint32_t i = 0; i < roster->emitter_count; ++i) {
        liquid->emitters[i] = (wafti_liquid_emitter){
            .def = waft_liquid_emitter_def_default(), .number = roster->emitters[i]};
    }
    liquid->solid_count = roster->solid_count;
    liquid->sink_count = roster->sink_count;
    liquid->emitter_count = roster->emitter_count;
    liquid->emitter_numbers = roster->emitter_numbers;
    liquid->sink_numbers = roster->sink_numbers;
    wafti_release(&liquid->context->allocator, roster, 1, sizeof(*roster));
    liquid->roster = NULL;
}

// SPDX-License-Identifier: MIT
// What a snapshot keeps of the bodies: who there is, where each sits, and its motion. Kinds come from the
// roster (body_roster.c) that is loaded before.
#include <math.h>
#include <string.h>

#include "body/crowd.h"

#define PASS(stream, value) wafti_stream_bytes((stream), &(value), sizeof(value))

// Only forged bytes do not fit; what they name must not be reached.
static bool group_fits(const waft_bodies* bodies, const wafti_group* group) {
    if (group->kind == WAFTI_NONE) {
        return group->used == 0;
    }
    bool fits = group->kind < bodies->kind_count;
    if (fits && bodies->kinds[group->kind]->def.precise) {
        fits = group->bench < bodies->bench_capacity;
    }
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        const bool used = (group->used & wafti_lane_bit(lane)) != 0;
        fits = fits && isfinite(group->share[lane]) && isfinite(group->rest[lane]) &&
               (!used || group->body[lane] < bodies->def.capacity);
    }
    return fits;
}

static void pass_group(waft_bodies* bodies, wafti_stream* stream, uint32_t index) {
    wafti_group* group = &bodies->groups[index];
    wafti_group loaded = *group;
    // Where a kind stands in the list depends on what was there before; a hash must not.
    const wafti_kind* kind = group->kind != WAFTI_NONE ? bodies->kinds[group->kind] : NULL;
    if (stream->mode == WAFTI_STREAM_HASH) {
        uint64_t key = kind != NULL ? kind->key : 0;
        PASS(stream, key);
    } else {
        loaded.kind = kind != NULL ? kind->rank : WAFTI_NONE;
        PASS(stream, loaded.kind);
    }
    PASS(stream, loaded.bench);
    PASS(stream, loaded.body);
    uint8_t* masks[WAFTI_MASKS];
    wafti_group_masks(&loaded, masks);
    for (int n = 0; n < WAFTI_MASKS; ++n) {
        wafti_stream_bytes(stream, masks[n], 1);
    }
    PASS(stream, loaded.rest);
    PASS(stream, loaded.share);
    if (stream->mode != WAFTI_STREAM_LOAD) {
        return;
    }
    if (stream->failed || !group_fits(bodies, &loaded)) {
        stream->failed = true;
        return;
    }
    for (int n = 0; n < WAFTI_MASKS; ++n) {
        *masks[n] &= loaded.used;
    }
    *group = loaded;
}

static void pass_body(waft_bodies* bodies, wafti_stream* stream, uint32_t place) {
    uint32_t slot = bodies->order[place];
    PASS(stream, slot);
    if (slot >= bodies->def.capacity) {
        stream->failed = true;
        return;
    }
    wafti_body body = bodies->records[slot];
    const uint32_t number = body.number;
    PASS(stream, body.number);
    body.user = body.number == number ? body.user : NULL;
    // A name is no motion: a hash does without.
    if (stream->mode != WAFTI_STREAM_HASH) {
        PASS(stream, body.name);
        body.name[WAFT_BODY_NAME_SIZE - 1] = '\0';
    }
    PASS(stream, body.stream);
    PASS(stream, body.group);
    PASS(stream, body.lane);
    PASS(stream, body.push);
    PASS(stream, body.start);
    const bool seated = body.group < bodies->group_count && body.lane < WAFTI_BODY_LANES &&
                        bodies->groups[body.group].body[body.lane] == slot &&
                        (bodies->groups[body.group].used & wafti_lane_bit((int)body.lane)) != 0 &&
                        wafti_ids_alive(&bodies->ids, slot);
    if (stream->failed || !seated) {
        stream->failed = true;
        return;
    }
    bodies->order[place] = slot;
    bodies->records[slot] = body;
}

// The seats themselves: floats as they are, or the doubles of precise kinds.
static void pass_motion(waft_bodies* bodies, wafti_stream* stream, uint32_t index) {
    const wafti_group* group = &bodies->groups[index];
    if (group->kind == WAFTI_NONE) {
        return;
    }
    if (!wafti_kind_of(bodies, group)->def.precise) {
        wafti_body_block* block = &bodies->blocks[index];
        wafti_stream_bytes(stream, block, offsetof(wafti_body_block, moves));
        return;
    }
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        wafti_body_lane* one =
            &bodies->lanes[(size_t)group->bench * WAFTI_BODY_LANES + (size_t)lane];
        wafti_stream_bytes(stream, one, offsetof(wafti_body_lane, steps));
        PASS(stream, one->steps);
        PASS(stream, one->stream);
    }
}

// Without groups; `counts` are those of pass_counts().
static void set_counts(waft_bodies* bodies, const uint32_t counts[6]) {
    for (uint32_t n = 0; n < bodies->group_capacity; ++n) {
        bodies->groups[n] = (wafti_group){.kind = WAFTI_NONE, .bench = WAFTI_NONE};
    }
    bodies->count = counts[0];
    bodies->group_count = counts[1];
    bodies->bench_count = counts[2];
    bodies->open = counts[3];
    bodies->ids.alive = counts[4];
    bodies->ids.lowest = counts[5];
}

static void pass_counts(waft_bodies* bodies, wafti_stream* stream) {
    uint32_t counts[6] = {bodies->count, bodies->group_count, bodies->bench_count, bodies->open,
        bodies->ids.alive, bodies->ids.lowest};
    PASS(stream, bodies->steps);
    PASS(stream, bodies->numbers);
    PASS(stream, bodies->most_cuts);
    PASS(stream, counts);
    if (stream->mode != WAFTI_STREAM_LOAD) {
        return;
    }
    const bool fits = counts[0] <= bodies->def.capacity && counts[1] <= bodies->group_capacity &&
                      counts[2] <= bodies->bench_capacity && counts[3] <= counts[1] &&
                      counts[4] == counts[0] && counts[5] <= bodies->def.capacity;
    stream->failed = stream->failed || !fits;
    if (!stream->failed) {
        set_counts(bodies, counts);
    }
}

// Kinds of the roster; those without bodies have nothing to tell.
static void pass_kinds(waft_bodies* bodies, wafti_stream* stream) {
    if (stream->mode == WAFTI_STREAM_HASH) {
        return;
    }
    for (uint32_t n = 0; n < bodies->kind_count; ++n) {
        wafti_kind* kind = bodies->kinds[n];
        if (kind->rank != WAFTI_NONE) {
            PASS(stream, kind->told_reynolds);
            PASS(stream, kind->open);
        } else if (stream->mode == WAFTI_STREAM_LOAD) {
            kind->told_reynolds = 0;
            kind->open = 0;
        }
    }
}

static void count_kinds(waft_bodies* bodies) {
    for (uint32_t n = 0; n < bodies->kind_count; ++n) {
        bodies->kinds[n]->count = 0;
    }
    bodies->waiting = 0;
    for (uint32_t n = 0; n < bodies->group_count; ++n) {
        const wafti_group* group = &bodies->groups[n];
        if (group->kind != WAFTI_NONE) {
            wafti_kind_of(bodies, group)->count += wafti_lane_count(group->used);
            bodies->waiting += wafti_lane_count(group->waiting);
        }
    }
    for (uint32_t n = 0; n < bodies->kind_count; ++n) {
        if (bodies->kinds[n]->stale) {
            wafti_kind_renew(bodies, bodies->kinds[n]);
        }
    }
}

// Seats taken and ids alive are as many as bodies, so that each leads to one.
static bool seats_fit(const waft_bodies* bodies) {
    uint32_t seats = 0;
    for (uint32_t n = 0; n < bodies->group_count; ++n) {
        seats += wafti_lane_count(bodies->groups[n].used);
    }
    uint32_t alive = 0;
    for (uint32_t slot = 0; slot < bodies->def.capacity; ++slot) {
        alive += wafti_ids_alive(&bodies->ids, slot);
    }
    return seats == bodies->count && alive == bodies->count;
}

void wafti_bodies_state(waft_bodies* bodies, wafti_stream* stream) {
    pass_counts(bodies, stream);
    pass_kinds(bodies, stream);
    wafti_stream_bytes(
        stream, bodies->ids.generation, bodies->def.capacity * sizeof(*bodies->ids.generation));
    for (uint32_t n = 0; n < bodies->group_count && !stream->failed; ++n) {
        pass_group(bodies, stream, n);
    }
    for (uint32_t n = 0; n < bodies->count && !stream->failed; ++n) {
        pass_body(bodies, stream, n);
    }
    for (uint32_t n = 0; n < bodies->group_count && !stream->failed; ++n) {
        pass_motion(bodies, stream, n);
    }
    wafti_bodies_live_state(bodies, stream);
    PASS(stream, bodies->air.world);
    PASS(stream, bodies->air.time);
    PASS(stream, bodies->hands);
    if (stream->mode != WAFTI_STREAM_LOAD) {
        return;
    }
    stream->failed = stream->failed || !seats_fit(bodies);
    if (stream->failed) {
        // They are forgotten, so that nothing points past what there is.
        set_counts(bodies, (const uint32_t[6]){0});
        memset(bodies->ids.generation, 0, bodies->def.capacity * sizeof(*bodies->ids.generation));
    }
    count_kinds(bodies);
    for (uint32_t n = 0; n < bodies->group_count; ++n) {
        if (bodies->groups[n].kind != WAFTI_NONE) {
            wafti_group_remember(bodies, n);
        }
    }
    wafti_air_prepare(&bodies->air);
}

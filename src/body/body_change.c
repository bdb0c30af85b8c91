// SPDX-License-Identifier: MIT
// What may change while bodies move: members of their def, what surrounds them, settings of one body.
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "body/body_params.h"
#include "body/crowd.h"
#include "body/lane.h"

enum { MEMBERS = 24 };

// What rows describe, and what only the API knows.
static wafti_members members_of(wafti_member items[MEMBERS]) {
    const wafti_member others[] = {
        WAFTI_FIXED(waft_bodies_def, capacity, "bodies.capacity"),
        WAFTI_FIXED(waft_bodies_def, wind_capacity, "bodies.wind_capacity"),
        WAFTI_LIVE(waft_bodies_def, ground.exists, "ground"),
    };
    const size_t count = wafti_rows_members(
        wafti_bodies_rows, WAFTI_BODIES_PARTS, WAFTI_OWNER_BODIES, items, MEMBERS - 3);
    memcpy(items + count, others, sizeof(others));
    return (wafti_members){items, count + 3};
}

const waft_bodies_def* wafti_bodies_def_now(const waft_bodies* bodies) {
    return &bodies->def;
}

waft_result wafti_bodies_check_change(
    const waft_bodies* bodies, const waft_bodies_def* wanted, waft_error* out_error) {
    wafti_member items[MEMBERS];
    const waft_result result =
        wafti_members_check(members_of(items), &bodies->def, wanted, out_error);
    return result == WAFT_OK ? wafti_check_bodies(wanted, &bodies->surroundings, out_error)
                             : result;
}

// What lies still may have to move now.
static void wake_all(waft_bodies* bodies) {
    for (uint32_t index = 0; index < bodies->group_count; ++index) {
        for (uint8_t left = bodies->groups[index].asleep; left != 0;) {
            const wafti_seat seat = wafti_seat_at(bodies, index, wafti_lane_next(&left));
            wafti_body_wake(bodies, &seat);
        }
    }
}

waft_result wafti_bodies_change(
    waft_bodies* bodies, const waft_bodies_def* wanted, waft_error* out_error) {
    const waft_result result = wafti_bodies_check_change(bodies, wanted, out_error);
    if (result == WAFT_OK) {
        wafti_member items[MEMBERS];
        wafti_members_adopt(members_of(items), &bodies->def, wanted);
        wafti_bodies_set_plane(bodies);
        wake_all(bodies);
    }
    return result;
}

// ---- winds

bool wafti_bodies_wind_now(const waft_bodies* bodies, uint32_t index, waft_wind_def* out_def) {
    const bool there = index < bodies->air.wind_count;
    if (there) {
        *out_def = bodies->air.winds[index].def;
    }
    return there;
}

waft_result wafti_bodies_change_wind(
    waft_bodies* bodies, uint32_t index, const waft_wind_def* wanted, waft_error* out_error) {
    const waft_result result = wafti_check_wind(wanted, out_error);
    if (result == WAFT_OK) {
        wafti_wind_set(&bodies->air.winds[index], wanted);
        wafti_air_prepare(&bodies->air);
    }
    return result;
}

// ---- what surrounds them

static bool same_fluid(const wafti_fluid* a, const wafti_fluid* b) {
    return a->density == b->density && a->viscosity == b->viscosity;
}

waft_result wafti_bodies_surround(
    waft_bodies* bodies, const wafti_surroundings* wanted, waft_error* out_error) {
    const wafti_surroundings before = bodies->surroundings;
    wafti_surroundings next = *wanted;
    next.dt = before.dt;
    next.wind = before.wind;
    if (same_fluid(&next.air, &before.air) && same_fluid(&next.water, &before.water) &&
        next.gravity[0] == before.gravity[0] && next.gravity[1] == before.gravity[1] &&
        next.gravity[2] == before.gravity[2]) {
        return WAFT_OK;
    }
    bodies->surroundings = next;
    waft_result result = WAFT_OK;
    for (uint32_t n = 0; n < bodies->kind_count && result == WAFT_OK; ++n) {
        result = wafti_kind_check(bodies, bodies->kinds[n], out_error);
    }
    if (result != WAFT_OK) {
        bodies->surroundings = before;
        return result;
    }
    for (uint32_t n = 0; n < bodies->kind_count; ++n) {
        wafti_kind_renew(bodies, bodies->kinds[n]);
    }
    wake_all(bodies);
    return WAFT_OK;
}

// ---- one body

waft_result waft_bodies_get_settings(
    const waft_bodies* bodies, waft_body_id id, waft_body_def* out_def) {
    uint32_t slot = 0;
    const waft_result result =
        out_def != NULL ? wafti_body_find(bodies, id, &slot) : WAFT_ERR_ARGUMENT;
    if (result == WAFT_OK) {
        const wafti_body* body = &bodies->records[slot];
        waft_body_def def = wafti_kind_of(bodies, &bodies->groups[body->group])->def;
        def.stream = body->stream;
        def.start = body->start;
        def.name = body->name;
        def.user = body->user;
        waft_struct_read(out_def, out_def->struct_size, &def, sizeof(def));
    }
    return result;
}

// Its marks go with it.
static void move_seat(waft_bodies* bodies, uint32_t slot, uint32_t kind) {
    const wafti_seat old = wafti_seat_of(bodies, slot);
    const wafti_body_block old_block = bodies->blocks[old.index];
    wafti_group old_group = *old.group;
    wafti_body_lane lane = wafti_lane_get(bodies, &old);
    wafti_seats_leave(bodies, &old);
    wafti_seats_take(bodies, kind, slot);
    const wafti_seat seat = wafti_seat_of(bodies, slot);
    uint8_t* had[WAFTI_MASKS];
    uint8_t* has[WAFTI_MASKS];
    wafti_group_masks(&old_group, had);
    wafti_group_masks(seat.group, has);
    for (int n = 0; n < WAFTI_MASKS; ++n) {
        *has[n] |= (*had[n] & old.bit) != 0 ? seat.bit : 0;
    }
    seat.group->rest[seat.lane] = old_group.rest[old.lane];
    seat.group->share[seat.lane] = old_group.share[old.lane];
    wafti_body_calm(seat.kind, old_group.share[old.lane], &lane);
    wafti_lane_put(bodies, &seat, &lane);
    for (int k = 0; k < 7; ++k) {
        bodies->blocks[seat.index].before[k][seat.lane] = old_block.before[k][old.lane];
    }
    wafti_body_wake(bodies, &seat);
}

// Bodies of equal settings move together, so that a change may take memory.
waft_result waft_bodies_set_settings(
    waft_bodies* bodies, waft_body_id id, const waft_body_def* def) {
    uint32_t slot = 0;
    waft_result result = wafti_body_find(bodies, id, &slot);
    if (result != WAFT_OK) {
        return result;
    }
    waft_error* error = bodies->context->error;
    waft_body_def wanted = waft_body_def_default();
    result = waft_struct_take(&wanted, sizeof(wanted), def, "waft_body_def", error);
    if (result != WAFT_OK) {
        return result;
    }
    const wafti_body* body = &bodies->records[slot];
    const uint32_t before = bodies->groups[body->group].kind;
    const waft_hull* hull = bodies->kinds[before]->def.hull;
    wanted.hull = wanted.hull != NULL ? wanted.hull : hull;
    result = wafti_check_body(&wanted, error);
    if (result == WAFT_OK && wanted.hull != hull) {
        result = wafti_fail(
            error, WAFT_ERR_ARGUMENT, "the hull of a body cannot change while the world runs");
    }
    uint32_t kind = 0;
    result = result == WAFT_OK ? wafti_kind_find(bodies, &wanted, &kind) : result;
    result = result == WAFT_OK ? wafti_seats_reserve(bodies, kind, 1) : result;
    if (result != WAFT_OK) {
        return result;
    }
    if (kind != before) {
        move_seat(bodies, slot, kind);
    }
    wanted.hull = NULL; // it keeps these
    wanted.name = NULL;
    wafti_tell_change(bodies->context, WAFT_EDIT_SET_BODY, body->number, &wanted);
    return WAFT_OK;
}

// ---- state

static void pass_wind(wafti_wind* wind, wafti_stream* stream) {
    waft_wind_def loaded = wind->def;
    wafti_rows_state(wafti_bodies_rows, WAFTI_BODIES_PARTS, WAFTI_OWNER_WIND, &loaded, stream);
    wafti_stream_bytes(stream, wind->gust, sizeof(wind->gust));
    if (stream->mode != WAFTI_STREAM_LOAD) {
        return;
    }
    // Samples of a grid are the host's, so that they must be there.
    if (stream->failed || wafti_check_wind(&loaded, NULL) != WAFT_OK) {
        stream->failed = true;
        return;
    }
    wafti_wind_set(wind, &loaded);
}

void wafti_bodies_live_state(waft_bodies* bodies, wafti_stream* stream) {
    wafti_member items[MEMBERS];
    wafti_members_state(members_of(items), &bodies->def, stream);
    wafti_air* air = &bodies->air;
    uint64_t count = air->wind_count;
    wafti_stream_bytes(stream, &count, sizeof(count));
    stream->failed = stream->failed || count > air->wind_capacity;
    for (size_t n = 0; n < count && !stream->failed; ++n) {
        if (n >= air->wind_count) {
            air->winds[n] = (wafti_wind){.def = waft_wind_def_default()};
        }
        pass_wind(&air->winds[n], stream);
    }
    air->wind_count = stream->failed ? 0 : (size_t)count;
    if (stream->mode == WAFTI_STREAM_LOAD) {
        stream->failed = stream->failed ||
                         wafti_check_bodies(&bodies->def, &bodies->surroundings, NULL) != WAFT_OK;
        wafti_bodies_set_plane(bodies);
    }
}

uint64_t wafti_bodies_fingerprint(const waft_bodies* bodies) {
    wafti_member items[MEMBERS];
    return wafti_members_hash(members_of(items), &bodies->def, WAFTI_HASH_START);
}

// SPDX-License-Identifier: MIT
// Members of the def that may change while the smoke runs.
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/members.h"
#include "math/shown.h"
#include "smoke/smoke_params.h"
#include "smoke/solver.h"

#define LIVE_OF(member, path) WAFTI_LIVE(waft_smoke_def, member, "smoke." path)

enum { MEMBERS = 96 };

// What rows describe, and what only the API knows.
static wafti_members members_of(wafti_member items[MEMBERS]) {
    static const wafti_member own[] = {
        LIVE_OF(dissipation.scalars, "dissipation.scalars"),
        LIVE_OF(sides[WAFT_SIDE_LEFT].scalars, "sides.left.scalars"),
        LIVE_OF(sides[WAFT_SIDE_RIGHT].scalars, "sides.right.scalars"),
        LIVE_OF(sides[WAFT_SIDE_BOTTOM].scalars, "sides.bottom.scalars"),
        LIVE_OF(sides[WAFT_SIDE_TOP].scalars, "sides.top.scalars"),
        LIVE_OF(sides[WAFT_SIDE_BACK].scalars, "sides.back.scalars"),
        LIVE_OF(sides[WAFT_SIDE_FRONT].scalars, "sides.front.scalars"),
    };
    enum { OWN = sizeof(own) / sizeof(own[0]) };
    const size_t count = wafti_rows_members(
        wafti_smoke_rows, WAFTI_SMOKE_PARTS, WAFTI_OWNER_SMOKE, items, MEMBERS - OWN);
    memcpy(items + count, own, sizeof(own));
    return (wafti_members){items, count + OWN};
}

const waft_smoke_def* wafti_smoke_def_now(const waft_smoke* smoke) {
    return &smoke->def;
}

// Traces look for solids only so far from them as the cfl at creation asked for.
static waft_result check_reach(
    const waft_smoke* smoke, const waft_smoke_def* wanted, waft_error* error) {
    const int32_t reach = smoke->domain.reach;
    if (wafti_smoke_domain_def(wanted).reach <= reach) {
        return WAFT_OK;
    }
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        "smoke.cfl is %s: this smoke was created for %d at most, which it cannot leave",
        wafti_show(wanted->cfl).text, (int)(reach - 2) / 2);
}

// Speeds of sides are set one by one, so that they may be out of balance for a while; an event tells.
waft_result wafti_smoke_check_change(
    const waft_smoke* smoke, const waft_smoke_def* wanted, waft_error* out_error) {
    wafti_member items[MEMBERS];
    waft_result result = wafti_members_check(members_of(items), &smoke->def, wanted, out_error);
    result = result == WAFT_OK ? wafti_check_smoke_alone(wanted, out_error) : result;
    return result == WAFT_OK ? check_reach(smoke, wanted, out_error) : result;
}

// Whatever stands behind the kind and slip of a side may change.
static bool same_sides(const waft_smoke_def* a, const waft_smoke_def* b) {
    const size_t from = offsetof(waft_smoke_side, velocity);
    bool same = true;
    for (int n = 0; n < WAFT_SIDE_COUNT; ++n) {
        const char* x = (const char*)&a->sides[n] + from;
        const char* y = (const char*)&b->sides[n] + from;
        same = same && memcmp(x, y, sizeof(waft_smoke_side) - from) == 0;
    }
    return same;
}

void wafti_smoke_adopt(waft_smoke* smoke, const waft_smoke_def* wanted) {
    wafti_member items[MEMBERS];
    waft_smoke_def next = smoke->def;
    wafti_members_adopt(members_of(items), &next, wanted);
    for (int n = 0; n < WAFT_SIDE_COUNT; ++n) {
        // What is written into a held side is its own.
        next.sides[n] = smoke->held[n] ? smoke->def.sides[n] : next.sides[n];
    }
    const bool same = same_sides(&smoke->def, &next);
    smoke->def = next;
    wafti_smoke_set_gravity(smoke, smoke->world_gravity);
    if (!same) {
        wafti_smoke_set_sides(smoke);
        wafti_smoke_renew_faces(smoke);
    }
}

waft_result wafti_smoke_change(
    waft_smoke* smoke, const waft_smoke_def* wanted, waft_error* out_error) {
    const waft_result result = wafti_smoke_check_change(smoke, wanted, out_error);
    if (result == WAFT_OK) {
        wafti_smoke_adopt(smoke, wanted);
    }
    return result;
}

void wafti_smoke_set_gravity(waft_smoke* smoke, waft_vec3 gravity) {
    const waft_vec3 g = smoke->def.has_gravity ? smoke->def.gravity : gravity;
    smoke->world_gravity = gravity;
    smoke->gravity[0] = (double)g.x;
    smoke->gravity[1] = (double)g.y;
    smoke->gravity[2] = (double)g.z;
}

void wafti_smoke_live_state(waft_smoke* smoke, wafti_stream* stream) {
    wafti_member items[MEMBERS];
    waft_smoke_def loaded = smoke->def;
    wafti_members_state(members_of(items), &loaded, stream);
    if (stream->mode != WAFTI_STREAM_LOAD) {
        return;
    }
    if (stream->failed || wafti_smoke_check_change(smoke, &loaded, NULL) != WAFT_OK) {
        stream->failed = true;
        return;
    }
    smoke->def = loaded;
    wafti_smoke_set_gravity(smoke, smoke->world_gravity);
}

uint64_t wafti_smoke_fingerprint(const waft_smoke* smoke) {
    wafti_member items[MEMBERS];
    return wafti_members_hash(members_of(items), &smoke->def, WAFTI_HASH_START);
}

bool wafti_smoke_source_now(
    const waft_smoke* smoke, uint32_t index, waft_source_id* out_id, waft_source_def* out_def) {
    const wafti_order* order = &smoke->source_order;
    if (index >= order->count) {
        return false;
    }
    const uint32_t slot = order->slots[index];
    *out_id = (waft_source_id){slot + 1, order->ids.generation[slot]};
    *out_def = smoke->sources[slot].def;
    return true;
}

waft_result wafti_smoke_check_source_change(
    waft_smoke* smoke, uint32_t index, const waft_source_def* wanted, waft_error* out_error) {
    if (index >= smoke->source_order.count) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "smoke.sources[%u]: there is none", (unsigned)index);
    }
    const waft_result result = wafti_check_source_values(&smoke->def, wanted, index, out_error);
    return result == WAFT_OK ? wafti_smoke_take_extras(
                                   smoke, wanted->expansion != 0.0f ? WAFTI_EXTRA_EXPANSION : 0u)
                             : result;
}

waft_result wafti_smoke_change_source(
    waft_smoke* smoke, uint32_t index, const waft_source_def* wanted, waft_error* out_error) {
    const waft_result result = wafti_smoke_check_source_change(smoke, index, wanted, out_error);
    if (result == WAFT_OK) {
        wafti_source* source = &smoke->sources[smoke->source_order.slots[index]];
        const waft_shape shape = source->def.shape;
        source->def = *wanted;
        source->def.shape = shape;
        wafti_sources_note_expansion(smoke);
    }
    return result;
}

// SPDX-License-Identifier: MIT
// What must be there before the state of bodies can be loaded.
#include "base/error.h"
#include "body/crowd.h"

#define PASS(stream, value) wafti_stream_bytes((stream), &(value), sizeof(value))

// A kind of the same hull and settings that no other of the roster has taken. A hull of a kind without
// bodies may be gone, so that one that is known goes before it.
static wafti_kind* find_kind(waft_bodies* bodies, uint64_t key, bool in_use) {
    for (uint32_t n = 0; n < bodies->kind_count; ++n) {
        wafti_kind* kind = bodies->kinds[n];
        if (kind->key == key && kind->rank == WAFTI_NONE && (kind->count > 0) == in_use) {
            return kind;
        }
    }
    return NULL;
}

const waft_hull* wafti_bodies_find_hull(const waft_bodies* bodies, uint64_t key) {
    for (uint32_t n = 0; n < bodies->kind_count; ++n) {
        const wafti_kind* kind = bodies->kinds[n];
        if (kind->hull.key == key && kind->count > 0) {
            return kind->def.hull;
        }
    }
    return NULL;
}

static waft_result load_kind(
    waft_bodies* bodies, wafti_stream* stream, uint32_t rank, wafti_find_hull* find, void* user) {
    waft_error* error = bodies->context->error;
    waft_body_def def = waft_body_def_default();
    uint64_t keys[2] = {0, 0};
    PASS(stream, keys);
    wafti_kind_pass(&def, stream);
    if (stream->failed) {
        return wafti_fail(error, WAFT_ERR_PARSE, "the snapshot is cut short");
    }
    wafti_kind* kind = find_kind(bodies, keys[0], true);
    if (kind == NULL) {
        def.hull = find != NULL ? find(user, keys[1]) : NULL;
        kind = find_kind(bodies, keys[0], false);
        if (def.hull == NULL && kind == NULL) {
            return wafti_fail(error, WAFT_ERR_PARSE,
                "the snapshot has bodies of hull %016llx, which this world does not know; keep the "
                "hull in it, or give it a finder of hulls",
                (unsigned long long)keys[1]);
        }
        if (def.hull != NULL) {
            waft_result result = wafti_check_body(&def, error);
            uint32_t index = 0;
            result = result == WAFT_OK ? wafti_kind_find(bodies, &def, &index) : result;
            if (result != WAFT_OK) {
                return result;
            }
            kind = bodies->kinds[index];
        }
    }
    if (kind->key != keys[0] || kind->rank != WAFTI_NONE) {
        return wafti_fail(error, WAFT_ERR_PARSE, "the snapshot contradicts itself");
    }
    kind->rank = rank;
    return WAFT_OK;
}

static waft_result load_roster(waft_bodies* bodies, wafti_stream* stream, const uint64_t sizes[4],
    wafti_find_hull* find, void* user) {
    waft_result result = WAFT_OK;
    for (size_t n = 0; n < sizes[3] && result == WAFT_OK && !stream->failed; ++n) {
        uint32_t kind = 0;
        PASS(stream, kind);
        const wafti_air* air = &bodies->air;
        const bool there = n < air->wind_count && air->winds[n].def.kind == WAFT_WIND_GRID;
        if (kind == WAFT_WIND_GRID && !there) {
            result = wafti_fail(bodies->context->error, WAFT_ERR_PARSE,
                "wind %zu of the snapshot is a grid of the host's, which it does not hold; add it "
                "to the bodies before",
                n);
        }
    }
    for (uint32_t n = 0; n < sizes[2] && result == WAFT_OK; ++n) {
        result = load_kind(bodies, stream, n, find, user);
    }
    if (result != WAFT_OK || stream->failed) {
        return result != WAFT_OK ? result
                                 : wafti_fail(bodies->context->error, WAFT_ERR_PARSE,
                                       "the snapshot is cut short");
    }
    // More groups than bodies were never needed.
    if (sizes[0] > bodies->def.capacity || sizes[1] > sizes[0]) {
        return wafti_fail(bodies->context->error, WAFT_ERR_PARSE,
            "the snapshot has more bodies than the world has room for");
    }
    return wafti_seats_grow(bodies, (size_t)sizes[0], (size_t)sizes[1]);
}

waft_result wafti_bodies_roster(
    waft_bodies* bodies, wafti_stream* stream, wafti_find_hull* find, void* user) {
    if (stream->mode == WAFTI_STREAM_HASH) {
        return WAFT_OK;
    }
    const bool loads = stream->mode == WAFTI_STREAM_LOAD;
    uint64_t used = 0;
    for (uint32_t n = 0; n < bodies->kind_count; ++n) {
        wafti_kind* kind = bodies->kinds[n];
        kind->rank = kind->count > 0 && !loads ? (uint32_t)used++ : WAFTI_NONE;
    }
    uint64_t sizes[4] = {bodies->group_count, bodies->bench_count, used, bodies->air.wind_count};
    PASS(stream, sizes);
    if (loads) {
        return load_roster(bodies, stream, sizes, find, user);
    }
    for (size_t n = 0; n < bodies->air.wind_count; ++n) {
        uint32_t kind = (uint32_t)bodies->air.winds[n].def.kind;
        PASS(stream, kind);
    }
    for (uint32_t n = 0; n < bodies->kind_count; ++n) {
        const wafti_kind* kind = bodies->kinds[n];
        if (kind->rank != WAFTI_NONE) {
            uint64_t keys[2] = {kind->key, kind->hull.key};
            waft_body_def def = kind->def;
            PASS(stream, keys);
            wafti_kind_pass(&def, stream);
        }
    }
    return WAFT_OK;
}

void wafti_bodies_adopt(waft_bodies* bodies) {
    for (uint32_t rank = 0; rank < bodies->kind_count; ++rank) {
        for (uint32_t n = rank; n < bodies->kind_count; ++n) {
            wafti_kind* kind = bodies->kinds[n];
            if (kind->rank == rank) {
                bodies->kinds[n] = bodies->kinds[rank];
                bodies->kinds[rank] = kind;
                break;
            }
        }
    }
}

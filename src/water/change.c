// SPDX-License-Identifier: MIT
// What changes of a water while it runs: members of its def that are live, and items of its lists.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/members.h"
#include "water/basin.h"
#include "water/water_params.h"

enum { MEMBERS = 128 };

// What rows describe, and what only the API knows.
static wafti_members members_of(wafti_member items[MEMBERS]) {
    const wafti_member capacities[] = {
        WAFTI_FIXED(waft_water_def, train_capacity, "water.train_capacity"),
        WAFTI_FIXED(waft_water_def, handle_capacity, "water.handle_capacity"),
    };
    const size_t count = wafti_rows_members(
        wafti_water_rows, WAFTI_WATER_PARTS, WAFTI_OWNER_WATER, items, MEMBERS - 2);
    memcpy(items + count, capacities, sizeof(capacities));
    return (wafti_members){items, count + 2};
}

const waft_water_def* wafti_water_def_now(const waft_water* water) {
    return &water->def;
}

// A def without its lists, by the rules of creation.
static waft_result check_plain(const waft_water_def* def, waft_error* error) {
    waft_water_def plain = *def;
    plain.train_count = plain.gauge_count = plain.tracer_count = plain.box_count = 0;
    plain.source_count = plain.handle_count = plain.stroke_count = 0;
    plain.depth_map = NULL;
    plain.terrain = waft_terrain_def_default();
    return wafti_check_water(&plain, error);
}

waft_result wafti_water_check_change(
    const waft_water* water, const waft_water_def* wanted, waft_error* out_error) {
    wafti_member items[MEMBERS];
    const waft_result result =
        wafti_members_check(members_of(items), &water->def, wanted, out_error);
    return result == WAFT_OK ? check_plain(wanted, out_error) : result;
}

// What parts of the water copied from its def.
static void adopt(waft_water* water) {
    water->spray.amount = water->def.spray.amount;
    if (water->lake != NULL) {
        wafti_lake_adopt(water);
    }
}

waft_result wafti_water_change(
    waft_water* water, const waft_water_def* wanted, waft_error* out_error) {
    wafti_member items[MEMBERS];
    const waft_result result = wafti_water_check_change(water, wanted, out_error);
    if (result == WAFT_OK) {
        wafti_members_adopt(members_of(items), &water->def, wanted);
        adopt(water);
        wafti_water_follow(water);
    }
    return result;
}

void wafti_water_follow(waft_water* water) {
    if (water->lake != NULL) {
        // Steps may have to be shorter: the water is to be looked at.
        water->lake->speed = INFINITY;
        return;
    }
    for (uint32_t n = 0; n < water->train_count; ++n) {
        wafti_train_follow(water, water->order[n]);
    }
}

void wafti_water_live_state(waft_water* water, wafti_stream* stream) {
    wafti_member items[MEMBERS];
    wafti_members_state(members_of(items), &water->def, stream);
    if (stream->mode == WAFTI_STREAM_LOAD) {
        stream->failed = stream->failed || check_plain(&water->def, NULL) != WAFT_OK;
        adopt(water);
    }
}

uint64_t wafti_water_fixed_hash(const waft_water* water) {
    wafti_member items[MEMBERS];
    return wafti_members_hash(members_of(items), &water->def, WAFTI_HASH_START);
}

waft_result wafti_water_check_train_change(
    const waft_water* water, uint32_t index, const waft_train_def* wanted, waft_error* out_error) {
    if (index >= water->train_count) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "water.trains[%u]: there are %u", index,
            water->train_count);
    }
    return wafti_train_check(water, wanted, index, out_error);
}

waft_result wafti_water_change_train(
    waft_water* water, uint32_t index, const waft_train_def* wanted, waft_error* out_error) {
    const waft_result result = wafti_water_check_train_change(water, index, wanted, out_error);
    if (result == WAFT_OK) {
        wafti_water_live(water, index)->def = *wanted;
        wafti_train_follow(water, water->order[index]);
    }
    return result;
}

bool wafti_water_source_now(
    const waft_water* water, uint32_t number, waft_water_source_def* out_def) {
    const bool there = water->lake != NULL && number < water->def.source_count;
    if (there) {
        *out_def = water->lake->springs[number].def;
    }
    return there;
}

waft_result wafti_water_check_source_change(const waft_water* water, uint32_t number,
    const waft_water_source_def* wanted, waft_error* out_error) {
    const size_t count = water->lake != NULL ? water->def.source_count : 0;
    if (number >= count) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "water.sources[%u]: there are %zu", number, count);
    }
    const waft_result result = wafti_check_water_source(&water->def, wanted, number, out_error);
    return result == WAFT_OK && wanted->impulse && water->lake->s.method->lift == NULL
               ? wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                     "water.sources[%u].impulse is not a setting of this scheme: its water comes "
                     "at rest",
                     number)
               : result;
}

waft_result wafti_water_change_source(waft_water* water, uint32_t number,
    const waft_water_source_def* wanted, waft_error* out_error) {
    const waft_result result = wafti_water_check_source_change(water, number, wanted, out_error);
    if (result == WAFT_OK) {
        water->lake->springs[number].def = *wanted;
    }
    return result;
}

waft_result wafti_water_check_handle_change(const waft_water* water, uint32_t number,
    const waft_handle_def* wanted, waft_error* out_error) {
    waft_handle_def now;
    if (waft_water_handle(water, number, &now) != WAFT_OK) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "water.handles[%u]: there is none", number);
    }
    return wafti_check_handle(&water->def, wanted, out_error);
}

waft_result wafti_water_change_handle(
    waft_water* water, uint32_t number, const waft_handle_def* wanted, waft_error* out_error) {
    const waft_result result = wafti_water_check_handle_change(water, number, wanted, out_error);
    if (result == WAFT_OK) {
        water->lake->handles[number].def = *wanted;
        water->lake->speed = INFINITY;
    }
    return result;
}

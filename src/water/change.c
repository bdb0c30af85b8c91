// SPDX-License-Identifier: MIT
// What changes of a water while it runs: members of its def that are live, and items of its lists.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/members.h"
#include "water/basin.h"
#include "water/trains.h"

#define LIVE(member, path)  WAFTI_LIVE(waft_water_def, member, "water." path)
#define FIXED(member, path) WAFTI_FIXED(waft_water_def, member, "water." path)
#define EDGE(side, name)                                                                           \
    FIXED(edges[side].kind, "edges." name ".kind"),                                                \
        LIVE(edges[side].sponge, "edges." name ".sponge"),                                         \
        LIVE(edges[side].amplitude, "edges." name ".amplitude"),                                   \
        LIVE(edges[side].period, "edges." name ".period"),                                         \
        LIVE(edges[side].flow, "edges." name ".flow"),                                             \
        LIVE(edges[side].level, "edges." name ".level")

static const wafti_member items[] = {
    FIXED(method, "method"),
    FIXED(origin, "origin"),
    FIXED(size, "size"),
    FIXED(cells, "cells"),
    FIXED(level, "level"),
    FIXED(depth, "depth"),
    FIXED(offshore_depth, "offshore_depth"),
    FIXED(terrain.kind, "terrain"),
    FIXED(terrain.low, "terrain.low"),
    FIXED(terrain.high, "terrain.high"),
    FIXED(terrain.middle, "terrain.middle"),
    FIXED(terrain.direction, "terrain.direction"),
    FIXED(terrain.from, "terrain.from"),
    FIXED(terrain.to, "terrain.to"),
    FIXED(terrain.bend, "terrain.bend"),
    FIXED(terrain.center, "terrain.center"),
    FIXED(terrain.radius, "terrain.radius"),
    FIXED(terrain.width, "terrain.width"),
    FIXED(terrain.length, "terrain.length"),
    FIXED(terrain.octaves, "terrain.octaves"),
    FIXED(spray.capacity, "spray.capacity"),
    FIXED(spray.radius, "spray.radius"),
    FIXED(train_capacity, "train_capacity"),
    FIXED(handle_capacity, "handle_capacity"),
    FIXED(shallow.scheme, "scheme"),
    FIXED(shallow.explicit_scheme, "paper.scheme"),
    FIXED(shallow.area, "paper.area"),
    FIXED(shallow.fixed_area, "paper.areas"),
    FIXED(shallow.mean_flow, "paper.mean_flow"),
    LIVE(shallow.substeps, "substeps"),
    LIVE(shallow.damping_time, "damping"),
    LIVE(shallow.dry_eps, "paper.dry_eps"),
    LIVE(shallow.manning, "friction"),
    LIVE(shallow.drag, "drag"),
    LIVE(shallow.limiter, "limiter"),
    LIVE(density, "density"),
    LIVE(mode, "mode"),
    LIVE(orbit, "orbit"),
    LIVE(keep_level, "keep_level"),
    LIVE(refraction_amplitude, "refraction_amplitude"),
    LIVE(breaking, "breaking"),
    LIVE(literal_breaking, "paper.breaking"),
    LIVE(foam_life, "foam_life"),
    LIVE(spray.amount, "spray.amount"),
    LIVE(spray.efficiency, "spray.efficiency"),
    LIVE(spray.threshold, "spray.threshold"),
    LIVE(rain.rate, "rain.rate"),
    LIVE(rain.radius, "rain.radius"),
    LIVE(rain.height, "rain.height"),
    LIVE(rain.net, "rain.net"),
    EDGE(WAFT_WATER_LEFT, "left"),
    EDGE(WAFT_WATER_RIGHT, "right"),
    EDGE(WAFT_WATER_BACK, "back"),
    EDGE(WAFT_WATER_FRONT, "front"),
};
static const wafti_members members = {items, sizeof(items) / sizeof(items[0])};

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
    const waft_result result = wafti_members_check(members, &water->def, wanted, out_error);
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
    const waft_result result = wafti_water_check_change(water, wanted, out_error);
    if (result == WAFT_OK) {
        wafti_members_adopt(members, &water->def, wanted);
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
    wafti_members_state(members, &water->def, stream);
    if (stream->mode == WAFTI_STREAM_LOAD) {
        stream->failed = stream->failed || check_plain(&water->def, NULL) != WAFT_OK;
        adopt(water);
    }
}

uint64_t wafti_water_fixed_hash(const waft_water* water) {
    return wafti_members_hash(members, &water->def, WAFTI_HASH_START);
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

waft_result wafti_water_check_source_change(const waft_water* water, uint32_t number,
    const waft_water_source_def* wanted, waft_error* out_error) {
    const size_t count = water->lake != NULL ? water->def.source_count : 0;
    if (number >= count) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "water.sources[%u]: there are %zu", number, count);
    }
    const waft_result result = wafti_check_water_source(&water->def, wanted, number, out_error);
    return result == WAFT_OK && wanted->impulse && water->lake->s.method->lift == NULL
               ? wafti_lake_refuse_impulse(number, out_error)
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

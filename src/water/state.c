// SPDX-License-Identifier: MIT
// What a snapshot keeps of a surface. Everything else follows from it and the time.
#include "water/waves.h"

#include <math.h>

#include "base/hash.h"
#include "water/basin.h"
#include "water/water_params.h"

#define PASS(stream, value) wafti_stream_bytes((stream), &(value), sizeof(value))

// A loaded list must name live slots, each once; the generations say which live.
static bool order_fits(const waft_water* water) {
    uint32_t alive = 0;
    for (uint32_t slot = 0; slot < water->ids.capacity; ++slot) {
        alive += water->ids.generation[slot] & 1u;
    }
    bool seen[WAFTI_TRAIN_LIMIT] = {false};
    for (uint32_t n = 0; n < water->train_count; ++n) {
        const uint32_t slot = water->order[n];
        if (!wafti_ids_alive(&water->ids, slot) || seen[slot]) {
            return false;
        }
        seen[slot] = true;
    }
    return alive == water->train_count;
}

static void pass_trains(waft_water* water, wafti_stream* stream) {
    uint32_t count = water->train_count;
    PASS(stream, count);
    if (stream->failed || count > water->ids.capacity) {
        stream->failed = true;
        return;
    }
    water->train_count = count;
    wafti_stream_bytes(
        stream, water->ids.generation, water->ids.capacity * sizeof(*water->ids.generation));
    wafti_stream_bytes(stream, water->order, count * sizeof(*water->order));
    if (stream->mode == WAFTI_STREAM_LOAD && !order_fits(water)) {
        stream->failed = true;
        water->train_count = 0;
        return;
    }
    water->ids.alive = count;
    if (stream->mode == WAFTI_STREAM_LOAD) {
        water->ids.lowest = 0; // a slot that is now free may lie anywhere
    }
    for (uint32_t n = 0; n < count; ++n) {
        wafti_train* train = wafti_water_live(water, n);
        uint8_t breaking = train->breaking;
        wafti_rows_state(
            wafti_water_rows, WAFTI_WATER_PARTS, WAFTI_OWNER_TRAIN, &train->def, stream);
        PASS(stream, train->shift);
        PASS(stream, breaking);
        train->breaking = breaking != 0;
        if (stream->mode == WAFTI_STREAM_LOAD &&
            (!isfinite(train->shift) ||
                wafti_train_check(water, &train->def, n, NULL) != WAFT_OK)) {
            // Its fields may never have been made: nothing may read them.
            stream->failed = true;
            water->train_count = 0;
            return;
        }
    }
}

// The drawn surface follows from the state, but a hash that saw only amplitudes would not notice
// kernels that disagree.
static void hash_surface(waft_water* water, wafti_stream* stream) {
    static const waft_water_field_kind drawn[] = {WAFT_WATER_LEVEL, WAFT_WATER_SHIFT_X,
        WAFT_WATER_SHIFT_Z, WAFT_WATER_NORMAL_X, WAFT_WATER_NORMAL_Y, WAFT_WATER_NORMAL_Z};
    for (size_t i = 0; i < sizeof(drawn) / sizeof(drawn[0]); ++i) {
        wafti_stream_rows(stream, water->field[drawn[i]], (size_t)water->grid.nx,
            (size_t)water->grid.nz, (size_t)water->grid.stride);
    }
}

void wafti_water_state(waft_water* water, wafti_stream* stream) {
    wafti_water_live_state(water, stream);
    if (water->lake != NULL) {
        wafti_lake_state(water, stream);
        return;
    }
    pass_trains(water, stream);
    uint8_t clamped = water->clamped;
    PASS(stream, clamped);
    water->clamped = clamped != 0;
    for (size_t i = 0; i < water->def.gauge_count; ++i) {
        PASS(stream, water->gauges[i].reading.highest);
    }
    wafti_stream_rows(stream, water->field[WAFT_WATER_FOAM], (size_t)water->grid.nx,
        (size_t)water->grid.nz, (size_t)water->grid.stride);
    (void)wafti_spray_state(&water->spray, stream);
    if (stream->mode == WAFTI_STREAM_HASH) {
        hash_surface(water, stream);
    }
    // The next draw finds out whether the loaded foam is all zero.
    water->foamy = water->foamy || stream->mode == WAFTI_STREAM_LOAD;
}

uint64_t wafti_water_fingerprint(const waft_water* water) {
    if (water->lake != NULL) {
        return wafti_lake_fingerprint(water);
    }
    const waft_water_def* def = &water->def;
    const uint32_t counts[] = {
        water->ids.capacity, (uint32_t)def->gauge_count, (uint32_t)def->tracer_count};
    uint64_t hash = wafti_hash(wafti_water_fixed_hash(water), counts, sizeof(counts));
    for (size_t i = 0; i < def->gauge_count; ++i) {
        hash = wafti_hash(hash, &water->gauges[i].at, sizeof(water->gauges[i].at));
    }
    for (int32_t j = 0; j < water->grid.nz; ++j) {
        const float* row = water->field[WAFT_WATER_BED] + j * water->grid.stride;
        hash = wafti_hash(hash, row, (size_t)water->grid.nx * sizeof(float));
    }
    return hash;
}

// SPDX-License-Identifier: MIT
// What a snapshot keeps of a water on a grid, and its figures.
#include <math.h>

#include "base/hash.h"
#include "water/basin.h"

#define PASS(stream, value) wafti_stream_bytes((stream), &(value), sizeof(value))

// Numbers forged to fit their hash must not leave columns that no method would leave.
static bool columns_fit(const wafti_shallow* s, const wafti_real* contact) {
    for (wafti_cells cell = wafti_basin_cells(&s->basin); wafti_cells_next(&cell);) {
        const ptrdiff_t at = wafti_basin_index(&s->basin, cell.i, cell.j);
        const bool finite = isfinite(s->bed[at]) && isfinite(wafti_shallow_level(s, at)) &&
                            (contact == NULL || isfinite(contact[at]));
        if (!finite || (s->depth != NULL && s->depth[at] < 0)) {
            return false;
        }
    }
    return true;
}

static bool sources_fit(const waft_water* water) {
    const wafti_lake* lake = water->lake;
    bool fit = lake->halvings <= 10 && isfinite(lake->quantum) && lake->quantum > 0.0;
    for (uint32_t n = 0; n < water->def.source_count; ++n) {
        const wafti_spring* spring = &lake->springs[n];
        fit = fit && isfinite(spring->owed) &&
              wafti_water_check_source_change(water, n, &spring->def, NULL) == WAFT_OK;
    }
    return fit && wafti_handles_fit(water);
}

void wafti_lake_state(waft_water* water, wafti_stream* stream) {
    wafti_lake* lake = water->lake;
    wafti_shallow* s = &lake->s;
    PASS(stream, lake->quantum);
    PASS(stream, lake->halvings);
    PASS(stream, lake->speed);
    PASS(stream, lake->courant);
    PASS(stream, s->ledger);
    for (size_t n = 0; n < water->def.source_count; ++n) {
        wafti_spring* spring = &lake->springs[n];
        uint8_t impulse = spring->def.impulse;
        PASS(stream, spring->def.center);
        PASS(stream, spring->def.radius);
        PASS(stream, spring->def.rate);
        PASS(stream, spring->def.start);
        PASS(stream, spring->def.end);
        PASS(stream, impulse);
        PASS(stream, spring->owed);
        spring->def.impulse = impulse != 0;
    }
    wafti_handles_state(lake, stream);
    for (size_t n = 0; n < water->def.gauge_count; ++n) {
        PASS(stream, water->gauges[n].reading.highest);
    }
    wafti_basin_state(&s->basin, s->bed, stream);
    wafti_basin_state(&s->basin, s->level != NULL ? s->level : s->depth, stream);
    s->method->state(s, stream);
    wafti_foam_state(&lake->foam, &s->basin, stream);
    wafti_splash_state(s, &lake->splash, stream);
    if (lake->contact != NULL) {
        wafti_basin_state(&s->basin, lake->contact, stream);
    }
    if (stream->mode == WAFTI_STREAM_LOAD) {
        wafti_tools_fill_ghosts(s);
        wafti_lake_draw_bed(water);
        wafti_lake_forget(lake);
        stream->failed = stream->failed || !columns_fit(s, lake->contact) || !sources_fit(water);
    }
}

// What may change is state and not looked at here.
static uint64_t hash_strokes(const waft_water* water, uint64_t hash) {
    const wafti_lake* lake = water->lake;
    for (size_t n = 0; n < water->def.stroke_count; ++n) {
        const waft_brush* brush = &lake->strokes[n].brush;
        const float numbers[] = {brush->at.x, brush->at.y, brush->radius, brush->height};
        hash = wafti_hash_u64(hash, lake->strokes[n].step);
        hash = wafti_hash(hash, numbers, sizeof(numbers));
    }
    return hash;
}

uint64_t wafti_lake_fingerprint(const waft_water* water) {
    const waft_water_def* def = &water->def;
    const uint32_t counts[] = {(uint32_t)def->gauge_count, (uint32_t)def->source_count,
        (uint32_t)def->handle_count, (uint32_t)water->lake->handle_capacity,
        (uint32_t)def->stroke_count};
    uint64_t hash = wafti_hash(wafti_water_fixed_hash(water), counts, sizeof(counts));
    hash = hash_strokes(water, hash);
    for (size_t n = 0; n < def->gauge_count; ++n) {
        hash = wafti_hash(hash, &water->gauges[n].at, sizeof(water->gauges[n].at));
    }
    return wafti_hash_u64(hash, water->lake->start_hash);
}

static double lift_of(const wafti_shallow* s, int32_t i, int32_t j) {
    const ptrdiff_t at = wafti_basin_index(&s->basin, i, j);
    const double depth = wafti_shallow_exact_depth(s, at);
    return depth * (0.5 * depth + (double)s->bed[at]);
}

double wafti_lake_lift(const wafti_shallow* s) {
    return wafti_shallow_area(s) * wafti_shallow_sum(s, lift_of);
}

// Figures of the wet cells.
typedef struct wet_sums {
    double level, lowest, highest; // m, relative
    double count;
} wet_sums;

static wet_sums add_wet(const wafti_shallow* s) {
    const wafti_basin* b = &s->basin;
    wet_sums sums = {.lowest = INFINITY, .highest = -INFINITY};
    for (int32_t j = 0; j < b->nz; ++j) {
        double row = 0.0;
        for (int32_t i = 0; i < b->nx; ++i) {
            const ptrdiff_t at = wafti_basin_index(b, i, j);
            if ((double)wafti_shallow_depth(s, at) > s->dry) {
                const double level = (double)wafti_shallow_level(s, at);
                row += level;
                sums.lowest = fmin(sums.lowest, level);
                sums.highest = fmax(sums.highest, level);
                sums.count += 1.0;
            }
        }
        sums.level += row;
    }
    return sums;
}

size_t wafti_lake_stats(const waft_water* water, waft_stat* out_stats, size_t capacity) {
    const wafti_lake* lake = water->lake;
    const wafti_shallow* s = &lake->s;
    const wafti_ledger* ledger = &s->ledger;
    const wet_sums wet = add_wet(s);
    const bool any = wet.count > 0.0;
    const double level = (double)water->def.level;
    const double volume = wafti_tools_volume(s);
    const double aloft = wafti_splash_volume(&lake->splash);
    const double strayed = wafti_splash_strayed(&lake->splash);
    const double lent = lake->splash.lent;
    const double area = wafti_shallow_area(s);
    const waft_stat stats[] = {
        {"water.level_mean", "m", level + (any ? wet.level / wet.count : 0.0)},
        {"water.level_min", "m", level + (any ? wet.lowest : 0.0)},
        {"water.level_max", "m", level + (any ? wet.highest : 0.0)},
        {"water.kinetic_energy", "J", s->method->kinetic(s)},
        {"water.potential_energy", "J",
            s->density * s->context->gravity * (wafti_lake_lift(s) - lake->lift)},
        {"water.volume", "m3", volume},
        {"water.volume_error", "m3",
            volume + aloft + strayed + lent + ledger->outflow + ledger->lost - ledger->inflow -
                ledger->start},
        {"water.inflow", "m3", ledger->inflow},
        {"water.outflow", "m3", ledger->outflow},
        {"water.lost", "m3", ledger->lost},
        {"water.courant", "1", lake->courant},
        {"water.wet_area", "m2", wet.count * area},
        {"water.foam_area", "m2", wafti_foam_sum(&lake->foam, &s->basin) * area},
        {"water.spray_count", "1", (double)water->spray.count},
        {"water.spray_volume", "m3", aloft},
        {"water.spray_lost", "m3", strayed},
        {"water.spray_lent", "m3", lent},
    };
    return wafti_stats_give(stats, sizeof(stats) / sizeof(stats[0]), out_stats, capacity);
}

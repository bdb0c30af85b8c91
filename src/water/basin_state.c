// SPDX-License-Identifier: MIT
// What a snapshot keeps of a water on a grid, and its figures.
#include <math.h>

#include "base/hash.h"
#include "water/basin.h"

#define PASS(stream, value) wafti_stream_bytes((stream), &(value), sizeof(value))

static void pass_field(wafti_shallow* s, wafti_real* field, wafti_stream* stream) {
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        wafti_stream_bytes(stream, field + wafti_basin_index(&s->basin, 0, j),
            (size_t)s->basin.nx * sizeof(wafti_real));
    }
}

// Numbers forged to fit their hash must not leave columns that no method would leave.
static bool columns_fit(const wafti_shallow* s, const wafti_real* contact) {
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        for (int32_t i = 0; i < s->basin.nx; ++i) {
            const ptrdiff_t at = wafti_basin_index(&s->basin, i, j);
            const bool finite = isfinite(s->bed[at]) && isfinite(wafti_shallow_level(s, at)) &&
                                (contact == NULL || isfinite(contact[at]));
            if (!finite || (s->depth != NULL && s->depth[at] < 0)) {
                return false;
            }
        }
    }
    return true;
}

static bool knobs_fit(const waft_water* water) {
    const wafti_lake* lake = water->lake;
    bool fit = lake->halvings <= 10 && isfinite(lake->quantum) && lake->quantum > 0.0 &&
               isfinite(lake->rain.rate) && lake->rain.rate >= 0.0f &&
               lake->rain.rate <= WAFTI_GREATEST_RATE;
    for (size_t n = 0; n < water->def.source_count; ++n) {
        fit = fit && isfinite(lake->springs[n].def.rate) && isfinite(lake->springs[n].owed);
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
    PASS(stream, lake->rain.rate);
    PASS(stream, s->ledger);
    for (size_t n = 0; n < water->def.source_count; ++n) {
        PASS(stream, lake->springs[n].def.rate);
        PASS(stream, lake->springs[n].owed);
    }
    wafti_handles_state(lake, stream);
    for (size_t n = 0; n < water->def.gauge_count; ++n) {
        PASS(stream, water->gauges[n].reading.highest);
    }
    pass_field(s, s->bed, stream);
    pass_field(s, s->level != NULL ? s->level : s->depth, stream);
    s->method->state(s, stream);
    wafti_foam_state(&lake->foam, &s->basin, stream);
    wafti_splash_state(s, &lake->splash, stream);
    if (lake->contact != NULL) {
        pass_field(s, lake->contact, stream);
    }
    if (stream->mode == WAFTI_STREAM_LOAD) {
        wafti_tools_fill_ghosts(s);
        wafti_lake_draw_bed(water);
        wafti_lake_forget(lake);
        stream->failed = stream->failed || !columns_fit(s, lake->contact) || !knobs_fit(water);
    }
}

static uint64_t hash_edges(const waft_water_def* def, uint64_t hash) {
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; ++side) {
        const waft_edge_def* edge = &def->edges[side];
        const float numbers[] = {edge->amplitude, edge->period, edge->flow, edge->level};
        hash = wafti_hash_u64(hash, (uint64_t)edge->kind);
        hash = wafti_hash_u64(hash, (uint64_t)edge->sponge);
        hash = wafti_hash(hash, numbers, sizeof(numbers));
    }
    return hash;
}

static uint64_t hash_settings(const waft_shallow_def* def, uint64_t hash) {
    const float numbers[] = {def->damping_time, def->dry_eps, def->fixed_area[0],
        def->fixed_area[1], def->manning, def->drag, def->limiter};
    const uint32_t choices[] = {
        (uint32_t)def->substeps, (uint32_t)def->scheme, (uint32_t)def->area, def->mean_flow};
    hash = wafti_hash(hash, numbers, sizeof(numbers));
    return wafti_hash(hash, choices, sizeof(choices));
}

// What knobs may change is state and not looked at here.
static uint64_t hash_tools(const waft_water* water, uint64_t hash) {
    const wafti_lake* lake = water->lake;
    const float rain[] = {lake->rain.radius, lake->rain.height, lake->rain.net ? 1.0f : 0.0f};
    hash = wafti_hash(hash, rain, sizeof(rain));
    for (size_t n = 0; n < water->def.source_count; ++n) {
        const waft_water_source_def* def = &lake->springs[n].def;
        const float numbers[] = {
            def->center.x, def->center.y, def->radius, def->impulse ? 1.0f : 0.0f};
        hash = wafti_hash(hash, numbers, sizeof(numbers));
    }
    for (size_t n = 0; n < water->def.stroke_count; ++n) {
        const waft_brush* brush = &lake->strokes[n].brush;
        const float numbers[] = {brush->at.x, brush->at.y, brush->radius, brush->height};
        hash = wafti_hash_u64(hash, lake->strokes[n].step);
        hash = wafti_hash(hash, numbers, sizeof(numbers));
    }
    return hash;
}

static uint64_t hash_spray(const waft_water* water, uint64_t hash) {
    const waft_spray_def* def = &water->def.spray;
    const float numbers[] = {
        water->def.foam_life, water->spray.radius, def->efficiency, def->threshold};
    hash = wafti_hash_u64(hash, water->spray.capacity);
    return wafti_hash(hash, numbers, sizeof(numbers));
}

uint64_t wafti_lake_fingerprint(const waft_water* water) {
    const waft_water_def* def = &water->def;
    const float numbers[] = {
        def->origin.x, def->origin.y, def->size.x, def->size.y, def->level, def->density};
    const uint32_t choices[] = {(uint32_t)def->method, (uint32_t)def->cells[0],
        (uint32_t)def->cells[1], (uint32_t)def->gauge_count, (uint32_t)def->source_count,
        (uint32_t)def->handle_count, (uint32_t)water->lake->handle_capacity,
        (uint32_t)def->stroke_count};
    uint64_t hash = wafti_hash(WAFTI_HASH_START, numbers, sizeof(numbers));
    hash = wafti_hash(hash, choices, sizeof(choices));
    hash = hash_edges(def, hash);
    hash = hash_settings(&def->shallow, hash);
    hash = hash_tools(water, hash);
    hash = hash_spray(water, hash);
    for (size_t n = 0; n < def->gauge_count; ++n) {
        hash = wafti_hash(hash, &water->gauges[n].at, sizeof(water->gauges[n].at));
    }
    return wafti_hash_u64(hash, water->lake->start_hash);
}

double wafti_lake_potential(const wafti_shallow* s) {
    const wafti_basin* b = &s->basin;
    double sum = 0.0;
    for (int32_t j = 0; j < b->nz; ++j) {
        double row = 0.0;
        for (int32_t i = 0; i < b->nx; ++i) {
            const ptrdiff_t at = wafti_basin_index(b, i, j);
            const double depth = wafti_shallow_exact_depth(s, at);
            row += depth * (0.5 * depth + (double)s->bed[at]);
        }
        sum += row;
    }
    return s->density * s->context->gravity * b->dx * b->dz * sum;
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
    const double area = s->basin.dx * s->basin.dz;
    const waft_stat stats[] = {
        {"water.level_mean", "m", level + (any ? wet.level / wet.count : 0.0)},
        {"water.level_min", "m", level + (any ? wet.lowest : 0.0)},
        {"water.level_max", "m", level + (any ? wet.highest : 0.0)},
        {"water.kinetic_energy", "J", s->method->kinetic(s)},
        {"water.potential_energy", "J", wafti_lake_potential(s) - lake->potential},
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
    const size_t count = sizeof(stats) / sizeof(stats[0]);
    for (size_t n = 0; n < count && n < capacity; ++n) {
        out_stats[n] = stats[n];
    }
    return count;
}

// SPDX-License-Identifier: MIT
// A water on a grid that moves by the plain method of the tests.
#ifndef WAFT_TEST_LAKE_FIXTURE_H
#define WAFT_TEST_LAKE_FIXTURE_H

#include "plain_method.h"
#include "test.h"
#include "unit/water_fixture.h"
#include "water/basin.h"

static const wafti_method plain_columns = PLAIN_METHOD(WAFT_WATER_COLUMNS);
static const wafti_method plain_implicit = PLAIN_METHOD(WAFT_WATER_IMPLICIT);
static const wafti_method plain_swe = PLAIN_METHOD(WAFT_WATER_SWE);

static inline const wafti_method* plain_of(waft_water_method kind) {
    return kind == WAFT_WATER_COLUMNS    ? &plain_columns
           : kind == WAFT_WATER_IMPLICIT ? &plain_implicit
                                         : &plain_swe;
}

// 32 x 24 cells of 0.25 m, 1 m deep.
static inline waft_water_def lake_def(waft_water_method method) {
    waft_water_def def = waft_water_def_default();
    def.method = method;
    def.size = (waft_vec2){8.0f, 6.0f};
    def.cells[0] = 32;
    def.cells[1] = 24;
    return def;
}

// Islands and dry valleys: about a third of the bed lies above the level.
static inline void lake_islands(waft_water_def* def) {
    def->terrain.kind = WAFT_TERRAIN_NOISE;
    def->terrain.low = -2.0f;
    def->terrain.high = 1.75f;
    def->terrain.length = 2.0f;
}

// Fails loudly if the def is refused: f->error says why.
static inline water_fixture* lake_open_with(
    const waft_water_def* def, const wafti_method* method, int threads) {
    water_fixture* f = water_fixture_open(NULL, threads);
    f->context.dt = f->dt;
    if (!CHECK(wafti_check_water(def, &f->error) == WAFT_OK) ||
        !CHECK(wafti_lake_create(&f->context, def, method, &f->water) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", f->error.sentence);
        exit(1);
    }
    return f;
}

static inline water_fixture* lake_open(const waft_water_def* def) {
    return lake_open_with(def, plain_of(def->method), 1);
}

static inline void lake_run(water_fixture* f, int steps) {
    for (int n = 0; n < steps; ++n) {
        if (!CHECK(water_fixture_step(f) == WAFT_OK)) {
            (void)fprintf(stderr, "  %s\n", f->error.sentence);
            return;
        }
    }
}

static inline double lake_stat(const water_fixture* f, const char* name) {
    waft_stat stats[32];
    const size_t count = wafti_water_stats(f->water, stats, 32);
    for (size_t n = 0; n < count && n < 32; ++n) {
        if (strcmp(stats[n].name, name) == 0) {
            return stats[n].value;
        }
    }
    return (double)NAN;
}

static inline uint64_t lake_hash(const water_fixture* f) {
    wafti_stream stream = wafti_stream_hash();
    wafti_water_state(f->water, &stream);
    return stream.hash;
}

static inline double lake_depth(const water_fixture* f, int32_t i, int32_t j) {
    const wafti_shallow* s = &f->water->lake->s;
    return (double)wafti_shallow_depth(s, wafti_basin_index(&s->basin, i, j));
}

#endif // WAFT_TEST_LAKE_FIXTURE_H

// SPDX-License-Identifier: MIT
// A basin with one of the methods on a grid, without a world. Include oracle/double.h before it for the
// methods in double.
#ifndef WAFT_TEST_SHALLOW_FIXTURE_H
#define WAFT_TEST_SHALLOW_FIXTURE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "test.h"
#include "water/shallow.h"

typedef struct shallow_case {
    const wafti_method* method;
    int32_t nx, nz;
    double dx, dz;
    double (*bed)(double x, double z);   // m, relative to the still level; NULL: `flat`
    double (*level)(double x, double z); // m, start; NULL: 0
    double flat;                         // m, bed where there is no function
    wafti_edge edges[4];
    waft_shallow_def def;
    int threads; // 0: 1
} shallow_case;

typedef struct shallow_fixture {
    waft_error error;
    wafti_events events;
    wafti_context context;
    wafti_arena arena;
    wafti_shallow s;
} shallow_fixture;

// Nothing that damps: what rows of docs/spec/water.md#verification start from.
static inline waft_shallow_def shallow_plain(void) {
    return (waft_shallow_def){.substeps = 1, .limiter = 1.3f};
}

// The cell that a ghost shows.
static inline int32_t shallow_inner(int32_t i, int32_t count, bool around) {
    const int32_t clamped = i < 0 ? 0 : (i < count ? i : count - 1);
    return around ? (i + count) % count : clamped;
}

// `water` is the level with implicit, else the depth.
static inline void shallow_fill(shallow_fixture* f, const shallow_case* c, wafti_real* water) {
    wafti_shallow* s = &f->s;
    const wafti_basin* b = &s->basin;
    const bool around_x = c->edges[0].kind == WAFT_EDGE_PERIODIC;
    const bool around_z = c->edges[2].kind == WAFT_EDGE_PERIODIC;
    double deepest = 0.0;
    for (int32_t j = -WAFTI_SHALLOW_GHOSTS; j < b->nz + WAFTI_SHALLOW_GHOSTS; ++j) {
        for (int32_t i = -WAFTI_SHALLOW_GHOSTS; i < b->nx + WAFTI_SHALLOW_GHOSTS; ++i) {
            const double x = (shallow_inner(i, b->nx, around_x) + 0.5) * b->dx;
            const double z = (shallow_inner(j, b->nz, around_z) + 0.5) * b->dz;
            const ptrdiff_t at = wafti_basin_index(b, i, j);
            const double bed = c->bed != NULL ? c->bed(x, z) : c->flat;
            const double level = c->level != NULL ? c->level(x, z) : 0.0;
            s->bed[at] = (wafti_real)bed;
            const wafti_real depth = (wafti_real)level - s->bed[at];
            const wafti_real dry = s->level != NULL ? s->bed[at] : 0;
            water[at] = depth > 0 ? (s->level != NULL ? (wafti_real)level : depth) : dry;
            deepest = fmax(deepest, (double)depth);
        }
    }
    s->dry = 1e-6 * deepest;
}

// Memory for what a method counts, and the method with it.
static inline void shallow_init(shallow_fixture* f) {
    wafti_carver count = {0};
    f->s.method->init(&f->s, &count);
    wafti_carver c = {.base = wafti_arena_take(&f->arena, 1, count.used)};
    if (!CHECK(c.base != NULL)) {
        abort();
    }
    f->s.method->init(&f->s, &c);
    CHECK(c.used == count.used);
}

static inline void shallow_open(shallow_fixture* f, const shallow_case* c) {
    memset(f, 0, sizeof(*f));
    const wafti_pool_def pool = {.threads = c->threads > 0 ? c->threads : 1};
    f->context = (wafti_context){.isa = wafti_isa_choose(),
        .seed = 1,
        .gravity = 9.81,
        .error = &f->error,
        .events = &f->events};
    CHECK(wafti_pool_create(&pool, &f->context.pool, &f->error) == WAFT_OK);
    wafti_arena_init(&f->arena, &f->context.allocator, 4096);
    wafti_shallow* s = &f->s;
    s->context = &f->context;
    s->method = c->method;
    s->basin = wafti_basin_make(c->nx, c->nz, c->dx, c->dz);
    s->density = 1000.0;
    s->def = c->def;
    memcpy(s->edges, c->edges, sizeof(s->edges));
    const size_t size = s->basin.size;
    s->bed = wafti_arena_take(&f->arena, size, sizeof(wafti_real));
    s->load = wafti_arena_take(&f->arena, size, sizeof(wafti_real));
    wafti_real* water = wafti_arena_take(&f->arena, size, sizeof(wafti_real));
    if (!CHECK(s->bed != NULL && s->load != NULL && water != NULL)) {
        abort();
    }
    s->level = c->method->kind == WAFT_WATER_IMPLICIT ? water : NULL;
    s->depth = c->method->kind == WAFT_WATER_IMPLICIT ? NULL : water;
    shallow_fill(f, c, water);
    shallow_init(f);
    wafti_pool_begin(f->context.pool);
}

static inline void shallow_close(shallow_fixture* f) {
    wafti_pool_end(f->context.pool);
    wafti_pool_destroy(f->context.pool);
    wafti_arena_free(&f->arena);
}

// One step, counted in the ledger; false if a number is not finite.
static inline bool shallow_step(shallow_fixture* f, double dt) {
    wafti_shallow_report report = {.bad_row = -1};
    f->s.method->step(&f->s, dt, &report);
    f->s.time += dt;
    f->s.ledger.inflow += report.inflow;
    f->s.ledger.outflow += report.outflow;
    f->s.ledger.lost += report.lost;
    return report.bad_row < 0;
}

static inline double shallow_volume(const shallow_fixture* f) {
    const wafti_basin* b = &f->s.basin;
    double sum = 0.0;
    for (int32_t j = 0; j < b->nz; ++j) {
        for (int32_t i = 0; i < b->nx; ++i) {
            sum += (double)wafti_shallow_depth(&f->s, wafti_basin_index(b, i, j));
        }
    }
    return sum * b->dx * b->dz;
}

// Bits of all cells' depths and velocities, to compare runs.
static inline uint64_t shallow_hash(const shallow_fixture* f) {
    const wafti_basin* b = &f->s.basin;
    uint64_t hash = 1469598103934665603u;
    for (int32_t j = 0; j < b->nz; ++j) {
        for (int32_t i = 0; i < b->nx; ++i) {
            double numbers[3] = {
                (double)wafti_shallow_depth(&f->s, wafti_basin_index(b, i, j)), 0.0, 0.0};
            f->s.method->velocity(&f->s, i, j, numbers + 1);
            const unsigned char* bytes = (const unsigned char*)numbers;
            for (size_t n = 0; n < sizeof(numbers); ++n) {
                hash = (hash ^ bytes[n]) * 1099511628211u;
            }
        }
    }
    return hash;
}

#endif // WAFT_TEST_SHALLOW_FIXTURE_H

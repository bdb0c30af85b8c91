// SPDX-License-Identifier: MIT
// A domain and a pressure solver on their own, for verification below the level of smoke.
#ifndef WAFT_GRID_FIXTURE_H
#define WAFT_GRID_FIXTURE_H

#include <stdlib.h>

#include "base/error.h"
#include "grid/domain.h"
#include "grid/poisson.h"
#include "math/philox.h"
#include "simd/cpu.h"

typedef struct grid_fixture {
    waft_error error;
    wafti_events events;
    wafti_context context;
    wafti_arena arena;
    wafti_domain domain;
    wafti_poisson* poisson;
    double* work[3];
    double* phi;
    float* velocity[3];
    float* cells[4];
} grid_fixture;

static inline void grid_fixture_need(bool fine) {
    if (!fine) {
        (void)fprintf(stderr, "the grid fixture could not be set up\n");
        exit(1);
    }
}

/// Everything but solids: add them to domain.solids, then call grid_fixture_build().
static inline grid_fixture* grid_fixture_open(const wafti_domain_def* def, int threads) {
    grid_fixture* f = calloc(1, sizeof(*f));
    grid_fixture_need(f != NULL);
    const wafti_pool_def pool_def = {.threads = threads, .allocator = &f->context.allocator};
    grid_fixture_need(wafti_pool_create(&pool_def, &f->context.pool, &f->error) == WAFT_OK);
    f->context.isa = wafti_isa_choose();
    f->context.seed = 1;
    f->context.error = &f->error;
    f->context.events = &f->events;
    wafti_arena_init(&f->arena, NULL, 1 << 16);
    grid_fixture_need(wafti_domain_init(&f->domain, def, &f->arena) == WAFT_OK);
    const wafti_mac* grid = &f->domain.grid;
    f->phi = wafti_mac_take_double(grid, &f->arena);
    for (int i = 0; i < 3; ++i) {
        f->work[i] = wafti_mac_take_double(grid, &f->arena);
        f->velocity[i] = wafti_mac_take_float(grid, &f->arena);
    }
    for (int i = 0; i < 4; ++i) {
        f->cells[i] = wafti_mac_take_float(grid, &f->arena);
        grid_fixture_need(f->cells[i] != NULL);
    }
    wafti_pool_begin(f->context.pool);
    return f;
}

static inline void grid_fixture_build(grid_fixture* f, wafti_poisson_solver solver) {
    wafti_box changed;
    wafti_domain_update(&f->domain, &f->context, NULL, NULL, NULL, &changed);
    const wafti_poisson_def def = {
        .domain = &f->domain,
        .context = &f->context,
        .solver = solver,
        .work = {f->work[0], f->work[1], f->work[2]},
    };
    grid_fixture_need(wafti_poisson_create(&def, &f->arena, &f->poisson) == WAFT_OK);
    wafti_poisson_rebuild(f->poisson, NULL);
}

static inline void grid_fixture_close(grid_fixture* f) {
    wafti_pool_end(f->context.pool);
    wafti_arena_free(&f->arena);
    wafti_pool_destroy(f->context.pool);
    free(f);
}

/// A unit box of n cubed cells with closed sides.
static inline wafti_domain_def grid_fixture_cube(int32_t n) {
    return (wafti_domain_def){
        .cells = {n, n, n}, .h = 1.0 / n, .fractions = true, .solid_capacity = 4};
}

/// Uniform in [-1, 1), from a counter.
static inline float grid_fixture_random(uint64_t seed, uint64_t index) {
    uint64_t x = (index + 1) * 0x9E3779B97F4A7C15u + seed * 0xD1B54A32D192ED03u;
    x ^= x >> 30;
    x *= 0xBF58476D1CE4E5B9u;
    x ^= x >> 27;
    x *= 0x94D049BB133111EBu;
    x ^= x >> 31;
    return (float)((double)(x >> 40) / 8388608.0 - 1.0);
}

/// A sphere at the origin of its body space.
static inline double grid_fixture_sphere_distance(const void* shape, const double p[3]) {
    const double radius = *(const double*)shape;
    return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - radius;
}

static inline void grid_fixture_add_sphere(
    grid_fixture* f, int index, const double center[3], const double* radius) {
    wafti_solid* solid = &f->domain.solids[index];
    *solid = (wafti_solid){.distance = grid_fixture_sphere_distance,
        .shape = radius,
        .alive = true,
        .rotation = {0.0, 0.0, 0.0, 1.0}};
    for (int axis = 0; axis < 3; ++axis) {
        solid->position[axis] = center[axis];
        solid->low[axis] = -*radius;
        solid->high[axis] = *radius;
    }
}

/// A horizontal square sheet of the given half width around the origin of its body space.
static inline bool grid_fixture_sheet_crosses(
    const void* shape, const double a[3], const double b[3]) {
    const double half = *(const double*)shape;
    if ((a[1] < 0.0) == (b[1] < 0.0)) {
        return false;
    }
    const double t = a[1] / (a[1] - b[1]);
    return fabs(a[0] + t * (b[0] - a[0])) <= half && fabs(a[2] + t * (b[2] - a[2])) <= half;
}

static inline void grid_fixture_add_sheet(
    grid_fixture* f, int index, const double center[3], const double* half) {
    wafti_solid* solid = &f->domain.solids[index];
    *solid = (wafti_solid){.crosses = grid_fixture_sheet_crosses,
        .shape = half,
        .alive = true,
        .rotation = {0.0, 0.0, 0.0, 1.0}};
    for (int axis = 0; axis < 3; ++axis) {
        solid->position[axis] = center[axis];
        solid->low[axis] = axis == 1 ? 0.0 : -*half;
        solid->high[axis] = axis == 1 ? 0.0 : *half;
    }
}

#endif // WAFT_GRID_FIXTURE_H

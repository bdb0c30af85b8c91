// SPDX-License-Identifier: MIT
// A domain with a pool and shapes of closed form, for tests of the grid solver.
#ifndef WAFT_TEST_DOMAIN_FIXTURE_H
#define WAFT_TEST_DOMAIN_FIXTURE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grid/domain_parts.h"

typedef struct domain_fixture {
    wafti_context context;
    wafti_events events;
    waft_error error;
    wafti_arena arena;
    wafti_domain domain;
} domain_fixture;

static inline wafti_domain_def domain_fixture_def(int32_t nx, int32_t ny, int32_t nz) {
    wafti_domain_def def = {
        .cells = {nx, ny, nz}, .h = 1.0 / nx, .fractions = true, .solid_capacity = 4};
    return def;
}

// Heap-allocated, since contexts are pointed at for life. Fails loudly: tests need it.
static inline domain_fixture* domain_fixture_open(const wafti_domain_def* def, int threads) {
    domain_fixture* f = calloc(1, sizeof(*f));
    if (f == NULL) {
        abort();
    }
    f->context = (wafti_context){.isa = wafti_isa_choose(),
        .seed = 1,
        .gravity = 9.81,
        .error = &f->error,
        .events = &f->events};
    const wafti_pool_def pool = {.threads = threads, .allocator = &f->context.allocator};
    wafti_arena_init(&f->arena, NULL, 1 << 16);
    if (wafti_pool_create(&pool, &f->context.pool, &f->error) != WAFT_OK ||
        wafti_domain_init(&f->domain, def, &f->arena) != WAFT_OK) {
        abort();
    }
    return f;
}

static inline void domain_fixture_close(domain_fixture* f) {
    wafti_arena_free(&f->arena);
    wafti_pool_destroy(f->context.pool);
    free(f);
}

static inline wafti_box domain_fixture_update(domain_fixture* f) {
    wafti_box changed;
    wafti_domain_update(&f->domain, &f->context, NULL, NULL, NULL, &changed);
    return changed;
}

// Whether the centre of a face lies in a no-slip solid.
static inline bool domain_fixture_sticks(
    const wafti_domain* domain, int axis, int32_t i, int32_t j, int32_t k) {
    const uint8_t flags = domain->flags[wafti_mac_index(&domain->grid, i, j, k)];
    return (flags & (WAFTI_FLAG_STICKS << axis)) != 0;
}

static inline float* domain_fixture_field(domain_fixture* f) {
    float* field = wafti_mac_take_float(&f->domain.grid, &f->arena);
    if (field == NULL) {
        abort();
    }
    return field;
}

static inline double shape_sphere(const void* shape, const double p[3]) {
    const double radius = *(const double*)shape;
    return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - radius;
}

// Its z does not matter.
static inline double shape_circle(const void* shape, const double p[3]) {
    const double radius = *(const double*)shape;
    return sqrt(p[0] * p[0] + p[1] * p[1]) - radius;
}

// Half sizes.
static inline double shape_box(const void* shape, const double p[3]) {
    const double* half = shape;
    double outside = 0.0;
    double inside = -INFINITY;
    for (int d = 0; d < 3; ++d) {
        const double q = fabs(p[d]) - half[d];
        outside += q > 0.0 ? q * q : 0.0;
        inside = fmax(inside, q);
    }
    return sqrt(outside) + fmin(inside, 0.0);
}

// y < 0 of the body.
static inline double shape_half_space(const void* shape, const double p[3]) {
    (void)shape;
    return p[1];
}

// The rectangle x = 0 of the body with half sizes along y and z.
static inline bool shape_sheet(const void* shape, const double a[3], const double b[3]) {
    const double* half = shape;
    if ((a[0] > 0.0) == (b[0] > 0.0)) {
        return false;
    }
    const double t = a[0] / (a[0] - b[0]);
    return fabs(a[1] + t * (b[1] - a[1])) <= half[0] && fabs(a[2] + t * (b[2] - a[2])) <= half[1];
}

static inline wafti_solid solid_at(double x, double y, double z) {
    return (wafti_solid){.alive = true, .position = {x, y, z}, .rotation = {0.0, 0.0, 0.0, 1.0}};
}

static inline wafti_solid solid_sphere(const double* radius, double x, double y, double z) {
    wafti_solid solid = solid_at(x, y, z);
    solid.distance = shape_sphere;
    solid.shape = radius;
    for (int d = 0; d < 3; ++d) {
        solid.low[d] = -*radius;
        solid.high[d] = *radius;
    }
    return solid;
}

static inline wafti_solid solid_circle(const double* radius, double x, double y) {
    wafti_solid solid = solid_sphere(radius, x, y, 0.0);
    solid.distance = shape_circle;
    solid.low[2] = -1e3;
    solid.high[2] = 1e3;
    return solid;
}

static inline wafti_solid solid_box(const double half[3], double x, double y, double z) {
    wafti_solid solid = solid_at(x, y, z);
    solid.distance = shape_box;
    solid.shape = half;
    for (int d = 0; d < 3; ++d) {
        solid.low[d] = -half[d];
        solid.high[d] = half[d];
    }
    return solid;
}

static inline wafti_solid solid_sheet(const double half[2], double x, double y, double z) {
    wafti_solid solid = solid_at(x, y, z);
    solid.crosses = shape_sheet;
    solid.shape = half;
    solid.low[1] = -half[0];
    solid.high[1] = half[0];
    solid.low[2] = -half[1];
    solid.high[2] = half[1];
    return solid;
}

#endif // WAFT_TEST_DOMAIN_FIXTURE_H

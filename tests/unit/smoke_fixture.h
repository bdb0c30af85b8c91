// SPDX-License-Identifier: MIT
// A world's context for tests of smoke, without the world.
#ifndef WAFT_TEST_SMOKE_FIXTURE_H
#define WAFT_TEST_SMOKE_FIXTURE_H

#include <stdlib.h>

#include "hooks.h"
#include "smoke/solver.h"

typedef struct smoke_fixture {
    wafti_context context;
    wafti_events events;
    waft_error error;
    counting count;
    wafti_solids solids;
    waft_smoke* smoke;
    uint64_t steps;
    double dt;
} smoke_fixture;

// Cells of 1/16 m.
static inline waft_smoke_def small_smoke_def(int32_t nx, int32_t ny, int32_t nz) {
    waft_smoke_def def = waft_smoke_def_default();
    def.cells[0] = nx;
    def.cells[1] = ny;
    def.cells[2] = nz;
    def.spacing = 0.0625f;
    def.source_capacity = 4;
    def.solid_capacity = 4;
    return def;
}

// Heap-allocated, since the context is pointed at for life. Fails loudly: tests need it.
static inline smoke_fixture* smoke_fixture_open(const waft_smoke_def* def, int threads) {
    smoke_fixture* f = calloc(1, sizeof(*f));
    if (f == NULL) {
        abort();
    }
    f->dt = 1.0 / 32.0;
    f->context = (wafti_context){.allocator = counting_hook(&f->count),
        .isa = wafti_isa_choose(),
        .seed = 1,
        .gravity = 9.81,
        .error = &f->error,
        .events = &f->events,
        .solids = &f->solids};
    wafti_solids_init(&f->solids, &f->context);
    const wafti_pool_def pool = {.threads = threads, .allocator = &f->context.allocator};
    if (wafti_pool_create(&pool, &f->context.pool, &f->error) != WAFT_OK) {
        abort();
    }
    if (def != NULL) {
        const waft_vec3 gravity = {0.0f, -9.81f, 0.0f};
        if (!CHECK(wafti_smoke_create(&f->context, gravity, def, &f->smoke) == WAFT_OK)) {
            (void)fprintf(stderr, "  %s\n", f->error.sentence);
            abort();
        }
    }
    return f;
}

static inline void smoke_fixture_close(smoke_fixture* f) {
    wafti_smoke_destroy(f->smoke);
    wafti_solids_free(&f->solids);
    wafti_pool_destroy(f->context.pool);
    CHECK(f->count.live == 0);
    free(f);
}

static inline waft_result smoke_fixture_step(smoke_fixture* f) {
    const wafti_step step = {.index = f->steps,
        .dt = f->dt,
        .time = (double)(f->steps + 1) * f->dt,
        .air_density = 1.2f};
    f->events.count = 0;
    ++f->steps;
    wafti_solids_depart(&f->solids, step.time, step.dt);
    const waft_result result = wafti_smoke_step(f->smoke, &step);
    wafti_solids_arrive(&f->solids);
    return result;
}

static inline bool smoke_fixture_steps(smoke_fixture* f, int count) {
    for (int i = 0; i < count; ++i) {
        if (!CHECK(smoke_fixture_step(f) == WAFT_OK)) {
            (void)fprintf(stderr, "  %s\n", f->error.sentence);
            return false;
        }
    }
    return true;
}

static inline waft_source_id smoke_fixture_source(smoke_fixture* f, const waft_source_def* def) {
    waft_source_id id;
    if (!CHECK(waft_smoke_add_source(f->smoke, def, &id) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", f->error.sentence);
    }
    return id;
}

// What a world does with solids.
static inline waft_result smoke_fixture_add(
    smoke_fixture* f, const waft_solid_def* def, waft_solid_id* out_id) {
    uint32_t slot = 0;
    waft_result result = wafti_solids_add(&f->solids, def, (double)f->steps * f->dt, &slot);
    if (result == WAFT_OK) {
        result = wafti_smoke_add_solid(f->smoke, slot);
        if (result != WAFT_OK) {
            wafti_solids_remove(&f->solids, slot);
            return result;
        }
        *out_id = wafti_solids_id(&f->solids, slot);
    }
    return result;
}

static inline waft_result smoke_fixture_move(
    smoke_fixture* f, waft_solid_id id, const waft_pose* pose) {
    uint32_t slot = 0;
    const waft_result result = wafti_solids_find(&f->solids, id, &slot);
    if (result == WAFT_OK) {
        wafti_solids_aim(f->solids.items[slot], pose);
    }
    return result;
}

static inline waft_result smoke_fixture_remove(smoke_fixture* f, waft_solid_id id) {
    uint32_t slot = 0;
    const waft_result result = wafti_solids_find(&f->solids, id, &slot);
    if (result == WAFT_OK) {
        wafti_smoke_remove_solid(f->smoke, slot);
        wafti_solids_remove(&f->solids, slot);
    }
    return result;
}

// The oldest solid.
static inline waft_solid_info smoke_fixture_info(const smoke_fixture* f) {
    return wafti_solids_info(&f->solids, f->solids.order.slots[0]);
}

static inline waft_solid_id smoke_fixture_solid(smoke_fixture* f, const waft_solid_def* def) {
    waft_solid_id id = {0, 0};
    if (!CHECK(smoke_fixture_add(f, def, &id) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", f->error.sentence);
    }
    return id;
}

// A hot ball near the bottom of a box of such cells.
static inline waft_source_def ball_source(float x, float y, float z, float radius) {
    waft_source_def def = waft_source_def_default();
    def.shape.radius = radius;
    def.pose.position = (waft_vec3){x, y, z};
    def.temperature = 60.0f;
    return def;
}

static inline waft_solid_def ball_solid(float x, float y, float z, float radius) {
    waft_solid_def def = waft_solid_def_default();
    def.shape.radius = radius;
    def.pose.position = (waft_vec3){x, y, z};
    return def;
}

static inline size_t events_of(const smoke_fixture* f, waft_event_kind kind) {
    size_t count = 0;
    for (size_t i = 0; i < f->events.count; ++i) {
        count += f->events.items[i].kind == kind;
    }
    return count;
}

static inline float density_at(const smoke_fixture* f, int32_t i, int32_t j, int32_t k) {
    const waft_field field = waft_smoke_field(f->smoke, WAFT_SMOKE_DENSITY);
    return waft_field_at(&field, i, j, k);
}

#endif // WAFT_TEST_SMOKE_FIXTURE_H

// SPDX-License-Identifier: MIT
// A world's context for tests of water, without the world.
#ifndef WAFT_TEST_WATER_FIXTURE_H
#define WAFT_TEST_WATER_FIXTURE_H

#include <stdlib.h>

#include "task/context.h"
#include "water/waves.h"

typedef struct water_fixture {
    wafti_context context;
    wafti_events events;
    waft_error error;
    waft_water* water;
    uint64_t steps;
    double dt;
} water_fixture;

// Heap-allocated, since the context is pointed at for life. Fails loudly: tests need it.
static inline water_fixture* water_fixture_open(const waft_water_def* def, int threads) {
    water_fixture* f = calloc(1, sizeof(*f));
    if (f == NULL) {
        abort();
    }
    f->dt = 1.0 / 60.0;
    f->context = (wafti_context){.isa = wafti_isa_choose(),
        .seed = 1,
        .gravity = 9.81,
        .error = &f->error,
        .events = &f->events};
    const wafti_pool_def pool = {.threads = threads, .allocator = &f->context.allocator};
    if (wafti_pool_create(&pool, &f->context.pool, &f->error) != WAFT_OK) {
        abort();
    }
    if (def != NULL) {
        (void)wafti_water_create(&f->context, def, &f->water);
    }
    return f;
}

static inline void water_fixture_close(water_fixture* f) {
    wafti_water_destroy(f->water);
    wafti_pool_destroy(f->context.pool);
    free(f);
}

static inline waft_result water_fixture_step(water_fixture* f) {
    const wafti_step step = {.index = f->steps,
        .dt = f->dt,
        .time = (double)(f->steps + 1) * f->dt,
        .air_density = 1.2f};
    f->events.count = 0;
    ++f->steps;
    return wafti_water_step(f->water, &step);
}

#endif // WAFT_TEST_WATER_FIXTURE_H

// SPDX-License-Identifier: MIT
// Detail over a smoke whose flow is given, pushed by hand: the inside of a step without transport.
#ifndef WAFT_DETAIL_FIXTURE_H
#define WAFT_DETAIL_FIXTURE_H

#include "detail/parts.h"
#include "smoke_fixture.h"

typedef struct detail_fixture {
    smoke_fixture f;
    waft_bank* bank;
    waft_detail* detail;
} detail_fixture;

static inline waft_bank* detail_fixture_bank(int32_t size, double wavenumber, double deviation) {
    waft_bank_def def = waft_bank_def_default();
    def.size = size;
    def.seed = 7;
    def.storage = WAFT_BANK_FLOAT;
    def.threads = 2;
    def.spectrum.bands[0] =
        (waft_band){.wavenumber = wavenumber, .deviation = deviation, .energy = 1.0};
    waft_bank* bank = NULL;
    waft_error error;
    if (waft_bank_create(&def, &bank, &error) != WAFT_OK) {
        (void)fprintf(stderr, "%s\n", error.sentence);
        exit(1);
    }
    return bank;
}

/// n^3 periodic cells; no gravity, no smoke.
static inline waft_smoke_def detail_fixture_box(int32_t n, double h) {
    waft_smoke_def def = smoke_fixture_def(n, n, n, h);
    for (int side = 0; side < WAFT_SIDE_COUNT; ++side) {
        def.sides[side].kind = WAFT_SIDE_PERIODIC;
    }
    def.temperature = false;
    return def;
}

static inline void detail_fixture_join(
    detail_fixture* d, const waft_detail_def* def, waft_bank* bank) {
    waft_detail_def own = *def;
    own.bank = bank;
    d->bank = bank;
    smoke_fixture_need(&d->f, waft_world_create_detail(d->f.world, &own, &d->detail));
}

static inline detail_fixture detail_fixture_open(const waft_smoke_def* smoke, double dt,
    const waft_detail_def* def, waft_bank* bank, int threads) {
    detail_fixture d = {.f = smoke_fixture_open(smoke, dt, 0.0f, threads)};
    detail_fixture_join(&d, def, bank);
    return d;
}

static inline void detail_fixture_close(detail_fixture* d) {
    smoke_fixture_close(&d->f);
    waft_bank_release(d->bank);
}

static inline double detail_fixture_constant(const double p[3], void* user) {
    (void)p;
    return *(const double*)user;
}

static inline void detail_fixture_stream(detail_fixture* d, double speed) {
    smoke_fixture_set(&d->f, WAFT_SMOKE_VELOCITY_X, 0, detail_fixture_constant, &speed);
}

/// Loads the smoke's flow, as the first step would.
static inline void detail_fixture_load(detail_fixture* d) {
    const wafti_pool* pool = d->detail->context->pool;
    wafti_pool_begin((wafti_pool*)pool);
    wafti_detail_prepare(d->detail, &(wafti_step){.index = 0, .dt = d->f.dt});
    wafti_pool_end((wafti_pool*)pool);
}

/// Follow and kick over dt from `time` on, then the projection.
static inline void detail_fixture_push(detail_fixture* d, double time, double dt) {
    wafti_part* part = &d->detail->parts[0];
    wafti_pool_begin(d->detail->context->pool);
    wafti_part_push(part, time, dt);
    wafti_pool_end(d->detail->context->pool);
    part->smoke->edged = false;
    smoke_fixture_need(&d->f, waft_smoke_project(part->smoke));
}

/// rms of u - U over the faces of the first part, and the mean of u along x.
static inline double detail_fixture_sigma(const detail_fixture* d, double* out_mean) {
    const wafti_part* part = &d->detail->parts[0];
    const wafti_mac* grid = &part->smoke->domain.grid;
    double sum = 0.0;
    double mean = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        for (int32_t k = 0; k < grid->n[2]; ++k) {
            for (int32_t j = 0; j < grid->n[1]; ++j) {
                for (int32_t i = 0; i < grid->n[0]; ++i) {
                    const ptrdiff_t at = wafti_mac_index(grid, i, j, k);
                    const double u = (double)part->smoke->velocity[axis][at];
                    const double more = u - (double)part->mean[axis][at];
                    sum += more * more;
                    mean += axis == 0 ? u : 0.0;
                }
            }
        }
    }
    const double cells = (double)wafti_mac_cells(grid);
    *out_mean = mean / cells;
    return sqrt(sum / cells);
}

#endif // WAFT_DETAIL_FIXTURE_H

// SPDX-License-Identifier: MIT
// Flows to be carried by: nine fields beside the carrier, and what fills them.
#ifndef WAFT_TEST_ADVECT_FIXTURE_H
#define WAFT_TEST_ADVECT_FIXTURE_H

#include "grid/advect.h"
#include "unit/flow_fixture.h"

/// Three of each: the carrier comes first.
enum { SCRATCH = 3, FIELD = 6, OUT = 9, FLOW_FIELDS = 12 };

static inline void flow_open(
    flow_fixture* f, int32_t nx, int32_t ny, int32_t nz, const char* sides, int threads) {
    fixture_open(f, nx, ny, nz, sides, threads);
    for (int n = 0; n < FLOW_FIELDS; ++n) {
        (void)fixture_field(f);
    }
}

// A step of 1 s unless told.
static inline wafti_advect flow_advect(flow_fixture* f, bool maccormack, bool midpoint) {
    return (wafti_advect){
        .domain = &f->domain,
        .context = &f->context,
        .carrier = {f->fields[0], f->fields[1], f->fields[2]},
        .dt = 1.0f,
        .maccormack = maccormack,
        .midpoint = midpoint,
        .scratch = {f->fields[SCRATCH], f->fields[SCRATCH + 1], f->fields[SCRATCH + 2]},
    };
}

// Waves of at most about `speed` cells a second, some of it noise, and halos.
static inline void flow_stir(flow_fixture* f, double speed, double noise, uint32_t seed) {
    const double scale = f->domain.grid.h * speed;
    uint32_t state = seed;
    for (int a = 0; a < f->domain.grid.axes; ++a) {
        for (fixture_walk w = fixture_start(f, a); w.on; fixture_next(f, &w)) {
            const double wave =
                sin(0.31 * w.at[0] + 0.23 * w.at[1] * (a + 1) - 0.17 * w.at[2] + seed + a);
            const double rough = (double)fixture_random(&state);
            f->fields[a][w.index] = (float)(scale * ((1.0 - noise) * wave + noise * rough));
        }
    }
    wafti_halo_faces_by_blocks(&f->domain, &f->context, f->fields);
}

static inline void flow_fill(flow_fixture* f, int axis, float* field, uint32_t seed) {
    for (fixture_walk w = fixture_start(f, axis); w.on; fixture_next(f, &w)) {
        field[w.index] = fixture_random(&seed);
    }
}

// Greatest difference over cells.
static inline double flow_difference(flow_fixture* f, const float* a, const float* b) {
    double worst = 0.0;
    for (fixture_walk w = fixture_start(f, -1); w.on; fixture_next(f, &w)) {
        worst = fmax(worst, fabs((double)a[w.index] - (double)b[w.index]));
    }
    return worst;
}

// Shifts values by whole cells around periodic axes.
static inline void flow_roll(flow_fixture* f, const int32_t by[3], const float* from, float* to) {
    const int32_t* n = f->domain.grid.n;
    for (fixture_walk w = fixture_start(f, -1); w.on; fixture_next(f, &w)) {
        to[fixture_at(f, fixture_wrap(w.at[0] + by[0], n[0]), fixture_wrap(w.at[1] + by[1], n[1]),
            fixture_wrap(w.at[2] + by[2], n[2]))] = from[w.index];
    }
}

#endif // WAFT_TEST_ADVECT_FIXTURE_H

// SPDX-License-Identifier: MIT
// Rows that columns must pass both in double and in float.
#ifndef WAFT_VERIFY_COLUMNS_ROWS_H
#define WAFT_VERIFY_COLUMNS_ROWS_H

#include "math/philox.h"
#include "shallow_fixture.h"
#include "verify/verify.h"

// Random between -2 and 0.5 m about the still level, in multiples of the bed quantum 2^(e-22).
static double random_bed(double x, double z) {
    const uint64_t cell = (uint64_t)(x / 0.5) + 4096 * (uint64_t)(z / 0.5);
    const double height = -2.0 + 2.5 * (double)wafti_uniform(wafti_random(7, 1, 0, cell).word[0]);
    return ldexp(round(ldexp(height, 21)), -21);
}

static shallow_case random_case(int32_t nx, int32_t nz) {
    return (shallow_case){.method = &wafti_columns_method,
        .nx = nx,
        .nz = nz,
        .dx = 0.5,
        .dz = 0.5,
        .bed = random_bed,
        .def = shallow_plain()};
}

// Cells whose depth or velocity is not what it was, after some steps.
static int changed_at_rest(const shallow_case* c, int steps) {
    shallow_fixture f;
    shallow_open(&f, c);
    const size_t bytes = f.s.basin.size * sizeof(wafti_real);
    wafti_real* start = malloc(bytes);
    memcpy(start, f.s.depth, bytes);
    for (int n = 0; n < steps; ++n) {
        (void)shallow_step(&f, 0.09);
    }
    int changed = 0;
    for (int32_t n = 0; n < c->nx * c->nz; ++n) {
        const ptrdiff_t at = wafti_basin_index(&f.s.basin, n % c->nx, n / c->nx);
        double v[2];
        f.s.method->velocity(&f.s, n % c->nx, n / c->nx, v);
        const bool same =
            start[at] == f.s.depth[at] && signbit(start[at]) == signbit(f.s.depth[at]);
        changed += same && v[0] == 0.0 && v[1] == 0.0 ? 0 : 1;
    }
    free(start);
    shallow_close(&f);
    return changed;
}

static int verify_rest(void) {
    verify_table table = verify_open("still-lake");
    const int steps = verify_slow() ? 10000 : 2000;
    shallow_case c = random_case(64, 64);
    (void)verify_near(&table, "walls: cells that changed", 0.0, changed_at_rest(&c, steps), 0.0);
    for (int side = 0; side < 4; ++side) {
        c.edges[side].kind = WAFT_EDGE_OPEN;
    }
    (void)verify_near(&table, "open: cells that changed", 0.0, changed_at_rest(&c, steps), 0.0);
    return verify_close(&table);
}

// Moves up to 5 cm of water from a random cell to another; what rounding makes of it is returned.
static double poke(wafti_shallow* s, int step) {
    const wafti_random4 r = wafti_random(3, 2, (uint64_t)step, 0);
    const uint32_t nx = (uint32_t)s->basin.nx;
    const uint32_t nz = (uint32_t)s->basin.nz;
    wafti_real* from = &s->depth[wafti_basin_index(
        &s->basin, (int32_t)(r.word[0] % nx), (int32_t)(r.word[1] % nz))];
    wafti_real* to = &s->depth[wafti_basin_index(
        &s->basin, (int32_t)(r.word[2] % nx), (int32_t)(r.word[3] % nz))];
    const double before = (double)*from + (double)*to;
    const wafti_real parcel = *from < (wafti_real)0.05 ? *from : (wafti_real)0.05;
    if (from == to) {
        return 0.0;
    }
    *from -= parcel;
    *to += parcel;
    return (double)*from + (double)*to - before;
}

static int verify_ledger(double tolerance) {
    shallow_case c = random_case(48, 48);
    c.def.damping_time = 20.0f;
    shallow_fixture f;
    shallow_open(&f, &c);
    const double start = shallow_volume(&f);
    double booked = 0.0;
    const int steps = verify_slow() ? 100000 : 10000;
    for (int n = 0; n < steps; ++n) {
        booked += poke(&f.s, n);
        (void)shallow_step(&f, 0.09);
    }
    verify_table table = verify_open("volume-ledger");
    const double area = c.dx * c.dz;
    const double error = shallow_volume(&f) + f.s.ledger.lost - booked * area - start;
    (void)verify_near(&table, "ledger error / V0", 0.0, error / start, tolerance);
    verify_told(&table, "lost to rounding / V0", f.s.ledger.lost / start);
    shallow_close(&f);
    return verify_close(&table);
}

static double ripples(double x, double z) {
    return 0.3 * sin(0.7 * x) * cos(0.4 * z);
}

static void threads_open(shallow_fixture* f, int threads) {
    shallow_case c = random_case(100, 300);
    c.level = ripples;
    c.threads = threads;
    c.edges[1].kind = WAFT_EDGE_OPEN;
    c.edges[2] = (wafti_edge){.kind = WAFT_EDGE_WAVEMAKER, .amplitude = 0.2, .period = 3.0};
    shallow_open(f, &c);
    f->s.loaded = true;
    for (int32_t n = 0; n < 100; ++n) {
        f->s.load[wafti_basin_index(&f->s.basin, 40 + n % 10, 120 + n / 10)] = (wafti_real)0.2;
    }
}

static uint64_t threads_hash(int threads) {
    shallow_fixture f;
    threads_open(&f, threads);
    for (int n = 0; n < 60; ++n) {
        (void)shallow_step(&f, 0.09);
    }
    const uint64_t hash = shallow_hash(&f);
    shallow_close(&f);
    return hash;
}

// The state of the first run at half time, given to a fresh basin.
static uint64_t resumed_hash(void) {
    shallow_fixture f;
    threads_open(&f, 2);
    for (int n = 0; n < 30; ++n) {
        (void)shallow_step(&f, 0.09);
    }
    wafti_stream measure = wafti_stream_measure();
    f.s.method->state(&f.s, &measure);
    void* bytes = malloc(measure.position);
    wafti_stream save = wafti_stream_save(bytes, measure.position);
    f.s.method->state(&f.s, &save);
    shallow_fixture g;
    threads_open(&g, 1);
    wafti_stream load = wafti_stream_load(bytes, measure.position);
    g.s.method->state(&g.s, &load);
    memcpy(g.s.depth, f.s.depth, g.s.basin.size * sizeof(wafti_real));
    g.s.time = f.s.time;
    uint64_t hash = shallow_hash(&g) == shallow_hash(&f) ? 1 : 0;
    for (int n = 0; n < 30; ++n) {
        (void)shallow_step(&g, 0.09);
    }
    hash *= shallow_hash(&g);
    free(bytes);
    shallow_close(&f);
    shallow_close(&g);
    return hash;
}

static int verify_threads(void) {
    verify_table table = verify_open("equal-bits");
    const uint64_t one = threads_hash(1);
    (void)verify_near(
        &table, "2 threads: bits that differ", 0.0, (double)(one ^ threads_hash(2)), 0.0);
    (void)verify_near(
        &table, "4 threads: bits that differ", 0.0, (double)(one ^ threads_hash(4)), 0.0);
    (void)verify_near(
        &table, "saved and resumed: bits that differ", 0.0, (double)(one ^ resumed_hash()), 0.0);
    return verify_close(&table);
}

#endif // WAFT_VERIFY_COLUMNS_ROWS_H

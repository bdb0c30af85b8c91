// SPDX-License-Identifier: MIT
// Ghost cells at the edges, and what passes them.
#include "water/swe.h"

#include "shallow_fixture.h"

static const double two_pi = 6.283185307179586;

// A basin of 6 x 5 cells without a method: h = 1 + i/10 + j/100, qx = 0.2 + i/10, qz = -0.1 - j/10.
typedef struct ghosts {
    wafti_context context;
    wafti_shallow s;
    wafti_swe_job job;
    wafti_swe_band band;
    wafti_real* fields[4];
} ghosts;

static void ghosts_open(ghosts* g, const wafti_edge edges[4]) {
    memset(g, 0, sizeof(*g));
    g->context.gravity = 9.81;
    g->s.context = &g->context;
    g->s.basin = wafti_basin_make(6, 5, 1.0, 1.0);
    g->s.dry = 1e-6;
    memcpy(g->s.edges, edges, sizeof(g->s.edges));
    const wafti_basin* b = &g->s.basin;
    for (int n = 0; n < 4; ++n) {
        g->fields[n] = calloc(b->size, sizeof(wafti_real));
    }
    g->job = (wafti_swe_job){.basin = *b,
        .h = g->fields[0],
        .qx = g->fields[1],
        .qz = g->fields[2],
        .bed = g->fields[3],
        .halo = calloc(wafti_swe_halo_size(b), sizeof(wafti_real)),
        .band_rows = 32};
    for (int side = 0; side < 4; ++side) {
        g->job.edge[side] = edges[side].kind;
    }
    for (int32_t j = 0; j < 5; ++j) {
        for (int32_t i = 0; i < 6; ++i) {
            const ptrdiff_t at = wafti_basin_index(b, i, j);
            g->job.h[at] = (wafti_real)(1.0 + 0.1 * i + 0.01 * j);
            g->job.qx[at] = (wafti_real)(0.2 + 0.1 * i);
            g->job.qz[at] = (wafti_real)(-0.1 - 0.1 * j);
            g->fields[3][at] = -1;
        }
    }
    g->band = wafti_swe_band_at(&g->job, 0);
    wafti_swe_prepare(&g->s, &g->job, &g->band, 0.5);
}

static void ghosts_close(ghosts* g) {
    for (int n = 0; n < 4; ++n) {
        free(g->fields[n]);
    }
    free(g->job.halo);
}

static void walls_are_mirrors(void) {
    const wafti_edge edges[4] = {0};
    ghosts g;
    ghosts_open(&g, edges);
    const wafti_swe_row row = wafti_swe_row_at(&g.job, &g.band, 2);
    const wafti_swe_row below = wafti_swe_row_at(&g.job, &g.band, -2);
    const wafti_swe_row inside = wafti_swe_row_at(&g.job, &g.band, 1);
    const wafti_swe_row above = wafti_swe_row_at(&g.job, &g.band, 7);
    for (int n = 0; n < WAFTI_SWE_REACH; ++n) {
        CHECK(row.h[-1 - n] == row.h[n] && row.h[6 + n] == row.h[5 - n]);
        CHECK(row.qx[-1 - n] == -row.qx[n] && row.qx[6 + n] == -row.qx[5 - n]);
        CHECK(row.qz[-1 - n] == row.qz[n] && row.qz[6 + n] == row.qz[5 - n]);
    }
    for (int i = 0; i < 6; ++i) {
        CHECK(below.h[i] == inside.h[i] && below.qx[i] == inside.qx[i]);
        CHECK(below.qz[i] == -inside.qz[i]);
        CHECK(above.h[i] == row.h[i] && above.qz[i] == -row.qz[i]);
    }
    CHECK(below.h[-1] == below.h[0] && below.qx[-1] == -below.qx[0]);
    CHECK(wafti_swe_inside(-3, 6, WAFT_EDGE_WALL, WAFT_EDGE_OPEN) == 2);
    CHECK(wafti_swe_inside(7, 6, WAFT_EDGE_WALL, WAFT_EDGE_WALL) == 4);
    CHECK(wafti_swe_inside(8, 6, WAFT_EDGE_WALL, WAFT_EDGE_OPEN) == 5);
    ghosts_close(&g);
}

static void periodic_edges_wrap(void) {
    wafti_edge edges[4] = {0};
    for (int side = 0; side < 4; ++side) {
        edges[side].kind = WAFT_EDGE_PERIODIC;
    }
    ghosts g;
    ghosts_open(&g, edges);
    const wafti_swe_row row = wafti_swe_row_at(&g.job, &g.band, 2);
    const wafti_swe_row below = wafti_swe_row_at(&g.job, &g.band, -3);
    for (int n = 0; n < WAFTI_SWE_REACH; ++n) {
        CHECK(row.h[-1 - n] == row.h[5 - n] && row.qx[6 + n] == row.qx[n]);
    }
    CHECK(below.h[3] == row.h[3] && below.qz[3] == row.qz[3] && below.qz[-1] == row.qz[5]);
    CHECK(wafti_swe_inside(-2, 6, WAFT_EDGE_PERIODIC, WAFT_EDGE_PERIODIC) == 4);
    CHECK(wafti_swe_inside(6, 6, WAFT_EDGE_PERIODIC, WAFT_EDGE_PERIODIC) == 0);
    ghosts_close(&g);
}

static void given_flows_and_levels_keep_characteristics(void) {
    const wafti_edge edges[4] = {{.kind = WAFT_EDGE_INFLOW, .flow = 0.8},
        {.kind = WAFT_EDGE_LEVEL, .level = 0.4}, {.kind = WAFT_EDGE_INFLOW, .flow = -0.5},
        {.kind = WAFT_EDGE_OPEN}};
    ghosts g;
    ghosts_open(&g, edges);
    const double gravity = 9.81;
    const wafti_swe_row row = wafti_swe_row_at(&g.job, &g.band, 0);
    const double h1 = (double)row.h[0];
    const double h = (double)row.h[-1];
    CHECK_NEAR(row.qx[-2], 0.8, 1e-6);
    CHECK_NEAR(
        0.8 / h - 2.0 * sqrt(gravity * h), (double)row.qx[0] / h1 - 2.0 * sqrt(gravity * h1), 1e-5);
    const double hn = (double)row.h[5];
    CHECK_NEAR(row.h[6], 1.4, 1e-6);
    CHECK_NEAR((double)row.qx[6] / 1.4,
        (double)row.qx[5] / hn + 2.0 * sqrt(gravity * hn) - 2.0 * sqrt(gravity * 1.4), 1e-5);
    const wafti_swe_row below = wafti_swe_row_at(&g.job, &g.band, -1);
    const double hb = (double)below.h[2];
    const double h0 = (double)row.h[2];
    CHECK_NEAR(below.qz[2], -0.5, 1e-6);
    CHECK_NEAR(-0.5 / hb - 2.0 * sqrt(gravity * hb),
        (double)row.qz[2] / h0 - 2.0 * sqrt(gravity * h0), 1e-5);
    const wafti_swe_row last = wafti_swe_row_at(&g.job, &g.band, 4);
    const wafti_swe_row above = wafti_swe_row_at(&g.job, &g.band, 5);
    const double ho = (double)last.h[1];
    CHECK(above.h[1] == last.h[1]);
    CHECK_NEAR((double)above.qz[1] / ho,
        2.0 * sqrt(gravity / ho) * (ho - 1.0) - (double)last.qz[1] / ho, 1e-5);
    ghosts_close(&g);
}

// More than the water at the edge can give: the critical flow is all that is asked for.
static void water_that_is_not_there_cannot_be_drawn(void) {
    const wafti_edge edges[4] = {{.kind = WAFT_EDGE_INFLOW, .flow = -1000.0}};
    ghosts g;
    ghosts_open(&g, edges);
    const wafti_swe_row row = wafti_swe_row_at(&g.job, &g.band, 0);
    CHECK(isfinite(row.h[-1]) && isfinite(row.qx[-1]));
    ghosts_close(&g);
}

static shallow_case channel(int32_t n, double dx) {
    return (shallow_case){.method = &wafti_swe_method,
        .nx = n,
        .nz = 1,
        .dx = dx,
        .dz = 1.0,
        .flat = -1.0,
        .def = shallow_plain()};
}

static double ledger_error(const shallow_fixture* f, double start) {
    const wafti_ledger* l = &f->s.ledger;
    return (shallow_volume(f) + l->outflow + l->lost - l->inflow - start) / start;
}

// A wave maker sends waves of its amplitude; hardly anything comes back from the open end.
static void waves_are_sent_and_let_out(void) {
    const double period = 4.0;
    const double length = period * sqrt(9.81);
    const int32_t per_wave = 50;
    shallow_case c = channel(4 * per_wave, length / per_wave);
    c.edges[0] = (wafti_edge){.kind = WAFT_EDGE_WAVEMAKER, .amplitude = 2e-3, .period = period};
    c.edges[1].kind = WAFT_EDGE_OPEN;
    shallow_fixture f;
    shallow_open(&f, &c);
    const double start = shallow_volume(&f);
    double most[400] = {0};
    const int steps = 64;
    for (int n = 0; n < 14 * steps; ++n) {
        CHECK(shallow_step(&f, period / steps));
        for (int32_t i = 0; n >= 12 * steps && i < c.nx; ++i) {
            const double level = (double)f.s.depth[wafti_basin_index(&f.s.basin, i, 0)] - 1.0;
            most[i] = fmax(most[i], fabs(level));
        }
    }
    // Near the maker the wave has lost nothing yet; nodes of a standing wave would show in the envelope.
    double high = 0.0;
    double low = 1.0;
    for (int32_t i = 2; i < per_wave; ++i) {
        high = fmax(high, most[i]);
        low = fmin(low, most[i]);
    }
    CHECK_NEAR(0.5 * (high + low) / 2e-3, 1.0, 0.02);
    CHECK((high - low) / (high + low) < 0.04);
    CHECK(f.s.ledger.inflow > 1e-3 && f.s.ledger.outflow > 1e-3);
    CHECK(fabs(ledger_error(&f, start)) < 1e-6);
    shallow_close(&f);
}

static void a_pond_fills_to_the_level_outside(void) {
    shallow_case c = channel(40, 0.5);
    c.edges[0] = (wafti_edge){.kind = WAFT_EDGE_LEVEL, .level = 0.3};
    c.edges[1] = (wafti_edge){.kind = WAFT_EDGE_LEVEL, .level = 0.3};
    c.def.drag = 0.2f; // a level that is held reflects waves: without friction they would stay
    shallow_fixture f;
    shallow_open(&f, &c);
    const double start = shallow_volume(&f);
    for (int n = 0; n < 400; ++n) {
        CHECK(shallow_step(&f, 0.25));
    }
    for (int32_t i = 0; i < 40; ++i) {
        CHECK_NEAR(f.s.depth[wafti_basin_index(&f.s.basin, i, 0)], 1.3, 1e-3);
    }
    CHECK(fabs(ledger_error(&f, start)) < 1e-5);
    shallow_close(&f);
}

// What comes in along z runs out along z; both are booked.
static void a_stream_along_z_is_booked(void) {
    shallow_case c = channel(9, 1.0);
    c.nz = 40;
    c.edges[2] = (wafti_edge){.kind = WAFT_EDGE_INFLOW, .flow = 0.5};
    c.edges[3] = (wafti_edge){.kind = WAFT_EDGE_LEVEL, .level = 0.0};
    shallow_fixture f;
    shallow_open(&f, &c);
    const size_t size = f.s.basin.size;
    wafti_real* v = calloc(2 * size, sizeof(wafti_real));
    for (size_t i = 0; i < size; ++i) {
        v[size + i] = (wafti_real)0.5;
    }
    f.s.method->set_velocity(&f.s, v, v + size);
    free(v);
    const double start = shallow_volume(&f);
    for (int n = 0; n < 40; ++n) {
        CHECK(shallow_step(&f, 0.25));
    }
    CHECK_NEAR(f.s.ledger.inflow, 0.5 * 9.0 * 10.0, 1e-3);
    CHECK_NEAR(f.s.ledger.outflow, 0.5 * 9.0 * 10.0, 1e-3);
    CHECK(fabs(ledger_error(&f, start)) < 1e-5);
    double u[2];
    f.s.method->velocity(&f.s, 4, 20, u);
    CHECK_NEAR(u[1], 0.5, 2e-3);
    CHECK_NEAR(u[0], 0.0, 1e-5);
    shallow_close(&f);
}

// On a film the condition has no bound of its own; the flow stays critical at most.
static double beach_bed(double x, double z) {
    (void)z;
    return -1.0 + 0.06 * x;
}

static double beach_level(double x, double z) {
    (void)z;
    return 0.3 * cos(two_pi * x / 20.0);
}

static void open_land_lets_out_without_noise(void) {
    shallow_case c = channel(60, 0.5);
    c.bed = beach_bed;
    c.level = beach_level;
    c.edges[0].kind = c.edges[1].kind = WAFT_EDGE_OPEN;
    shallow_fixture f;
    shallow_open(&f, &c);
    const double start = shallow_volume(&f);
    for (int n = 0; n < 400; ++n) {
        wafti_shallow_report report;
        f.s.method->step(&f.s, 0.1, &report);
        f.s.ledger.inflow += report.inflow;
        f.s.ledger.outflow += report.outflow;
        f.s.ledger.lost += report.lost;
        CHECK(report.bad_row < 0 && report.speed < 15.0 && report.dropped == 0.0);
    }
    CHECK(fabs(ledger_error(&f, start)) < 1e-5);
    shallow_close(&f);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        {"walls_are_mirrors", walls_are_mirrors},
        {"periodic_edges_wrap", periodic_edges_wrap},
        {"given_flows_and_levels_keep_characteristics",
            given_flows_and_levels_keep_characteristics},
        {"water_that_is_not_there_cannot_be_drawn", water_that_is_not_there_cannot_be_drawn},
        {"waves_are_sent_and_let_out", waves_are_sent_and_let_out},
        {"a_pond_fills_to_the_level_outside", a_pond_fills_to_the_level_outside},
        {"a_stream_along_z_is_booked", a_stream_along_z_is_booked},
        {"open_land_lets_out_without_noise", open_land_lets_out_without_noise},
    };
    return test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}

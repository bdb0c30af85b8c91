// SPDX-License-Identifier: MIT
#include "water/tools.h"

#include "plain_method.h"
#include "shallow_fixture.h"

static const wafti_method depths = PLAIN_METHOD(WAFT_WATER_COLUMNS);
static const wafti_method levels = PLAIN_METHOD(WAFT_WATER_IMPLICIT);

static double hills(double x, double z) {
    return 0.6 * sin(2.0 * x) * cos(1.5 * z) - 0.4;
}

// 40 x 30 cells of 0.1 m; methods whose state is the depth and the level.
static shallow_fixture* open_pond(const wafti_method* method, double (*bed)(double x, double z)) {
    static shallow_fixture f;
    const shallow_case c = {.method = method,
        .nx = 40,
        .nz = 30,
        .dx = 0.1,
        .dz = 0.1,
        .bed = bed,
        .flat = -1.0,
        .def = shallow_plain()};
    shallow_open(&f, &c);
    f.s.ledger.start = shallow_volume(&f);
    return &f;
}

static double ledger_error(const shallow_fixture* f) {
    const wafti_ledger* l = &f->s.ledger;
    return wafti_tools_volume(&f->s) + l->outflow + l->lost - l->inflow - l->start;
}

static double depth_at(const shallow_fixture* f, int32_t i, int32_t j) {
    return (double)wafti_shallow_depth(&f->s, wafti_basin_index(&f->s.basin, i, j));
}

static void a_brush_is_the_bump_it_says(void) {
    shallow_fixture* f = open_pond(&depths, NULL);
    const wafti_spot spot = {2.05, 1.55, 0.2, 0.05}; // the centre of cell (20, 15)
    wafti_tools_brush(&f->s, &spot);
    for (int32_t n = 0; n < 10; ++n) {
        const double share = n * n * 0.01 / (2.0 * 0.04);
        const double want = n < 8 ? 0.05 * (1.0 - share) * exp(-share) : 0.0;
        // What r < 4 s cuts off, 8 e^-8 of the bump's volume, is spread over it.
        CHECK_NEAR(depth_at(f, 20 + n, 15) - 1.0, want, 2e-4);
        CHECK_NEAR(depth_at(f, 20, 15 + n) - 1.0, want, 2e-4);
    }
    CHECK_NEAR(wafti_tools_volume(&f->s), 12.0, 1e-6);
    CHECK_NEAR(ledger_error(f), 0.0, 1e-14);
    CHECK(fabs(f->s.ledger.lost) < 1e-6);
    shallow_close(f);
}

static void a_brush_is_neutral_at_walls_and_shores(void) {
    const wafti_method* methods[] = {&depths, &levels};
    const wafti_spot spots[] = {{0.0, 0.0, 0.3, 0.2}, {4.0, 1.2, 0.5, -0.3}, {1.0, 3.0, 0.05, 0.1},
        {2.3, 1.0, 3.0, 0.4}, {2.3, 1.0, 0.4, -2.0}};
    for (int m = 0; m < 2; ++m) {
        for (int n = 0; n < 5; ++n) {
            shallow_fixture* f = open_pond(methods[m], hills);
            const double before = wafti_tools_volume(&f->s);
            wafti_tools_brush(&f->s, &spots[n]);
            CHECK_NEAR(wafti_tools_volume(&f->s), before, 2e-6 * before);
            CHECK_NEAR(ledger_error(f), 0.0, 1e-13);
            for (int32_t k = 0; k < 40 * 30; ++k) {
                const ptrdiff_t at = wafti_basin_index(&f->s.basin, k % 40, k / 40);
                CHECK(depth_at(f, k % 40, k / 40) >= 0.0);
                // Land stays land.
                CHECK(f->s.bed[at] < 0.0f || depth_at(f, k % 40, k / 40) == 0.0);
            }
            shallow_close(f);
        }
    }
}

static void a_brush_goes_through_periodic_edges(void) {
    static shallow_fixture f;
    const wafti_edge around = {.kind = WAFT_EDGE_PERIODIC};
    const shallow_case c = {.method = &depths,
        .nx = 16,
        .nz = 16,
        .dx = 0.1,
        .dz = 0.1,
        .flat = -1.0,
        .edges = {around, around, around, around},
        .def = shallow_plain()};
    const wafti_spot corner = {0.05, 0.05, 0.15, 0.1};
    const wafti_spot middle = {0.85, 0.85, 0.15, 0.1};
    double shifted[16][16];
    shallow_open(&f, &c);
    wafti_tools_brush(&f.s, &middle);
    for (int32_t k = 0; k < 256; ++k) {
        shifted[k / 16][k % 16] = depth_at(&f, (k % 16 + 8) % 16, (k / 16 + 8) % 16);
    }
    shallow_close(&f);
    shallow_open(&f, &c);
    wafti_tools_brush(&f.s, &corner);
    for (int32_t k = 0; k < 256; ++k) {
        CHECK_NEAR(depth_at(&f, k % 16, k / 16), shifted[k / 16][k % 16], 3e-7);
    }
    CHECK_NEAR(depth_at(&f, 15, 0), depth_at(&f, 1, 0), 3e-7);
    shallow_close(&f);
}

static void a_source_gives_what_it_says_even_drop_by_drop(void) {
    const wafti_method* methods[] = {&depths, &levels};
    for (int m = 0; m < 2; ++m) {
        shallow_fixture* f = open_pond(methods[m], NULL);
        const wafti_spot disc = {2.0, 1.5, 0.3, 0.0};
        // A tenth of what a float of depth 1 can show, a thousand times.
        const double volume = 32 * 0.01 * 6e-9;
        double owed = 0.0;
        for (int n = 0; n < 1000; ++n) {
            owed = wafti_tools_source(&f->s, &disc, volume + owed, 0.0);
        }
        CHECK_NEAR(f->s.ledger.inflow + owed, 1000.0 * volume, 1e-12);
        CHECK(f->s.ledger.inflow > 900.0 * volume);
        CHECK_NEAR(ledger_error(f), 0.0, 1e-13);
        // A drain takes what there is and no more.
        owed = wafti_tools_source(&f->s, &disc, -10.0, 0.0);
        CHECK(fabs(owed) < 1e-6);
        CHECK_NEAR(f->s.ledger.outflow, 0.32, 1e-4);
        CHECK_NEAR(depth_at(f, 20, 15), 0.0, 0.0);
        CHECK_NEAR(ledger_error(f), 0.0, 1e-13);
        shallow_close(f);
    }
}

static void a_narrow_source_is_the_cell_it_lies_in(void) {
    shallow_fixture* f = open_pond(&depths, hills);
    const wafti_spot disc = {4.0, 3.0, 0.001, 0.0}; // the far corner
    const double before = depth_at(f, 39, 29);
    (void)wafti_tools_source(&f->s, &disc, 0.002, 0.0);
    CHECK_NEAR(depth_at(f, 39, 29) - before, 0.2, 1e-6);
    CHECK_NEAR(f->s.ledger.inflow, 0.002, 1e-8);
    shallow_close(f);
}

static int lifts;
static double lifted;

static void note_lift(wafti_shallow* s, int32_t i, int32_t j, double speed) {
    (void)s;
    CHECK(i >= 17 && i < 23 && j >= 12 && j < 18);
    ++lifts;
    lifted += speed;
}

static void water_may_come_rising(void) {
    wafti_method lifting = levels;
    lifting.lift = note_lift;
    shallow_fixture* f = open_pond(&lifting, NULL);
    const wafti_spot disc = {2.0, 1.5, 0.3, 0.0};
    lifts = 0;
    lifted = 0.0;
    (void)wafti_tools_source(&f->s, &disc, 0.01, 0.0);
    CHECK(lifts == 0);
    (void)wafti_tools_source(&f->s, &disc, 0.01, 0.5);
    CHECK(lifts > 20);
    // 0.01 m3 in half a second, over cells of 0.01 m2
    CHECK_NEAR(lifted * 0.01, 0.02, 2e-6);
    shallow_close(f);
}

static void rain_falls_as_often_as_asked_and_where_it_wants(void) {
    for (int net = 0; net < 2; ++net) {
        shallow_fixture* f = open_pond(&depths, hills);
        wafti_shower shower = {.rain = {50.0f, 0.1f, 0.001f, net == 1}, .seed = 7};
        const double before = wafti_tools_volume(&f->s);
        for (uint64_t n = 0; n < 400; ++n) {
            shower.step = n;
            wafti_tools_rain(&f->s, &shower, 0.01);
        }
        // 200 drops of 2 pi s^2 h, of which some fall partly outside
        const double all = 200.0 * 2.0 * 3.14159265 * 0.01 * 0.001;
        if (net == 1) {
            CHECK(f->s.ledger.inflow > 0.8 * all && f->s.ledger.inflow < 1.1 * all);
        } else {
            CHECK_NEAR(f->s.ledger.inflow, 0.0, 0.0);
            CHECK_NEAR(wafti_tools_volume(&f->s), before, 1e-5 * before);
        }
        CHECK_NEAR(ledger_error(f), 0.0, 1e-12);
        shallow_close(f);
    }
}

static void the_same_rain_falls_again(void) {
    uint64_t hashes[3];
    for (int n = 0; n < 3; ++n) {
        shallow_fixture* f = open_pond(&depths, NULL);
        const wafti_shower shower = {
            .rain = {1000.0f, 0.1f, 0.01f, false}, .seed = 7, .step = 5, .part = n == 2 ? 1 : 0};
        wafti_tools_rain(&f->s, &shower, 0.01);
        hashes[n] = shallow_hash(f);
        shallow_close(f);
    }
    CHECK(hashes[0] == hashes[1]);
    CHECK(hashes[0] != hashes[2]);
}

static void a_sponge_swallows_and_books(void) {
    const wafti_method* methods[] = {&depths, &levels};
    for (int m = 0; m < 2; ++m) {
        shallow_fixture* f = open_pond(methods[m], NULL);
        const wafti_spot disc = {2.0, 1.5, 10.0, 0.0};
        (void)wafti_tools_source(&f->s, &disc, 1.2, 0.0); // 0.1 m everywhere
        const int32_t cells[4] = {10, 0, 0, 5};
        wafti_tools_sponge(&f->s, cells, 0.02);
        // n = 0: s0 = 3 sqrt(g d) / (N dx)
        const double left = 3.0 * sqrt(9.81) / 1.0;
        const double front = 3.0 * sqrt(9.81) / 0.5;
        CHECK_NEAR(depth_at(f, 0, 5) - 1.0, 0.1 * exp(-0.02 * left), 1e-6);
        CHECK_NEAR(depth_at(f, 4, 5) - 1.0, 0.1 * exp(-0.02 * left * 0.36), 1e-6);
        CHECK_NEAR(depth_at(f, 10, 5) - 1.0, 0.1, 1e-6);
        CHECK_NEAR(depth_at(f, 39, 5) - 1.0, 0.1, 1e-6);
        CHECK_NEAR(depth_at(f, 30, 29) - 1.0, 0.1 * exp(-0.02 * front), 1e-6);
        CHECK_NEAR(depth_at(f, 30, 25) - 1.0, 0.1 * exp(-0.02 * front * 0.04), 1e-6);
        CHECK(f->s.ledger.outflow > 0.01);
        CHECK_NEAR(ledger_error(f), 0.0, 1e-13);
        // It gives back as well.
        (void)wafti_tools_source(&f->s, &disc, -2.4, 0.0);
        const double before = f->s.ledger.outflow;
        wafti_tools_sponge(&f->s, cells, 0.02);
        CHECK(f->s.ledger.outflow < before);
        CHECK_NEAR(ledger_error(f), 0.0, 1e-13);
        shallow_close(f);
    }
}

static void hills_carry_their_water(void) {
    const wafti_method* methods[] = {&depths, &levels};
    for (int m = 0; m < 2; ++m) {
        shallow_fixture* f = open_pond(methods[m], NULL);
        const double quantum = 1.0 / 4194304.0;
        const wafti_spot spot = {0.05, 1.55, 0.2, 0.5};
        const double greatest = wafti_tools_raise_bed(&f->s, &spot, quantum);
        CHECK_NEAR(greatest, 1.0, 1e-3);
        const wafti_basin* b = &f->s.basin;
        CHECK_NEAR((double)f->s.bed[wafti_basin_index(b, 0, 15)], -0.5, quantum);
        CHECK_NEAR((double)f->s.bed[wafti_basin_index(b, -2, 15)], -0.5, quantum);
        CHECK_NEAR((double)wafti_shallow_level(&f->s, wafti_basin_index(b, 0, 15)), 0.5, 1e-6);
        CHECK_NEAR(depth_at(f, 0, 15), 1.0, 1e-6);
        CHECK_NEAR(ledger_error(f), 0.0, 1e-13);
        wafti_tools_round_bed(&f->s, 0.125);
        CHECK_NEAR((double)f->s.bed[wafti_basin_index(b, 2, 15)], -0.75, 0.0);
        CHECK_NEAR(depth_at(f, 2, 15), 1.0, 1e-6);
        CHECK_NEAR(ledger_error(f), 0.0, 1e-13);
        shallow_close(f);
    }
}

static const test_case cases[] = {
    {"a_brush_is_the_bump_it_says", a_brush_is_the_bump_it_says},
    {"a_brush_is_neutral_at_walls_and_shores", a_brush_is_neutral_at_walls_and_shores},
    {"a_brush_goes_through_periodic_edges", a_brush_goes_through_periodic_edges},
    {"a_source_gives_what_it_says_even_drop_by_drop",
        a_source_gives_what_it_says_even_drop_by_drop},
    {"a_narrow_source_is_the_cell_it_lies_in", a_narrow_source_is_the_cell_it_lies_in},
    {"water_may_come_rising", water_may_come_rising},
    {"rain_falls_as_often_as_asked_and_where_it_wants",
        rain_falls_as_often_as_asked_and_where_it_wants},
    {"the_same_rain_falls_again", the_same_rain_falls_again},
    {"a_sponge_swallows_and_books", a_sponge_swallows_and_books},
    {"hills_carry_their_water", hills_carry_their_water},
};
TEST_MAIN(cases)

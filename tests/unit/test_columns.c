// SPDX-License-Identifier: MIT
// Columns as the library has them: memory, threads, rest. What they compute is checked in double.
#include "shallow_fixture.h"
#include "water/columns.h"

static double beach(double x, double z) {
    return -1.0 + 0.04 * x + 0.3 * sin(0.9 * x) * cos(0.7 * z);
}

static double swell(double x, double z) {
    return 0.2 * sin(0.5 * x + 0.3 * z);
}

static shallow_case beach_case(int32_t nx, int32_t nz) {
    return (shallow_case){.method = &wafti_columns_method,
        .nx = nx,
        .nz = nz,
        .dx = 0.25,
        .dz = 0.25,
        .bed = beach,
        .level = swell,
        .def = shallow_plain()};
}

// What is counted is what a method takes, and it is most of all flows and rows.
static void test_memory(void) {
    const wafti_basin basins[] = {wafti_basin_make(100, 1, 1.0, 1.0),
        wafti_basin_make(64, 64, 1.0, 1.0), wafti_basin_make(33, 700, 1.0, 1.0)};
    for (size_t n = 0; n < sizeof(basins) / sizeof(basins[0]); ++n) {
        wafti_context context = {.isa = wafti_isa_choose()};
        wafti_shallow s = {.context = &context, .basin = basins[n]};
        wafti_carver count = {0};
        wafti_columns_method.init(&s, &count);
        CHECK(count.used >= WAFTI_PIPE_COUNT * basins[n].size * sizeof(wafti_real));
        wafti_carver c = {.base = wafti_allocate_zero(NULL, 1, count.used)};
        wafti_columns_method.init(&s, &c);
        CHECK(c.used == count.used);
        wafti_release(NULL, c.base, 1, count.used);
    }
}

static uint64_t hash_of(const shallow_case* c, int steps) {
    shallow_fixture f;
    shallow_open(&f, c);
    for (int n = 0; n < steps; ++n) {
        CHECK(shallow_step(&f, 0.04));
    }
    const uint64_t hash = shallow_hash(&f);
    shallow_close(&f);
    return hash;
}

static void test_threads(void) {
    shallow_case c = beach_case(203, 400);
    for (int around = 0; around < 2; ++around) {
        c.threads = 1;
        const uint64_t one = hash_of(&c, 20);
        for (int threads = 2; threads <= 8; threads *= 2) {
            c.threads = threads;
            CHECK(hash_of(&c, 20) == one);
        }
        for (int side = 0; side < 4; ++side) {
            c.edges[side].kind = WAFT_EDGE_PERIODIC;
        }
    }
}

// The load of a lake at rest is nothing to it while `loaded` is not set.
static void test_load_ignored(void) {
    const shallow_case c = beach_case(50, 40);
    const uint64_t want = hash_of(&c, 10);
    shallow_fixture f;
    shallow_open(&f, &c);
    for (size_t at = 0; at < f.s.basin.size; ++at) {
        f.s.load[at] = (float)at;
    }
    for (int n = 0; n < 10; ++n) {
        CHECK(shallow_step(&f, 0.04));
    }
    CHECK(shallow_hash(&f) == want);
    f.s.loaded = true;
    CHECK(shallow_step(&f, 0.04));
    CHECK(shallow_hash(&f) != want);
    shallow_close(&f);
}

static void test_reported(void) {
    shallow_case c = beach_case(30, 30);
    c.bed = NULL;
    c.level = NULL;
    c.flat = -2.0;
    shallow_fixture f;
    shallow_open(&f, &c);
    wafti_shallow_report report;
    f.s.method->step(&f.s, 0.02, &report);
    CHECK_NEAR(report.speed, sqrt(9.81 * 2.0), 1e-6);
    CHECK_NEAR(f.s.method->longest_step(&f.s), sqrt(0.75) * 0.25 / sqrt(9.81 * 2.0), 1e-9);
    CHECK(report.inflow == 0.0 && report.outflow == 0.0 && report.lost == 0.0);
    CHECK(report.parts == 1 && report.dropped == 0.0 && report.bad_row == -1);
    for (size_t at = 0; at < f.s.basin.size; ++at) {
        f.s.depth[at] = 0.0f;
    }
    CHECK(isinf(f.s.method->longest_step(&f.s)));
    shallow_close(&f);
}

// Pipes of constant area let waves go at sqrt(g (c_a + sqrt2 c_d) / dx) at any depth
// (docs/spec/water.md#pipe-areas).
static double crest(double x, double z) {
    (void)z;
    return 1e-3 * cos(M_PI * x / 16.0);
}

static void test_fixed_area(void) {
    shallow_case c = beach_case(64, 8);
    c.bed = NULL;
    c.flat = -3.0;
    c.level = crest; // half a wave in 16 m
    c.def.area = WAFT_PIPE_FIXED;
    c.def.fixed_area[0] = 0.2f;
    c.def.fixed_area[1] = 0.1f;
    shallow_fixture f;
    shallow_open(&f, &c);
    const double speed = sqrt(9.81 * (0.2 + sqrt(2.0) * 0.1) / 0.25);
    const double half_period = 16.0 / speed;
    const int steps = 200;
    for (int n = 0; n < steps; ++n) {
        CHECK(shallow_step(&f, half_period / steps));
    }
    const ptrdiff_t at = wafti_basin_index(&f.s.basin, 0, 3);
    CHECK_NEAR(f.s.depth[at] - 3.0, -1e-3, 2e-6);
    shallow_close(&f);
}

// The same flow through a column that is half as deep as the others, and through one that is nearly dry.
static void test_fast_films(void) {
    shallow_case c = beach_case(8, 8);
    c.bed = NULL;
    c.level = NULL;
    c.flat = -1.0;
    shallow_fixture f;
    shallow_open(&f, &c);
    static wafti_real along[1000];
    static wafti_real across[1000];
    CHECK(f.s.basin.size <= 1000);
    for (size_t n = 0; n < f.s.basin.size; ++n) {
        along[n] = 1;
    }
    f.s.method->set_velocity(&f.s, along, across);
    double velocity[2];
    f.s.method->velocity(&f.s, 4, 4, velocity);
    CHECK_NEAR(velocity[0], 1.0, 1e-6);
    const ptrdiff_t at = wafti_basin_index(&f.s.basin, 4, 4);
    f.s.depth[at] = (wafti_real)0.5;
    f.s.method->velocity(&f.s, 4, 4, velocity);
    CHECK_NEAR(velocity[0], 2.0, 1e-6);
    f.s.depth[at] = (wafti_real)1e-5;
    f.s.method->velocity(&f.s, 4, 4, velocity);
    CHECK_NEAR(hypot(velocity[0], velocity[1]), 2.0 * sqrt(9.81), 1e-6);
    shallow_close(&f);
}

static const test_case cases[] = {
    {"memory", test_memory},
    {"threads", test_threads},
    {"load_ignored", test_load_ignored},
    {"report", test_reported},
    {"fixed_area", test_fixed_area},
    {"fast_films", test_fast_films},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// The method implicit in float, as the library computes it (docs/spec/water.md#verification): rows
// still-lake, implicit-drift (the mean level stays) and equal-bits.
#include "verify/implicit_fixture.h"

static double bump(double x, double z) {
    const double r2 = (x - 60.0) * (x - 60.0) + (z - 70.0) * (z - 70.0);
    return 1.0 + 0.1 * exp(-r2 / 100.0);
}

static double mean_level(const shallow_fixture* f) {
    double sum = 0.0;
    for (int32_t j = 0; j < f->s.basin.nz; ++j) {
        for (int32_t i = 0; i < f->s.basin.nx; ++i) {
            sum += (double)f->s.level[wafti_basin_index(&f->s.basin, i, j)];
        }
    }
    return sum / ((double)f->s.basin.nx * (double)f->s.basin.nz);
}

// implicit-drift: levels near 1 m, where float32 has steps of 1.2e-7 m.
static int verify_drift(void) {
    verify_table table = verify_open("implicit-drift");
    const double steps[] = {0.1, 1.0};
    for (int n = 0; n < 2; ++n) {
        const shallow_case c = {.method = &wafti_implicit_method,
            .nx = 128,
            .nz = 128,
            .dx = 1.0,
            .dz = 1.0,
            .level = bump,
            .def = shallow_plain()};
        shallow_fixture f;
        shallow_open(&f, &c);
        const double before = mean_level(&f);
        for (int step = 0; step < 400; ++step) {
            (void)shallow_step(&f, steps[n]);
        }
        char name[64];
        (void)snprintf(name, sizeof(name), "mean level after 400 steps of %g s (m)", steps[n]);
        (void)verify_near(&table, name, before, mean_level(&f), 1e-6);
        shallow_close(&f);
    }
    return verify_close(&table);
}

static double shore(double x, double z) {
    return -1.0 + 1.5 * sin(x * 0.03) * cos(z * 0.04);
}

static double hump(double x, double z) {
    return 0.3 * exp(-((x - 100.0) * (x - 100.0) + (z - 300.0) * (z - 300.0)) / 900.0);
}

static uint64_t hash_with(int threads, bool ring, waft_implicit_scheme scheme) {
    shallow_case c = {.method = &wafti_implicit_method,
        .nx = 509,
        .nz = 516,
        .dx = 1.0,
        .dz = 1.0,
        .bed = shore,
        .level = hump,
        .def = shallow_plain(),
        .threads = threads};
    c.def.scheme = scheme;
    for (int side = 0; side < 4; ++side) {
        c.edges[side].kind = ring ? WAFT_EDGE_PERIODIC : WAFT_EDGE_WALL;
    }
    shallow_fixture f;
    shallow_open(&f, &c);
    for (int step = 0; step < 8; ++step) {
        (void)shallow_step(&f, 0.4);
    }
    const uint64_t hash = shallow_hash(&f);
    shallow_close(&f);
    return hash;
}

// equal-bits: the same bits for any number of threads, shores included.
static int verify_threads(void) {
    verify_table table = verify_open("equal-bits");
    const struct {
        const char* name;
        bool ring;
        waft_implicit_scheme scheme;
    } cases[] = {{"backward Euler, walls", false, WAFT_IMPLICIT_BACKWARD},
        {"backward Euler, rings", true, WAFT_IMPLICIT_BACKWARD},
        {"theta 1/2, walls", false, WAFT_IMPLICIT_CENTERED}};
    for (size_t n = 0; n < sizeof(cases) / sizeof(cases[0]); ++n) {
        const uint64_t one = hash_with(1, cases[n].ring, cases[n].scheme);
        const int equal = (one == hash_with(2, cases[n].ring, cases[n].scheme) ? 1 : 0) +
                          (one == hash_with(4, cases[n].ring, cases[n].scheme) ? 1 : 0);
        (void)verify_near(&table, cases[n].name, 2.0, equal, 0.0);
    }
    return verify_close(&table);
}

int main(void) {
    const int failures = implicit_verify_rest("float: depths and velocities unchanged") +
                         verify_drift() + verify_threads();
    (void)printf("%d failed\n", failures + atomic_load(&test_failures));
    return failures + atomic_load(&test_failures) == 0 ? 0 : 1;
}

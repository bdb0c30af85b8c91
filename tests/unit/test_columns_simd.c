// SPDX-License-Identifier: MIT
// Every compiled copy of the kernels against the plain one, in rows that are no multiple of any vector.
#include "shallow_fixture.h"
#include "water/columns.h"

static double ridges(double x, double z) {
    return -0.5 + 0.6 * sin(1.7 * x) * cos(1.3 * z);
}

static double chop(double x, double z) {
    return 0.2 * sin(3.0 * x) * cos(2.0 * z);
}

static void open_with(shallow_fixture* f, const shallow_case* c, wafti_isa isa, bool loaded) {
    shallow_open(f, c);
    f->context.isa = isa;
    shallow_init(f);
    f->s.loaded = loaded;
    for (int32_t n = 0; n < 40; ++n) {
        f->s.load[wafti_basin_index(&f->s.basin, 5 + n % 8, 5 + n / 8)] = 0.1f;
    }
}

static double difference(const shallow_case* c, wafti_isa isa, bool loaded, int steps) {
    shallow_fixture plain;
    shallow_fixture wide;
    open_with(&plain, c, WAFTI_ISA_SCALAR, loaded);
    open_with(&wide, c, isa, loaded);
    for (int n = 0; n < steps; ++n) {
        CHECK(shallow_step(&plain, 0.01));
        CHECK(shallow_step(&wide, 0.01));
    }
    double most = 0.0;
    double deepest = 0.0;
    for (int32_t n = 0; n < c->nx * c->nz; ++n) {
        const ptrdiff_t at = wafti_basin_index(&plain.s.basin, n % c->nx, n / c->nx);
        const double off = fabs((double)plain.s.depth[at] - (double)wide.s.depth[at]);
        most = off <= most ? most : off;
        deepest = fmax(deepest, (double)plain.s.depth[at]);
    }
    CHECK_NEAR(wide.s.method->longest_step(&wide.s), plain.s.method->longest_step(&plain.s), 1e-7);
    shallow_close(&plain);
    shallow_close(&wide);
    return most / deepest;
}

static void compare(const shallow_case* c, bool loaded) {
    static const wafti_isa sets[] = {
        WAFTI_ISA_SSE2, WAFTI_ISA_AVX2, WAFTI_ISA_AVX512, WAFTI_ISA_NEON};
    for (size_t n = 0; n < sizeof(sets) / sizeof(sets[0]); ++n) {
        const bool here = sets[n] == WAFTI_ISA_NEON ? wafti_isa_choose() == WAFTI_ISA_NEON
                                                    : sets[n] <= wafti_isa_choose() &&
                                                          wafti_isa_choose() <= WAFTI_ISA_AVX512;
        if (here) {
            CHECK_NEAR(difference(c, sets[n], loaded, 1), 0.0, 1e-6);
            CHECK_NEAR(difference(c, sets[n], loaded, 8), 0.0, 1e-5);
        }
    }
    CHECK(c->nx > 0);
}

static void test_sets(void) {
    static const int32_t widths[] = {4, 7, 8, 9, 17, 103};
    for (size_t n = 0; n < sizeof(widths) / sizeof(widths[0]); ++n) {
        shallow_case c = {.method = &wafti_columns_method,
            .nx = widths[n],
            .nz = 21,
            .dx = 0.1,
            .dz = 0.1,
            .bed = ridges,
            .level = chop,
            .def = shallow_plain()};
        compare(&c, false);
        compare(&c, widths[n] > 13);
        c.edges[0].kind = c.edges[1].kind = WAFT_EDGE_PERIODIC;
        compare(&c, false);
        c.edges[0].kind = c.edges[1].kind = WAFT_EDGE_OPEN;
        c.def.mean_flow = true;
        compare(&c, false);
        c.def.area = WAFT_PIPE_FIXED;
        c.def.fixed_area[0] = 0.03f;
        c.def.fixed_area[1] = 0.01f;
        compare(&c, false);
    }
}

static const test_case cases[] = {{"sets", test_sets}};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// Every compiled copy of the shallow-water kernels against the scalar one.
#include "water/swe.h"

#include "shallow_fixture.h"

enum { NX = 301, NZ = 70 };

static double bed(double x, double z) {
    return -0.6 + 0.9 * sin(0.11 * x) * cos(0.17 * z);
}

static double level(double x, double z) {
    return 0.1 * sin(0.3 * x + 0.2 * z);
}

// Depth and both velocities of all cells after so many steps with one set; `out` has 3 NX NZ numbers.
static void run_set(const char* set, int steps, double* out) {
    CHECK(setenv("WAFT_ISA", set, 1) == 0);
    shallow_case c = {.method = &wafti_swe_method,
        .nx = NX,
        .nz = NZ,
        .dx = 1.0,
        .dz = 1.2,
        .bed = bed,
        .level = level,
        .def = shallow_plain()};
    c.def.manning = 0.03f;
    c.def.drag = 0.1f;
    c.edges[1].kind = WAFT_EDGE_OPEN;
    shallow_fixture f;
    shallow_open(&f, &c);
    for (int n = 0; n < steps; ++n) {
        CHECK(shallow_step(&f, 0.1));
    }
    for (int32_t j = 0; j < NZ; ++j) {
        for (int32_t i = 0; i < NX; ++i) {
            double* to = out + (ptrdiff_t)3 * (j * NX + i);
            to[0] = (double)f.s.depth[wafti_basin_index(&f.s.basin, i, j)];
            f.s.method->velocity(&f.s, i, j, to + 1);
            to[1] *= to[0];
            to[2] *= to[0];
        }
    }
    shallow_close(&f);
}

static void sets_agree(void) {
    static const char* const sets[4] = {"sse2", "avx2", "avx512", "neon"};
    double* want = calloc((size_t)3 * NX * NZ, sizeof(double));
    double* got = calloc((size_t)3 * NX * NZ, sizeof(double));
    run_set("scalar", 1, want);
    for (int n = 0; n < 4; ++n) {
        run_set(sets[n], 1, got);
        double most[3] = {0};
        double worst[3] = {0};
        for (int i = 0; i < 3 * NX * NZ; ++i) {
            most[i % 3] = fmax(most[i % 3], fabs(want[i]));
            worst[i % 3] = fmax(worst[i % 3], fabs(want[i] - got[i]));
        }
        for (int k = 0; k < 3; ++k) {
            CHECK(most[k] > 0.01);
            CHECK(worst[k] <= 1e-5 * most[k]);
        }
    }
    free(want);
    free(got);
    CHECK(unsetenv("WAFT_ISA") == 0);
}

// Rows of a small basin with walls, worked on without the method around them.
enum { SMALL_X = 37, SMALL_Z = 20 };

static void nothing_passes_walls(void) {
    const wafti_context context = {.gravity = 9.81};
    wafti_shallow s = {.context = &context, .dry = 1e-6};
    s.basin = wafti_basin_make(SMALL_X, SMALL_Z, 1.0, 1.0);
    const size_t size = s.basin.size;
    wafti_real* fields = wafti_allocate_zero(NULL, 4 * size, sizeof(wafti_real));
    wafti_real* halo = wafti_allocate_zero(NULL, wafti_swe_halo_size(&s.basin), sizeof(wafti_real));
    wafti_swe_sums rows[SMALL_Z];
    wafti_real edges[2][SMALL_X];
    const wafti_swe_job job = {.basin = s.basin,
        .h = fields,
        .qx = fields + size,
        .qz = fields + 2 * size,
        .bed = fields + 3 * size,
        .halo = halo,
        .band_rows = WAFTI_SWE_BAND,
        .rows = rows,
        .z_edge = {edges[0], edges[1]},
        .gravity = 9.81f,
        .dry = 1e-6f,
        .limiter = 1.3f,
        .dtx = 0.04f,
        .dtz = 0.04f,
        .linear = 1.0f};
    const wafti_swe_band band = wafti_swe_band_at(&job, 0);
    for (wafti_isa isa = WAFTI_ISA_SCALAR; isa <= wafti_isa_choose(); ++isa) {
        for (int32_t j = 0; j < SMALL_Z; ++j) {
            for (int32_t i = 0; i < SMALL_X; ++i) {
                const ptrdiff_t at = wafti_basin_index(&s.basin, i, j);
                fields[at] = (wafti_real)(1.0 + 0.3 * sin(1.7 * i + 0.9 * j));
                job.qx[at] = (wafti_real)cos(0.8 * i - 1.3 * j);
                job.qz[at] = (wafti_real)sin(1.1 * i + 2.3 * j);
            }
        }
        memset(edges, 1, sizeof(edges));
        wafti_swe_prepare(&s, &job, &band, 0.0);
        WAFTI_COPY(isa, &wafti_swe_kernels)->part(&job, &band);
        for (int32_t j = 0; j < SMALL_Z; ++j) {
            CHECK(rows[j].edge[0] == 0 && rows[j].edge[1] == 0);
            // Depths between 1 and 2 m are rounded by 6e-8 at most.
            CHECK(rows[j].finite && fabs(rows[j].lost) < SMALL_X * 6e-8);
            CHECK(rows[j].speed[0] > 3 && rows[j].speed[0] < 8);
        }
        for (int32_t i = 0; i < SMALL_X; ++i) {
            CHECK(edges[0][i] == 0 && edges[1][i] == 0);
        }
    }
    wafti_release(NULL, fields, 4 * size, sizeof(wafti_real));
    wafti_release(NULL, halo, wafti_swe_halo_size(&s.basin), sizeof(wafti_real));
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        {"sets_agree", sets_agree}, {"nothing_passes_walls", nothing_passes_walls}};
    return test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}

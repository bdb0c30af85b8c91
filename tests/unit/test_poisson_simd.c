// SPDX-License-Identifier: MIT
// Every compiled copy of the kernels in double against the scalar one, on rows of all classes.
#include "grid/poisson_job.h"

#include "test.h"
#include "unit/poisson_fixture.h"

enum { NX = 22, NY = 10, NZ = 9 };

typedef struct scene {
    poisson_fixture* f;
    wafti_multigrid m;
    wafti_regions regions;
    wafti_poisson_job job;
    double* fields[2];
    float *z, *p;
} scene;

// Rows of a field made ready for reading one cell outside.
static void finish(const scene* s, double* field) {
    const wafti_level* level = &s->m.levels[0];
    for (int32_t row = 0; row < NY * NZ; ++row) {
        wafti_poisson_choose(WAFTI_ISA_SCALAR)
            ->finish(
                level, row % NY, row / NY, field + wafti_level_index(level, 0, row % NY, row / NY));
    }
}

static void open_scene(scene* s, const wafti_side_kind sides[6]) {
    static const int32_t n[3] = {NX, NY, NZ};
    static const double center[3] = {9.2, 4.1, 4.6};
    memset(s, 0, sizeof(*s));
    s->f = fixture_open(n, sides, 1);
    poisson_fixture* f = s->f;
    const wafti_mac* grid = &f->domain.grid;
    fixture_add_sphere(&f->domain, center, 3.3);
    float* halves[2];
    wafti_mac_alias(grid, f->work[2], halves);
    CHECK(wafti_multigrid_init(&s->m, &f->domain, &f->context, halves[0], &f->arena) == WAFT_OK);
    wafti_multigrid_rebuild(&s->m, NULL, NULL);
    CHECK(wafti_regions_init(&s->regions, &s->m.levels[0], &f->arena));
    wafti_regions_rebuild(
        &s->regions, &s->m.levels[0], (uint32_t*)(void*)(f->work[0] - grid->first));
    fixture_stir(f, false);
    s->z = wafti_mac_take_float(grid, &f->arena);
    s->p = wafti_mac_take_float(grid, &f->arena);
    for (int v = 0; v < 2; ++v) {
        s->fields[v] = wafti_mac_take_double(grid, &f->arena);
        fixture_randomize(grid, 30u + (uint64_t)v, s->fields[v]);
    }
    uint64_t state = 40;
    for (int32_t c = 0; c < NX * NY * NZ; ++c) {
        const ptrdiff_t at = wafti_mac_index(grid, c % NX, c / NX % NY, c / (NX * NY));
        s->z[at] = (float)fixture_random(&state);
        s->p[at] = (float)fixture_random(&state);
    }
    s->job = (wafti_poisson_job){.level = &s->m.levels[0],
        .domain = &f->domain,
        .regions = &s->regions,
        .velocity = {f->velocity[0], f->velocity[1], f->velocity[2]},
        .phi = s->fields[0],
        .r = s->fields[1],
        .p = s->p,
        .z = s->z,
        .store = true,
        .alpha = 0.37,
        .beta = 0.61,
        .scale = 2.0};
    finish(s, s->job.phi);
}

// All passes in a row; what they sum up is returned.
static wafti_poisson_sums run_all(scene* s, const wafti_poisson_kernels* kernels) {
    wafti_poisson_sums sums[2] = {0};
    for (int32_t k = 0; k < NZ; ++k) {
        kernels->residual(&s->job, k, &sums[0]);
    }
    for (int32_t k = 0; k < NZ; ++k) {
        kernels->direction(&s->job, k);
    }
    for (int32_t k = 0; k < NZ; ++k) {
        kernels->curvature(&s->job, k, &sums[1]);
        kernels->advance(&s->job, k, &sums[1]);
    }
    for (int32_t k = 0; k < NZ; ++k) {
        kernels->gradient(&s->job, k);
    }
    sums[1].bb = sums[0].bb;
    return sums[1];
}

static void compare(const scene* a, const scene* b) {
    const wafti_mac* grid = &a->f->domain.grid;
    for (int32_t c = 0; c < NX * NY * NZ; ++c) {
        const ptrdiff_t at = wafti_mac_index(grid, c % NX, c / NX % NY, c / (NX * NY));
        for (int v = 0; v < 3; ++v) {
            CHECK_NEAR(a->f->velocity[v][at], b->f->velocity[v][at], 1e-6);
        }
        // Directions in float round differently where multiplication and addition are one.
        CHECK_NEAR(a->p[at], b->p[at], 1e-7);
        CHECK_NEAR(a->fields[0][at], b->fields[0][at], 1e-7);
        CHECK_NEAR(a->fields[1][at], b->fields[1][at], 1e-6);
        CHECK_NEAR(a->m.levels[0].b[at], b->m.levels[0].b[at], 1e-6);
    }
}

static void instruction_sets_agree(void) {
    static const wafti_side_kind sides[2][6] = {{0, WAFTI_SIDE_OPEN, 0, WAFTI_SIDE_OPEN, 0, 0},
        {WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC, 0, 0, WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC}};
    static const wafti_isa isas[3] = {WAFTI_ISA_SSE2, WAFTI_ISA_AVX2, WAFTI_ISA_AVX512};
    for (int c = 0; c < 6; ++c) {
        if (isas[c / 2] > wafti_isa_choose()) {
            continue;
        }
        static scene a;
        static scene b;
        open_scene(&a, sides[c % 2]);
        open_scene(&b, sides[c % 2]);
        const wafti_poisson_sums want = run_all(&a, wafti_poisson_choose(WAFTI_ISA_SCALAR));
        const wafti_poisson_sums got = run_all(&b, wafti_poisson_choose(isas[c / 2]));
        compare(&a, &b);
        CHECK_NEAR(got.rr, want.rr, 1e-6 * want.rr);
        CHECK_NEAR(got.bb, want.bb, 1e-11 * want.bb);
        CHECK_NEAR(got.product, want.product, 1e-6 * want.product);
        CHECK_NEAR(got.greatest, want.greatest, 1e-6);
        CHECK(want.product > 0.0);
        fixture_close(a.f);
        fixture_close(b.f);
    }
}

// rr, curvature and the advanced residual as A says, by the scalar copy.
static void passes_do_what_they_say(void) {
    static const wafti_side_kind sides[6] = {0, WAFTI_SIDE_OPEN, 0, WAFTI_SIDE_OPEN, 0, 0};
    static scene s;
    open_scene(&s, sides);
    const wafti_mac* grid = &s.f->domain.grid;
    const wafti_level* level = &s.m.levels[0];
    const wafti_poisson_kernels* kernels = wafti_poisson_choose(wafti_isa_choose());
    double* product = wafti_mac_take_double(grid, &s.f->arena);
    double* before = wafti_mac_take_double(grid, &s.f->arena);
    double* p = wafti_mac_take_double(grid, &s.f->arena);
    wafti_poisson_sums sums = {0};
    for (int32_t k = 0; k < NZ; ++k) {
        kernels->residual(&s.job, k, &sums);
    }
    CHECK_NEAR(sums.rr, fixture_dot(grid, s.job.r, s.job.r), 1e-10 * sums.rr);
    for (int32_t k = 0; k < NZ; ++k) {
        kernels->direction(&s.job, k);
    }
    for (int32_t c = 0; c < NX * NY * NZ; ++c) {
        const ptrdiff_t at = wafti_mac_index(grid, c % NX, c / NX % NY, c / (NX * NY));
        p[at] = (double)s.job.p[at];
    }
    sums = (wafti_poisson_sums){0};
    for (int32_t k = 0; k < NZ; ++k) {
        kernels->curvature(&s.job, k, &sums);
    }
    fixture_apply(kernels, level, grid, p, product);
    CHECK_NEAR(sums.product, fixture_dot(grid, p, product), 1e-10 * sums.product);
    memcpy(before - grid->first, s.job.r - grid->first, grid->size * sizeof(double));
    for (int32_t k = 0; k < NZ; ++k) {
        kernels->advance(&s.job, k, &sums);
    }
    for (int32_t c = 0; c < NX * NY * NZ; ++c) {
        const ptrdiff_t at = wafti_mac_index(grid, c % NX, c / NX % NY, c / (NX * NY));
        CHECK_NEAR(s.job.r[at], before[at] - 0.37 * product[at], 1e-12);
        CHECK_NEAR(level->b[at], 2.0 * s.job.r[at], 1e-6);
    }
    fixture_close(s.f);
}

static const test_case cases[] = {
    {"instruction_sets_agree", instruction_sets_agree},
    {"passes_do_what_they_say", passes_do_what_they_say},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// The right-hand side where solids are: b = - sum s [a u + (1 - a) u_s] + h e.
#include "grid/poisson_job.h"

#include "test.h"
#include "unit/poisson_fixture.h"

typedef struct scene {
    poisson_fixture* f;
    wafti_multigrid m;
    wafti_regions regions;
    wafti_poisson_job job;
} scene;

static scene open_scene(const int32_t n[3], const wafti_side_kind sides[6]) {
    scene s = {.f = fixture_open(n, sides, 1)};
    poisson_fixture* f = s.f;
    const double center[3] = {0.45 * n[0], 0.5 * n[1], n[2] > 1 ? 0.5 * n[2] : 0.5};
    fixture_add_sphere(&f->domain, center, 0.3 * n[0]);
    // An open side that a solid covers in part.
    if (sides[3] == WAFTI_SIDE_OPEN) {
        f->domain.weight[1][wafti_mac_index(&f->domain.grid, 2, n[1], 0)] = 0.6f;
    }
    float* halves[2];
    wafti_mac_alias(&f->domain.grid, f->work[2], halves);
    CHECK(wafti_multigrid_init(&s.m, &f->domain, &f->context, halves[0], &f->arena) == WAFT_OK);
    wafti_multigrid_rebuild(&s.m, NULL, NULL);
    const wafti_level* level = &s.m.levels[0];
    CHECK(wafti_regions_init(&s.regions, level, &f->arena));
    wafti_regions_rebuild(&s.regions, level, (uint32_t*)(void*)(f->work[0] - f->domain.grid.first));
    fixture_stir(f, false);
    // Side faces that are closed may carry an inflow: it counts in full.
    f->velocity[0][wafti_mac_index(&f->domain.grid, 0, 1, 0)] = 0.7f;
    f->solid.velocity[0] = 0.3;
    f->solid.velocity[1] = -0.4;
    f->solid.velocity[2] = 0.2;
    const int last = level->flat ? 1 : 2;
    s.job = (wafti_poisson_job){.domain = &f->domain,
        .velocity = {f->velocity[0], f->velocity[1], f->velocity[last]},
        .solids_move = true};
    return s;
}

static double want_at(const scene* s, int32_t i, int32_t j, int32_t k) {
    const wafti_mac* grid = &s->f->domain.grid;
    double sum = 0.0;
    double open = 0.0;
    for (int axis = 0; axis < grid->axes; ++axis) {
        const int32_t at[3] = {i, j, k};
        for (int high = 0; high < 2; ++high) {
            const ptrdiff_t face =
                wafti_mac_index(grid, i, j, k) + high * wafti_mac_stride(grid, axis);
            const int32_t index = at[axis] + high;
            const bool side = (index == 0 || index == grid->n[axis]) &&
                              s->f->domain.sides[(ptrdiff_t)2 * axis].kind != WAFTI_SIDE_PERIODIC;
            const double w = (double)s->f->domain.weight[axis][face];
            const double a = w > 0.0 ? w / (side ? 2.0 : 1.0) : 1.0;
            const double u = (double)s->f->velocity[axis][face];
            open += w;
            sum -= (high != 0 ? 1.0 : -1.0) * (a * u + (1.0 - a) * s->f->solid.velocity[axis]);
        }
    }
    const double e = (double)s->f->expansion[wafti_mac_index(grid, i, j, k)];
    return open > 0.0 ? sum + grid->h * e : 0.0;
}

static void check_all(scene* s) {
    const wafti_level* level = &s->m.levels[0];
    const wafti_poisson_kernels* kernels = wafti_poisson_choose(s->f->context.isa);
    s->job.level = level;
    s->job.regions = &s->regions;
    int partial = 0;
    for (int32_t k = 0; k < level->n[2]; ++k) {
        for (int32_t j = 0; j < level->n[1]; ++j) {
            double b[WAFTI_POISSON_ROW];
            kernels->right_side(&s->job, j, k, b);
            partial += (wafti_level_row_kind(level, j, k) & WAFTI_ROW_PARTIAL) != 0;
            for (int32_t i = 0; i < level->n[0]; ++i) {
                const double want = level->flat ? want_at(s, i, k, 0) : want_at(s, i, j, k);
                CHECK_NEAR(b[i], want, 1e-6);
            }
        }
    }
    CHECK(partial > 4);
}

static void partly_open_faces(void) {
    static const int32_t sizes[2][3] = {{13, 11, 10}, {14, 12, 1}};
    static const wafti_side_kind sides[2][6] = {{0, 0, 0, WAFTI_SIDE_OPEN, 0, 0},
        {WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC,
            WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC}};
    for (int c = 0; c < 4; ++c) {
        scene s = open_scene(sizes[c / 2], sides[c % 2]);
        check_all(&s);
        s.f->expansion[wafti_mac_index(&s.f->domain.grid, 1, 1, 0)] = 2.5f;
        s.job.expansion = s.f->expansion;
        check_all(&s);
        for (int axis = 0; axis < 3; ++axis) {
            s.f->solid.velocity[axis] = 0.0;
        }
        s.job.solids_move = false;
        check_all(&s);
        fixture_close(s.f);
    }
}

static void means_by_region(void) {
    static const int32_t n[3] = {10, 4, 4};
    static const wafti_box whole = {{0, 0, 0}, {10, 4, 4}};
    static const wafti_side_kind sides[6] = {0};
    poisson_fixture* f = fixture_open(n, sides, 1);
    fixture_add_sheet(&f->domain, 0, 3, &whole);
    static wafti_multigrid m;
    float* halves[2];
    wafti_mac_alias(&f->domain.grid, f->work[2], halves);
    CHECK(wafti_multigrid_init(&m, &f->domain, &f->context, halves[0], &f->arena) == WAFT_OK);
    wafti_multigrid_rebuild(&m, NULL, NULL);
    wafti_regions regions;
    CHECK(wafti_regions_init(&regions, &m.levels[0], &f->arena));
    wafti_regions_rebuild(
        &regions, &m.levels[0], (uint32_t*)(void*)(f->work[0] - f->domain.grid.first));
    CHECK(regions.count == 2);
    CHECK(regions.cells[0] == 3 * 16);
    const wafti_poisson_job job = {.level = &m.levels[0], .regions = &regions};
    const double mean[2] = {1.0, 0.25};
    double row[10] = {0};
    wafti_poisson_remove_means(&job, mean, 1, 2, row);
    for (int i = 0; i < 10; ++i) {
        CHECK_NEAR(row[i], i < 3 ? -1.0 : -0.25, 0.0);
    }
    fixture_close(f);
}

static const test_case cases[] = {
    {"partly_open_faces", partly_open_faces},
    {"means_by_region", means_by_region},
};

TEST_MAIN(cases)

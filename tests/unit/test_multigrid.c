// SPDX-License-Identifier: MIT
// The V-cycle as waves of blocks against the same stages one after the other.
#include "grid/multigrid.h"

#include "test.h"
#include "unit/poisson_fixture.h"

typedef struct hierarchy {
    poisson_fixture* f;
    wafti_multigrid m;
} hierarchy;

static hierarchy open_hierarchy(const int32_t n[3], const wafti_side_kind sides[6], int threads) {
    hierarchy h = {.f = fixture_open(n, sides, threads)};
    const double center[3] = {0.4 * n[0], 0.5 * n[1], n[2] > 1 ? 0.45 * n[2] : 0.5};
    fixture_add_sphere(&h.f->domain, center, 0.2 * n[0]);
    // Sheets along z where blocks meet: parents across the cut.
    for (int32_t at = 3; at < n[2] && n[2] > 1; at += 4) {
        const wafti_box part = {{n[0] / 2, 0, 0}, {n[0], n[1] / 2, n[2]}};
        fixture_add_sheet(&h.f->domain, 2, at, &part);
    }
    float* halves[2];
    wafti_mac_alias(&h.f->domain.grid, h.f->work[2], halves);
    CHECK(
        wafti_multigrid_init(&h.m, &h.f->domain, &h.f->context, halves[0], &h.f->arena) == WAFT_OK);
    wafti_multigrid_rebuild(&h.m, NULL, NULL);
    return h;
}

static void fill_b(const wafti_level* level) {
    uint64_t state = 77;
    for (int32_t k = 0; k < level->n[2]; ++k) {
        for (int32_t j = 0; j < level->n[1]; ++j) {
            for (int32_t i = 0; i < level->n[0]; ++i) {
                const double value = fixture_random(&state);
                const bool open = wafti_level_diagonal(level, i, j, k) > 0.0f;
                level->b[wafti_level_index(level, i, j, k)] = open ? (float)value : 0.0f;
            }
        }
    }
}

static wafti_planes planes_of(const wafti_level* level, const float* x, int32_t k) {
    const int32_t low = wafti_level_wrap(level, 2, k - 1);
    const int32_t high = wafti_level_wrap(level, 2, k + 1);
    return (wafti_planes){low >= 0 ? x + low * level->plane : level->zeros, x + k * level->plane,
        high >= 0 ? x + high * level->plane : level->zeros};
}

static void sweep_all(
    const wafti_multigrid* m, const wafti_level* level, const float* x, float omega, float* out) {
    for (int32_t k = 0; k < level->n[2]; ++k) {
        const wafti_planes planes = planes_of(level, x, k);
        m->kernels->sweep(level, k, &planes, omega, out + k * level->plane, false);
    }
}

// The cycle, stage by stage over whole levels; `scratch` is two fields.
static void plain_cycle(const wafti_multigrid* m, int l, float* const scratch[2]) {
    const wafti_level* level = &m->levels[l];
    if (l == m->level_count - 1) {
        wafti_coarsest_solve(&m->coarsest, level);
        return;
    }
    const wafti_level* coarse = &m->levels[l + 1];
    const int32_t all[2] = {0, coarse->n[2]};
    for (int32_t k = 0; k < level->n[2]; ++k) {
        m->kernels->first(level, k, m->omega[0], scratch[0] + k * level->plane);
    }
    sweep_all(m, level, scratch[0], m->omega[1], level->x);
    memset(coarse->b - 1, 0, (size_t)coarse->plane * (size_t)coarse->n[2] * sizeof(float));
    for (int32_t k = 0; k < level->n[2]; ++k) {
        const wafti_planes planes = planes_of(level, level->x, k);
        m->kernels->restrict_to(level, k, &planes, coarse, all);
    }
    plain_cycle(m, l + 1, scratch);
    for (int32_t k = 0; k < level->n[2]; ++k) {
        m->kernels->prolong(level, k, coarse, scratch[0] + k * level->plane);
    }
    sweep_all(m, level, scratch[0], m->omega[1], scratch[1]);
    sweep_all(m, level, scratch[1], m->omega[0], level->result);
}

static void waves_equal_stages(void) {
    static const int32_t sizes[3][3] = {{24, 28, 61}, {40, 1030, 1}, {14, 13, 11}};
    static const wafti_side_kind sides[2][6] = {{0, 0, 0, WAFTI_SIDE_OPEN, 0, 0},
        {0, 0, WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC}};
    for (int c = 0; c < 6; ++c) {
        hierarchy h = open_hierarchy(sizes[c / 2], sides[c % 2], 3);
        const wafti_mac* grid = &h.f->domain.grid;
        const wafti_level* level = &h.m.levels[0];
        CHECK((level->block_count > 1) == (c < 4));
        float* waves = wafti_mac_take_float(grid, &h.f->arena);
        float* const scratch[2] = {
            wafti_mac_take_float(grid, &h.f->arena), wafti_mac_take_float(grid, &h.f->arena)};
        fill_b(level);
        wafti_multigrid_cycle(&h.m);
        memcpy(waves - grid->first, level->result - grid->first, grid->size * sizeof(float));
        plain_cycle(&h.m, 0, scratch);
        int off = 0;
        for (int32_t k = 0; k < level->n[2]; ++k) {
            for (int32_t j = 0; j < level->n[1]; ++j) {
                const ptrdiff_t at = wafti_level_index(level, 0, j, k);
                off += memcmp(waves + at, level->result + at,
                           (size_t)level->n[0] * sizeof(float)) != 0;
            }
        }
        CHECK(off == 0);
        fixture_close(h.f);
    }
}

static void weights_of_the_smoother(void) {
    static const int32_t n[3] = {8, 8, 8};
    static const int32_t plane[3] = {8, 8, 1};
    static const wafti_side_kind sides[6] = {0};
    hierarchy a = open_hierarchy(n, sides, 1);
    CHECK_NEAR(a.m.omega[0], 0.566352, 1e-6);
    CHECK_NEAR(a.m.omega[1], 1.576505, 1e-6);
    hierarchy b = open_hierarchy(plane, sides, 1);
    CHECK_NEAR(b.m.omega[0], 0.557111, 1e-6);
    CHECK_NEAR(b.m.omega[1], 1.242197, 1e-6);
    fixture_close(a.f);
    fixture_close(b.f);
}

static void blocks_cover_all(void) {
    for (int32_t planes = 1; planes < 300; ++planes) {
        wafti_level level = {.n = {64, 64, planes}};
        level.block_count = planes < 24 ? 1 : 2 * (planes / 24);
        int32_t next = 0;
        for (int32_t block = 0; block < level.block_count; ++block) {
            const int32_t low = wafti_level_begin(&level, block);
            const int32_t high = wafti_level_begin(&level, block + 1);
            CHECK(low == next);
            CHECK(low % 2 == 0);
            CHECK(high > low);
            next = high;
        }
        CHECK(next == planes);
    }
}

static void size_is_told(void) {
    static const int32_t n[3] = {24, 24, 24};
    static const wafti_side_kind sides[6] = {0};
    poisson_fixture* f = fixture_open(n, sides, 1);
    const size_t size = wafti_multigrid_size(&f->domain.grid);
    CHECK(size > (size_t)24 * 24 * 24 * 12);
    static const int32_t huge[3] = {4096, 4096, 4096};
    const wafti_mac grid = wafti_mac_make(huge, 1.0, f->domain.grid.low);
    CHECK(wafti_multigrid_size(&grid) > wafti_mac_cells(&grid));
    fixture_close(f);
}

static const test_case cases[] = {
    {"waves_equal_stages", waves_equal_stages},
    {"weights_of_the_smoother", weights_of_the_smoother},
    {"blocks_cover_all", blocks_cover_all},
    {"size_is_told", size_is_told},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// Every compiled copy of the V-cycle's kernels against plain loops in double over the weights.
#include "grid/multigrid.h"

#include "test.h"
#include "unit/poisson_fixture.h"

enum { NX = 27, NY = 9, NZ = 8 };

static const wafti_side_kind kinds[2][6] = {
    {0, WAFTI_SIDE_OPEN, 0, WAFTI_SIDE_OPEN, 0, 0},
    {WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC, 0, 0, WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC},
};

static wafti_isa isas(int index) {
    static const wafti_isa all[4] = {
        WAFTI_ISA_SCALAR, WAFTI_ISA_SSE2, WAFTI_ISA_AVX2, WAFTI_ISA_AVX512};
    return all[index] <= wafti_isa_choose() ? all[index] : WAFTI_ISA_SCALAR;
}

static double value_at(const wafti_level* level, const float* x, const int32_t at[3]) {
    int32_t inside[3];
    for (int axis = 0; axis < 3; ++axis) {
        inside[axis] = wafti_level_wrap(level, axis, at[axis]);
        if (inside[axis] < 0) {
            return 0.0;
        }
    }
    return (double)x[wafti_level_index(level, inside[0], inside[1], inside[2])];
}

static double residual_at(
    const wafti_level* level, const float* x, int32_t i, int32_t j, int32_t k) {
    const int32_t here[3] = {i, j, k};
    double sum = value_at(level, level->b, here);
    for (int face = 0; face < 6; ++face) {
        const int axis = face / 2;
        int32_t low[3] = {i, j, k};
        int32_t other[3] = {i, j, k};
        low[axis] += face % 2;
        other[axis] += face % 2 != 0 ? 1 : -1;
        sum += (double)wafti_level_weights(level, axis, low[1], low[2])[low[0]] *
               (value_at(level, x, other) - value_at(level, x, here));
    }
    return sum;
}

// What a sweep gives, from plain loops.
static double swept(
    const wafti_level* level, const float* x, float omega, int32_t i, int32_t j, int32_t k) {
    const double diagonal = (double)wafti_level_diagonal(level, i, j, k);
    const int32_t here[3] = {i, j, k};
    if (diagonal < (double)WAFTI_LEAST_DIAGONAL) {
        return 0.0;
    }
    return value_at(level, x, here) + (double)omega / diagonal * residual_at(level, x, i, j, k);
}

typedef struct bench {
    poisson_fixture* f;
    wafti_multigrid m;
    float* out;
} bench;

// A sphere, a sheet and random b; x is what two sweeps of b give, so that its ends are finished.
static bench open_bench(int sides, wafti_isa isa) {
    static const int32_t n[3] = {NX, NY, NZ};
    static const double center[3] = {11.3, 3.7, 3.2};
    static const wafti_box sheet = {{0, 0, 0}, {NX, 5, NZ}};
    bench t = {.f = fixture_open(n, kinds[sides], 1)};
    fixture_add_sphere(&t.f->domain, center, 2.9);
    fixture_add_sheet(&t.f->domain, 0, 19, &sheet);
    t.f->context.isa = isa;
    float* halves[2];
    wafti_mac_alias(&t.f->domain.grid, t.f->work[2], halves);
    CHECK(
        wafti_multigrid_init(&t.m, &t.f->domain, &t.f->context, halves[0], &t.f->arena) == WAFT_OK);
    wafti_multigrid_rebuild(&t.m, NULL, NULL);
    const wafti_level* level = &t.m.levels[0];
    uint64_t state = 5;
    for (int32_t c = 0; c < NX * NY * NZ; ++c) {
        const ptrdiff_t at = wafti_level_index(level, c % NX, c / NX % NY, c / (NX * NY));
        const double value = fixture_random(&state);
        const float open = wafti_level_diagonal(level, c % NX, c / NX % NY, c / (NX * NY));
        level->b[at] = open > 0.0f ? (float)value : 0.0f;
    }
    for (int32_t k = 0; k < NZ; ++k) {
        t.m.kernels->first(level, k, 0.5f, level->x + k * level->plane);
    }
    t.out = wafti_mac_take_float(&t.f->domain.grid, &t.f->arena);
    return t;
}

static wafti_planes planes_of(const wafti_level* level, const float* x, int32_t k) {
    const int32_t low = wafti_level_wrap(level, 2, k - 1);
    const int32_t high = wafti_level_wrap(level, 2, k + 1);
    return (wafti_planes){low >= 0 ? x + low * level->plane : level->zeros, x + k * level->plane,
        high >= 0 ? x + high * level->plane : level->zeros};
}

static void sweeps(void) {
    for (int c = 0; c < 6; ++c) {
        bench t = open_bench(c % 2, isas(c / 2));
        const wafti_level* level = &t.m.levels[0];
        for (int32_t k = 0; k < NZ; ++k) {
            const wafti_planes x = planes_of(level, level->x, k);
            t.m.kernels->sweep(level, k, &x, 1.3f, t.out + k * level->plane, true);
        }
        for (int32_t row = 0; row < NY * NZ; ++row) {
            double sums[2] = {0};
            for (int32_t i = 0; i < NX; ++i) {
                const ptrdiff_t at = wafti_level_index(level, i, row % NY, row / NY);
                CHECK_NEAR(t.out[at], swept(level, level->x, 1.3f, i, row % NY, row / NY), 2e-6);
                sums[0] += (double)level->b[at] * (double)t.out[at];
                sums[1] += (double)t.out[at];
            }
            CHECK_NEAR(level->row_sum[(ptrdiff_t)2 * row], sums[0], 1e-12);
            CHECK_NEAR(level->row_sum[(ptrdiff_t)2 * row + 1], sums[1], 1e-12);
        }
        fixture_close(t.f);
    }
}

// Parents get the residuals of their children, children the values of their parents.
static void transfers(void) {
    for (int c = 0; c < 6; ++c) {
        bench t = open_bench(c % 2, isas(c / 2));
        const wafti_level* level = &t.m.levels[0];
        const wafti_level* coarse = &t.m.levels[1];
        const int32_t all[2] = {0, coarse->n[2]};
        static double want[NX * NY * NZ];
        memset(want, 0, sizeof(want));
        uint64_t state = 8;
        for (int32_t parent = 0; parent < coarse->n[0] * coarse->n[1] * coarse->n[2]; ++parent) {
            const int32_t line = parent / coarse->n[0];
            coarse->result[wafti_level_index(coarse, parent % coarse->n[0], line % coarse->n[1],
                line / coarse->n[1])] = (float)fixture_random(&state);
        }
        int moved = 0;
        for (int32_t k = 0; k < NZ; ++k) {
            const wafti_planes x = planes_of(level, level->x, k);
            t.m.kernels->restrict_to(level, k, &x, coarse, all);
            t.m.kernels->prolong(level, k, coarse, t.out + k * level->plane);
            for (int32_t j = 0; j < NY; ++j) {
                for (int32_t i = 0; i < NX; ++i) {
                    const ptrdiff_t at = wafti_level_index(level, i, j, k);
                    const int shift = level->shift[at];
                    const int32_t p[3] = {
                        i / 2 - (shift & 1), j / 2 - (shift >> 1 & 1), k / 2 - (shift >> 2 & 1)};
                    want[(p[2] * coarse->n[1] + p[1]) * coarse->n[0] + p[0]] +=
                        residual_at(level, level->x, i, j, k);
                    CHECK_NEAR(t.out[at],
                        level->x[at] + coarse->result[wafti_level_index(coarse, p[0], p[1], p[2])],
                        1e-6);
                    moved += shift != 0;
                }
            }
        }
        CHECK(moved > 10);
        for (int32_t parent = 0; parent < coarse->n[0] * coarse->n[1] * coarse->n[2]; ++parent) {
            const int32_t line = parent / coarse->n[0];
            CHECK_NEAR(coarse->b[wafti_level_index(coarse, parent % coarse->n[0],
                           line % coarse->n[1], line / coarse->n[1])],
                want[parent], 5e-6);
        }
        fixture_close(t.f);
    }
}

// One colour at a time.
static void relaxation(void) {
    for (int isa = 0; isa < 3; ++isa) {
        bench t = open_bench(0, isas(isa));
        const wafti_level* level = &t.m.levels[0];
        for (int color = 0; color < 2; ++color) {
            for (int32_t k = 0; k < NZ; ++k) {
                const wafti_planes x = planes_of(level, level->x, k);
                t.m.kernels->relax(level, k, &x, color, t.out + k * level->plane);
            }
            for (int32_t c = 0; c < NX * NY * NZ; ++c) {
                const int32_t at[3] = {c % NX, c / NX % NY, c / (NX * NY)};
                const double want = (at[0] + at[1] + at[2]) % 2 == color
                                        ? swept(level, level->x, 1.0f, at[0], at[1], at[2])
                                        : value_at(level, level->x, at);
                CHECK_NEAR(value_at(level, t.out, at), want, 2e-6);
            }
        }
        fixture_close(t.f);
    }
}

static const test_case cases[] = {
    {"sweeps", sweeps},
    {"transfers", transfers},
    {"relaxation", relaxation},
};

TEST_MAIN(cases)

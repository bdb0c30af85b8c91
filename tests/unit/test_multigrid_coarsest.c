// SPDX-License-Identifier: MIT
#include "grid/multigrid.h"

#include "test.h"
#include "unit/poisson_fixture.h"

// b - A x on the coarsest level in double.
static double residual_at(
    const wafti_level* level, const float* x, int32_t i, int32_t j, int32_t k) {
    const double c = (double)x[wafti_level_index(level, i, j, k)];
    double r = (double)level->b[wafti_level_index(level, i, j, k)];
    for (int face = 0; face < 6; ++face) {
        const int axis = face / 2;
        int32_t low[3] = {i, j, k};
        int32_t other[3] = {i, j, k};
        low[axis] += face % 2;
        other[axis] = wafti_level_wrap(level, axis, other[axis] + (face % 2 != 0 ? 1 : -1));
        const double w = (double)wafti_level_weights(level, axis, low[1], low[2])[low[0]];
        const double value = other[axis] >= 0
                                 ? (double)x[wafti_level_index(level, other[0], other[1], other[2])]
                                 : 0.0;
        r += w * (value - c);
    }
    return r;
}

// Solves a level directly and returns the greatest residual.
static double solve_level(const wafti_side_kind sides[6], bool split) {
    static const int32_t n[3] = {4, 3, 5};
    poisson_fixture* f = fixture_open(n, sides, 1);
    if (split) {
        const wafti_box whole = {{0, 0, 0}, {4, 3, 5}};
        fixture_add_sheet(&f->domain, 2, 2, &whole);
    }
    float* halves[2];
    wafti_mac_alias(&f->domain.grid, f->work[2], halves);
    static wafti_multigrid m;
    CHECK(wafti_multigrid_init(&m, &f->domain, &f->context, halves[0], &f->arena) == WAFT_OK);
    CHECK(m.level_count == 1);
    wafti_multigrid_rebuild(&m, NULL, NULL);
    const wafti_level* level = &m.levels[0];
    uint64_t state = 3;
    double sums[2] = {0};
    for (int32_t c = 0; c < 60; ++c) {
        const int32_t k = c / 12;
        const double value = fixture_random(&state);
        level->b[wafti_level_index(level, c % 4, c / 4 % 3, k)] = (float)value;
        sums[split && k >= 2] += value;
    }
    // Closed parts have a solution only if what comes in goes out.
    level->b[wafti_level_index(level, 0, 0, 0)] -= (float)sums[0];
    level->b[wafti_level_index(level, 0, 0, 4)] -= (float)sums[1];
    wafti_multigrid_cycle(&m);
    double most = 0.0;
    for (int32_t c = 0; c < 60; ++c) {
        most = fmax(most, fabs(residual_at(level, level->result, c % 4, c / 4 % 3, c / 12)));
    }
    fixture_close(f);
    return most;
}

static void solves_open_closed_and_split(void) {
    static const wafti_side_kind open_top[6] = {0, 0, 0, WAFTI_SIDE_OPEN, 0, 0};
    static const wafti_side_kind closed[6] = {0};
    static const wafti_side_kind ring[6] = {WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC, 0, 0, 0, 0};
    CHECK_NEAR(solve_level(open_top, false), 0.0, 1e-5);
    CHECK_NEAR(solve_level(closed, false), 0.0, 1e-5);
    CHECK_NEAR(solve_level(closed, true), 0.0, 1e-5);
    CHECK_NEAR(solve_level(ring, true), 0.0, 1e-5);
}

static const test_case cases[] = {{"solves_open_closed_and_split", solves_open_closed_and_split}};

TEST_MAIN(cases)

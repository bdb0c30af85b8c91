// SPDX-License-Identifier: MIT
// Weights, classes and the sheet rule of the hierarchy.
#include "grid/multigrid.h"

#include "test.h"
#include "unit/poisson_fixture.h"

static const wafti_side_kind open_top[6] = {0, 0, 0, WAFTI_SIDE_OPEN, 0, 0};
static const wafti_side_kind torus[6] = {WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC,
    WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC};

static void open_hierarchy(poisson_fixture* f, wafti_multigrid* multigrid) {
    float* halves[2];
    wafti_mac_alias(&f->domain.grid, f->work[2], halves);
    CHECK(
        wafti_multigrid_init(multigrid, &f->domain, &f->context, halves[0], &f->arena) == WAFT_OK);
    wafti_multigrid_rebuild(multigrid, NULL, NULL);
}

static float weight_at(const wafti_level* level, int axis, int32_t i, int32_t j, int32_t k) {
    return wafti_level_weights(level, axis, j, k)[i];
}

// In an empty box a coarse face of four has half their sum; sides keep twice that if open.
static void empty_box_doubles(void) {
    static const int32_t n[3] = {32, 16, 24};
    poisson_fixture* f = fixture_open(n, open_top, 1);
    wafti_multigrid m;
    open_hierarchy(f, &m);
    CHECK(m.level_count == 4);
    CHECK(m.levels[3].n[0] * m.levels[3].n[1] * m.levels[3].n[2] <= WAFTI_COARSEST_CELLS);
    for (int l = 0; l < 3; ++l) {
        const float want = (float)(1 << l);
        const wafti_level* level = &m.levels[l];
        CHECK_NEAR(weight_at(level, 0, 1, 0, 0), want, 0.0);
        CHECK_NEAR(weight_at(level, 1, 1, 1, 1), want, 0.0);
        CHECK_NEAR(weight_at(level, 2, 0, 0, 1), want, 0.0);
        CHECK_NEAR(weight_at(level, 0, 0, 0, 0), 0.0, 0.0);
        CHECK_NEAR(weight_at(level, 1, 1, level->n[1], 1), 2.0f * want, 0.0);
        CHECK_NEAR(weight_at(level, 2, 1, 0, level->n[2]), 0.0, 0.0);
        for (int32_t row = 0; row < level->n[1] * level->n[2]; ++row) {
            CHECK((level->row_kind[row] & WAFTI_ROW_CLASS) == WAFTI_ROW_UNIFORM);
        }
    }
    fixture_close(f);
}

// Faces between 4 and 5 are closed below j = 4: there cell 4 joins cells 2 and 3, and the coarse face
// 2 | 3 is the sheet. (Without the rule the sheet would lie inside coarse cell 2.)
static void sheet_rule(void) {
    static const int32_t n[3] = {12, 8, 4};
    static const wafti_box lower = {{0, 0, 0}, {12, 4, 4}};
    poisson_fixture* f = fixture_open(n, open_top, 1);
    fixture_add_sheet(&f->domain, 0, 5, &lower);
    wafti_multigrid m;
    open_hierarchy(f, &m);
    const wafti_level* fine = &m.levels[0];
    const wafti_level* coarse = &m.levels[1];
    for (int32_t j = 0; j < 8; ++j) {
        for (int32_t i = 0; i < 12; ++i) {
            const int want = i == 4 && j < 4 ? WAFTI_SHIFT_X : 0;
            CHECK(fine->shift[wafti_level_index(fine, i, j, 1)] == want);
        }
        CHECK(((wafti_level_row_kind(fine, j, 1) & WAFTI_ROW_SHIFTED) != 0) == (j < 4));
    }
    CHECK_NEAR(weight_at(coarse, 0, 2, 0, 0), 0.0, 0.0);
    CHECK_NEAR(weight_at(coarse, 0, 2, 3, 0), 2.0, 0.0);
    CHECK_NEAR(weight_at(coarse, 0, 1, 0, 0), 2.0, 0.0);
    // Three children in line behind the sheet, one before it: faces across have their share, and
    // none joins parents that are no neighbours.
    CHECK_NEAR(weight_at(coarse, 1, 1, 1, 0), 3.0, 0.0);
    CHECK_NEAR(weight_at(coarse, 1, 2, 1, 0), 1.0, 0.0);
    CHECK_NEAR(weight_at(coarse, 1, 2, 2, 0), 1.0, 0.0);
    CHECK_NEAR(weight_at(coarse, 1, 1, 2, 0), 2.0, 0.0);
    fixture_close(f);
}

static void odd_rings(void) {
    static const int32_t n[3] = {11, 9, 7};
    poisson_fixture* f = fixture_open(n, torus, 1);
    wafti_multigrid m;
    open_hierarchy(f, &m);
    const wafti_level* coarse = &m.levels[1];
    CHECK(coarse->n[0] == 6);
    CHECK(coarse->n[1] == 5);
    CHECK(coarse->n[2] == 4);
    for (int axis = 0; axis < 3; ++axis) {
        int32_t last[3] = {0, 0, 0};
        last[axis] = coarse->n[axis];
        CHECK_NEAR(weight_at(coarse, axis, 0, 0, 0), 2.0, 0.0);
        CHECK_NEAR(weight_at(coarse, axis, last[0], last[1], last[2]), 2.0, 0.0);
    }
    // The last of an odd number has one child.
    CHECK_NEAR(weight_at(coarse, 1, 5, 1, 1), 1.0, 0.0);
    fixture_close(f);
}

static bool same_floats(const float* a, const float* b, size_t count) {
    return memcmp(a, b, count * sizeof(*a)) == 0;
}

static bool same_uniform(const wafti_uniform_row* a, const wafti_uniform_row* b) {
    bool same = a->x == b->x && a->inverse == b->inverse;
    for (int end = 0; end < 2; ++end) {
        same = same && a->y[end] == b->y[end] && a->z[end] == b->z[end] &&
               a->ghost[end] == b->ghost[end] && a->gain[end] == b->gain[end];
    }
    return same;
}

static void compare_levels(const wafti_multigrid* a, const wafti_multigrid* b) {
    for (int l = 0; l < a->level_count; ++l) {
        const wafti_level* x = &a->levels[l];
        const wafti_level* y = &b->levels[l];
        const size_t rows = (size_t)x->n[1] * (size_t)x->n[2];
        const size_t size = (size_t)x->plane * (size_t)x->n[2];
        CHECK(memcmp(x->row_kind, y->row_kind, rows) == 0);
        CHECK(memcmp(x->shift, y->shift, size) == 0);
        for (int axis = 0; axis < 3 && l > 0; ++axis) {
            CHECK(same_floats(x->weight[axis], y->weight[axis], size + (size_t)x->plane / 2));
        }
        for (size_t row = 0; row < rows; ++row) {
            if ((x->row_kind[row] & WAFTI_ROW_CLASS) == WAFTI_ROW_UNIFORM) {
                CHECK(same_uniform(&x->uniform[row], &y->uniform[row]));
            }
        }
    }
    for (int32_t row = 0; row < a->coarsest.count; ++row) {
        CHECK(a->coarsest.inverse[row] == b->coarsest.inverse[row]);
        for (int32_t column = 0; column < row; ++column) {
            CHECK(a->coarsest.factor[row][column] == b->coarsest.factor[row][column]);
        }
    }
}

// A sphere and a sheet that move: renewing the box they changed gives the bits of a hierarchy made
// from nothing.
static void box_equals_whole(void) {
    static const int32_t sizes[2][3] = {{37, 40, 30}, {61, 44, 1}};
    for (int c = 0; c < 4; ++c) {
        const int32_t* n = sizes[c / 2];
        const wafti_side_kind* sides = c % 2 == 0 ? open_top : torus;
        poisson_fixture* f = fixture_open(n, sides, 1);
        poisson_fixture* g = fixture_open(n, sides, 1);
        static wafti_multigrid moved;
        static wafti_multigrid fresh;
        memset(&moved, 0, sizeof(moved));
        memset(&fresh, 0, sizeof(fresh));
        open_hierarchy(f, &moved);
        double center[3] = {12.3, 13.1, n[2] > 1 ? 11.7 : 0.5};
        wafti_box before = {{0, 0, 0}, {0, 0, 0}};
        for (int step = 0; step < 4; ++step) {
            center[0] += step == 3 ? 11.0 : 1.3;
            center[1] -= 2.1;
            const wafti_box sheet = {{0, 2 + step, 0}, {n[0], 9 + step, n[2]}};
            fixture_open_weights(&f->domain);
            fixture_add_sphere(&f->domain, center, 6.5);
            fixture_add_sheet(&f->domain, 0, 20 + step, &sheet);
            wafti_box now = {{(int32_t)center[0] - 8, 0, 0}, {27 + step, n[1] / 2 + 2, n[2]}};
            now.high[0] =
                now.high[0] > (int32_t)center[0] + 9 ? now.high[0] : (int32_t)center[0] + 9;
            now.high[0] = now.high[0] < n[0] ? now.high[0] : n[0];
            wafti_box changed = now;
            for (int axis = 0; axis < 3 && step > 0; ++axis) {
                changed.low[axis] =
                    now.low[axis] < before.low[axis] ? now.low[axis] : before.low[axis];
                changed.high[axis] =
                    now.high[axis] > before.high[axis] ? now.high[axis] : before.high[axis];
            }
            before = now;
            wafti_multigrid_rebuild(&moved, &changed, NULL);
        }
        for (int axis = 0; axis < 3; ++axis) {
            memcpy(g->domain.weight[axis] - f->domain.grid.first,
                f->domain.weight[axis] - f->domain.grid.first, f->domain.grid.size * sizeof(float));
        }
        open_hierarchy(g, &fresh);
        compare_levels(&moved, &fresh);
        fixture_close(f);
        fixture_close(g);
    }
}

static const test_case cases[] = {
    {"empty_box_doubles", empty_box_doubles},
    {"sheet_rule", sheet_rule},
    {"odd_rings", odd_rings},
    {"box_equals_whole", box_equals_whole},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// Transforms and V-cycles solve the same equation.
#include "grid/poisson_parts.h"

#include "test.h"
#include "unit/poisson_fixture.h"

#define C WAFTI_SIDE_CLOSED
#define O WAFTI_SIDE_OPEN
#define P WAFTI_SIDE_PERIODIC

// All pairs of sides on each axis in turn, as in row transform-oracle of docs/spec/smoke.md#verification.
static void sides_of_all_kinds(void) {
    static const wafti_side_kind pairs[6][2] = {
        {C, C}, {O, O}, {C, O}, {O, C}, {P, P}, {WAFTI_SIDE_INFLOW, O}};
    static const int32_t sizes[2][3] = {{20, 32, 24}, {40, 24, 1}};
    for (int c = 0; c < 24; ++c) {
        wafti_side_kind sides[6];
        for (int axis = 0; axis < 3; ++axis) {
            memcpy(
                &sides[(ptrdiff_t)2 * axis], pairs[(c + axis * (1 + c / 6)) % 6], sizeof(pairs[0]));
        }
        const int32_t* n = sizes[c % 2];
        poisson_fixture* f[2];
        for (int s = 0; s < 2; ++s) {
            f[s] = fixture_open(n, sides, 2);
            CHECK(fixture_create(f[s], s == 0 ? WAFTI_POISSON_DCT : WAFTI_POISSON_MULTIGRID,
                      false) == WAFT_OK);
            fixture_stir(f[s], false);
            const wafti_poisson_report report = fixture_solve(f[s], 1e-9);
            CHECK(report.converged);
            CHECK(s == 1 || report.iterations <= 2);
        }
        const wafti_mac* grid = &f[0]->domain.grid;
        double off = 0.0;
        double most = 0.0;
        for (int32_t k = 0; k < n[2]; ++k) {
            for (int32_t j = 0; j < n[1]; ++j) {
                for (int32_t i = 0; i < n[0]; ++i) {
                    const ptrdiff_t at = wafti_mac_index(grid, i, j, k);
                    off = fmax(off, fabs(f[0]->phi[at] - f[1]->phi[at]));
                    most = fmax(most, fabs(f[1]->phi[at]));
                }
            }
        }
        CHECK(most > 0.0);
        CHECK_NEAR(off / most, 0.0, 1e-6);
        fixture_close(f[0]);
        fixture_close(f[1]);
    }
}

static void choice(void) {
    static const wafti_side_kind sides[6] = {C, C, C, O, C, C};
    static const int32_t fine[3] = {32, 20, 24};
    static const int32_t odd[3] = {31, 20, 24};
    static const double center[3] = {16.0, 10.0, 12.0};
    static const wafti_box whole = {{0, 0, 0}, {32, 20, 24}};
    // Asked for where it cannot be.
    poisson_fixture* f = fixture_open(odd, sides, 1);
    CHECK(fixture_create(f, WAFTI_POISSON_DCT, false) == WAFT_ERR_ARGUMENT);
    CHECK(f->poisson == NULL);
    CHECK(strstr(f->error.sentence, "31") != NULL);
    CHECK(fixture_create(f, WAFTI_POISSON_AUTO, false) == WAFT_OK);
    fixture_close(f);
    f = fixture_open(fine, sides, 1);
    fixture_add_sphere(&f->domain, center, 4.0);
    CHECK(fixture_create(f, WAFTI_POISSON_DCT, false) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(f->error.sentence, "dct") != NULL);
    fixture_close(f);
    // auto: transforms for a sharp tolerance, until an obstacle comes.
    f = fixture_open(fine, sides, 1);
    CHECK(fixture_create(f, WAFTI_POISSON_AUTO, false) == WAFT_OK);
    fixture_stir(f, false);
    CHECK(fixture_solve(f, 1e-8).iterations <= 2);
    fixture_clear_phi(f);
    CHECK(fixture_solve(f, 1e-3).iterations > 2);
    fixture_add_sphere(&f->domain, center, 4.0);
    wafti_poisson_rebuild(f->poisson, &whole);
    fixture_stir(f, false);
    fixture_clear_phi(f);
    const wafti_poisson_report report = fixture_solve(f, 1e-8);
    CHECK(report.converged);
    CHECK(report.iterations > 3);
    fixture_close(f);
}

static const test_case cases[] = {
    {"sides_of_all_kinds", sides_of_all_kinds},
    {"choice", choice},
};

TEST_MAIN(cases)

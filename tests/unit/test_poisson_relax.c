// SPDX-License-Identifier: MIT
// The start of a solve where solids have moved.
#include "grid/poisson.h"

#include "poisson_fixture.h"
#include "test.h"

enum { SMALL = 36, LARGE = 48 };

// Relative residual of the start after the sphere has moved a tenth of a cell, in a box so many cells long.
static double start_after_move(int32_t cells, bool told) {
    const int32_t n[3] = {cells, cells, cells};
    static const wafti_side_kind sides[6] = {0, 0, 0, WAFTI_SIDE_OPEN, 0, 0};
    const int32_t middle = cells / 2;
    const double center[3] = {middle, middle, middle};
    const double moved[3] = {middle, middle + 0.1, middle};
    const wafti_box box = {
        {middle - 6, middle - 6, middle - 6}, {middle + 6, middle + 6, middle + 6}};
    poisson_fixture* f = fixture_open(n, sides, 1);
    const double radius = 5.3; // in cells, as centres are
    fixture_add_sphere(&f->domain, center, radius);
    fixture_stir(f, true);
    CHECK(fixture_create(f, WAFTI_POISSON_MULTIGRID, false) == WAFT_OK);
    CHECK(fixture_solve(f, 1e-8).converged);
    fixture_open_weights(&f->domain);
    fixture_add_sphere(&f->domain, moved, radius);
    wafti_poisson_rebuild(f->poisson, told ? &box : NULL);
    wafti_poisson_request request = fixture_request(f, 1e-12);
    request.most_iterations = 0;
    wafti_poisson_report report;
    wafti_poisson_solve(f->poisson, &request, &report);
    // The change was used up: the next start is left alone.
    const double before = f->phi[wafti_mac_index(&f->domain.grid, middle - 5, middle, middle)];
    wafti_poisson_solve(f->poisson, &request, &report);
    CHECK(f->phi[wafti_mac_index(&f->domain.grid, middle - 5, middle, middle)] == before);
    fixture_close(f);
    return report.residual;
}

static void moved_sphere_leaves_less(void) {
    const double plain = start_after_move(LARGE, false);
    const double smoothed = start_after_move(LARGE, true);
    CHECK(plain > 0.0);
    CHECK(smoothed < 0.6 * plain);
}

// Where the change is a large share of the grid, sweeps cost more than they save.
static void small_grids_do_without(void) {
    CHECK(start_after_move(SMALL, true) == start_after_move(SMALL, false));
}

static const test_case cases[] = {
    {"moved_sphere_leaves_less", moved_sphere_leaves_less},
    {"small_grids_do_without", small_grids_do_without},
};

TEST_MAIN(cases)

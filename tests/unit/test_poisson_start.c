// SPDX-License-Identifier: MIT
// What a solve starts from, seen through solves that may not iterate.
#include "grid/poisson_parts.h"

#include "test.h"
#include "unit/poisson_fixture.h"

enum { N = 16 };

static poisson_fixture* open_box(void) {
    static const int32_t n[3] = {N, N, N};
    static const wafti_side_kind sides[6] = {0, 0, 0, WAFTI_SIDE_OPEN, 0, 0};
    poisson_fixture* f = fixture_open(n, sides, 1);
    fixture_stir(f, true);
    return f;
}

// phi as a solve of no iterations leaves it: the start, unless 0 is better.
static wafti_poisson_report start(poisson_fixture* f, double* earlier) {
    wafti_poisson_request request = fixture_request(f, 1e-12);
    request.most_iterations = 0;
    request.earlier = earlier;
    wafti_poisson_report report;
    wafti_poisson_solve(f->poisson, &request, &report);
    return report;
}

static void pressure_goes_on(void) {
    poisson_fixture* f = open_box();
    const wafti_mac* grid = &f->domain.grid;
    CHECK(fixture_create(f, WAFTI_POISSON_MULTIGRID, false) == WAFT_OK);
    CHECK(fixture_solve(f, 1e-9).converged);
    double* earlier = wafti_mac_take_double(grid, &f->arena);
    double* last = wafti_mac_take_double(grid, &f->arena);
    memcpy(last - grid->first, f->phi - grid->first, grid->size * sizeof(double));
    const ptrdiff_t at = wafti_mac_index(grid, 5, 6, 7);
    // Nothing is known of an earlier one: the last is the start, and is kept.
    start(f, earlier);
    CHECK(f->phi[at] == last[at]);
    CHECK(earlier[at] == f->phi[at]); // no iteration: it stands still
    earlier[at] = 0.75 * last[at];
    start(f, earlier);
    CHECK_NEAR(f->phi[at], 1.25 * last[at], 1e-6 * fabs(last[at]));
    CHECK(earlier[at] == f->phi[at]); // no iteration: it stands still
    fixture_close(f);
}

// Pressure that grows evenly is foreseen.
static void even_growth_needs_less(void) {
    poisson_fixture* f = open_box();
    const wafti_mac* grid = &f->domain.grid;
    CHECK(fixture_create(f, WAFTI_POISSON_MULTIGRID, false) == WAFT_OK);
    CHECK(fixture_solve(f, 1e-9).converged);
    double* earlier = wafti_mac_take_double(grid, &f->arena);
    for (int32_t c = 0; c < N * N * N; ++c) {
        const ptrdiff_t at = wafti_mac_index(grid, c % N, c / N % N, c / (N * N));
        earlier[at] = 0.8 * f->phi[at];
        f->phi[at] *= 0.9;
    }
    CHECK_NEAR(start(f, NULL).residual, 0.1, 1e-6);
    CHECK(start(f, earlier).residual < 1e-3);
    fixture_close(f);
}

// A start that is worse than none is told, and none may be asked for; the last pressure is then kept.
static void zero_is_a_start_too(void) {
    poisson_fixture* f = open_box();
    const wafti_mac* grid = &f->domain.grid;
    CHECK(fixture_create(f, WAFTI_POISSON_MULTIGRID, false) == WAFT_OK);
    CHECK(!fixture_solve(f, 1e-9).poor_start);
    double* earlier = wafti_mac_take_double(grid, &f->arena);
    double* solved = wafti_mac_take_double(grid, &f->arena);
    memcpy(solved - grid->first, f->phi - grid->first, grid->size * sizeof(double));
    for (int32_t c = 0; c < N * N * N; ++c) {
        f->phi[wafti_mac_index(grid, c % N, c / N % N, c / (N * N))] *= -1.0;
    }
    CHECK(start(f, NULL).poor_start);
    const ptrdiff_t at = wafti_mac_index(grid, 5, 6, 7);
    CHECK(f->phi[at] == 0.0);
    f->phi[at] = 3.0;
    wafti_poisson_request request = fixture_request(f, 1e-9);
    request.earlier = earlier;
    request.from_zero = true;
    wafti_poisson_report report;
    wafti_poisson_solve(f->poisson, &request, &report);
    CHECK(report.converged && report.iterations > 2 && !report.poor_start);
    CHECK(earlier[at] == 3.0);
    CHECK_NEAR(f->phi[at], solved[at], 1e-6 * fabs(solved[at]));
    fixture_close(f);
}

// Covered cells have no pressure; those that a solid has left take their neighbours'.
static void solids_come_and_go(void) {
    static const wafti_box box = {{6, 6, 6}, {9, 9, 9}};
    static const wafti_box moved = {{8, 6, 6}, {11, 9, 9}};
    poisson_fixture* f = open_box();
    const wafti_mac* grid = &f->domain.grid;
    fixture_add_block(&f->domain, &box);
    fixture_stir(f, true);
    CHECK(fixture_create(f, WAFTI_POISSON_MULTIGRID, false) == WAFT_OK);
    CHECK(fixture_solve(f, 1e-6).converged);
    const ptrdiff_t inside = wafti_mac_index(grid, 7, 7, 7);
    CHECK(f->phi[inside] == 0.0);
    f->phi[inside] = 3.0;
    start(f, NULL);
    CHECK(f->phi[inside] == 0.0);
    fixture_open_weights(&f->domain);
    fixture_add_block(&f->domain, &moved);
    wafti_poisson_rebuild(f->poisson, NULL);
    const double before = f->phi[wafti_mac_index(grid, 5, 5, 5)];
    start(f, NULL);
    CHECK(f->phi[inside] != 0.0);
    CHECK(f->phi[wafti_mac_index(grid, 5, 5, 5)] == before);
    fixture_close(f);
}

static void closed_box_loses_its_mean(void) {
    static const int32_t n[3] = {N, N, N};
    static const wafti_side_kind sides[6] = {0};
    poisson_fixture* f = fixture_open(n, sides, 1);
    const wafti_mac* grid = &f->domain.grid;
    fixture_stir(f, true);
    CHECK(fixture_create(f, WAFTI_POISSON_MULTIGRID, false) == WAFT_OK);
    CHECK(fixture_solve(f, 1e-6).converged);
    const ptrdiff_t at = wafti_mac_index(grid, 3, 4, 5);
    const double before = f->phi[at];
    for (int32_t c = 0; c < N * N * N; ++c) {
        f->phi[wafti_mac_index(grid, c % N, c / N % N, c / (N * N))] += 2.0;
    }
    const wafti_poisson_report report = start(f, NULL);
    CHECK_NEAR(f->phi[at], before, 1e-6 * fabs(before) + 1e-9);
    CHECK(report.unbalanced == 0.0);
    f->expansion[at] = 1.0f;
    wafti_poisson_request request = fixture_request(f, 1e-3);
    request.expansion = f->expansion;
    wafti_poisson_report grown;
    wafti_poisson_solve(f->poisson, &request, &grown);
    CHECK_NEAR(grown.unbalanced, grid->h * grid->h * grid->h, 1e-9);
    fixture_close(f);
}

static const test_case cases[] = {
    {"pressure_goes_on", pressure_goes_on},
    {"even_growth_needs_less", even_growth_needs_less},
    {"zero_is_a_start_too", zero_is_a_start_too},
    {"solids_come_and_go", solids_come_and_go},
    {"closed_box_loses_its_mean", closed_box_loses_its_mean},
};

TEST_MAIN(cases)

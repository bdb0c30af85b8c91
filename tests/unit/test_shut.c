// SPDX-License-Identifier: MIT
// What traces are told of faces, kept up to date as solids move, against what each face says when asked.
#include "domain_fixture.h"
#include "grid/careful.h"
#include "test.h"

static const double ball = 0.13;
static const double half[2] = {0.3, 0.25};

// Whether any face of a cell or of those around it is shut.
static bool is_near(const wafti_domain* domain, const int32_t at[3]) {
    const int32_t depth = domain->grid.axes == 3 ? 1 : 0;
    bool near = false;
    for (int32_t n = 0; n < 9 * (2 * depth + 1); ++n) {
        const int32_t cell[3] = {at[0] + n % 3 - 1, at[1] + n / 3 % 3 - 1, at[2] + n / 9 - depth};
        near = near || wafti_careful_shut(domain, cell) != 0;
    }
    return near;
}

static int wrong_cells(const wafti_domain* domain, int* out_shut) {
    const wafti_mac* grid = &domain->grid;
    int wrong = 0;
    *out_shut = 0;
    for (int32_t k = -grid->halo[2]; k < grid->n[2] + grid->halo[2]; ++k) {
        for (int32_t j = -grid->halo[1]; j < grid->n[1] + grid->halo[1]; ++j) {
            for (int32_t i = -grid->halo[0]; i < grid->n[0] + grid->halo[0]; ++i) {
                const uint8_t got = domain->shut[wafti_mac_index(grid, i, j, k)];
                const int32_t cell[3] = {i, j, k};
                const int bits = got & ~WAFTI_SHUT_NEAR;
                const bool point = i >= 0 && j >= 0 && k >= 0 && i <= grid->n[0] &&
                                   j <= grid->n[1] && k <= grid->n[2];
                wrong += bits != wafti_careful_shut(domain, cell) ? 1 : 0;
                wrong += point && ((got & WAFTI_SHUT_NEAR) != 0) != is_near(domain, cell) ? 1 : 0;
                *out_shut += got != 0 ? 1 : 0;
            }
        }
    }
    return wrong;
}

// A ball that sticks and a sheet that turns meet; then they leave.
static void keeps_up(const wafti_domain_def* def) {
    domain_fixture* f = domain_fixture_open(def, 1);
    int shut = 0;
    // All that is in a plane flow is at its one level.
    const double deep = def->cells[2] > 1 ? 1.0 : 0.0;
    for (int step = 0; step < 12; ++step) {
        f->domain.solids[0] = solid_sphere(&ball, 0.05 + 0.09 * step, 0.3, 0.3 * deep);
        f->domain.solids[0].no_slip = true;
        f->domain.solids[1] = solid_sphere(&ball, 0.5, 0.05 * step, 0.02 * step * deep);
        f->domain.solids[2] = solid_sheet(half, 0.6, 0.43, 0.4 * deep);
        f->domain.solids[2].rotation[2] = sin(0.2 * step);
        f->domain.solids[2].rotation[3] = cos(0.2 * step);
        (void)domain_fixture_update(f);
        CHECK(wrong_cells(&f->domain, &shut) == 0);
        CHECK(shut > 0);
    }
    for (int s = 0; s < 3; ++s) {
        f->domain.solids[s].alive = false;
        (void)domain_fixture_update(f);
        CHECK(wrong_cells(&f->domain, &shut) == 0);
    }
    CHECK(shut == 0);
    domain_fixture_close(f);
}

static void solids_are_followed(void) {
    for (int kind = WAFTI_SIDE_CLOSED; kind <= WAFTI_SIDE_PERIODIC; ++kind) {
        for (int depth = 0; depth < 2; ++depth) {
            wafti_domain_def def = domain_fixture_def(22, 19, depth == 0 ? 1 : 17);
            for (int side = 0; side < 6; ++side) {
                def.sides[side].kind = (wafti_side_kind)kind;
            }
            keeps_up(&def);
        }
    }
}

// An open side that a solid covers stops traces, and its faces still hold what is known there.
static void covered_sides_are_kept(void) {
    wafti_domain_def def = domain_fixture_def(16, 16, 16);
    for (int side = 0; side < 6; ++side) {
        def.sides[side].kind = WAFTI_SIDE_OPEN;
    }
    domain_fixture* f = domain_fixture_open(&def, 1);
    static const double big = 0.3;
    f->domain.solids[0] = solid_sphere(&big, 0.0, 0.5, 0.5);
    (void)domain_fixture_update(f);
    const uint8_t* shut = f->domain.shut;
    const wafti_mac* grid = &f->domain.grid;
    CHECK((shut[wafti_mac_index(grid, 0, 8, 8)] & 9) == WAFTI_SHUT_KEPT);
    CHECK((shut[wafti_mac_index(grid, 1, 8, 8)] & 9) == WAFTI_SHUT_CLOSED);
    CHECK((shut[wafti_mac_index(grid, 12, 8, 8)] & 9) == 0);
    f->domain.solids[0].no_slip = true;
    (void)domain_fixture_update(f);
    CHECK((shut[wafti_mac_index(grid, 0, 8, 8)] & 9) == WAFTI_SHUT_KEPT);
    CHECK((shut[wafti_mac_index(grid, 1, 8, 8)] & 9) == (WAFTI_SHUT_CLOSED | WAFTI_SHUT_KEPT));
    domain_fixture_close(f);
}

static const test_case cases[] = {
    {"solids_are_followed", solids_are_followed},
    {"covered_sides_are_kept", covered_sides_are_kept},
};
TEST_MAIN(cases)

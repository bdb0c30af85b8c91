// SPDX-License-Identifier: MIT
// Distances in cells against a search over all cells.
#include "domain_fixture.h"
#include "grid/domain_parts.h"
#include "test.h"

static float whole(const wafti_domain* d, int axis, int32_t index) {
    if (index > 0 && index < d->grid.n[axis]) {
        return 1.0f;
    }
    const wafti_side_kind kind = wafti_domain_side(d, axis, index > 0)->kind;
    return kind == WAFTI_SIDE_OPEN ? 2.0f : (kind == WAFTI_SIDE_PERIODIC ? 1.0f : 0.0f);
}

// 0 solid, 1 at a closed face, 2 neither.
static int state(const wafti_domain* d, const int32_t c[3]) {
    const ptrdiff_t at = wafti_mac_index(&d->grid, c[0], c[1], c[2]);
    bool open = false;
    bool touched = false;
    for (int axis = 0; axis < d->grid.axes; ++axis) {
        for (int side = 0; side < 2; ++side) {
            const float w = d->weight[axis][at + side * wafti_mac_stride(&d->grid, axis)];
            open = open || w > 0.0f;
            touched = touched || w < whole(d, axis, c[axis] + side);
        }
    }
    return open ? (touched ? 1 : 2) : 0;
}

static int32_t apart(const wafti_domain* d, const int32_t a[3], const int32_t b[3]) {
    int32_t most = 0;
    for (int axis = 0; axis < 3; ++axis) {
        int32_t gap = abs(a[axis] - b[axis]);
        if (wafti_domain_periodic(d, axis) && d->grid.n[axis] - gap < gap) {
            gap = d->grid.n[axis] - gap;
        }
        most = gap > most ? gap : most;
    }
    return most;
}

static void check_all(const wafti_domain* d) {
    enum { MOST = 4096 };
    static int32_t seeds[MOST][3];
    int seed_count = 0;
    const int32_t* n = d->grid.n;
    const int32_t cells = n[0] * n[1] * n[2];
    for (int32_t c = 0; c < cells; ++c) {
        const int32_t cell[3] = {c % n[0], c / n[0] % n[1], c / n[0] / n[1]};
        if (state(d, cell) < 2 && seed_count < MOST) {
            memcpy(seeds[seed_count++], cell, sizeof(cell));
        }
    }
    CHECK(seed_count < MOST);
    int wrong = 0;
    for (int32_t c = 0; c < cells; ++c) {
        const int32_t cell[3] = {c % n[0], c / n[0] % n[1], c / n[0] / n[1]};
        int32_t want = d->reach + 1;
        for (int s = 0; s < seed_count; ++s) {
            const int32_t gap = apart(d, cell, seeds[s]);
            want = gap < want ? gap : want;
        }
        want = want > d->reach ? WAFTI_CLEARANCE_FAR : want + 1;
        want = state(d, cell) == 0 ? 0 : want;
        wrong += d->clearance[wafti_mac_index(&d->grid, cell[0], cell[1], cell[2])] != want;
    }
    CHECK(wrong == 0);
}

// Two spheres and a sheet that move, come near to each other and vanish.
static void move_about(const wafti_domain_def* def) {
    domain_fixture* f = domain_fixture_open(def, 1);
    const double radius[2] = {0.11, 0.07};
    const double half[2] = {0.1, 0.1};
    const double depth = def->cells[2] > 1 ? 0.25 : 0.5 * def->h;
    for (int step = 0; step < 6; ++step) {
        f->domain.solids[0] = solid_sphere(&radius[0], 0.1 + 0.03 * step, 0.3, depth);
        f->domain.solids[1] = solid_sphere(&radius[1], 0.8 - 0.04 * step, 0.3, depth);
        f->domain.solids[3] = solid_sheet(half, 0.9, step == 3 ? 0.2 : 0.6, depth);
        f->domain.solids[1].alive = step != 4;
        (void)domain_fixture_update(f);
        check_all(&f->domain);
    }
    domain_fixture_close(f);
}

static void test_box(void) {
    wafti_domain_def def = domain_fixture_def(32, 20, 16);
    move_about(&def);
    def.reach = 3;
    move_about(&def);
    def.fractions = false;
    def.sides[1].kind = WAFTI_SIDE_OPEN;
    move_about(&def);
}

static void test_plane_flow(void) {
    wafti_domain_def def = domain_fixture_def(50, 40, 1);
    move_about(&def);
    def.reach = 5;
    move_about(&def);
}

static void test_periodic(void) {
    wafti_domain_def def = domain_fixture_def(32, 20, 16);
    for (int side = 0; side < 6; ++side) {
        def.sides[side].kind = WAFTI_SIDE_PERIODIC;
    }
    def.reach = 7;
    move_about(&def);
}

// Rows of more than one strip, enough cells for threads, and a reach beyond periodic axes.
static void test_long_rows(void) {
    wafti_domain_def def = domain_fixture_def(141, 16, 16);
    const double radius = 0.03;
    const wafti_side_kind kinds[2] = {WAFTI_SIDE_CLOSED, WAFTI_SIDE_PERIODIC};
    for (int n = 0; n < 2; ++n) {
        for (int side = 0; side < 6; ++side) {
            def.sides[side].kind = kinds[n];
        }
        domain_fixture* f = domain_fixture_open(&def, 2);
        for (int step = 0; step < 4; ++step) {
            f->domain.solids[0] = solid_sphere(&radius, 0.04 + 0.3 * step, 0.05, 0.06);
            f->domain.solids[1] = solid_sphere(&radius, 0.9 + 0.005 * step, 0.06, 0.03);
            (void)domain_fixture_update(f);
            check_all(&f->domain);
        }
        domain_fixture_close(f);
    }
}

// A cell without open faces is solid even without solids.
static void test_closed_cell(void) {
    const wafti_domain_def def = domain_fixture_def(1, 1, 1);
    domain_fixture* f = domain_fixture_open(&def, 1);
    CHECK(f->domain.clearance[0] == 0);
    domain_fixture_close(f);
}

static const test_case cases[] = {
    {"box", test_box},
    {"plane_flow", test_plane_flow},
    {"periodic", test_periodic},
    {"long_rows", test_long_rows},
    {"closed_cell", test_closed_cell},
};
TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// Faces that sides and solids set.
#include "domain_fixture.h"
#include "grid/domain_parts.h"
#include "test.h"

static const double ball = 0.2;

static void check_faces(const wafti_domain_def* def, int threads) {
    domain_fixture* f = domain_fixture_open(def, threads);
    f->domain.solids[0] = solid_sphere(&ball, 0.5, 0.6, 0.5);
    f->domain.solids[0].no_slip = true;
    f->domain.solids[0].velocity[1] = 0.25;
    f->domain.solids[0].spin[2] = 1.0;
    (void)domain_fixture_update(f);
    const wafti_domain* d = &f->domain;
    const wafti_mac* grid = &d->grid;
    float* velocity[3];
    for (int axis = 0; axis < 3; ++axis) {
        velocity[axis] = domain_fixture_field(f);
        for (size_t i = 0; i < grid->size; ++i) {
            velocity[axis][(ptrdiff_t)i - grid->first] = 9.0f;
        }
    }
    wafti_domain_set_faces(d, &f->context, velocity);
    int wrong = 0;
    int set = 0;
    for (int axis = 0; axis < grid->axes; ++axis) {
        const wafti_box all = wafti_domain_all(grid, axis);
        for (int32_t k = 0; k < all.high[2]; ++k) {
            for (int32_t j = 0; j < all.high[1]; ++j) {
                for (int32_t i = 0; i < all.high[0]; ++i) {
                    const ptrdiff_t at = wafti_mac_index(grid, i, j, k);
                    const bool fixed =
                        d->weight[axis][at] <= 0.0f || domain_fixture_sticks(d, axis, i, j, k);
                    const float want = fixed ? wafti_domain_solid_velocity(d, axis, i, j, k) : 9.0f;
                    wrong += velocity[axis][at] != want;
                    set += fixed;
                }
            }
        }
    }
    CHECK(wrong == 0);
    CHECK(set > 50);
    domain_fixture_close(f);
}

static void test_solid_and_sides(void) {
    wafti_domain_def def = domain_fixture_def(36, 36, 32);
    def.sides[2] = (wafti_side){.kind = WAFTI_SIDE_INFLOW, .velocity = {0.0f, 0.5f, 0.0f}};
    def.sides[3].kind = WAFTI_SIDE_OPEN;
    check_faces(&def, 1);
    check_faces(&def, 2);
    def = domain_fixture_def(24, 40, 1);
    check_faces(&def, 1);
}

// Face n of a periodic axis is face 0.
static void test_periodic(void) {
    wafti_domain_def def = domain_fixture_def(6, 5, 4);
    for (int side = 0; side < 6; ++side) {
        def.sides[side].kind = WAFTI_SIDE_PERIODIC;
    }
    domain_fixture* f = domain_fixture_open(&def, 1);
    const wafti_mac* grid = &f->domain.grid;
    float* velocity[3];
    for (int axis = 0; axis < 3; ++axis) {
        velocity[axis] = domain_fixture_field(f);
        for (size_t i = 0; i < grid->size; ++i) {
            velocity[axis][(ptrdiff_t)i - grid->first] = (float)i;
        }
    }
    wafti_domain_set_faces(&f->domain, &f->context, velocity);
    CHECK(
        velocity[0][wafti_mac_index(grid, 6, 2, 3)] == velocity[0][wafti_mac_index(grid, 0, 2, 3)]);
    CHECK(
        velocity[1][wafti_mac_index(grid, 5, 5, 3)] == velocity[1][wafti_mac_index(grid, 5, 0, 3)]);
    CHECK(
        velocity[2][wafti_mac_index(grid, 5, 4, 4)] == velocity[2][wafti_mac_index(grid, 5, 4, 0)]);
    domain_fixture_close(f);
}

static void take_velocity(domain_fixture* f, float* velocity[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        velocity[axis] = domain_fixture_field(f);
    }
}

// A solid that ends at one end of a periodic axis moves the face there, which both ends share.
static void check_seam(double x, double cover) {
    static const double half[3] = {0.21, 0.2, 0.2};
    wafti_domain_def def = domain_fixture_def(16, 12, 1);
    def.sides[0].kind = def.sides[1].kind = WAFTI_SIDE_PERIODIC;
    domain_fixture* f = domain_fixture_open(&def, 1);
    f->domain.solids[0] = solid_box(half, x, 0.35 + cover, 0.0);
    f->domain.solids[0].velocity[0] = 1.5;
    f->domain.solids[0].no_slip = cover != 0.0;
    (void)domain_fixture_update(f);
    const wafti_mac* grid = &f->domain.grid;
    float* velocity[3];
    take_velocity(f, velocity);
    wafti_domain_set_faces(&f->domain, &f->context, velocity);
    for (int32_t i = 0; i <= 16; i += 16) {
        // Row 6 from 0.375 to 0.4375 m; the second solid begins within it, below its middle.
        CHECK(velocity[0][wafti_mac_index(grid, i, 6, 0)] == 1.5f);
        CHECK((f->domain.weight[0][wafti_mac_index(grid, i, 6, 0)] > 0.0f) == (cover != 0.0));
        CHECK(wafti_domain_solid_velocity(&f->domain, 0, i, 6, 0) == 1.5f);
        CHECK(domain_fixture_sticks(&f->domain, 0, i, 6, 0) == (cover != 0.0));
    }
    domain_fixture_close(f);
}

static void test_moving_solid_at_a_seam(void) {
    check_seam(0.9, 0.0);
    check_seam(0.1, 0.0);
    check_seam(0.9, 0.24);
    check_seam(0.1, 0.24);
}

// Half a ball stands in the inflow: air comes in beside it only, and with it if it moves.
static void check_inflow(int32_t nz, double moves, double free_area) {
    wafti_domain_def def = domain_fixture_def(24, 24, nz);
    def.sides[0] = (wafti_side){.kind = WAFTI_SIDE_INFLOW, .velocity = {2.0f, 0.0f, 0.0f}};
    def.sides[1].kind = WAFTI_SIDE_OPEN;
    domain_fixture* f = domain_fixture_open(&def, 1);
    const wafti_mac* grid = &f->domain.grid;
    f->domain.solids[0] = solid_sphere(&ball, 0.0, 0.51, nz > 1 ? 0.52 : 0.5 * grid->h);
    f->domain.solids[0].velocity[0] = moves;
    float* velocity[3];
    take_velocity(f, velocity);
    for (int there = 1; there >= 0; --there) {
        (void)domain_fixture_update(f);
        wafti_domain_set_faces(&f->domain, &f->context, velocity);
        double flux = 0.0;
        double open = 0.0;
        for (int32_t k = 0; k < nz; ++k) {
            for (int32_t j = 0; j < 24; ++j) {
                flux += (double)velocity[0][wafti_mac_index(grid, 0, j, k)] / (24.0 * nz);
                open +=
                    (double)wafti_domain_inflow_share(&f->domain, 0, (const int32_t[3]){0, j, k}) /
                    (24.0 * nz);
            }
        }
        const double want = there == 1 ? free_area : 1.0;
        CHECK_NEAR(open, want, 0.002);
        CHECK_NEAR(flux, 2.0 * want + moves * (1.0 - want), 0.005);
        f->domain.solids[0].alive = false;
    }
    domain_fixture_close(f);
}

static void test_solid_in_an_inflow(void) {
    const double disc = acos(-1.0) * ball * ball;
    check_inflow(24, 0.0, 1.0 - disc);
    check_inflow(24, -0.5, 1.0 - disc);
    check_inflow(1, 0.25, 1.0 - 2.0 * ball);
}

static const test_case cases[] = {
    {"solid_and_sides", test_solid_and_sides},
    {"periodic", test_periodic},
    {"moving_solid_at_a_seam", test_moving_solid_at_a_seam},
    {"solid_in_an_inflow", test_solid_in_an_inflow},
};
TEST_MAIN(cases)

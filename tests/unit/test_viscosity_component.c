// SPDX-License-Identifier: MIT
// The operator of one component: symmetry, roles of faces, ghosts.
#include "test.h"
#include "viscosity_fixture.h"

static void check_symmetry(int32_t nz, bool no_slip) {
    viscosity_fixture v = viscosity_fixture_crowded(nz, 0.7, no_slip);
    for (int axis = 0; axis < 3 && axis < v.f->domain.grid.axes; ++axis) {
        wafti_viscosity_system system = {.viscosity = &v.viscosity, .first = axis, .count = 1};
        system.x[axis] = v.velocity[axis];
        system.r[axis] = v.viscosity.scratch[0];
        system.p[axis] = v.viscosity.scratch[1];
        system.coefficient[axis] = v.viscosity.scratch[2];
        wafti_viscosity_prepare(&system, 0.02);
        float* other[3] = {v.viscosity.scratch[3], v.viscosity.scratch[4], v.viscosity.scratch[5]};
        scatter_unknowns(&v.f->domain, axis, 1, system.p[axis]);
        scatter_unknowns(&v.f->domain, axis, 2, other[axis]);
        CHECK(asymmetry(&system, other) < 1e-6);
    }
    domain_fixture_close(v.f);
}

static void test_symmetry(void) {
    check_symmetry(1, false);
    check_symmetry(1, true);
    check_symmetry(8, false);
    check_symmetry(8, true);
}

static void test_roles(void) {
    wafti_domain_def def = domain_fixture_def(16, 16, 16);
    mixed_sides(&def);
    viscosity_fixture v = viscosity_fixture_open(&def, 0.7, 1);
    const double radius = 0.2;
    v.f->domain.solids[0] = solid_sphere(&radius, 0.3, 0.5, 0.5);
    v.f->domain.solids[1] = solid_sphere(&radius, 0.75, 0.5, 0.5);
    v.f->domain.solids[1].no_slip = true;
    (void)domain_fixture_update(v.f);
    const wafti_domain* d = &v.f->domain;
    CHECK(wafti_viscosity_role(d, 0, (const int32_t[3]){5, 8, 8}) == WAFTI_FACE_ABSENT);
    CHECK(wafti_viscosity_role(d, 0, (const int32_t[3]){12, 8, 8}) == WAFTI_FACE_FIXED);
    CHECK(wafti_viscosity_role(d, 0, (const int32_t[3]){8, 1, 1}) == WAFTI_FACE_FREE);
    CHECK(wafti_viscosity_role(d, 0, (const int32_t[3]){0, 1, 1}) == WAFTI_FACE_FIXED);
    CHECK(wafti_viscosity_role(d, 1, (const int32_t[3]){1, 0, 1}) == WAFTI_FACE_FIXED);
    CHECK(wafti_viscosity_role(d, 1, (const int32_t[3]){1, 16, 1}) == WAFTI_FACE_FREE);
    CHECK(wafti_viscosity_role(d, 2, (const int32_t[3]){1, 1, 0}) == WAFTI_FACE_FREE);
    domain_fixture_close(v.f);
}

static void test_ghosts(void) {
    wafti_domain_def def = domain_fixture_def(8, 8, 8);
    mixed_sides(&def);
    def.sides[1].velocity[1] = 3.0f;
    viscosity_fixture v = viscosity_fixture_open(&def, 0.7, 1);
    const wafti_mac* grid = &v.f->domain.grid;
    float* u = v.velocity[1];
    u[wafti_mac_index(grid, 7, 3, 3)] = 2.0f;
    u[wafti_mac_index(grid, 0, 3, 3)] = 5.0f;
    u[wafti_mac_index(grid, 4, 3, 0)] = 6.0f;
    u[wafti_mac_index(grid, 4, 8, 4)] = 7.0f;
    wafti_viscosity_fill_ghosts(&v.f->domain, 1, u, true, 1.0f);
    CHECK_NEAR(u[wafti_mac_index(grid, 8, 3, 3)], 2.0 * 3.0 - 2.0, 1e-6);
    CHECK_NEAR(u[wafti_mac_index(grid, -1, 3, 3)], 5.0, 0.0); // free slip
    CHECK_NEAR(u[wafti_mac_index(grid, 4, 3, 8)], 6.0, 0.0);  // periodic
    CHECK_NEAR(u[wafti_mac_index(grid, 4, 9, 4)], 7.0, 0.0);  // beyond an open side
    wafti_viscosity_fill_ghosts(&v.f->domain, 1, u, true, 0.0f);
    CHECK_NEAR(u[wafti_mac_index(grid, 8, 3, 3)], -2.0, 1e-6);
    domain_fixture_close(v.f);
}

static const test_case cases[] = {
    {"symmetry", test_symmetry},
    {"roles", test_roles},
    {"ghosts", test_ghosts},
};
TEST_MAIN(cases)

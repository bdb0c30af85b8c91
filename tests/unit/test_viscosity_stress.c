// SPDX-License-Identifier: MIT
// The coupled operator: symmetry, and what has no strain has no stress.
#include "test.h"
#include "viscosity_fixture.h"

static wafti_viscosity_system system_of(viscosity_fixture* v) {
    const int axes = v->f->domain.grid.axes;
    wafti_viscosity_system system = {.viscosity = &v->viscosity, .count = axes};
    for (int c = 0; c < 3; ++c) {
        system.x[c] = v->velocity[c];
        system.r[c] = v->viscosity.scratch[c];
        system.p[c] = v->viscosity.scratch[c + 3];
        system.coefficient[c] = v->viscosity.scratch[c + 6];
    }
    return system;
}

static void scatter_eddy(viscosity_fixture* v) {
    const wafti_mac* grid = &v->f->domain.grid;
    for (int32_t k = -grid->halo[2]; k < grid->n[2] + grid->halo[2]; ++k) {
        for (int32_t j = -2; j < grid->n[1] + 2; ++j) {
            for (int32_t i = -2; i < grid->n[0] + 2; ++i) {
                // The same beyond a periodic side along z.
                const double point[3] = {i, j, (k + grid->n[2]) % grid->n[2]};
                v->eddy[wafti_mac_index(grid, i, j, k)] = 1.0f + scattered(0, point);
            }
        }
    }
    v->viscosity.eddy = v->eddy;
}

static void check_symmetry(int32_t nz, bool no_slip) {
    viscosity_fixture v = viscosity_fixture_crowded(nz, 0.2, no_slip);
    scatter_eddy(&v);
    wafti_viscosity_system system = system_of(&v);
    wafti_viscosity_prepare_stress(&system, 0.02);
    float* other[3] = {v.velocity[0], v.velocity[1], v.velocity[2]};
    for (int c = 0; c < 3 && c < v.f->domain.grid.axes; ++c) {
        scatter_unknowns(&v.f->domain, c, 1, system.p[c]);
        scatter_unknowns(&v.f->domain, c, 2, other[c]);
    }
    CHECK(asymmetry(&system, other) < 1e-6);
    domain_fixture_close(v.f);
}

static void test_symmetry(void) {
    check_symmetry(1, false);
    check_symmetry(1, true);
    check_symmetry(8, false);
    check_symmetry(8, true);
}

static float rotation(int axis, const double p[3]) {
    const double spin[3] = {0.3, -0.7, 1.0};
    const int b = (axis + 1) % 3;
    const int c = (axis + 2) % 3;
    return (float)(spin[b] * (p[c] - 0.5) - spin[c] * (p[b] - 0.5));
}

// A rigid rotation has no stress, however the viscosity varies; a Laplacian of each component that
// forgot grad u^T would push it.
static void test_rotation(void) {
    wafti_domain_def def = domain_fixture_def(10, 10, 10);
    viscosity_fixture v = viscosity_fixture_open(&def, 0.2, 1);
    scatter_eddy(&v);
    const wafti_mac* grid = &v.f->domain.grid;
    set_velocity(&v, rotation);
    wafti_viscosity_system system = system_of(&v);
    wafti_viscosity_prepare_stress(&system, 0.02);
    double most = 0.0;
    for (int c = 0; c < 3; ++c) {
        for (int32_t k = 2; k < 8; ++k) {
            for (int32_t j = 2; j < 8; ++j) {
                for (int32_t i = 2; i < 8; ++i) {
                    most = fmax(most, fabs((double)system.r[c][wafti_mac_index(grid, i, j, k)]));
                }
            }
        }
    }
    CHECK(most < 1e-5);
    domain_fixture_close(v.f);
}

static float shear(int axis, const double p[3]) {
    return (float)(axis == 0 ? p[1] : 0.0);
}

// u = y between two no-slip walls that move with it: the stress is nu_t(y), its divergence the
// difference of means of neighbours.
static void test_variable_shear(void) {
    wafti_domain_def def = domain_fixture_def(10, 10, 4);
    for (int side = 0; side < 6; ++side) {
        def.sides[side].kind = side == 2 || side == 3 ? WAFTI_SIDE_CLOSED : WAFTI_SIDE_PERIODIC;
        def.sides[side].no_slip = true;
    }
    def.sides[3].velocity[0] = 1.0f;
    viscosity_fixture v = viscosity_fixture_open(&def, 0.0, 1);
    const wafti_mac* grid = &v.f->domain.grid;
    for (int32_t k = -2; k < 6; ++k) {
        for (int32_t j = -2; j < 12; ++j) {
            for (int32_t i = -2; i < 12; ++i) {
                v.eddy[wafti_mac_index(grid, i, j, k)] = (float)(j * j);
            }
        }
    }
    v.viscosity.eddy = v.eddy;
    set_velocity(&v, shear);
    wafti_viscosity_system system = system_of(&v);
    wafti_viscosity_prepare_stress(&system, 0.01);
    for (int32_t j = 0; j < 10; ++j) {
        // Edges average the cells below and above; those on walls have one.
        const double low = j > 0 ? 0.5 * (j * j + (j - 1) * (j - 1)) : 0.0;
        const double high = j < 9 ? 0.5 * (j * j + (j + 1) * (j + 1)) : 81.0;
        const double want = 0.01 * (high - low) / grid->h;
        CHECK_NEAR(system.r[0][wafti_mac_index(grid, 4, j, 2)], want, 1e-4);
    }
    domain_fixture_close(v.f);
}

static int32_t wrapped(int32_t index, int32_t n) {
    return (index % n + n) % n;
}

// Residuals of a scattered flow and viscosity that stand `shift` cells further in a box without sides.
static viscosity_fixture shifted_residual(const int32_t cells[3], const int32_t shift[3]) {
    wafti_domain_def def = domain_fixture_def(cells[0], cells[1], cells[2]);
    for (int side = 0; side < 6; ++side) {
        def.sides[side].kind = WAFTI_SIDE_PERIODIC;
    }
    viscosity_fixture v = viscosity_fixture_open(&def, 0.2, 1);
    const wafti_mac* grid = &v.f->domain.grid;
    for (int32_t k = 0; k < grid->n[2]; ++k) {
        for (int32_t j = 0; j < grid->n[1]; ++j) {
            for (int32_t i = 0; i < grid->n[0]; ++i) {
                const double from[3] = {wrapped(i - shift[0], grid->n[0]),
                    wrapped(j - shift[1], grid->n[1]), wrapped(k - shift[2], grid->n[2])};
                const ptrdiff_t at = wafti_mac_index(grid, i, j, k);
                v.eddy[at] = 1.0f + scattered(3, from);
                for (int c = 0; c < grid->axes; ++c) {
                    v.velocity[c][at] = scattered(c, from);
                }
            }
        }
    }
    wafti_domain_set_faces(&v.f->domain, &v.f->context, v.velocity);
    v.viscosity.eddy = v.eddy;
    wafti_viscosity_system system = system_of(&v);
    wafti_viscosity_prepare_stress(&system, 0.02);
    return v;
}

// Seams of a periodic box are nowhere in particular: what is shifted stays so, to the bit.
static void check_shift(const int32_t cells[3], const int32_t shift[3]) {
    viscosity_fixture here = shifted_residual(cells, (const int32_t[3]){0, 0, 0});
    viscosity_fixture there = shifted_residual(cells, shift);
    const wafti_mac* grid = &here.f->domain.grid;
    int wrong = 0;
    for (int c = 0; c < grid->axes; ++c) {
        for (int32_t k = 0; k < grid->n[2]; ++k) {
            for (int32_t j = 0; j < grid->n[1]; ++j) {
                for (int32_t i = 0; i < grid->n[0]; ++i) {
                    const ptrdiff_t at = wafti_mac_index(grid, wrapped(i + shift[0], grid->n[0]),
                        wrapped(j + shift[1], grid->n[1]), wrapped(k + shift[2], grid->n[2]));
                    wrong += here.viscosity.scratch[c][wafti_mac_index(grid, i, j, k)] !=
                             there.viscosity.scratch[c][at];
                }
            }
        }
    }
    CHECK(wrong == 0);
    domain_fixture_close(here.f);
    domain_fixture_close(there.f);
}

static void test_shift(void) {
    check_shift((const int32_t[3]){8, 6, 1}, (const int32_t[3]){3, 0, 0});
    check_shift((const int32_t[3]){8, 6, 1}, (const int32_t[3]){0, 2, 0});
    check_shift((const int32_t[3]){6, 5, 7}, (const int32_t[3]){2, 3, 4});
}

static const test_case cases[] = {
    {"symmetry", test_symmetry},
    {"rotation", test_rotation},
    {"variable_shear", test_variable_shear},
    {"shift", test_shift},
};
TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "grid/forces.h"

#include "domain_fixture.h"
#include "test.h"

typedef struct scene {
    domain_fixture* f;
    float* velocity[3];
    float* scalar;
    wafti_forces forces;
} scene;

static const float nothing[6] = {0.0f};

static scene open_scene(int32_t nx, int32_t ny, int32_t nz, wafti_side_kind sides) {
    wafti_domain_def def = domain_fixture_def(nx, ny, nz);
    for (int side = 0; side < 6; ++side) {
        def.sides[side].kind = sides;
    }
    scene s = {.f = domain_fixture_open(&def, 1)};
    for (int axis = 0; axis < s.f->domain.grid.axes; ++axis) {
        s.velocity[axis] = domain_fixture_field(s.f);
    }
    s.scalar = domain_fixture_field(s.f);
    s.forces = (wafti_forces){.domain = &s.f->domain, .context = &s.f->context};
    for (int n = 0; n < 4; ++n) {
        s.forces.scratch[n] = domain_fixture_field(s.f);
    }
    return s;
}

// Faces of a velocity field that is linear in place: v = shift + slope x.
static void set_linear(scene* s, const double shift[3], const double (*slope)[3]) {
    const wafti_mac* grid = &s->f->domain.grid;
    for (int axis = 0; axis < (grid->axes == 3 ? 3 : 2); ++axis) {
        for (int32_t k = -grid->halo[2]; k < grid->n[2] + grid->halo[2]; ++k) {
            for (int32_t j = -2; j < grid->n[1] + 2; ++j) {
                for (int32_t i = -2; i < grid->n[0] + 2; ++i) {
                    const double at[3] = {grid->h * (i + (axis == 0 ? 0.0 : 0.5)),
                        grid->h * (j + (axis == 1 ? 0.0 : 0.5)),
                        grid->h * (k + (axis == 2 ? 0.0 : 0.5))};
                    s->velocity[axis][wafti_mac_index(grid, i, j, k)] =
                        (float)(shift[axis] + slope[axis][0] * at[0] + slope[axis][1] * at[1] +
                                slope[axis][2] * at[2]);
                }
            }
        }
    }
}

static void buoyancy_lifts_heat_and_sinks_weight(void) {
    scene s = open_scene(8, 6, 5, WAFTI_SIDE_CLOSED);
    const wafti_mac* grid = &s.f->domain.grid;
    s.scalar[wafti_mac_index(grid, 3, 2, 2)] = 30.0f;
    wafti_halo_cells(&s.f->domain, nothing, s.scalar);
    s.forces.gravity[1] = -10.0;
    s.forces.beta = 0.01;
    s.forces.temperature = s.scalar;
    wafti_forces_apply(&s.forces, 0.1, s.velocity);
    // Half of the face's two cells: 10 * 0.01 * 15 * 0.1.
    CHECK_NEAR(s.velocity[1][wafti_mac_index(grid, 3, 2, 2)], 0.15, 1e-6);
    CHECK_NEAR(s.velocity[1][wafti_mac_index(grid, 3, 3, 2)], 0.15, 1e-6);
    CHECK(s.velocity[1][wafti_mac_index(grid, 3, 4, 2)] == 0.0f);
    CHECK(s.velocity[0][wafti_mac_index(grid, 3, 2, 2)] == 0.0f);
    CHECK_NEAR(wafti_forces_greatest(&s.forces, s.velocity), 3.0, 1e-6);
    s.forces.temperature = NULL;
    s.forces.density = s.scalar;
    s.forces.alpha = 0.02;
    wafti_forces_apply(&s.forces, 0.1, s.velocity);
    CHECK_NEAR(s.velocity[1][wafti_mac_index(grid, 3, 2, 2)], -0.15, 1e-6);
    domain_fixture_close(s.f);
}

static void closed_faces_are_not_pushed(void) {
    scene s = open_scene(8, 6, 5, WAFTI_SIDE_CLOSED);
    const wafti_mac* grid = &s.f->domain.grid;
    float* field = domain_fixture_field(s.f);
    for (size_t n = 0; n < grid->size; ++n) {
        (field - grid->first)[n] = 2.0f;
    }
    s.forces.field[0] = field;
    wafti_forces_apply(&s.forces, 0.5, s.velocity);
    CHECK(s.velocity[0][wafti_mac_index(grid, 0, 2, 2)] == 0.0f);
    CHECK(s.velocity[0][wafti_mac_index(grid, 8, 2, 2)] == 0.0f);
    CHECK(s.velocity[0][wafti_mac_index(grid, 1, 2, 2)] == 1.0f);
    CHECK(s.velocity[0][wafti_mac_index(grid, 7, 5, 4)] == 1.0f);
    CHECK(s.velocity[1][wafti_mac_index(grid, 3, 2, 2)] == 0.0f);
    CHECK_NEAR(wafti_forces_greatest(&s.forces, s.velocity), 2.0, 1e-6);
    domain_fixture_close(s.f);
}

static void linear_flows_have_exact_curl_and_strain(void) {
    scene s = open_scene(8, 6, 5, WAFTI_SIDE_CLOSED);
    const double shift[3] = {1.0, -2.0, 0.5};
    const double slope[3][3] = {{1.0, 2.0, -3.0}, {0.5, -2.0, 1.0}, {4.0, 0.25, 1.0}};
    set_linear(&s, shift, slope);
    float* out[6];
    for (int n = 0; n < 6; ++n) {
        out[n] = domain_fixture_field(s.f);
    }
    const double curl[3] = {
        slope[2][1] - slope[1][2], slope[0][2] - slope[2][0], slope[1][0] - slope[0][1]};
    const double strain[6] = {slope[0][0], slope[1][1], slope[2][2],
        0.5 * (slope[1][2] + slope[2][1]), 0.5 * (slope[2][0] + slope[0][2]),
        0.5 * (slope[0][1] + slope[1][0])};
    const ptrdiff_t places[] = {0, wafti_mac_index(&s.f->domain.grid, 7, 5, 4),
        wafti_mac_index(&s.f->domain.grid, 3, 2, 1)};
    wafti_curl(&s.f->domain, &s.f->context, s.velocity, out);
    for (int n = 0; n < 9; ++n) {
        CHECK_NEAR(out[n % 3][places[n / 3]], curl[n % 3], 2e-5);
    }
    wafti_strain(&s.f->domain, &s.f->context, s.velocity, out);
    for (int n = 0; n < 18; ++n) {
        CHECK_NEAR(out[n % 6][places[n / 6]], strain[n % 6], 2e-5);
    }
    domain_fixture_close(s.f);
}

static void a_plane_turns_about_z(void) {
    scene s = open_scene(8, 6, 1, WAFTI_SIDE_CLOSED);
    const double shift[3] = {0.0, 0.0, 0.0};
    const double slope[3][3] = {{0.0, -2.0, 0.0}, {2.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    set_linear(&s, shift, slope);
    float* out[3] = {NULL, NULL, s.scalar};
    wafti_curl(&s.f->domain, &s.f->context, s.velocity, out);
    CHECK_NEAR(s.scalar[wafti_mac_index(&s.f->domain.grid, 4, 3, 0)], 4.0, 1e-5);
    domain_fixture_close(s.f);
}

// A smooth vortex about a vertical axis: v = r exp(-r^2 / w^2).
static void set_vortex(scene* s) {
    const wafti_mac* grid = &s->f->domain.grid;
    const double x0 = 0.5 * grid->n[0] * grid->h;
    const double y0 = 0.5 * grid->n[1] * grid->h;
    for (int32_t k = -grid->halo[2]; k < grid->n[2] + grid->halo[2]; ++k) {
        for (int32_t j = -2; j < grid->n[1] + 2; ++j) {
            for (int32_t i = -2; i < grid->n[0] + 2; ++i) {
                for (int axis = 0; axis < 2; ++axis) {
                    const double x = grid->h * (i + (axis == 0 ? 0.0 : 0.5)) - x0;
                    const double y = grid->h * (j + (axis == 1 ? 0.0 : 0.5)) - y0;
                    const double size = exp(-(x * x + y * y) / 0.04);
                    s->velocity[axis][wafti_mac_index(grid, i, j, k)] =
                        (float)(size * (axis == 0 ? -y : x));
                }
            }
        }
    }
}

static double energy_of(const scene* s) {
    const wafti_mac* grid = &s->f->domain.grid;
    double sum = 0.0;
    for (int axis = 0; axis < grid->axes; ++axis) {
        for (int32_t k = 0; k < grid->n[2]; ++k) {
            for (int32_t j = 0; j < grid->n[1]; ++j) {
                for (int32_t i = 0; i < grid->n[0]; ++i) {
                    const double v = (double)s->velocity[axis][wafti_mac_index(grid, i, j, k)];
                    sum += v * v;
                }
            }
        }
    }
    return sum;
}

static void confinement_feeds_a_vortex(void) {
    for (int32_t depth = 1; depth <= 6; depth += 5) {
        scene s = open_scene(32, 32, depth, WAFTI_SIDE_CLOSED);
        set_vortex(&s);
        s.forces.confinement = 4.0;
        const double before = energy_of(&s);
        const float edge = s.velocity[0][wafti_mac_index(&s.f->domain.grid, 1, 0, 0)];
        const double greatest = wafti_forces_greatest(&s.forces, s.velocity);
        float* kept = domain_fixture_field(s.f);
        memcpy(kept - s.f->domain.grid.first, s.velocity[0] - s.f->domain.grid.first,
            s.f->domain.grid.size * sizeof(float));
        wafti_forces_apply(&s.forces, 0.01, s.velocity);
        CHECK(energy_of(&s) > 1.0001 * before);
        CHECK(s.velocity[0][wafti_mac_index(&s.f->domain.grid, 1, 0, 0)] == edge);
        double change = 0.0;
        for (size_t n = 0; n < s.f->domain.grid.size; ++n) {
            const ptrdiff_t at = (ptrdiff_t)n - s.f->domain.grid.first;
            change = fmax(change, fabs((double)s.velocity[0][at] - (double)kept[at]));
        }
        CHECK(change <= 1.001 * 0.01 * greatest);
        CHECK(change > 0.2 * 0.01 * greatest);
        domain_fixture_close(s.f);
    }
}

static void confinement_obeys_its_weight_and_stillness(void) {
    scene s = open_scene(16, 16, 1, WAFTI_SIDE_CLOSED);
    s.forces.confinement = 4.0;
    wafti_forces_apply(&s.forces, 0.01, s.velocity);
    CHECK(energy_of(&s) == 0.0);
    set_vortex(&s);
    const double before = energy_of(&s);
    s.forces.confinement_weight = s.scalar;
    wafti_forces_apply(&s.forces, 0.01, s.velocity);
    CHECK(energy_of(&s) == before);
    domain_fixture_close(s.f);
}

// All cells of rows two cells long lie at the seam; a sheared flow along them is pushed all the same.
static void confinement_reaches_across_a_periodic_side(void) {
    scene s = open_scene(2, 16, 1, WAFTI_SIDE_PERIODIC);
    const wafti_mac* grid = &s.f->domain.grid;
    for (int32_t j = -2; j < 18; ++j) {
        for (int32_t i = -2; i < 4; ++i) {
            s.velocity[0][wafti_mac_index(grid, i, j, 0)] =
                (float)sin(2.0 * acos(-1.0) * (j + 0.5) / 16.0);
        }
    }
    const double before = energy_of(&s);
    s.forces.confinement = 4.0;
    wafti_forces_apply(&s.forces, 0.01, s.velocity);
    CHECK(energy_of(&s) != before);
    domain_fixture_close(s.f);
}

static void the_greatest_speed_is_found_on_any_face(void) {
    scene s = open_scene(8, 6, 5, WAFTI_SIDE_OPEN);
    const wafti_mac* grid = &s.f->domain.grid;
    s.velocity[2][wafti_mac_index(grid, 7, 5, 5)] = -3.0f;
    CHECK(wafti_velocity_greatest(&s.f->domain, &s.f->context, s.velocity) == 3.0);
    s.velocity[0][wafti_mac_index(grid, 8, 0, 4)] = 4.0f;
    CHECK(wafti_velocity_greatest(&s.f->domain, &s.f->context, s.velocity) == 4.0);
    domain_fixture_close(s.f);
}

static const test_case cases[] = {
    {"buoyancy_lifts_heat_and_sinks_weight", buoyancy_lifts_heat_and_sinks_weight},
    {"closed_faces_are_not_pushed", closed_faces_are_not_pushed},
    {"linear_flows_have_exact_curl_and_strain", linear_flows_have_exact_curl_and_strain},
    {"a_plane_turns_about_z", a_plane_turns_about_z},
    {"confinement_feeds_a_vortex", confinement_feeds_a_vortex},
    {"confinement_obeys_its_weight_and_stillness", confinement_obeys_its_weight_and_stillness},
    {"confinement_reaches_across_a_periodic_side", confinement_reaches_across_a_periodic_side},
    {"the_greatest_speed_is_found_on_any_face", the_greatest_speed_is_found_on_any_face},
};

TEST_MAIN(cases)

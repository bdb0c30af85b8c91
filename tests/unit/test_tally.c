// SPDX-License-Identifier: MIT
#include "smoke_fixture.h"

static smoke_fixture* open_box(void) {
    waft_smoke_def def = small_smoke_def(13, 6, 5);
    def.scalar_count = 1;
    return smoke_fixture_open(&def, 1);
}

static ptrdiff_t at(const smoke_fixture* f, int32_t i, int32_t j, int32_t k) {
    return wafti_mac_index(&f->smoke->domain.grid, i, j, k);
}

static void faces_are_copied_and_measured(void) {
    smoke_fixture* f = open_box();
    f->smoke->scratch[3][at(f, 13, 5, 4)] = -2.5f;
    f->smoke->scratch[5][at(f, 0, 0, 5)] = 1.5f;
    wafti_tally_take_faces(f->smoke, f->smoke->scratch + 3, NULL, 0.1);
    wafti_tally_read_faces(f->smoke);
    CHECK(f->smoke->velocity[0][at(f, 13, 5, 4)] == -2.5f);
    CHECK(f->smoke->velocity[2][at(f, 0, 0, 5)] == 1.5f);
    CHECK(f->smoke->speed == 2.5);
    CHECK(wafti_tally_check_faces(f->smoke, 0) == WAFT_OK);
    smoke_fixture_close(f);
}

static void energy_is_that_of_the_mean_squares(void) {
    smoke_fixture* f = open_box();
    f->smoke->air_density = 1.2f;
    for (size_t n = 0; n < f->smoke->domain.grid.size; ++n) {
        (f->smoke->velocity[1] - f->smoke->domain.grid.first)[n] = 3.0f;
    }
    wafti_tally_faces(f->smoke);
    wafti_tally_read_faces(f->smoke);
    const double volume = 13 * 6 * 5 / 4096.0;
    CHECK_NEAR(f->smoke->stats.kinetic_energy, 0.5 * 1.2 * 9.0 * volume, 1e-6);
    smoke_fixture_close(f);
}

static void the_bad_face_is_named(void) {
    smoke_fixture* f = open_box();
    f->smoke->velocity[1][at(f, 12, 6, 3)] = NAN;
    wafti_tally_faces(f->smoke);
    CHECK(wafti_tally_check_faces(f->smoke, 183) == WAFT_ERR_DIVERGED);
    CHECK_TEXT(f->error.sentence, "smoke: v became non-finite at cell (12, 6, 3), step 183");
    smoke_fixture_close(f);
}

static void scalars_fade_and_are_summed(void) {
    smoke_fixture* f = open_box();
    f->smoke->def.dissipation.density = 0.5f;
    f->smoke->scalar[WAFTI_SCALAR_DENSITY][at(f, 3, 2, 1)] = 2.0f;
    f->smoke->scalar[WAFTI_SCALAR_DENSITY][at(f, 12, 5, 4)] = 1.0f;
    f->smoke->scalar[WAFTI_SCALAR_TEMPERATURE][at(f, 0, 0, 0)] = -70.0f;
    f->smoke->scalar[WAFTI_SCALAR_TEMPERATURE][at(f, 0, 0, 1)] = 7.0f;
    wafti_tally_scalars(f->smoke, 0.1);
    wafti_tally_read_scalars(f->smoke);
    CHECK(wafti_tally_check_scalars(f->smoke, 0) == WAFT_OK);
    CHECK_NEAR(f->smoke->stats.density_sum, 3.0 * exp(-0.05) / 4096.0, 1e-9);
    CHECK_NEAR(wafti_tally_greatest(f->smoke, WAFTI_SCALAR_DENSITY), 2.0 * exp(-0.05), 1e-6);
    CHECK(f->smoke->stats.temperature_max == 7.0);
    smoke_fixture_close(f);
}

static void the_bad_cell_is_named(void) {
    smoke_fixture* f = open_box();
    f->smoke->scalar[WAFTI_SCALAR_TEMPERATURE][at(f, 12, 0, 4)] = INFINITY;
    wafti_tally_scalars(f->smoke, 0.1);
    CHECK(wafti_tally_check_scalars(f->smoke, 7) == WAFT_ERR_DIVERGED);
    CHECK_TEXT(
        f->error.sentence, "smoke: temperature became non-finite at cell (12, 0, 4), step 7");
    smoke_fixture_close(f);
}

static void outflow_counts_what_leaves(void) {
    smoke_fixture* f = open_box();
    const double area = 1.0 / 256.0;
    f->smoke->scalar[WAFTI_SCALAR_DENSITY][at(f, 4, 5, 2)] = 0.5f;
    f->smoke->velocity[1][at(f, 4, 6, 2)] = 2.0f;
    CHECK_NEAR(wafti_tally_outflow(f->smoke, 0.1), 0.5 * 2.0 * 0.1 * area, 1e-9);
    // Ambient air that comes in brings none.
    f->smoke->velocity[1][at(f, 4, 6, 2)] = -2.0f;
    CHECK(wafti_tally_outflow(f->smoke, 0.1) == 0.0);
    smoke_fixture_close(f);
}

// Squares of floats have no room beyond 1e19 and below 1e-23.
static void energy_has_the_range_of_doubles(void) {
    smoke_fixture* f = open_box();
    f->smoke->air_density = 1.0f;
    const float speeds[2] = {1e20f, 1e-24f};
    for (int n = 0; n < 2; ++n) {
        f->smoke->velocity[0][at(f, 6, 2, 2)] = speeds[n];
        wafti_tally_faces(f->smoke);
        wafti_tally_read_faces(f->smoke);
        const double want = 0.5 * (double)speeds[n] * (double)speeds[n] / 4096.0;
        CHECK_NEAR(f->smoke->stats.kinetic_energy / want, 1.0, 1e-6);
    }
    smoke_fixture_close(f);
}

// A ball in the middle of an inflow lets in what comes through the rest of it, moving or not.
static void a_covered_inflow_brings_less(void) {
    waft_smoke_def def = small_smoke_def(12, 12, 12);
    def.sides[WAFT_SIDE_LEFT] =
        (waft_smoke_side){.kind = WAFT_SIDE_INFLOW, .speed = 2.0f, .density = 0.5f};
    def.sides[WAFT_SIDE_RIGHT].kind = WAFT_SIDE_OPEN;
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    const double side = 12.0 / 16.0;
    CHECK_NEAR(wafti_tally_outflow(f->smoke, 0.1), -0.5 * 2.0 * 0.1 * side * side, 1e-6);
    waft_solid_def ball = waft_solid_def_default();
    ball.shape.radius = 0.2f;
    ball.pose.position = (waft_vec3){0.0f, 0.38f, 0.37f};
    waft_solid_id id;
    CHECK(smoke_fixture_add(f, &ball, &id) == WAFT_OK);
    const double open = side * side - acos(-1.0) * 0.2 * 0.2;
    CHECK_NEAR(wafti_tally_outflow(f->smoke, 0.1), -0.5 * 2.0 * 0.1 * open, 5e-4);
    smoke_fixture_close(f);
}

static const test_case cases[] = {
    {"faces_are_copied_and_measured", faces_are_copied_and_measured},
    {"energy_is_that_of_the_mean_squares", energy_is_that_of_the_mean_squares},
    {"the_bad_face_is_named", the_bad_face_is_named},
    {"scalars_fade_and_are_summed", scalars_fade_and_are_summed},
    {"the_bad_cell_is_named", the_bad_cell_is_named},
    {"outflow_counts_what_leaves", outflow_counts_what_leaves},
    {"energy_has_the_range_of_doubles", energy_has_the_range_of_doubles},
    {"a_covered_inflow_brings_less", a_covered_inflow_brings_less},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "water/control.h"

#include "plain_method.h"
#include "shallow_fixture.h"

static const wafti_method plain = PLAIN_METHOD(WAFT_WATER_COLUMNS);

static double slope(double x, double z) {
    return 0.1 * x - 0.05 * z;
}

static shallow_fixture* open_pond(int32_t nx, int32_t nz, bool periodic) {
    static shallow_fixture f;
    const wafti_edge edge = {.kind = periodic ? WAFT_EDGE_PERIODIC : WAFT_EDGE_WALL};
    const shallow_case c = {.method = &plain,
        .nx = nx,
        .nz = nz,
        .dx = 0.5,
        .dz = 0.5,
        .level = slope,
        .flat = -3.0,
        .edges = {edge, edge, edge, edge},
        .def = shallow_plain()};
    shallow_open(&f, &c);
    return &f;
}

static double sum_of(const wafti_patch* patch) {
    double sum = 0.0;
    for (int n = 0; n < 9; ++n) {
        CHECK(
            patch->pressure[n / 3][n % 3] == 0.0 || (patch->i[n % 3] >= 0 && patch->j[n / 3] >= 0));
        sum += patch->pressure[n / 3][n % 3];
    }
    return sum;
}

static void a_control_point_presses_its_four_columns(void) {
    shallow_fixture* f = open_pond(8, 6, false);
    wafti_patch patch;
    wafti_control_patch(&f->s, 2.0, 1.5, 8.0, &patch); // control point (4, 3)
    for (int n = 0; n < 9; ++n) {
        const double want = n % 3 < 2 && n / 3 < 2 ? -8.0 / (4.0 * 0.25) : 0.0;
        CHECK_NEAR(patch.pressure[n / 3][n % 3], want, 1e-12);
    }
    CHECK(patch.i[0] == 3 && patch.i[1] == 4 && patch.j[0] == 2 && patch.j[1] == 3);
    shallow_close(f);
}

static void rim_points_have_two_columns_or_one(void) {
    shallow_fixture* f = open_pond(8, 6, false);
    wafti_patch patch;
    wafti_control_patch(&f->s, 0.0, 0.0, 1.0, &patch);
    CHECK(patch.i[0] == -1 && patch.j[0] == -1);
    CHECK_NEAR(patch.pressure[1][1], -1.0 / 0.25, 1e-12);
    CHECK_NEAR(patch.pressure[2][1], 0.0, 0.0);
    wafti_control_patch(&f->s, 4.0, 1.5, 1.0, &patch); // the far wall
    CHECK(patch.i[1] == 7 && patch.i[2] == -1);
    CHECK_NEAR(patch.pressure[0][1], -1.0 / 0.5, 1e-12);
    CHECK_NEAR(patch.pressure[1][1], -1.0 / 0.5, 1e-12);
    CHECK_NEAR(sum_of(&patch) * 0.25, -1.0, 1e-12);
    shallow_close(f);
}

static void the_sum_is_the_force_wherever_it_acts(void) {
    for (int periodic = 0; periodic < 2; ++periodic) {
        shallow_fixture* f = open_pond(8, periodic == 1 ? 6 : 1, periodic == 1);
        for (int n = 0; n < 1000; ++n) {
            wafti_patch patch;
            const double x = 4.0 * fmod(n * 0.6180339887, 1.0);
            const double z = 0.5 * f->s.basin.nz * fmod(n * 0.7548776662, 1.0);
            wafti_control_patch(&f->s, x, z, 3.0, &patch);
            CHECK_NEAR(sum_of(&patch) * 0.25, -3.0, 1e-12);
        }
        shallow_close(f);
    }
}

static void periodic_edges_have_no_rim(void) {
    shallow_fixture* f = open_pond(8, 6, true);
    wafti_patch patch;
    wafti_control_patch(&f->s, 0.0, 1.5, 1.0, &patch);
    CHECK(patch.i[0] == 7 && patch.i[1] == 0);
    CHECK_NEAR(patch.pressure[0][0], -1.0, 1e-12);
    shallow_close(f);
}

static void loads_are_metres_of_water(void) {
    shallow_fixture* f = open_pond(8, 6, false);
    wafti_patch patch;
    wafti_control_patch(&f->s, 2.0, 1.5, -9810.0, &patch);
    wafti_control_press(&f->s, &patch);
    wafti_control_press(&f->s, &patch);
    CHECK(f->s.loaded);
    // 2 x 9810 N over 1 m2, water of 9810 N/m3
    CHECK_NEAR(f->s.load[wafti_basin_index(&f->s.basin, 3, 2)], 2.0, 1e-6);
    CHECK_NEAR(f->s.load[wafti_basin_index(&f->s.basin, 5, 2)], 0.0, 0.0);
    wafti_control_release(&f->s, &patch);
    for (size_t n = 0; n < f->s.basin.size; ++n) {
        CHECK(f->s.load[n] == 0.0f);
    }
    shallow_close(f);
}

static void levels_are_means_of_the_columns_around(void) {
    shallow_fixture* f = open_pond(8, 6, false);
    // A plane is met exactly inside; at the rim the outermost columns count.
    CHECK_NEAR(wafti_control_level(&f->s, 4, 3), slope(2.0, 1.5), 1e-6);
    CHECK_NEAR(wafti_control_level(&f->s, 0, 3), slope(0.25, 1.5), 1e-6);
    CHECK_NEAR(wafti_control_level(&f->s, 8, 6), slope(3.75, 2.75), 1e-6);
    CHECK_NEAR(wafti_control_level_at(&f->s, 1.63, 1.1), slope(1.63, 1.1), 1e-6);
    CHECK_NEAR(wafti_control_level_at(&f->s, 4.0, 3.0), slope(3.75, 2.75), 1e-6);
    shallow_close(f);
}

static const test_case cases[] = {
    {"a_control_point_presses_its_four_columns", a_control_point_presses_its_four_columns},
    {"rim_points_have_two_columns_or_one", rim_points_have_two_columns_or_one},
    {"the_sum_is_the_force_wherever_it_acts", the_sum_is_the_force_wherever_it_acts},
    {"periodic_edges_have_no_rim", periodic_edges_have_no_rim},
    {"loads_are_metres_of_water", loads_are_metres_of_water},
    {"levels_are_means_of_the_columns_around", levels_are_means_of_the_columns_around},
};
TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// Row mass-properties of docs/spec/bodies.md#verification.
#include "hull_fixture.h"

static void test_box(void) {
    waft_mesh* mesh = mesh_box(1.0f, 2.0f, 4.0f);
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    wafti_mass mass;
    CHECK(wafti_mass_measure(&view, 0.0, &mass));
    CHECK_NEAR(mass.volume, 8.0, 1e-12);
    for (size_t d = 0; d < 3; ++d) {
        const double edge = (double)(1 << d);
        CHECK_NEAR(mass.center[d], 0.0, 1e-12);
        CHECK_NEAR(mass.covariance[4 * d], 8.0 * edge * edge / 12.0, 1e-12);
    }
    CHECK_NEAR(mass.covariance[1], 0.0, 1e-12);
    waft_mesh_destroy(mesh);
}

static void test_tetra(void) {
    waft_mesh* mesh = mesh_tetra();
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    wafti_mass mass;
    CHECK(wafti_mass_measure(&view, 0.0, &mass));
    CHECK_NEAR(mass.volume, 1.0 / 6.0, 1e-15);
    CHECK_NEAR(mass.center[1], 0.25, 1e-15);
    // int x^2 = 1/60, int x y = 1/120 about the corner; less V/16 about the centre.
    CHECK_NEAR(mass.covariance[0], 1.0 / 60.0 - 1.0 / 96.0, 1e-15);
    CHECK_NEAR(mass.covariance[1], 1.0 / 120.0 - 1.0 / 96.0, 1e-15);
    waft_mesh_destroy(mesh);
}

// The error of a sphere's facets falls with their number.
static void test_sphere(void) {
    double errors[2];
    for (int i = 0; i < 2; ++i) {
        waft_mesh* mesh = mesh_sphere(2 + i);
        const waft_mesh_view view = waft_mesh_get_view(mesh);
        wafti_mass mass;
        CHECK(wafti_mass_measure(&view, 0.0, &mass));
        errors[i] = 1.0 - mass.volume / (4.0 / 3.0 * M_PI);
        CHECK_NEAR(mass.covariance[0] / (4.0 / 15.0 * M_PI), 1.0, i == 0 ? 0.1 : 0.025);
        waft_mesh_destroy(mesh);
    }
    CHECK_NEAR(errors[0] / errors[1], 4.0, 0.1);
}

static void test_shell(void) {
    const double points[] = {0, 0, 0, 2, 0, 0, 2, 0, 1, 0, 0, 1};
    const uint32_t facets[] = {0, 2, 1, 0, 3, 2};
    waft_mesh* mesh = mesh_from(points, 4, facets, 2, NULL);
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    wafti_mass mass;
    CHECK(!wafti_mass_measure(&view, 0.0, &mass));
    CHECK(wafti_mass_measure(&view, 0.01, &mass));
    CHECK_NEAR(mass.volume, 0.02, 1e-15);
    CHECK_NEAR(mass.center[0], 1.0, 1e-14);
    CHECK_NEAR(mass.covariance[0], 0.02 * 4.0 / 12.0, 1e-15);
    CHECK_NEAR(mass.covariance[8], 0.02 / 12.0, 1e-15);
    CHECK_NEAR(mass.covariance[2], 0.0, 1e-15);
    waft_mesh_destroy(mesh);
}

// Far from the origin nothing is lost but what coordinates lose.
static void test_far_away(void) {
    waft_mesh* mesh =
        mesh_ellipsoid(2, (const double[3]){1, 2, 4}, (const double[3]){1e4, 0, -1e4});
    waft_mesh* near = mesh_ellipsoid(2, (const double[3]){1, 2, 4}, NULL);
    wafti_mass far_mass;
    wafti_mass near_mass;
    const waft_mesh_view far_view = waft_mesh_get_view(mesh);
    const waft_mesh_view near_view = waft_mesh_get_view(near);
    CHECK(wafti_mass_measure(&far_view, 0.0, &far_mass));
    CHECK(wafti_mass_measure(&near_view, 0.0, &near_mass));
    CHECK_NEAR(far_mass.volume / near_mass.volume, 1.0, 1e-11);
    CHECK_NEAR(far_mass.covariance[8] / near_mass.covariance[8], 1.0, 1e-11);
    CHECK_NEAR(far_mass.center[0], 1e4, 1e-7);
    waft_mesh_destroy(mesh);
    waft_mesh_destroy(near);
}

static const test_case cases[] = {
    {"box", test_box},
    {"tetra", test_tetra},
    {"sphere", test_sphere},
    {"shell", test_shell},
    {"far away", test_far_away},
};

TEST_MAIN(cases)

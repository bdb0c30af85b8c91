// SPDX-License-Identifier: MIT
#include "hull_fixture.h"

static void test_mend(void) {
    waft_hull_info info = {.longest = 2.0};
    waft_error error = {.sentence = ""};
    double k[36] = {0.0};
    for (size_t i = 0; i < 6; ++i) {
        k[7 * i] = 1.0 + (double)i;
    }
    k[1] = 0.02;
    k[14] = -1e-8; // rounding
    CHECK(wafti_added_mass_mend(k, "x", &info, &error) == WAFT_OK);
    CHECK_NEAR(k[1], 0.01, 1e-12);
    CHECK_NEAR(k[6], 0.01, 1e-12);
    CHECK_NEAR(k[14], 0.0, 1e-15);
    CHECK(info.asymmetry > 0.001 && info.asymmetry < 0.01);
    CHECK_NEAR(info.least_eigenvalue, -1e-8 / 6.0, 1e-12);
    k[14] = -1e-4;
    CHECK(wafti_added_mass_mend(k, "x", &info, &error) == WAFT_ERR_MESH);
    CHECK(strstr(error.sentence, "x: the added mass has an eigenvalue below 0") != NULL);
    k[14] = 1.0;
    k[1] = 3.0;
    CHECK(wafti_added_mass_mend(k, "x", &info, &error) == WAFT_ERR_MESH);
    CHECK(strstr(error.sentence, "not symmetric") != NULL);
}

// The unit of length does not change what is asymmetric.
static void test_scale(void) {
    double ratios[2];
    for (int i = 0; i < 2; ++i) {
        const double l = i == 0 ? 1.0 : 1e-3;
        waft_hull_info info = {.longest = 2.0 * l};
        double k[36] = {0.0};
        for (size_t d = 0; d < 6; ++d) {
            k[7 * d] = pow(l, d < 3 ? 3.0 : 5.0);
        }
        k[3] = 0.01 * pow(l, 4.0);
        CHECK(wafti_added_mass_mend(k, "x", &info, NULL) == WAFT_OK);
        ratios[i] = info.asymmetry;
    }
    CHECK_NEAR(ratios[0], ratios[1], 1e-12);
}

static waft_hull_info info_of(waft_hull_def def, waft_added_mass method) {
    def.method = method;
    waft_hull* hull = hull_of(&def);
    const waft_hull_info info = waft_hull_get_info(hull);
    waft_hull_destroy(hull);
    return info;
}

// Each kind of body gets its method.
static void test_auto(void) {
    CHECK(info_of(quiet_def(WAFT_HULL_DISC, 0.1, 0.001, 0), 0).method == WAFT_ADDED_MASS_CLOSED);
    CHECK(info_of(quiet_def(WAFT_HULL_DISC, 0.1, 0.05, 0), 0).method == WAFT_ADDED_MASS_BEM);
    CHECK(info_of(quiet_def(WAFT_HULL_BOX, 0.1, 0.05, 0.1), 0).method == WAFT_ADDED_MASS_BEM);
    waft_hull_def dart;
    CHECK(waft_hull_preset("airplane", &dart) == WAFT_OK);
    dart.turbulence.bake = false;
    CHECK(info_of(dart, 0).method == WAFT_ADDED_MASS_SHEET);
}

// A flat closed mesh becomes its middle surface; a folded one does not.
static void test_flat_mesh(void) {
    waft_hull_def disc = quiet_def(WAFT_HULL_DISC, 1.0, 0.002, 0.0);
    disc.detail = 2;
    waft_mesh* mesh = NULL;
    CHECK(wafti_shape_mesh(&disc, false, &mesh, NULL) == WAFT_OK);
    const waft_hull_info info = info_of(mesh_def(mesh), WAFT_ADDED_MASS_AUTO);
    CHECK(info.method == WAFT_ADDED_MASS_SHEET);
    CHECK_NEAR(info.added_mass[7] / (8.0 / 3.0), 1.0, 0.03);
    waft_mesh_destroy(mesh);

    waft_mesh* ball = mesh_ellipsoid(1, (const double[3]){1, 1, 1}, NULL);
    waft_hull_def round = mesh_def(ball);
    round.method = WAFT_ADDED_MASS_SHEET;
    waft_hull* hull = NULL;
    waft_error error;
    CHECK(waft_hull_bake(&round, &hull, &error) == WAFT_ERR_MESH);
    CHECK(hull == NULL && strstr(error.sentence, "middle surface") != NULL);
    waft_mesh_destroy(ball);
}

// A short capsule is nearly a sphere, which takes half its volume along. A long one is between the
// ellipsoid that it holds and the one of its length and volume, and along itself takes little.
static void test_capsules(void) {
    const waft_hull_info ball = info_of(quiet_def(WAFT_HULL_CAPSULE, 0.1, 0.004, 0.0), 0);
    CHECK(ball.method == WAFT_ADDED_MASS_BEM);
    for (size_t d = 0; d < 3; ++d) {
        CHECK_NEAR(ball.added_mass[7 * d] / (0.5 * ball.volume), 1.0, 0.05);
    }
    const waft_hull_info rod = info_of(quiet_def(WAFT_HULL_CAPSULE, 0.1, 1.0, 0.0), 0);
    const double wide = sqrt(rod.volume / (4.0 / 3.0 * M_PI * 0.6));
    double inner[36];
    double equal[36];
    CHECK(wafti_added_mass_closed(WAFT_HULL_ELLIPSOID, (const double[3]){0.1, 0.6, 0.1}, inner));
    CHECK(wafti_added_mass_closed(WAFT_HULL_ELLIPSOID, (const double[3]){wide, 0.6, wide}, equal));
    CHECK(rod.added_mass[0] > inner[0]);
    CHECK_NEAR(rod.added_mass[0] / equal[0], 1.0, 0.05);
    CHECK_NEAR(rod.added_mass[14] / rod.added_mass[0], 1.0, 0.01);
    CHECK(rod.added_mass[7] > inner[7] && rod.added_mass[7] < 0.1 * rod.volume);
    CHECK_NEAR(rod.volume, M_PI * 0.01 * (1.0 + 4.0 / 30.0), 1e-12);
    CHECK_NEAR(rod.added_mass[28] / rod.added_mass[21], 0.0, 0.01);
}

// Row inner-sources of docs/spec/bodies.md#verification: sources on a thin body are wrong and say so, on
// a fat one they do neither.
static void test_sources_warn(void) {
    waft_mesh* flat = mesh_ellipsoid(3, (const double[3]){1.0, 0.05, 1.0}, NULL);
    waft_mesh* fat = mesh_ellipsoid(2, (const double[3]){1.0, 2.0, 4.0}, NULL);
    waft_hull_def def = mesh_def(flat);
    def.method = WAFT_ADDED_MASS_SOURCES;
    waft_hull* hull = hull_of(&def);
    CHECK(waft_hull_warning_count(hull) > 0);
    CHECK(worst_error(waft_hull_get_info(hull).added_mass, (const double[3]){1.0, 0.05, 1.0},
              waft_hull_get_info(hull).volume) > 50.0);
    waft_hull_destroy(hull);
    def.mesh = fat;
    hull = hull_of(&def);
    CHECK(waft_hull_warning_count(hull) == 0);
    CHECK(waft_hull_get_info(hull).asymmetry < 0.02);
    waft_hull_destroy(hull);
    waft_mesh_destroy(flat);
    waft_mesh_destroy(fat);
}

static const test_case cases[] = {
    {"mend", test_mend},
    {"scale", test_scale},
    {"auto", test_auto},
    {"flat mesh", test_flat_mesh},
    {"capsules", test_capsules},
    {"sources warn", test_sources_warn},
};

TEST_MAIN(cases)

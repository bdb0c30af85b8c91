// SPDX-License-Identifier: MIT
#include "hull_fixture.h"

static double seen(const waft_hull_info* info, const double e[3]) {
    double sum = 0.0;
    for (int i = 0; i < 9; ++i) {
        sum += e[i / 3] * info->projected[i] * e[i % 3];
    }
    return sqrt(fmax(sum, 0.0));
}

static void test_ellipsoid(void) {
    const waft_hull_def def = quiet_def(WAFT_HULL_ELLIPSOID, 0.01, 0.02, 0.04);
    waft_hull* hull = hull_of(&def);
    const waft_hull_info info = waft_hull_get_info(hull);
    CHECK_NEAR(info.extent[0], 0.08, 1e-12);
    CHECK_NEAR(info.extent[1], 0.04, 1e-12);
    CHECK_NEAR(info.extent[2], 0.02, 1e-12);
    CHECK(info.longest == info.extent[0] && info.shortest == info.extent[2]);
    CHECK_NEAR(info.roundness, 0.5, 1e-12);
    CHECK_NEAR(info.normal[0], 1.0, 1e-12);
    CHECK_NEAR(info.area, M_PI * 8e-4, 2e-5);
    CHECK(!info.plate);
    CHECK_NEAR(seen(&info, (const double[3]){0.0, 1.0, 0.0}), M_PI * 4e-4, 1e-15);
    CHECK_NEAR(info.greatest_area, M_PI * 8e-4, 1e-15);
    CHECK(info.projected_error < 1e-12);
    CHECK_NEAR(info.reach, 0.04, 1e-12);
    CHECK(info.contact_count == 26);
    for (size_t i = 0; i < 3 * info.contact_count; ++i) {
        CHECK(info.contacts[i] <= info.high[i % 3] && info.contacts[i] >= info.low[i % 3]);
    }
    waft_hull_destroy(hull);
}

// The least squares of a mesh come near the exact form.
static void test_mesh(void) {
    waft_mesh* mesh = mesh_ellipsoid(3, (const double[3]){0.01, 0.02, 0.04}, NULL);
    waft_hull_def def = mesh_def(mesh);
    waft_hull* hull = hull_of(&def);
    const waft_hull_info info = waft_hull_get_info(hull);
    CHECK_NEAR(seen(&info, (const double[3]){1.0, 0.0, 0.0}), M_PI * 8e-4, 0.02 * M_PI * 8e-4);
    CHECK(info.projected_error < 0.01);
    waft_hull_destroy(hull);
    waft_mesh_destroy(mesh);
}

static void test_disc(void) {
    waft_hull_def def = quiet_def(WAFT_HULL_DISC, 0.01, 0.001, 0.0);
    waft_hull* hull = hull_of(&def);
    waft_hull_info info = waft_hull_get_info(hull);
    CHECK_NEAR(info.area, M_PI * 1e-4, 1e-18);
    CHECK_NEAR(info.thickness, 0.001, 1e-18);
    CHECK_NEAR(info.normal[1], 1.0, 1e-12);
    CHECK_NEAR(info.longest, 0.02, 1e-12);
    CHECK_NEAR(info.shortest, 0.001, 1e-12);
    CHECK(info.plate && info.plate_count == 1);
    CHECK_NEAR(info.plates[0].added_mass, 8.0 / 3.0 * 1e-6, 1e-15);
    CHECK_NEAR(info.plates[0].area, info.area, 0.0);
    waft_hull_destroy(hull);

    def.has_normal = true; // none: no plate
    hull = hull_of(&def);
    info = waft_hull_get_info(hull);
    CHECK(!info.plate && info.normal[1] == 0.0);
    waft_hull_destroy(hull);

    def.normal[0] = 2.0; // edge on
    hull = hull_of(&def);
    info = waft_hull_get_info(hull);
    CHECK_NEAR(info.normal[0], 1.0, 1e-15);
    CHECK_NEAR(info.area, 0.02 * 0.001, 1e-7);
    waft_hull_destroy(hull);
}

static void test_plates(void) {
    waft_hull_def def = quiet_def(WAFT_HULL_BOX, 0.1, 0.01, 0.1);
    def.has_center = true;
    def.center[0] = 0.02;
    def.plate_count = 2;
    def.plates[0] = (waft_plate){{0.05, 0.0, 0.0}, {0.0, 3.0, 0.0}, 0.005, 0.0};
    def.plates[1] = (waft_plate){{-0.05, 0.0, 0.0}, {0.0, 1.0, 0.0}, 0.005, 7e-6};
    waft_hull* hull = hull_of(&def);
    const waft_hull_info info = waft_hull_get_info(hull);
    CHECK(info.plate_count == 2);
    CHECK_NEAR(info.plates[0].center[0], 0.03, 1e-15);
    CHECK_NEAR(info.plates[1].center[0], -0.07, 1e-15);
    CHECK_NEAR(info.plates[0].normal[1], 1.0, 1e-15);
    CHECK_NEAR(info.plates[0].added_mass, 8.0 / 3.0 * pow(0.005 / M_PI, 1.5), 1e-15);
    CHECK_NEAR(info.plates[1].added_mass, 7e-6, 0.0);
    waft_hull_destroy(hull);
}

static const test_case cases[] = {
    {"ellipsoid", test_ellipsoid},
    {"mesh", test_mesh},
    {"disc", test_disc},
    {"plates", test_plates},
};

TEST_MAIN(cases)

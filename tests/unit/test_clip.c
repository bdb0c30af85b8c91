// SPDX-License-Identifier: MIT
// Row clipped-volume of docs/spec/bodies.md#verification.
#include "hull_fixture.h"

static const double origin[3] = {0.0, 0.0, 0.0};
static const double up[3] = {0.0, 1.0, 0.0};

static void test_sphere(void) {
    const waft_hull_def def = quiet_def(WAFT_HULL_SPHERE, 2.0, 0.0, 0.0);
    waft_hull* hull = hull_of(&def);
    const waft_hull_info info = waft_hull_get_info(hull);
    const waft_submersion half = waft_hull_submerge(hull, origin, up);
    CHECK_NEAR(half.share, 0.5, 1e-12);
    CHECK_NEAR(half.volume / info.volume, 0.5, 1e-12);
    CHECK_NEAR(half.center[1], -3.0 / 8.0 * 2.0, 0.006);
    CHECK_NEAR(half.center[0], 0.0, 1e-12);
    // A cap of height h has the volume pi h^2 (R - h / 3).
    const double low[3] = {5.0, -1.0, -3.0};
    const waft_submersion cap = waft_hull_submerge(hull, low, (const double[3]){0.0, 7.0, 0.0});
    CHECK_NEAR(cap.volume, M_PI * (2.0 - 1.0 / 3.0), 0.1);
    const waft_submersion none = waft_hull_submerge(hull, (const double[3]){0.0, -2.5, 0.0}, up);
    CHECK(none.share == 0.0 && none.volume == 0.0);
    const waft_submersion all = waft_hull_submerge(hull, (const double[3]){9.0, 2.5, 9.0}, up);
    CHECK(all.share == 1.0 && all.volume == info.volume && all.center[1] == 0.0);
    waft_hull_destroy(hull);
}

// Under a plane through its middle, however tilted, is half of a cube; two planes from both sides share
// it. Through a corner the part is a tetrahedron.
static void test_cube(void) {
    const waft_hull_def def = quiet_def(WAFT_HULL_BOX, 1.0, 1.0, 1.0);
    waft_hull* hull = hull_of(&def);
    uint32_t state = 7;
    for (int i = 0; i < 7; ++i) {
        double normal[3];
        double point[3];
        double back[3];
        mesh_random_point(&state, 1.0, normal);
        mesh_random_point(&state, 0.3, point);
        for (int d = 0; d < 3; ++d) {
            back[d] = -normal[d];
        }
        CHECK_NEAR(waft_hull_submerge(hull, origin, normal).volume, 0.5, 1e-9);
        const waft_submersion below = waft_hull_submerge(hull, point, normal);
        const waft_submersion above = waft_hull_submerge(hull, point, back);
        CHECK_NEAR(below.volume + above.volume, 1.0, 1e-9);
        for (int d = 0; d < 3; ++d) {
            CHECK_NEAR(below.volume * below.center[d] + above.volume * above.center[d], 0.0, 1e-9);
        }
    }
    // x + y + z < -1.5 + a cuts a corner with legs a.
    const double a = 0.6;
    const double point[3] = {-0.5 + a, -0.5, -0.5};
    const waft_submersion corner =
        waft_hull_submerge(hull, point, (const double[3]){1.0, 1.0, 1.0});
    CHECK_NEAR(corner.volume, a * a * a / 6.0, 1e-9);
    for (int d = 0; d < 3; ++d) {
        CHECK_NEAR(corner.center[d], -0.5 + a / 4.0, 1e-9);
    }
    const double tilt = 0.3; // a wedge: depth changes with x, its volume does not
    const waft_submersion wedge = waft_hull_submerge(
        hull, (const double[3]){0.0, 0.1, 0.0}, (const double[3]){-sin(tilt), cos(tilt), 0.0});
    CHECK_NEAR(wedge.volume, 0.6, 1e-9);
    CHECK_NEAR(wedge.volume * wedge.center[0], tan(tilt) / 12.0, 1e-9);
    waft_hull_destroy(hull);
}

static void test_odd_planes(void) {
    const waft_hull_def def = quiet_def(WAFT_HULL_DISC, 0.1, 1e-4, 0.0);
    waft_hull* hull = hull_of(&def);
    CHECK(waft_hull_submerge(hull, origin, origin).share == 0.0);
    CHECK_NEAR(waft_hull_submerge(hull, origin, up).share, 0.5, 1e-9);
    CHECK_NEAR(waft_hull_submerge(hull, (const double[3]){1e6, 0.0, 0.0}, up).share, 0.5, 1e-9);
    waft_hull_destroy(hull);
}

static void test_open_sheet(void) {
    const double points[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 0};
    const uint32_t facets[] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
    waft_mesh* mesh = mesh_from(points, 5, facets, 4, NULL);
    waft_hull_def def = mesh_def(mesh);
    def.shell = 0.001;
    waft_hull* hull = hull_of(&def);
    // Facets are cut: what is under the plane is a rectangle.
    const waft_submersion part = waft_hull_submerge(hull, (const double[3]){0.0, -0.1, 0.0}, up);
    CHECK_NEAR(part.share, 0.4, 1e-12);
    CHECK_NEAR(part.center[0], 0.0, 1e-12);
    CHECK_NEAR(part.center[1], -0.3, 1e-12);
    const double tilted[3] = {1.0, 1.0, 0.0};
    const waft_submersion corner =
        waft_hull_submerge(hull, (const double[3]){-0.25, -0.25, 0.0}, tilted);
    CHECK_NEAR(corner.share, 0.125, 1e-12);
    CHECK_NEAR(corner.center[0], -0.5 + 0.5 / 3.0, 1e-12);
    CHECK_NEAR(waft_hull_submerge(hull, (const double[3]){0.0, 2.0, 0.0}, up).share, 1.0, 0.0);
    waft_hull_destroy(hull);
    waft_mesh_destroy(mesh);
}

static const test_case cases[] = {
    {"sphere", test_sphere},
    {"cube", test_cube},
    {"odd planes", test_odd_planes},
    {"open sheet", test_open_sheet},
};

TEST_MAIN(cases)

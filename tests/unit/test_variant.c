// SPDX-License-Identifier: MIT
#include "hull_fixture.h"

static void test_density(void) {
    waft_hull_def def = quiet_def(WAFT_HULL_BOX, 0.1, 0.2, 0.3);
    def.detail = 2;
    waft_hull* hull = hull_of(&def);
    waft_hull* light = NULL;
    CHECK(waft_hull_with_density(hull, 250.0, &light, NULL) == WAFT_OK);
    const waft_hull_info a = waft_hull_get_info(hull);
    const waft_hull_info b = waft_hull_get_info(light);
    CHECK_NEAR(b.mass, a.mass / 4.0, 1e-12);
    CHECK_NEAR(b.inertia[4], a.inertia[4] / 4.0, 1e-15);
    CHECK(b.density == 250.0 && b.volume == a.volume && b.key != a.key);
    CHECK(same_bits(a.added_mass, b.added_mass, sizeof(a.added_mass)));
    CHECK_NEAR(b.speed / a.speed, sqrt((250.0 / 1.204 - 1.0) / (1000.0 / 1.204 - 1.0)), 1e-12);
    CHECK(b.contacts != a.contacts && b.contact_count == a.contact_count);
    waft_hull_destroy(hull); // nothing is shared
    CHECK(waft_mesh_get_info(waft_hull_mesh(light)).facet_count == b.facet_count);
    CHECK(isfinite(light->potential[0]));
    waft_hull_destroy(light);
}

static void test_bad(void) {
    const waft_hull_def def = quiet_def(WAFT_HULL_SPHERE, 0.1, 0.0, 0.0);
    waft_hull* hull = hull_of(&def);
    waft_hull* other = hull;
    waft_error error;
    CHECK(waft_hull_with_density(hull, 0.0, &other, &error) == WAFT_ERR_ARGUMENT);
    CHECK(other == NULL);
    CHECK(waft_hull_with_density(hull, (double)NAN, &other, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_hull_with_density(NULL, 1.0, &other, &error) == WAFT_ERR_ARGUMENT);
    waft_hull_destroy(hull);
}

static const test_case cases[] = {
    {"density", test_density},
    {"bad", test_bad},
};

TEST_MAIN(cases)

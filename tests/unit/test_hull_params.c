// SPDX-License-Identifier: MIT
#include "hull/hull_params.h"

#include <waft/hull.h>

#include "test.h"

static void defaults_are_those_of_the_header(void) {
    const waft_hull_def def = waft_hull_def_default();
    CHECK(def.detail == 3 && def.threads == 1 && def.method == WAFT_ADDED_MASS_AUTO);
    CHECK_NEAR(def.layer, 1e-4, 0.0);
    CHECK_NEAR(def.fluid_viscosity, 1.81e-5 / 1.204, 0.0);
    CHECK(def.turbulence.bake && def.turbulence.cap && !def.turbulence.euler);
    CHECK(def.turbulence.cells[0] == 32 && def.turbulence.cells[2] == 16);
    CHECK(wafti_rows_check_item(
              wafti_hull_rows, WAFTI_HULL_PARTS, WAFTI_OWNER_HULL, &def, "hull", NULL) == WAFT_OK);
}

// A flag goes along with what it tells of; what has no flag and is not given stays.
static void flags_go_along(void) {
    waft_hull_def given = waft_hull_def_default();
    waft_hull_def onto = waft_hull_def_default();
    onto.density = 700.0;
    onto.has_normal = true;
    onto.normal[1] = 1.0;
    given.has_inertia = true;
    for (int i = 0; i < 6; ++i) {
        given.inertia[i] = i + 1.0;
    }
    wafti_rows_lay(wafti_hull_rows, WAFTI_HULL_HIDDEN, WAFTI_OWNER_HULL, &given, &onto);
    CHECK_NEAR(onto.density, 700.0, 0.0);
    CHECK(onto.has_inertia && onto.has_normal && !onto.has_center);
    CHECK_NEAR(onto.normal[1], 1.0, 0.0);
    for (int i = 0; i < 6; ++i) {
        CHECK_NEAR(onto.inertia[i], i + 1.0, 0.0);
    }
}

static const test_case cases[] = {
    {"defaults_are_those_of_the_header", defaults_are_those_of_the_header},
    {"flags_go_along", flags_go_along},
};

TEST_MAIN(cases)

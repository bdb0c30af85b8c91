// SPDX-License-Identifier: MIT
#include "test.h"
#include "unit/cloud_fixture.h"

static void regions_have_a_place_and_turn(void) {
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
    waft_shape shape = {.kind = WAFT_SHAPE_BOX, .size = {1.0f, 0.2f, 0.2f}};
    const waft_pose pose = {
        .position = {1.0f, 1.0f, 1.0f}, .rotation = {0.0f, 0.0f, 0.70710678f, 0.70710678f}};
    wafti_liquid_region region = {0};
    CHECK(wafti_liquid_region_make(f.liquid, &shape, &pose, "liquid.sinks[0]", &region) == WAFT_OK);
    CHECK(region.turned);
    CHECK_NEAR(wafti_liquid_region_distance(&region, (const double[3]){1.0, 1.6, 1.0}), 0.1, 1e-6);
    CHECK_NEAR(wafti_liquid_region_distance(&region, (const double[3]){1.6, 1.0, 1.0}), 0.5, 1e-6);
    shape.size.y = 0.0f;
    CHECK(wafti_liquid_region_make(f.liquid, &shape, &pose, "liquid.sinks[0]", &region) ==
          WAFT_ERR_ARGUMENT);
    CHECK(strncmp(waft_world_error(f.world), "liquid.sinks[0].shape.box[1] is 0", 33) == 0);
    wafti_form_free(&region.form);
    liquid_close(&f);
}

static const test_case cases[] = {
    {"regions_have_a_place_and_turn", regions_have_a_place_and_turn},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "couple/body_shape.h"

#include "test.h"

static void hulls_become_shapes(void) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = WAFT_HULL_BOX;
    def.size[0] = 0.4;
    def.size[1] = 0.2;
    def.size[2] = 0.1;
    def.density = 500.0;
    def.has_center = true;
    def.center[1] = 0.05;
    def.turbulence.bake = false;
    waft_hull* hull = NULL;
    if (!CHECK(waft_hull_bake(&def, &hull, NULL) == WAFT_OK)) {
        return;
    }
    waft_shape shape;
    double offset[3];
    wafti_body_shape(hull, &shape, offset);
    CHECK(shape.kind == WAFT_SHAPE_BOX);
    CHECK_NEAR(shape.size.x, 0.4, 1e-6);
    // The middle of the box lies below its centre of mass.
    CHECK_NEAR(offset[1], -0.05, 1e-9);
    const waft_body_state state = {.position = {1.0, 2.0, 3.0}, .rotation = {1.0, 0.0, 0.0, 0.0}};
    double place[3];
    wafti_body_origin(&state, offset, place);
    CHECK_NEAR(place[1], 2.05, 1e-9);
    waft_hull_destroy(hull);
}

static void capsules_stay_capsules(void) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = WAFT_HULL_CAPSULE;
    def.size[0] = 0.1;
    def.size[1] = 0.3;
    def.density = 500.0;
    def.turbulence.bake = false;
    waft_hull* hull = NULL;
    if (!CHECK(waft_hull_bake(&def, &hull, NULL) == WAFT_OK)) {
        return;
    }
    waft_shape shape;
    double offset[3];
    wafti_body_shape(hull, &shape, offset);
    CHECK(shape.kind == WAFT_SHAPE_CAPSULE);
    CHECK_NEAR(shape.radius, 0.1, 1e-6);
    CHECK_NEAR(shape.size.y, 0.3, 1e-6);
    CHECK_NEAR(offset[1], 0.0, 1e-9);
    waft_hull_destroy(hull);
}

static const test_case cases[] = {
    {"hulls_become_shapes", hulls_become_shapes},
    {"capsules_stay_capsules", capsules_stay_capsules},
};

TEST_MAIN(cases)

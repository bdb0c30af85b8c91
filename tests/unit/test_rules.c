// SPDX-License-Identifier: MIT
#include "smoke/rules.h"

#include "test.h"

static const char* about_smoke(const waft_smoke_def* def) {
    static waft_error error;
    error = (waft_error){.sentence = "accepted"};
    (void)wafti_check_smoke(def, &error);
    return error.sentence;
}

static const char* about_source(const waft_source_def* def) {
    static waft_error error;
    error = (waft_error){.sentence = "accepted"};
    const waft_smoke_def smoke = waft_smoke_def_default();
    (void)wafti_check_source(&smoke, def, 2, &error);
    return error.sentence;
}

static void grids_are_checked(void) {
    waft_smoke_def def = waft_smoke_def_default();
    CHECK_TEXT(about_smoke(&def), "accepted");
    def.cells[1] = 3;
    CHECK_TEXT(about_smoke(&def), "smoke.cells[1] is 3: allowed are 4 to 4096");
    def.cells[1] = 4;
    def.cells[2] = 2;
    CHECK_TEXT(about_smoke(&def), "smoke.cells[2] is 2: allowed are 4 to 4096");
    def.cells[2] = 1;
    CHECK_TEXT(about_smoke(&def), "accepted");
    for (int axis = 0; axis < 3; ++axis) {
        def.cells[axis] = 4096;
    }
    CHECK(strncmp(about_smoke(&def), "smoke.cells are 6", 17) == 0);
    // Cells alone would just fit, but rows are padded.
    def.cells[2] = 127;
    CHECK_TEXT(about_smoke(&def),
        "smoke.cells are 2217148800 in all with the padding around them: allowed are up to "
        "2147483647");
    def.cells[2] = 100;
    CHECK_TEXT(about_smoke(&def), "accepted");
}

static void numbers_name_key_value_and_range(void) {
    waft_smoke_def def = waft_smoke_def_default();
    def.pressure.tolerance = 0.5f;
    CHECK_TEXT(about_smoke(&def),
        "smoke.pressure.tolerance is 0.5: allowed are values from 1e-10 up to 0.1");
    def = waft_smoke_def_default();
    def.cfl = 0.0f;
    CHECK_TEXT(about_smoke(&def), "smoke.cfl is 0: allowed are values above 0 up to 20");
    def = waft_smoke_def_default();
    def.viscosity = NAN;
    CHECK(strncmp(about_smoke(&def), "smoke.viscosity is nan", 22) == 0);
    def = waft_smoke_def_default();
    def.max_substeps = 300;
    CHECK_TEXT(about_smoke(&def), "smoke.max_substeps is 300: allowed are 1 to 256");
    def = waft_smoke_def_default();
    def.every = 0;
    CHECK_TEXT(about_smoke(&def), "smoke.every is 0: allowed are 1 to 1000");
    def = waft_smoke_def_default();
    def.scheme = (waft_smoke_scheme)9;
    CHECK_TEXT(about_smoke(&def), "smoke.scheme is 9: there is no such choice");
}

static void sides_must_fit_together(void) {
    waft_smoke_def def = waft_smoke_def_default();
    def.sides[WAFT_SIDE_LEFT].kind = WAFT_SIDE_PERIODIC;
    CHECK_TEXT(about_smoke(&def),
        "smoke.sides.left and smoke.sides.right: both or none of them are periodic");
    def.sides[WAFT_SIDE_RIGHT].kind = WAFT_SIDE_PERIODIC;
    CHECK_TEXT(about_smoke(&def), "accepted");
    def = waft_smoke_def_default();
    def.sides[WAFT_SIDE_LEFT].velocity.x = 1.0f;
    CHECK_TEXT(
        about_smoke(&def), "smoke.sides.left.velocity[0] is not 0: a wall moves along itself only");
    def = waft_smoke_def_default();
    def.sides[WAFT_SIDE_FRONT].speed = INFINITY;
    CHECK(strncmp(about_smoke(&def), "smoke.sides.front.speed is inf", 30) == 0);
}

static void inflow_must_balance_without_an_open_side(void) {
    waft_smoke_def def = waft_smoke_def_default();
    def.sides[WAFT_SIDE_LEFT].kind = WAFT_SIDE_INFLOW;
    def.sides[WAFT_SIDE_LEFT].speed = 1.0f;
    CHECK_TEXT(about_smoke(&def), "accepted");
    def.sides[WAFT_SIDE_TOP].kind = WAFT_SIDE_CLOSED;
    CHECK(strncmp(about_smoke(&def), "smoke.sides: inflows do not cancel (1 of", 40) == 0);
    def.sides[WAFT_SIDE_RIGHT].kind = WAFT_SIDE_INFLOW;
    def.sides[WAFT_SIDE_RIGHT].speed = -1.0f;
    CHECK_TEXT(about_smoke(&def), "accepted");
}

static void sources_are_checked(void) {
    waft_source_def def = waft_source_def_default();
    CHECK_TEXT(about_source(&def), "accepted");
    def.shape.radius = 0.0f;
    CHECK_TEXT(about_source(&def),
        "smoke.sources[2].shape.sphere is 0: allowed are values above 0 up to 1e+06");
    def = waft_source_def_default();
    def.density = -1.0f;
    CHECK_TEXT(about_source(&def),
        "smoke.sources[2].density is -1: allowed are values from 0 up to 1e+06");
    def.mode = WAFT_SOURCE_ADD;
    CHECK_TEXT(about_source(&def), "accepted");
    def.end = NAN;
    CHECK_TEXT(about_source(&def),
        "smoke.sources[2].end is nan: allowed are values above 0 up to 1000000");
    def = waft_source_def_default();
    def.pose.rotation.w = 0.5f;
    CHECK_TEXT(about_source(&def), "smoke.sources[2].rotation has the length 0.5: allowed is 1");
    def = waft_source_def_default();
    def.shape.kind = WAFT_SHAPE_MESH;
    CHECK_TEXT(about_source(&def), "smoke.sources[2].shape.mesh is NULL");
}

static const test_case cases[] = {
    {"grids_are_checked", grids_are_checked},
    {"numbers_name_key_value_and_range", numbers_name_key_value_and_range},
    {"sides_must_fit_together", sides_must_fit_together},
    {"inflow_must_balance_without_an_open_side", inflow_must_balance_without_an_open_side},
    {"sources_are_checked", sources_are_checked},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "smoke/rules.h"
#include "test.h"

static void defaults_are_allowed(void) {
    const waft_smoke_def def = waft_smoke_def_default();
    const waft_source_def source = waft_source_def_default();
    CHECK(wafti_check_smoke(&def, NULL) == WAFT_OK);
    CHECK(wafti_check_source(&def, &source, 0, NULL) == WAFT_OK);
}

static void defaults_are_those_of_the_specification(void) {
    const waft_smoke_def def = waft_smoke_def_default();
    for (int side = 0; side < WAFT_SIDE_COUNT; ++side) {
        CHECK(def.sides[side].kind == (side == WAFT_SIDE_TOP ? WAFT_SIDE_OPEN : WAFT_SIDE_CLOSED));
    }
    CHECK(def.advection == WAFT_ADVECTION_MACCORMACK && def.trace == WAFT_TRACE_AUTO);
    CHECK(def.scheme == WAFT_SCHEME_SPLIT && def.pressure.solver == WAFT_PRESSURE_AUTO);
    CHECK_NEAR(def.buoyancy.temperature, 1.0 / 293.0, 1e-9);
    CHECK_NEAR(def.pressure.tolerance, 1e-4, 1e-10);
    CHECK(def.pressure.iterations == 100 && def.max_substeps == 16 && def.every == 1);
    CHECK(def.cfl == 3.0f && def.viscosity_theta == 1.0f && def.fractions);
    const waft_source_def source = waft_source_def_default();
    CHECK(source.mode == WAFT_SOURCE_HOLD && source.time == 0.0f && isinf(source.end));
}

static const test_case cases[] = {
    {"defaults_are_allowed", defaults_are_allowed},
    {"defaults_are_those_of_the_specification", defaults_are_those_of_the_specification},
};

TEST_MAIN(cases)

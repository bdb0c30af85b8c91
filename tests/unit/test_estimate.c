// SPDX-License-Identifier: MIT
#include "test.h"
#include "world/estimate.h"

// The water of columns alone feels bodies, those that ride it, and if it is allowed to.
static void only_columns_feel_bodies(void) {
    waft_water_def water = waft_water_def_default();
    waft_bodies_def bodies = waft_bodies_def_default();
    water.method = WAFT_WATER_COLUMNS;
    water.cells[0] = 32;
    water.cells[1] = 16;
    bodies.medium = WAFT_MEDIUM_BOTH;
    bodies.capacity = 10;
    const uint64_t small = wafti_world_estimate_floating(&water, &bodies);
    CHECK(small > (size_t)32 * 16 * sizeof(float));
    water.cells[1] = 32;
    CHECK(wafti_world_estimate_floating(&water, &bodies) > small);
    bodies.reaction = WAFT_REACTION_OFF;
    CHECK(wafti_world_estimate_floating(&water, &bodies) == 0);
    bodies.reaction = WAFT_REACTION_AUTO;
    water.method = WAFT_WATER_SWE;
    CHECK(wafti_world_estimate_floating(&water, &bodies) == 0);
}

static const test_case cases[] = {{"only_columns_feel_bodies", only_columns_feel_bodies}};

TEST_MAIN(cases)

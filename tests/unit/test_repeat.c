// SPDX-License-Identifier: MIT
#include "liquid_fixture.h"
#include "test.h"

static const waft_liquid_part parts[] = {
    WAFT_LIQUID_PART_SORT, WAFT_LIQUID_PART_DENSITY, WAFT_LIQUID_PART_FORCE};

static void parts_can_be_repeated(void) {
    static const waft_liquid_method methods[] = {WAFT_LIQUID_WCSPH, WAFT_LIQUID_DFSPH};
    for (int m = 0; m < 2; ++m) {
        waft_liquid_def def = liquid_box(0.1f, 1.0f, 1.0f, 1.0f);
        def.method = methods[m];
        liquid_fixture f = liquid_open(&def, 1e-3, 9.81f, 1);
        CHECK(liquid_block(&f, 0.0f, 0.0f, 0.0f, 0.5f, 0.5f, 1.0f) > 100);
        CHECK(waft_liquid_repeat(f.liquid, WAFT_LIQUID_PART_SORT) == WAFT_ERR_ARGUMENT);
        CHECK(waft_world_step(f.world) == WAFT_OK);
        for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); ++i) {
            CHECK(waft_liquid_repeat(f.liquid, parts[i]) == WAFT_OK);
        }
        // There is no turbulence to stir with, and no other part.
        CHECK(waft_liquid_repeat(f.liquid, WAFT_LIQUID_PART_STIRRING) == WAFT_ERR_ARGUMENT);
        CHECK(waft_liquid_repeat(f.liquid, (waft_liquid_part)9) == WAFT_ERR_ARGUMENT);
        CHECK(waft_world_error(f.world)[0] != '\0');
        const double bytes = waft_liquid_solve_bytes(f.liquid);
        CHECK(methods[m] == WAFT_LIQUID_DFSPH ? bytes > 1e3 : bytes == 0.0);
        CHECK(waft_world_step(f.world) == WAFT_OK);
        liquid_close(&f);
    }
    CHECK(waft_liquid_repeat(NULL, WAFT_LIQUID_PART_SORT) == WAFT_ERR_ARGUMENT);
    CHECK(waft_liquid_solve_bytes(NULL) == 0.0);
}

static const test_case cases[] = {{"parts can be repeated", parts_can_be_repeated}};

TEST_MAIN(cases)

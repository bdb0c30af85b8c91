// SPDX-License-Identifier: MIT
#include "test.h"
#include "water/check.h"

static void defaults_can_be_built(void) {
    waft_water_def def = waft_water_def_default();
    waft_train_def train = waft_train_def_default();
    train.length = 2.0f;
    def.trains = &train;
    def.train_count = 1;
    CHECK(wafti_check_water(&def, NULL) == WAFT_OK);
    CHECK(def.terrain.kind == WAFT_TERRAIN_FLAT);
    CHECK(def.breaking == WAFT_BREAKING_SLIDE);
    CHECK(def.keep_level);
    CHECK_NEAR(def.density, 998.0, 0.0);
    CHECK_NEAR(def.spray.amount, 200.0, 0.0);
    CHECK_NEAR(waft_terrain_def_default().middle, -0.5, 0.0);
}

static void every_field_has_a_name(void) {
    for (int kind = 0; kind < WAFT_WATER_FIELD_COUNT; ++kind) {
        const char* name = waft_water_field_name((waft_water_field_kind)kind);
        if (!CHECK(name != NULL && name[0] != '\0')) {
            continue;
        }
        for (int other = 0; other < kind; ++other) {
            CHECK(strcmp(name, waft_water_field_name((waft_water_field_kind)other)) != 0);
        }
    }
    CHECK_TEXT(waft_water_field_name(WAFT_WATER_NORMAL_Y), "normal_y");
    CHECK(waft_water_field_name(WAFT_WATER_FIELD_COUNT) == NULL);
}

static const test_case cases[] = {
    {"defaults_can_be_built", defaults_can_be_built},
    {"every_field_has_a_name", every_field_has_a_name},
};
TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "liquid/liquid_params.h"

#include <math.h>

#include "test.h"

// Every row has a place, and every choice as many values as words.
static void test_rows(void) {
    size_t count = 0;
    for (int part = 0; part < WAFTI_LIQUID_ROW_PARTS; ++part) {
        for (size_t i = 0; i < wafti_liquid_rows[part].count; ++i, ++count) {
            const wafti_param* row = &wafti_liquid_rows[part].rows[i];
            const waft_param_type type = row->shown.type;
            CHECK(strncmp(row->shown.path, "liquid.", 7) == 0);
            CHECK((type != WAFT_PARAM_GROUP) == (row->storage != WAFTI_STORAGE_NONE));
            CHECK((type == WAFT_PARAM_CHOICE) == (row->values != NULL));
            size_t words = 1;
            for (const char* c = row->shown.choices; *c != '\0'; ++c) {
                words += *c == '|' ? 1 : 0;
            }
            CHECK(row->values == NULL || row->value_count == words);
        }
    }
    CHECK(count > 50);
}

static const wafti_param* find(const char* path, uint32_t* out_index) {
    wafti_named named = {.row = NULL};
    const bool found = wafti_rows_find(wafti_liquid_rows, WAFTI_LIQUID_ROW_PARTS, path, &named);
    *out_index = named.index;
    return found ? named.row : NULL;
}

static void test_paths(void) {
    uint32_t index = 0;
    const wafti_param* top = find("liquid.sides.top", &index);
    CHECK(top != NULL && top->owner == WAFTI_OWNER_LIQUID && !top->shown.live);
    CHECK(top->offset == offsetof(waft_liquid_def, sides[3]));
    const wafti_param* speed = find("liquid.emitters[2].speed", &index);
    CHECK(speed != NULL && speed->owner == WAFTI_OWNER_LIQUID_EMITTER && index == 2);
    CHECK(speed->shown.live && speed->shown.animates && speed->storage == WAFTI_STORAGE_FLOAT);
    const wafti_param* calm = find("liquid.turbulence.intermittent.calm", &index);
    CHECK(calm != NULL && calm->offset == offsetof(waft_liquid_turbulence_def, calm));
}

static void test_defaults(void) {
    const waft_liquid_def def = waft_liquid_def_default();
    CHECK(def.dimension == 3 && def.support == 2.0f && def.density == 1000.0f);
    CHECK(def.kinematic_viscosity == 1e-6f && def.artificial_viscosity == 4e-4f);
    CHECK(def.max_step == 0.005f && def.max_substeps == 64 && def.max_particles == 0);
    CHECK(def.density_tolerance == 1e-4f && def.divergence_tolerance == 1e-3f);
    for (int side = 0; side < 6; ++side) {
        CHECK(def.sides[side] == (side == 3 ? WAFT_LIQUID_OPEN : WAFT_LIQUID_WALL));
    }
    const waft_liquid_emitter_def emitter = waft_liquid_emitter_def_default();
    CHECK(emitter.direction.y == 1.0f && emitter.speed == 1.0f && isinf(emitter.end));
    CHECK(emitter.limit == UINT32_MAX);
    const waft_liquid_turbulence_def stir = waft_liquid_turbulence_def_default();
    CHECK(stir.strength == 1.0f && stir.hold == 0.1f && stir.shift && stir.trigger_count == 0);
}

static const test_case cases[] = {
    {"rows are complete", test_rows},
    {"rows by path", test_paths},
    {"defaults", test_defaults},
};
TEST_MAIN(cases)

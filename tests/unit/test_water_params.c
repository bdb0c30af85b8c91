// SPDX-License-Identifier: MIT
#include "water/water_params.h"

#include "test.h"

// Every row has a place, and every choice as many values as words.
static void test_rows(void) {
    size_t count = 0;
    for (int part = 0; part < WAFTI_WATER_PARTS; ++part) {
        for (size_t i = 0; i < wafti_water_rows[part].count; ++i, ++count) {
            const wafti_param* row = &wafti_water_rows[part].rows[i];
            const waft_param_type type = row->shown.type;
            const bool holds = type != WAFT_PARAM_GROUP && type != WAFT_PARAM_LIST;
            CHECK(strncmp(row->shown.path, "water.", 6) == 0);
            CHECK(holds == (row->storage != WAFTI_STORAGE_NONE));
            CHECK((type == WAFT_PARAM_CHOICE) == (row->values != NULL));
            size_t words = 1;
            for (const char* c = row->shown.choices; *c != '\0'; ++c) {
                words += *c == '|' ? 1 : 0;
            }
            CHECK(row->values == NULL || row->value_count == words);
            CHECK(!holds || row->owner >= WAFTI_OWNER_WATER);
        }
    }
    CHECK(count > 100);
}

static const wafti_param* find(const char* path, uint32_t* out_index) {
    wafti_named named = {.row = NULL};
    const bool found = wafti_rows_find(wafti_water_rows, WAFTI_WATER_PARTS, path, &named);
    *out_index = named.index;
    return found ? named.row : NULL;
}

static void test_paths(void) {
    uint32_t index = 0;
    waft_water_def def = waft_water_def_default();
    const wafti_param* level = find("water.edges.front.level", &index);
    CHECK(level != NULL && level->owner == WAFTI_OWNER_WATER);
    CHECK((char*)&def + level->offset == (char*)&def.edges[WAFT_WATER_FRONT].level);
    const wafti_param* amplitude = find("water.trains[2].amplitude", &index);
    CHECK(amplitude != NULL && amplitude->owner == WAFTI_OWNER_TRAIN && index == 2);
    CHECK(amplitude->offset == offsetof(waft_train_def, amplitude));
    CHECK(find("water.damping", &index)->offset == offsetof(waft_water_def, shallow.damping_time));
}

static const test_case cases[] = {
    {"rows are complete", test_rows},
    {"rows by path", test_paths},
};
TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "scene/params.h"

#include "scene/values.h"
#include "test.h"
#include "world/property.h"

static void test_parents_come_first(void) {
    for (size_t i = 0; i < waft_param_count(); ++i) {
        const wafti_param* row = wafti_param_row(i);
        const wafti_param* parent = wafti_param_parent(row);
        size_t before = 0;
        while (parent != NULL && wafti_param_row(before) != parent) {
            ++before;
        }
        CHECK(parent == NULL || before < i);
        CHECK((parent == NULL) == (strchr(row->shown.path, '.') == NULL));
        CHECK(wafti_param_inside(parent, wafti_param_key(row)) == row);
        CHECK(parent == NULL || !parent->shown.paper || row->shown.paper);
    }
}

// What changes while the world runs takes keys if it is a number, and the world finds it.
static void test_live_rows(void) {
    size_t live = 0;
    for (size_t i = 0; i < waft_param_count(); ++i) {
        const wafti_param* row = wafti_param_row(i);
        const waft_param* p = &row->shown;
        const bool view =
            strncmp(p->path, "camera.", 7) == 0 || strncmp(p->path, "render.", 7) == 0;
        // Solids have keys of their own.
        const bool solid = strncmp(p->path, "solids[].", 9) == 0;
        CHECK(!p->animates || p->live || view || solid);
        CHECK(!p->animates || wafti_param_is_number(row));
        if (!p->live) {
            continue;
        }
        ++live;
        char path[WAFT_PATH_SIZE];
        const char* hole = strstr(p->path, "[]");
        (void)snprintf(path, sizeof(path), "%.*s%s%s",
            hole != NULL ? (int)(hole - p->path) : (int)strlen(p->path), p->path,
            hole != NULL ? "[3]" : "", hole != NULL ? hole + 2 : "");
        wafti_property property;
        CHECK(wafti_property_find(path, &property, NULL) == WAFT_OK);
        CHECK(property.named.row == row || strstr(path, "triggers") != NULL);
        CHECK(property.named.index == (hole != NULL ? 3u : 0u));
    }
    CHECK(live > 120);
}

static void test_conditions(void) {
    wafti_condition condition;
    for (size_t i = 0; i < waft_param_count(); ++i) {
        const wafti_param* row = wafti_param_row(i);
        size_t count = 0;
        for (; wafti_param_condition(row, count, &condition); ++count) {
            wafti_words choices;
            wafti_words_split(&choices, condition.decides->shown.choices);
            CHECK(condition.choices.count > 0 && condition.choices.count < choices.count);
            for (size_t j = 0; j < condition.choices.count; ++j) {
                CHECK(wafti_words_index(&choices, condition.choices.list[j]) >= 0);
            }
        }
        CHECK((count > 0) == (row->shown.only_if[0] != '\0'));
    }
    wafti_scene_values values = {0};
    wafti_words words;
    const wafti_param* water = wafti_param_inside(NULL, "water");
    const wafti_param* depth = wafti_param_inside(water, "depth");
    const wafti_param* terrain = wafti_param_inside(water, "terrain");
    CHECK(wafti_param_condition(depth, 0, &condition));
    CHECK_TEXT(condition.decides->shown.path, "water.terrain.kind");
    CHECK(!wafti_param_condition(depth, 1, &condition));
    CHECK(wafti_param_applies(depth, &values));
    CHECK(!wafti_param_applies(wafti_param_inside(water, "offshore_depth"), &values));
    CHECK(!wafti_param_applies(wafti_param_inside(terrain, "octaves"), &values));
    values.water.terrain.kind = WAFT_TERRAIN_NOISE;
    CHECK(!wafti_param_applies(depth, &values));
    const wafti_param* offshore = wafti_param_inside(water, "offshore_depth");
    CHECK(wafti_param_applies(offshore, &values));
    CHECK(wafti_param_applies(wafti_param_inside(terrain, "octaves"), &values));
    CHECK_TEXT(wafti_param_choice(wafti_param_inside(terrain, "kind"), &values, &words), "noise");
    // Of two conditions both must hold, and the first that does not is told.
    CHECK(wafti_param_condition(offshore, 1, &condition));
    CHECK_TEXT(condition.decides->shown.path, "water.terrain.kind");
    wafti_words keys;
    wafti_condition_keys(&condition, &keys);
    CHECK(keys.count == 2);
    CHECK_TEXT(keys.list[1], "kind");
    CHECK(!wafti_param_condition(offshore, 2, &condition));
    values.water.method = WAFT_WATER_SWE;
    CHECK(!wafti_param_applies(offshore, &values));
    CHECK(wafti_param_failed_condition(offshore, &values, &condition));
    CHECK_TEXT(condition.decides->shown.path, "water.method");
    CHECK(wafti_param_applies(wafti_param_inside(water, "edges"), &values));
    CHECK(!wafti_param_applies(wafti_param_inside(water, "scheme"), &values));
}

static void test_exclusions(void) {
    const wafti_param* camera = wafti_param_inside(NULL, "camera");
    const wafti_param* from = wafti_param_inside(camera, "from");
    const wafti_param* azimuth = wafti_param_inside(camera, "azimuth");
    const wafti_param* at = wafti_param_inside(camera, "at");
    CHECK(camera->view && !wafti_param_inside(NULL, "water")->view);
    wafti_scene_values values = {0};
    CHECK(wafti_param_is_unset(from, &values) && wafti_param_applies(azimuth, &values));
    values.camera.has_from = true;
    CHECK(!wafti_param_is_unset(from, &values) && !wafti_param_applies(azimuth, &values));
    CHECK(wafti_param_applies(from, &values) && wafti_param_applies(at, &values));
    CHECK(!wafti_param_is_unset(azimuth, &values)); // it has a default
}

static void test_degrees(void) {
    const wafti_param* camera = wafti_param_inside(NULL, "camera");
    const wafti_param* elevation = wafti_param_inside(camera, "elevation");
    const wafti_param* azimuth = wafti_param_inside(camera, "azimuth");
    int degrees = 0;
    CHECK(wafti_param_degrees(elevation, elevation->shown.low, &degrees) && degrees == -89);
    CHECK(wafti_param_degrees(elevation, elevation->shown.high, &degrees) && degrees == 89);
    CHECK(!wafti_param_degrees(azimuth, azimuth->shown.high, &degrees));
    CHECK(!wafti_param_degrees(wafti_param_inside(camera, "distance"), 0.0, &degrees));
}

static void test_type_names(void) {
    CHECK_TEXT(waft_param_type_name(WAFT_PARAM_BOOL), "bool");
    CHECK_TEXT(waft_param_type_name(WAFT_PARAM_REAL3), "real3");
    CHECK_TEXT(waft_param_type_name(WAFT_PARAM_LIST), "list");
    CHECK(waft_param_type_name((waft_param_type)99) == NULL);
}

static const test_case cases[] = {
    {"groups stand before what they hold", test_parents_come_first},
    {"live rows are properties", test_live_rows},
    {"conditions name choices", test_conditions},
    {"one key in place of others", test_exclusions},
    {"bounds of angles", test_degrees},
    {"types have names", test_type_names},
};
TEST_MAIN(cases)

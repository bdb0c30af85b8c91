// SPDX-License-Identifier: MIT
#include "scene/params.h"

#include <math.h>

#include "scene/units.h"
#include "scene/values.h"
#include "test.h"

static void test_rows_are_complete(void) {
    for (size_t i = 0; i < waft_param_count(); ++i) {
        const waft_param* p = waft_param_at(i);
        wafti_unit unit;
        const char* bad = NULL;
        size_t bad_length = 0;
        if (!CHECK(p->unit != NULL) || !CHECK(p->default_text != NULL) ||
            !CHECK(p->choices != NULL) || !CHECK(p->only_if != NULL) || !CHECK(p->doc != NULL)) {
            continue;
        }
        CHECK(strlen(p->doc) > 5);
        CHECK(strlen(p->default_text) < 64 && strchr(p->doc, '|') == NULL);
        CHECK(p->doc[strlen(p->doc) - 1] != '.');
        CHECK((p->type == WAFT_PARAM_CHOICE) == (p->choices[0] != '\0'));
        CHECK(wafti_unit_parse(p->unit, &unit, &bad, &bad_length));
        CHECK(wafti_unit_kind(&unit) != NULL);
        CHECK(isfinite(p->low) && isfinite(p->high) && p->low <= p->high);
        CHECK(waft_param_find(p->path) == p);
        CHECK(!p->required || wafti_param_row(i)->missing != NULL);
        CHECK(!(p->required && p->default_text[0] != '\0'));
    }
    CHECK(waft_param_count() > 60);
    CHECK(waft_param_at(waft_param_count()) == NULL && wafti_param_row(waft_param_count()) == NULL);
    CHECK(waft_param_find("water.nothing") == NULL && waft_param_find(NULL) == NULL);
}

static void test_parents_come_first(void) {
    for (size_t i = 0; i < waft_param_count(); ++i) {
        const wafti_param* row = wafti_param_row(i);
        const wafti_param* parent = wafti_param_parent(row);
        CHECK(parent == NULL || parent < row);
        CHECK((parent == NULL) == (strchr(row->shown.path, '.') == NULL));
        CHECK(wafti_param_inside(parent, wafti_param_key(row)) == row);
        CHECK(parent == NULL || !parent->shown.paper || row->shown.paper);
    }
}

static void test_knobs(void) {
    for (int i = 1; i < WAFT_KNOB_COUNT; ++i) {
        char path[64];
        (void)snprintf(path, sizeof(path), "%s", waft_knob_path((waft_knob)i));
        char* component = strrchr(path, '[');
        const int offset = component != NULL && component[1] != ']' ? component[1] - '0' : 0;
        if (component != NULL && component[1] != ']') {
            *component = '\0';
        }
        const waft_param* p = waft_param_find(path);
        CHECK(p != NULL && p->animates && (int)p->knob == i - offset);
    }
    for (size_t i = 0; i < waft_param_count(); ++i) {
        CHECK(waft_param_at(i)->animates == (waft_param_at(i)->knob != WAFT_KNOB_NONE));
    }
}

static void test_conditions(void) {
    wafti_words words;
    for (size_t i = 0; i < waft_param_count(); ++i) {
        const wafti_param* row = wafti_param_row(i);
        const wafti_param* decides = wafti_param_condition(row, &words);
        CHECK((decides != NULL) == (row->shown.only_if[0] != '\0'));
        for (size_t j = 0; decides != NULL && j < words.count; ++j) {
            wafti_words choices;
            wafti_words_split(&choices, decides->shown.choices);
            CHECK(wafti_words_index(&choices, words.list[j]) >= 0);
        }
    }
    wafti_scene_values values = {0};
    const wafti_param* water = wafti_param_inside(NULL, "water");
    const wafti_param* depth = wafti_param_inside(water, "depth");
    const wafti_param* terrain = wafti_param_inside(water, "terrain");
    CHECK_TEXT(wafti_param_condition(depth, &words)->shown.path, "water.terrain.kind");
    CHECK(wafti_param_applies(depth, &values));
    CHECK(!wafti_param_applies(wafti_param_inside(water, "offshore_depth"), &values));
    CHECK(!wafti_param_applies(wafti_param_inside(terrain, "octaves"), &values));
    values.water.terrain.kind = WAFT_TERRAIN_NOISE;
    CHECK(!wafti_param_applies(depth, &values));
    CHECK(wafti_param_applies(wafti_param_inside(water, "offshore_depth"), &values));
    CHECK(wafti_param_applies(wafti_param_inside(terrain, "octaves"), &values));
    CHECK_TEXT(wafti_param_choice(wafti_param_inside(terrain, "kind"), &values, &words), "noise");
}

// The words of a choice stand in the order of the enum they become.
static void check_choice(const char* path, int value, const char* word) {
    wafti_words words;
    wafti_words_split(&words, waft_param_find(path)->choices);
    CHECK(wafti_words_index(&words, word) == value);
}

static void test_choices_follow_enums(void) {
    check_choice("water.method", WAFT_WATER_WAVES, "waves");
    check_choice("water.mode", WAFT_WAVE_NORMAL, "normal");
    check_choice("water.mode", WAFT_WAVE_HEIGHT, "height");
    check_choice("water.mode", WAFT_WAVE_GERSTNER, "gerstner");
    check_choice("water.orbit", WAFT_ORBIT_AIRY, "airy");
    check_choice("water.orbit", WAFT_ORBIT_DEEP, "deep");
    check_choice("water.breaking", WAFT_BREAKING_NONE, "none");
    check_choice("water.breaking", WAFT_BREAKING_SLIDE, "slide");
    check_choice("water.breaking", WAFT_BREAKING_MICHE, "miche");
    check_choice("water.breaking", WAFT_BREAKING_MCCOWAN, "mccowan");
    check_choice("water.terrain.kind", WAFT_TERRAIN_FLAT, "flat");
    check_choice("water.terrain.kind", WAFT_TERRAIN_SLOPE, "slope");
    check_choice("water.terrain.kind", WAFT_TERRAIN_BEACH, "beach");
    check_choice("water.terrain.kind", WAFT_TERRAIN_BOWL, "bowl");
    check_choice("water.terrain.kind", WAFT_TERRAIN_BUMP, "bump");
    check_choice("water.terrain.kind", WAFT_TERRAIN_NOISE, "noise");
    check_choice("water.terrain.kind", WAFT_TERRAIN_STEP, "step");
    check_choice("water.terrain.kind", WAFT_TERRAIN_CHANNEL, "channel");
    check_choice("water.terrain.kind", WAFT_TERRAIN_MAP, "map");
    check_choice("water.trains[].shape", WAFT_TRAIN_PLANE, "plane");
    check_choice("water.trains[].shape", WAFT_TRAIN_POINT, "point");
    check_choice("output[].format", WAFT_OUTPUT_PNG, "png");
    check_choice("output[].format", WAFT_OUTPUT_OBJ, "obj");
    check_choice("output[].format", WAFT_OUTPUT_PC2, "pc2");
    check_choice("output[].format", WAFT_OUTPUT_PLY, "ply");
}

static void test_type_names(void) {
    CHECK_TEXT(waft_param_type_name(WAFT_PARAM_BOOL), "bool");
    CHECK_TEXT(waft_param_type_name(WAFT_PARAM_REAL3), "real3");
    CHECK_TEXT(waft_param_type_name(WAFT_PARAM_LIST), "list");
    CHECK(waft_param_type_name((waft_param_type)99) == NULL);
}

static const test_case cases[] = {
    {"rows are complete", test_rows_are_complete},
    {"groups stand before what they hold", test_parents_come_first},
    {"knobs and animated rows agree", test_knobs},
    {"conditions name choices", test_conditions},
    {"choices follow the enums", test_choices_follow_enums},
    {"types have names", test_type_names},
};
TEST_MAIN(cases)

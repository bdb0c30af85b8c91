// SPDX-License-Identifier: MIT
#include "scene/params.h"
#include "scene/units.h"
#include "test.h"

#include <math.h>

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
        const char* unless = wafti_param_row(i)->unless;
        const wafti_param* parent = wafti_param_parent(wafti_param_row(i));
        CHECK(unless == NULL || wafti_param_inside(parent, unless) != NULL);
        CHECK(unless == NULL || p->only_if[0] == '\0'); // the schema keeps one condition a key
    }
    CHECK(waft_param_count() > 60);
    CHECK(waft_param_at(waft_param_count()) == NULL && wafti_param_row(waft_param_count()) == NULL);
    CHECK(waft_param_find("water.nothing") == NULL && waft_param_find(NULL) == NULL);
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
    check_choice("output[].format", WAFT_OUTPUT_STATE, "state");
    check_choice("camera.projection", false, "perspective");
    check_choice("camera.projection", true, "orthographic");
    check_choice("render.background", WAFT_BACKGROUND_SKY, "sky");
    check_choice("render.background", WAFT_BACKGROUND_PLAIN, "plain");
    check_choice("render.background", WAFT_BACKGROUND_DARK, "dark");
    check_choice("render.ground", WAFT_GROUND_AUTO, "auto");
    check_choice("render.ground", WAFT_GROUND_NONE, "none");
    check_choice("render.ground", WAFT_GROUND_PLAIN, "plain");
    check_choice("render.ground", WAFT_GROUND_GRID, "grid");
    check_choice("render.water.edge", WAFT_EDGE_AUTO, "auto");
    check_choice("render.water.edge", WAFT_EDGE_CUT, "cut");
    check_choice("render.water.edge", WAFT_EDGE_HORIZON, "horizon");
    check_choice("render.water.edge", WAFT_EDGE_OPEN, "open");
}

static const test_case cases[] = {
    {"rows are complete", test_rows_are_complete},
    {"choices follow the enums", test_choices_follow_enums},
};
TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "scene/params.h"
#include "scene/units.h"
#include "test.h"

#include <math.h>

// "a|b=what;c=what" names choices for which the row does not apply, each once.
static void check_instead(const wafti_param* row) {
    wafti_condition condition;
    const char* entry = row->instead != NULL ? row->instead : "";
    CHECK(row->instead == NULL || wafti_param_condition(row, 0, &condition));
    while (*entry != '\0') {
        char choices[48];
        wafti_words named;
        wafti_words known;
        (void)snprintf(choices, sizeof(choices), "%.*s", (int)strcspn(entry, "="), entry);
        wafti_words_split(&named, choices);
        wafti_words_split(&known, condition.decides->shown.choices);
        for (size_t i = 0; i < named.count; ++i) {
            CHECK(wafti_words_index(&known, named.list[i]) >= 0);
            CHECK(wafti_words_index(&condition.choices, named.list[i]) < 0);
        }
        const size_t end = strcspn(entry, ";");
        CHECK(end > strlen(choices) + 3);
        entry += end + (entry[end] == ';' ? 1 : 0);
    }
}

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
        const bool words = p->type == WAFT_PARAM_CHOICE || p->type == WAFT_PARAM_WORDS;
        CHECK(words == (p->choices[0] != '\0'));
        const char* brief = wafti_param_row(i)->brief;
        CHECK(brief == NULL || (p->type == WAFT_PARAM_GROUP &&
                                   wafti_param_inside(wafti_param_row(i), brief) != NULL));
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
    for (size_t i = 0; i < waft_param_count(); ++i) {
        check_instead(wafti_param_row(i));
    }
    CHECK(waft_param_at(waft_param_count()) == NULL && wafti_param_row(waft_param_count()) == NULL);
    CHECK(waft_param_find("water.nothing") == NULL && waft_param_find(NULL) == NULL);
}

// The words of a choice stand in the order of the enum they become.
static void check_choice(const char* path, int value, const char* word) {
    const wafti_param* row = wafti_param_find(path);
    wafti_words words;
    wafti_words_split(&words, row->shown.choices);
    CHECK(row->values == NULL || row->value_count == words.count);
    CHECK(wafti_param_value_of(row, wafti_words_index(&words, word)) == value);
}

// Words of a list are bits in the order of the row.
static void check_word(const char* path, int bit, const char* word) {
    wafti_words words;
    wafti_words_split(&words, waft_param_find(path)->choices);
    CHECK(1 << wafti_words_index(&words, word) == bit);
}

static void choices_of_water_follow_enums(void) {
    check_choice("water.method", WAFT_WATER_WAVES, "waves");
    check_choice("water.method", WAFT_WATER_IMPLICIT, "implicit");
    check_choice("water.method", WAFT_WATER_COLUMNS, "columns");
    check_choice("water.method", WAFT_WATER_SWE, "swe");
    static const char* const edges[] = {"left", "right", "back", "front", "others"};
    for (size_t i = 0; i < 5; ++i) {
        char path[48];
        (void)snprintf(path, sizeof(path), "water.edges.%s.kind", edges[i]);
        check_choice(path, WAFT_EDGE_WALL, "wall");
        check_choice(path, WAFT_EDGE_OPEN, "open");
        check_choice(path, WAFT_EDGE_PERIODIC, "periodic");
        check_choice(path, WAFT_EDGE_WAVEMAKER, "wavemaker");
        check_choice(path, WAFT_EDGE_INFLOW, "inflow");
        check_choice(path, WAFT_EDGE_LEVEL, "level");
    }
    check_choice("water.scheme", WAFT_IMPLICIT_BACKWARD, "backward");
    check_choice("water.scheme", WAFT_IMPLICIT_CENTERED, "centered");
    check_choice("water.paper.area", WAFT_PIPE_DEPTH, "depth");
    check_choice("water.paper.area", WAFT_PIPE_FIXED, "fixed");
    check_choice("water.handles[].kind", WAFT_HANDLE_FORCE, "force");
    check_choice("water.handles[].kind", WAFT_HANDLE_HOLD, "hold");
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
}

static void choices_of_outputs_follow_enums(void) {
    check_choice("output[].format", WAFT_OUTPUT_PNG, "png");
    check_choice("output[].format", WAFT_OUTPUT_OBJ, "obj");
    check_choice("output[].format", WAFT_OUTPUT_PC2, "pc2");
    check_choice("output[].format", WAFT_OUTPUT_PLY, "ply");
    check_choice("output[].format", WAFT_OUTPUT_STATE, "state");
    check_choice("output[].format", WAFT_OUTPUT_VDB, "vdb");
    check_choice("output[].format", WAFT_OUTPUT_VTI, "vti");
    check_choice("output[].format", WAFT_OUTPUT_CACHE, "cache");
    check_choice("output[].format", WAFT_OUTPUT_GLTF, "gltf");
    check_choice("output[].format", WAFT_OUTPUT_EXR, "exr");
    check_choice("output[].format", WAFT_OUTPUT_VTP, "vtp");
    check_choice("output[].format", WAFT_OUTPUT_WATER_VTI, "water_vti");
    check_word("output[].fields", WAFT_OUTPUT_DENSITY, "density");
    check_word("output[].fields", WAFT_OUTPUT_TEMPERATURE, "temperature");
    check_word("output[].fields", WAFT_OUTPUT_VELOCITY, "velocity");
    check_word("output[].fields", WAFT_OUTPUT_VORTICITY, "vorticity");
}

static void choices_of_smoke_follow_enums(void) {
    static const char* const sides[] = {"left", "right", "bottom", "top", "back", "front"};
    for (size_t i = 0; i < 6; ++i) {
        char path[48];
        (void)snprintf(path, sizeof(path), "smoke.sides.%s.kind", sides[i]);
        check_choice(path, WAFT_SIDE_CLOSED, "closed");
        check_choice(path, WAFT_SIDE_OPEN, "open");
        check_choice(path, WAFT_SIDE_INFLOW, "inflow");
        check_choice(path, WAFT_SIDE_PERIODIC, "periodic");
        (void)snprintf(path, sizeof(path), "smoke.sides.%s.slip", sides[i]);
        check_choice(path, true, "none");
    }
    check_choice("smoke.advection", WAFT_ADVECTION_MACCORMACK, "maccormack");
    check_choice("smoke.advection", WAFT_ADVECTION_SEMILAGRANGIAN, "semilagrangian");
    check_choice("smoke.trace", WAFT_TRACE_AUTO, "auto");
    check_choice("smoke.trace", WAFT_TRACE_EULER, "euler");
    check_choice("smoke.trace", WAFT_TRACE_RK2, "rk2");
    check_choice("smoke.scheme", WAFT_SCHEME_SPLIT, "split");
    check_choice("smoke.scheme", WAFT_SCHEME_REFLECT, "reflect");
    check_choice("smoke.pressure.solver", WAFT_PRESSURE_AUTO, "auto");
    check_choice("smoke.pressure.solver", WAFT_PRESSURE_MULTIGRID, "multigrid");
    check_choice("smoke.pressure.solver", WAFT_PRESSURE_DCT, "dct");
    check_choice("smoke.pressure.solver", WAFT_PRESSURE_CG, "cg");
    check_choice("smoke.pressure.smoother", WAFT_SMOOTHER_CHEBYSHEV, "chebyshev");
    check_choice("smoke.pressure.smoother", WAFT_SMOOTHER_RBGS, "rbgs");
    check_choice("smoke.pressure.on_fail", true, "warn");
    check_choice("smoke.sources[].mode", WAFT_SOURCE_HOLD, "hold");
    check_choice("smoke.sources[].mode", WAFT_SOURCE_ADD, "add");
    check_choice("solids[].slip", true, "none");
}

static void choices_of_views_follow_enums(void) {
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
    check_choice("render.water.edge", WAFT_EDGE_BARE, "open");
}

static const test_case cases[] = {
    {"rows are complete", test_rows_are_complete},
    {"choices of water follow enums", choices_of_water_follow_enums},
    {"choices of outputs follow enums", choices_of_outputs_follow_enums},
    {"choices of smoke follow enums", choices_of_smoke_follow_enums},
    {"choices of views follow enums", choices_of_views_follow_enums},
};
TEST_MAIN(cases)

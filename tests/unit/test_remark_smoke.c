// SPDX-License-Identifier: MIT
// What loads, but with a warning.
#include "scene_fixture.h"

#if defined(WAFTI_HAVE_YAML)

#define SMOKE "waft: 1\nsmoke:\n  cells: [16, 32, 16]\n  spacing: 0.1\n"
#define BALL  "  sources: [{shape: {sphere: 0.2}, at: [0.8, 0.5, 0.8]}]\n"

// Warnings of a scene that loads.
static void check_warnings(const char* text, const char* want) {
    static loaded l;
    load(&l, text);
    CHECK(l.result == WAFT_OK);
    CHECK_TEXT(l.messages, want);
    for (size_t i = 0; i < waft_diagnostics_count(l.diagnostics); ++i) {
        CHECK(waft_diagnostics_at(l.diagnostics, i)->severity != WAFT_SEVERITY_ERROR);
    }
    unload(&l);
}

static void test_small_source(void) {
    check_warnings(SMOKE "  sources:\n    - {shape: {sphere: 1 mm}, at: [0.8, 0.5, 0.8]}\n",
        "6:7: smoke.sources[0] is smaller than a cell and reaches none: no smoke comes from it; "
        "make it larger, or smoke.spacing smaller\n");
    // Just as small, but in the middle of a cell; and one that moves may get there.
    check_warnings(SMOKE "  sources:\n    - {shape: {sphere: 1 mm}, at: [0.85, 0.55, 0.85]}\n", "");
    check_warnings(SMOKE "  sources:\n    - {shape: {sphere: 1 mm}, "
                         "at: [[0, [0.8, 0.5, 0.8]], [1, [0.9, 0.5, 0.8]]]}\n",
        "");
    check_warnings(SMOKE BALL, "");
}

static void test_hidden_source(void) {
    check_warnings(SMOKE BALL "solids: [{shape: {box: [0.8, 0.8, 0.8]}, at: [0.8, 0.5, 0.8]}]\n",
        "5:13: smoke.sources[0] lies inside solids: no smoke comes from it\n");
    check_warnings(
        SMOKE BALL "solids: [{shape: {box: [0.8, 0.8, 0.2]}, at: [0.8, 0.5, 0.8]}]\n", "");
}

static void test_full_box(void) {
    check_warnings(SMOKE BALL "solids: [{shape: {sphere: 9}, at: [0, 0, 0]}]\n",
        "5:13: smoke.sources[0] lies inside solids: no smoke comes from it\n"
        "6:10: solids[0] fills the whole box of smoke; is its shape right?\n");
    check_warnings(SMOKE "solids: [{shape: {mesh: cube.obj, scale: 100}, "
                         "at: [-20, -20, -20]}]\n",
        "5:10: solids[0] fills the whole box of smoke; is its scale right?\n");
    check_warnings(SMOKE "solids: [{shape: {sphere: 3}, at: [0, 0, 0]}]\n", "");
}

static void test_empty(void) {
    static const char* const texts[] = {SMOKE, SMOKE "  sides: {left: {kind: inflow, speed: 1}}\n",
        SMOKE BALL, SMOKE "  sides: {left: {kind: inflow, speed: 1, density: 1}}\n",
        SMOKE "  sides: {top: {kind: closed, slip: none, velocity: [1, 0, 0]}}\n"};
    static loaded l;
    for (size_t i = 0; i < 5; ++i) {
        load(&l, texts[i]);
        CHECK(waft_diagnostics_count(l.diagnostics) == (i < 2 ? 1 : 0));
        if (i < 2) {
            const waft_diagnostic* note = waft_diagnostics_at(l.diagnostics, 0);
            CHECK(note->severity == WAFT_SEVERITY_NOTE && note->line == 2 && note->column == 1);
            CHECK_TEXT(note->message,
                "there will be no smoke: it has no sources, and no side blows density in");
        }
        unload(&l);
    }
}

// Errors come alone, and a preview that nobody asked for is silent.
static void test_silence(void) {
    check_messages(SMOKE "  cfl: x\n  sources: [{shape: {sphere: 1 mm}, at: [0.8, 0.5, 0.8]}]\n",
        "5:8: smoke.cfl must be a number, not 'x'\n");
    check_warnings(SMOKE BALL "preview: {smoke.cells: [4, 8, 4], smoke.spacing: 4}\n", "");
}

static const test_case cases[] = {{"a source between cell centres", test_small_source},
    {"a source inside a solid", test_hidden_source}, {"a solid that leaves no air", test_full_box},
    {"a box without smoke", test_empty}, {"errors and previews", test_silence}};

#else

static const test_case cases[] = {{"a build without libyaml says so", test_without_yaml}};

#endif

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// Checks that pass, and that no second problem follows from a first; the sentences themselves are
// tested over tests/scenes/broken.
#include "scene_fixture.h"

#if defined(WAFTI_HAVE_YAML)

#define SMOKE "waft: 1\nsmoke:\n  cells: [16, 32, 16]\n  spacing: 0.1\n"
#define FLAT  "waft: 1\nsmoke:\n  cells: [16, 32, 1]\n  spacing: 0.1\n"

static void check_sound(const char* text) {
    check_messages(text, "");
}

static void test_sound(void) {
    check_sound(SMOKE);
    check_sound("waft: 1\nwater: {}\nsmoke: {cells: [4, 4, 4], spacing: 1}\n");
    check_sound(SMOKE "  sides: {left: periodic, right: {kind: periodic}, top: open}\n");
    check_sound(SMOKE "  sides: {top: closed, left: {kind: inflow, speed: 2}, "
                      "right: {kind: inflow, speed: -2}}\n");
    check_sound(SMOKE "  sides: {left: {kind: inflow, speed: [[0, 2], [1, -3]]}}\n");
    check_sound(SMOKE "  sides: {front: {slip: none, velocity: [1, 2, 0]}}\n");
    // Areas count: twice the speed through half the height.
    check_sound(SMOKE "  sides: {top: closed, left: {kind: inflow, speed: 1}, "
                      "bottom: {kind: inflow, speed: -2}}\n");
    check_sound(FLAT "  sides: {front: closed, top: open}\n");
    check_sound(FLAT "  sides: {left: periodic, right: periodic}\n"
                     "solids: [{shape: {box: [1, 1, 1]}, at: [1, 1, 9], rotation: {angle: 1}}]\n");
    check_sound(SMOKE "  temperature: false\n  buoyancy: {temperature: 0.1}\n"
                      "  sources: [{shape: {sphere: 1}, at: [1, 1, 1], temperature: 0}]\n"
                      "output: [{format: vdb}]\n");
}

// Balance holds at every time, not only at the start.
static void test_balance_over_time(void) {
    check_sound(SMOKE "  sides: {top: closed, left: {kind: inflow, speed: [[0, 1], [2, 3]]}, "
                      "right: {kind: inflow, speed: [[0, -1], [1, -2], [2, -3]]}}\n");
    check_messages(SMOKE "  sides: {top: closed, left: {kind: inflow, speed: [[0, 1], [2, 3]]}, "
                         "right: {kind: inflow, speed: [[0, -1], [1, -2.5], [2, -3]]}}\n",
        "5:37: smoke.sides blows more air out than in, and no side is open; open one, or balance "
        "the speeds\n");
    // The open front of a flat flow is no way out.
    check_messages(FLAT "  sides: {top: closed, front: open, left: {kind: inflow, speed: 1}}\n",
        "5:24: smoke.sides.front has no effect with one cell along z; remove it\n"
        "5:50: smoke.sides blows more air in than out, and no side is open; open one, or balance "
        "the speeds\n");
}

// Vortices of two cells, 0.12 m long, are left after 0.02 s at 5 m/s.
static void test_long_holds(void) {
    static const char* const holds[] = {"0.03", "2"};
    for (int i = 0; i < 2; ++i) {
        loaded l;
        char text[512];
        (void)snprintf(text, sizeof(text),
            SMOKE "  sources: [{shape: {sphere: 0.3}, at: [0.8, 1, 0.8], velocity: [0, 5, "
                  "0]}]\n  turbulence: {refine: 2, hold: %s}\n",
            holds[i]);
        load(&l, text);
        CHECK(l.result == WAFT_OK);
        CHECK((strstr(l.messages, "expect streaks") != NULL) == (i == 1));
        unload(&l);
    }
}

// Only what is never inside is refused: solids may come in later, and edges count.
static void test_places(void) {
    check_sound(SMOKE "solids: [{shape: {sphere: 0.4}, at: [-0.4, 1, 1]}]\n");
    check_sound(SMOKE "solids: [{shape: {sphere: 0.4}, at: [[0, [-9, 1, 1]], [1, [9, 1, 1]]]}]\n");
    check_sound(SMOKE "  origin: [10, 0, 0]\n"
                      "  sources: [{shape: {capsule: [0.1, 0.4]}, at: [11.8, 1, 1]}]\n");
    check_messages(SMOKE "solids: [{shape: {sphere: 0.4}, at: [-0.5, 1, 1]}]\n",
        "5:37: solids[0] lies outside the box of smoke, which goes from [0, 0, 0] to "
        "[1.6, 3.2, 1.6]\n");
}

static void test_no_followers(void) {
    check_messages("waft: 1\nsmoke: {cells: [16, 32, x], spacing: 0.1, sides: {top: closed, "
                   "left: {kind: inflow, speed: 1}}, sources: [{shape: {sphere: 1}, "
                   "at: [9, 9, 9]}]}\n",
        "2:25: smoke.cells[2] must be a whole number, not 'x'\n");
    check_messages(SMOKE "  sides: {left: periodic, right: periodc}\n",
        "5:34: unknown smoke.sides.right.kind 'periodc'; did you mean 'periodic'?\n");
    check_messages(SMOKE "  sides: {top: closed, left: {kind: inflow, speed: fast}}\n",
        "5:52: smoke.sides.left.speed must be a number or a quantity such as '20 cm/s', not "
        "'fast'\n");
    check_messages(SMOKE "solids: [{shape: {sphere: -1}, at: [0, 99, 0]}]\n",
        "5:27: solids[0].shape.sphere is -1 m; it must be above 0\n");
    check_messages(SMOKE "output: [{format: vdb, fields: [densty]}]\n",
        "5:33: unknown output[0].fields[0] 'densty'; did you mean 'density'?\n");
}

// A command line that makes the flow flat overrules the file's sides along z.
static void test_made_flat(void) {
    static const char* const sets[] = {"smoke.cells=[16, 32, 1]"};
    CHECK(json_holds(SMOKE "  sides: {front: open}\n", sets, 1, "\"front\":{\"kind\":\"closed\""));
    static const char* const side[] = {"smoke.sides.left.speed=3"};
    CHECK(json_holds(SMOKE "  sides: {left: {kind: inflow, speed: 1}}\n", side, 1,
        "\"left\":{\"kind\":\"inflow\",\"speed\":3,"));
    static const char* const kind[] = {"smoke.sides.left=open"};
    CHECK(json_holds(SMOKE "  sides: {left: {kind: inflow, speed: [[0, 1], [1, 2]]}}\n", kind, 1,
        "\"left\":{\"kind\":\"open\"}"));
    static const char* const slip[] = {"smoke.sides.top.slip=none"};
    CHECK(json_holds(SMOKE "  sides: {top: closed}\n", slip, 1,
        "\"top\":{\"kind\":\"closed\","
        "\"slip\":\"none\""));
}

static void test_quality(void) {
    static const char* const want[] = {"1e-04", "0.001", "1e-05"};
    for (int given = 0; given < 2; ++given) {
        for (int quality = WAFT_QUALITY_NORMAL; quality <= WAFT_QUALITY_FINAL; ++quality) {
            static loaded l;
            waft_scene_options options = waft_scene_options_default();
            options.quality = (waft_quality)quality;
            load_with(&l, given != 0 ? SMOKE "  pressure: {tolerance: 0.02}\n" : SMOKE, &options);
            char* json = NULL;
            CHECK(waft_scene_json(l.scene, NULL, &json) == WAFT_OK);
            const char* at = strstr(json, "\"tolerance\":");
            double got = 0.0;
            CHECK(at != NULL && sscanf(at, "\"tolerance\":%lf", &got) == 1);
            CHECK(got == (given != 0 ? 0.02 : strtod(want[quality], NULL)));
            waft_text_free(NULL, json);
            unload(&l);
        }
    }
}

static const test_case cases[] = {
    {"long holds", test_long_holds},
    {"sound scenes", test_sound},
    {"balance over time", test_balance_over_time},
    {"inside and outside", test_places},
    {"no problem follows from another", test_no_followers},
    {"the command line has the last word", test_made_flat},
    {"quality sets the tolerance", test_quality},
};

#else

static const test_case cases[] = {{"a build without libyaml says so", test_without_yaml}};

#endif
TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "scene/override.h"

#include "scene/scene.h"
#include "scene_fixture.h"

#if defined(WAFTI_HAVE_YAML)

static const char* const base_scene = "waft: 1\n"
                                      "water:\n"
                                      "  size: [4, 4]\n"
                                      "  trains:\n"
                                      "    - {length: 2}\n"
                                      "    - {length: 3}\n";

static void check_set(const char* set, const char* part) {
    CHECK(json_holds(base_scene, &set, 1, part));
}

static void test_values(void) {
    check_set("water.depth=2.5", "\"depth\":2.5");
    check_set("water.depth=25 cm", "\"depth\":0.25");
    check_set("water.trains[1].length=7", "\"amplitude\":0.1,\"length\":7");
    check_set("water.trains[0].amplitude=[[0, 0], [1, 0.2]]", "\"amplitude\":[[0,0],[1,0.2]]");
    check_set("water.size[1]=9", "\"size\":[4,9]");
    check_set("water.size=[8, 9]", "\"size\":[8,9]");
    check_set("time={fps: 12, duration: 1}", "\"time\":{\"duration\":1,\"fps\":12");
    check_set("title='a=b'", "\"title\":\"a=b\"");
    check_set("water.spray.capacity=10", "\"capacity\":10");
    check_set("water.gauges=[{name: g, at: [1, 1]}]", "\"gauges\":[{\"name\":\"g\",\"at\":[1,1]}]");
    const char* const two[] = {"water.depth=2", "water.depth=3"};
    CHECK(json_holds(base_scene, two, 2, "\"depth\":3"));
    const char* const inside[] = {"time={fps: 12}", "time.fps=13"};
    CHECK(json_holds(base_scene, inside, 2, "\"fps\":13"));
}

static void check_problem(const char* set, const char* want) {
    static loaded l;
    waft_scene_options options = waft_scene_options_default();
    options.sets = &set;
    options.set_count = 1;
    load_with(&l, base_scene, &options);
    CHECK_TEXT(l.messages, want);
    CHECK(waft_diagnostics_count(l.diagnostics) == 0 ||
          strcmp(waft_diagnostics_at(l.diagnostics, 0)->source_line, set) == 0);
    unload(&l);
}

static void test_problems(void) {
    check_problem(
        "water.dpeth=1", "--set:1:7: unknown key 'dpeth' in water; did you mean 'depth'?\n");
    check_problem("water.depth=-1", "--set:1:13: water.depth is -1 m; it must be above 0\n");
    check_problem("water.depth", "--set:1:1: 'water.depth' is not of the form path=value\n");
    check_problem("=3", "--set:1:1: '=3' is not of the form path=value\n");
    check_problem("water.depth=", "--set:1:12: there is no value after the '='\n");
    check_problem(
        "water.trains[2].length=1", "--set:1:14: water.trains has 2 items, counted from [0]\n");
    check_problem("water.gauges[0].name=x",
        "--set:1:14: the scene gives no list water.gauges to set an item of\n");
    check_problem("waft.x=1", "--set:1:6: waft is not a mapping, so it has no keys to set\n");
    check_problem(
        "water.size.x=1", "--set:1:12: water.size is not a mapping, so it has no keys to set\n");
    check_problem("water..depth=1", "--set:1:6: 'water..depth' is not a path that can be set, such "
                                    "as water.trains[0].length\n");
    check_problem("water.trains[one]=1",
        "--set:1:13: 'water.trains[one]' is not a path that can be set, such as "
        "water.trains[0].length\n");
    check_problem("water.trains[0=1",
        "--set:1:13: 'water.trains[0' is not a path that can be set, such as "
        "water.trains[0].length\n");
    check_problem(
        "water.trains.0.amplitude=1", "--set:1:14: an item of a list is written water.trains[0]\n");
    check_problem(
        "water.gauges.12=1", "--set:1:14: an item of a list is written water.gauges[12]\n");
    check_problem("preview.x=1",
        "--set:1:1: 'preview.x' is not a path that can be set, such as water.trains[0].length\n");
    check_problem("water.size=[1, 2", "--set:1:12: this list has no closing ']'\n");
    check_problem("water.size=[1, 2}",
        "--set:1:17: ',' or ']' is missing before this; the list starts at line 1, column 12\n");
    check_problem(
        "w\xC3\xA4ter.depth=x", "--set:1:1: unknown key 'w\xC3\xA4ter'; did you mean 'water'?\n");
    check_problem("water=3", "--set:1:7: water must be a mapping of keys, not '3'\n");
}

static void test_several(void) {
    static loaded l;
    const char* const sets[] = {"water.dpeth=1", "time.fps=5", "water.level=x"};
    waft_scene_options options = waft_scene_options_default();
    options.sets = sets;
    options.set_count = 3;
    load_with(&l, base_scene, &options);
    CHECK_TEXT(l.messages, "--set #1:1:7: unknown key 'dpeth' in water; did you mean 'depth'?\n"
                           "--set #3:1:13: water.level must be a number or a quantity such as '4 "
                           "cm', not 'x'\n");
    unload(&l);
}

static void test_deep_path_is_refused(void) {
    char set[256];
    for (size_t i = 0; i < 200; i += 2) {
        set[i] = 'a';
        set[i + 1] = '.';
    }
    (void)snprintf(set + 200, sizeof(set) - 200, "a=1");
    static loaded l;
    const char* sets[] = {set};
    waft_scene_options options = waft_scene_options_default();
    options.sets = sets;
    options.set_count = 1;
    load_with(&l, base_scene, &options);
    CHECK(strstr(l.messages, "is not a path that can be set") != NULL);
    unload(&l);
}

// Of keys that exclude one another, or that another choice leaves without effect, those of the
// command line count, whatever the scene says.
static void test_last_word(void) {
    static const char* const orbits = "waft: 1\nwater: {depth: 5}\ncamera: {azimuth: 1, fov: 1}\n";
    static const char* const stands = "waft: 1\nwater: {}\ncamera: {from: [1, 2, 3]}\n";
    static const char* const flat = "waft: 1\nwater: {}\ncamera: {projection: orthographic, "
                                    "height: [[0, 1], [1, 2]]}\n";
    const char* set = "camera.from=[4, 5, 6]";
    CHECK(json_holds(orbits, &set, 1, "\"camera\":{\"from\":[4,5,6],\"fov\":1,"));
    set = "camera.elevation=0.5";
    CHECK(json_holds(stands, &set, 1, "{\"azimuth\":0.5235988,\"elevation\":0.5,"));
    set = "camera.projection=perspective";
    CHECK(json_holds(flat, &set, 1, "\"projection\":\"perspective\"}"));
    const char* const back[] = {set, "camera={projection: orthographic}"};
    CHECK(json_holds(flat, back, 2, "\"projection\":\"orthographic\",\"height\":0}"));
    // A value without effect must not reach the world either: 1 is the default depth.
    static loaded l;
    waft_scene_options options = waft_scene_options_default();
    set = "water.terrain.kind=slope";
    options.sets = &set;
    options.set_count = 1;
    load_with(&l, orbits, &options);
    CHECK_TEXT(l.messages, "");
    CHECK(l.scene->water.depth == 1.0f);
    unload(&l);
}

static void test_no_last_word(void) {
    static const char* const orbits = "waft: 1\nwater: {}\ncamera: {azimuth: 1}\n";
    static const char* const both[] = {"camera.from=[4, 5, 6]", "camera.distance=4"};
    static loaded l;
    waft_scene_options options = waft_scene_options_default();
    options.sets = both;
    options.set_count = 2;
    load_with(&l, orbits, &options);
    CHECK_TEXT(l.messages, "--set #2:1:8: camera has both from and distance; from stands in place "
                           "of azimuth, elevation and distance\n");
    unload(&l);
    const char* height = "camera.height=4";
    options.sets = &height;
    options.set_count = 1;
    load_with(&l, orbits, &options);
    CHECK_TEXT(l.messages,
        "--set:1:8: camera.height has no effect with projection 'perspective'; it "
        "belongs to projection orthographic\n");
    unload(&l);
}

static void test_preview(void) {
    static loaded l;
    const char* text = "waft: 1\nwater: {cells: [64, 64], trains: [{length: 2}]}\n"
                       "preview:\n  water.cells: [8, 8]\n  water.trains[0].phase: 90 deg\n"
                       "  time.fps: 5\n";
    const char* set = "water.cells[1]=4";
    waft_scene_options options = waft_scene_options_default();
    load_with(&l, text, &options);
    CHECK(l.result == WAFT_OK && waft_scene_get_time(l.scene).fps == 30.0);
    CHECK(json_holds(text, NULL, 0, "\"cells\":[64,64]"));
    unload(&l);
    options.quality = WAFT_QUALITY_PREVIEW;
    options.sets = &set;
    options.set_count = 1;
    load_with(&l, text, &options);
    char* json = NULL;
    if (!CHECK(waft_scene_json(l.scene, NULL, &json) == WAFT_OK)) {
        unload(&l);
        return;
    }
    CHECK(strstr(json, "\"cells\":[8,4]") != NULL && strstr(json, "\"fps\":5") != NULL);
    CHECK(strstr(json, "\"phase\":1.5707964") != NULL);
    CHECK(strstr(json, "preview") == NULL);
    waft_text_free(NULL, json);
    unload(&l);
}

static const test_case cases[] = {
    {"values are put at their paths", test_values},
    {"problems point into the override", test_problems},
    {"of several overrides the number is told", test_several},
    {"a deep path is refused", test_deep_path_is_refused},
    {"the command line has the last word", test_last_word},
    {"but not over itself", test_no_last_word},
    {"preview and the command line", test_preview},
};

#else

static void test_off(void) {
    static loaded l;
    const char* set = "water.depth=1";
    waft_scene_options options = waft_scene_options_default();
    options.sets = &set;
    options.set_count = 1;
    load_with(&l, "waft: 1\n", &options);
    CHECK(strstr(l.messages, "libyaml-dev") != NULL);
    unload(&l);
}

static const test_case cases[] = {{"a build without libyaml says so", test_off}};

#endif
TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "run/difference.h"

#include "test.h"

static void check_difference(const char* old, const char* now, const char* want) {
    char text[160];
    CHECK(wafti_scene_difference(old, now, text, sizeof(text)));
    CHECK_TEXT(text, want);
}

static void values_are_named(void) {
    check_difference("{\"waft\":1,\"water\":{\"depth\":2,\"level\":0}}",
        "{\"waft\":1,\"water\":{\"depth\":3.5,\"level\":0}}", "water.depth: 2, now 3.5");
    check_difference("{\"a\":{\"b\":12}}", "{\"a\":{\"b\":125}}", "a.b: 12, now 125");
    check_difference("{\"smoke\":{\"cells\":[8,16,8],\"s\":1}}",
        "{\"smoke\":{\"cells\":[8,18,8],\"s\":1}}", "smoke.cells[1]: 16, now 18");
    check_difference("{\"l\":[{\"k\":\"a,b\"},{\"k\":\"sphere\"}]}",
        "{\"l\":[{\"k\":\"a,b\"},{\"k\":\"box\"}]}", "l[1].k: \"sphere\", now \"box\"");
    check_difference("{\"t\":\"a\\\"b\",\"x\":1}", "{\"t\":\"a\\\"b\",\"x\":2}", "x: 1, now 2");
}

static void other_keys_name_their_group(void) {
    check_difference("{\"w\":{\"a\":1,\"b\":2}}", "{\"w\":{\"a\":1,\"c\":2}}", "w");
    check_difference("{\"w\":{\"a\":1}}", "{\"w\":{\"a\":1,\"c\":2}}", "w");
}

static void the_view_does_not_count(void) {
    char text[160];
    CHECK(!wafti_scene_difference(
        "{\"camera\":{\"fov\":1}}", "{\"camera\":{\"fov\":2}}", text, sizeof(text)));
    CHECK(!wafti_scene_difference("{\"a\":1}", "{\"a\":1}", text, sizeof(text)));
    CHECK(!wafti_scene_difference("{\"a\":1}", "{\"a\":2}", text, 1));
    CHECK(!wafti_scene_difference("[[[[[[[[[[1", "[[[[[[[[[[2", text, sizeof(text)));
    CHECK(!wafti_scene_difference("", "{\"a\":2}", text, sizeof(text)));
}

static const test_case cases[] = {{"values are named, old and new", values_are_named},
    {"other keys name their group", other_keys_name_their_group},
    {"nothing is said of the view, or of nothing", the_view_does_not_count}};
TEST_MAIN(cases)

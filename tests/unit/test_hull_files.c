// SPDX-License-Identifier: MIT
#include "run/hull_files.h"

#include "falling_fixture.h"
#include "scratch.h"

static void a_file_a_hull(void) {
    falling f;
    scratch s = scratch_make();
    wafti_manifest list;
    wafti_text_init(&list.text, NULL);
    falling_make(&f);
    CHECK(wafti_hull_files_write(s.path, f.world, NULL, &list, NULL) == WAFT_OK);
    CHECK(scratch_entry_count(scratch_file(&s, "hulls")) == 2); // no turbulence was baked
    CHECK(scratch_holds(scratch_file(&s, "hulls/hull_001.json"), "{\"shape\": \"disc\",\n"));
    CHECK(scratch_holds(scratch_file(&s, "hulls/hull_002.json"), "{\"shape\": \"sphere\",\n"));
    CHECK(scratch_holds(scratch_file(&s, "hulls/hull_002.json"), "\"method\": \"closed\",\n"));
    CHECK(strncmp(list.text.bytes, "hulls/hull_001.json ", 20) == 0);
    CHECK(wafti_manifest_check(&list, s.path, NULL).count == 2);
    wafti_text_free(&list.text);
    falling_free(&f);
    scratch_remove(&s);
}

static void worlds_without_bodies_have_none(void) {
    scratch s = scratch_make();
    wafti_manifest list = {.text = {.bytes = NULL}};
    const waft_world_def def = waft_world_def_default();
    waft_world* world = NULL;
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
    CHECK(wafti_hull_files_write(s.path, world, NULL, &list, NULL) == WAFT_OK);
    CHECK(scratch_entry_count(s.path) == 0);
    waft_world_destroy(world);
    scratch_remove(&s);
}

// d = 0.1 m and U0 = 2 m/s: times are multiplied by 0.05 s, chi by 20 /s, epsilon by 80 m2/s3.
static void turbulence_in_si(void) {
    const waft_turbulence_sample history[] = {{0.0, 0.5, 0.01}, {2.0, 0.25, 0.02}};
    const waft_hull_info hull = {
        .longest = 0.1, .speed = 2.0, .history = history, .history_count = 2};
    wafti_text text;
    wafti_text_init(&text, NULL);
    wafti_hull_file_add_turbulence(&text, &hull);
    CHECK_TEXT(text.bytes, "t_s,chi,eps,k\n0,10,0.8,0.08\n0.1,5,1.6,0.32\n");
    wafti_text_free(&text);
}

static void json_holds_matrices(void) {
    const waft_hull_info hull = {.shape = WAFT_HULL_BOX,
        .mass = 2.0,
        .inertia = {1, 2, 3, 4, 5, 6, 7, 8, 9},
        .method = WAFT_ADDED_MASS_BEM,
        .key = 0xABC};
    wafti_text text;
    wafti_text_init(&text, NULL);
    wafti_hull_file_add_json(&text, &hull);
    CHECK(strstr(text.bytes, "\"inertia\": [[1, 2, 3],\n  [4, 5, 6],\n  [7, 8, 9]],\n") != NULL);
    CHECK(strstr(text.bytes, "\"method\": \"bem\",\n") != NULL);
    CHECK(strstr(text.bytes, "\"key\": \"0000000000000abc\"}\n") != NULL);
    wafti_text_free(&text);
}

static const test_case cases[] = {
    {"a_file_a_hull", a_file_a_hull},
    {"worlds_without_bodies_have_none", worlds_without_bodies_have_none},
    {"turbulence_in_si", turbulence_in_si},
    {"json_holds_matrices", json_holds_matrices},
};

TEST_MAIN(cases)

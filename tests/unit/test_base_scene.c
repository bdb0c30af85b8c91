// SPDX-License-Identifier: MIT
#include "run_fixture.h"

static waft_result load_run(loaded* l, const char* directory, const char* set, waft_error* error) {
    waft_scene_options options = waft_scene_options_default();
    options.sets = &set;
    options.set_count = set != NULL ? 1 : 0;
    l->scene = NULL;
    CHECK(waft_diagnostics_create(NULL, &l->diagnostics) == WAFT_OK);
    l->result = waft_run_load_scene(directory, &options, l->diagnostics, &l->scene, error);
    collect_messages(l);
    return l->result;
}

static bool scene_holds(const waft_scene* scene, const char* part) {
    char* json = NULL;
    const bool holds = waft_scene_json(scene, NULL, &json) == WAFT_OK && strstr(json, part) != NULL;
    waft_text_free(NULL, json);
    return holds;
}

// The scene of a run as it was, and with a value changed; the run is not touched.
static void a_run_has_its_scene(void) {
    static loaded l;
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    const waft_run_def def = make_def(scene, scratch_file(&s, "run"), WAFT_RUN_NEW);
    waft_run_close(open_run(&def));
    char record[512];
    (void)snprintf(record, sizeof(record), "%s/run/run.json", s.path);
    size_t size = 0;
    char* before = scratch_read(record, &size);
    char directory[512];
    (void)snprintf(directory, sizeof(directory), "%s/run", s.path);
    char* want = NULL;
    char* got = NULL;
    waft_error error = {.sentence = ""};
    if (CHECK(load_run(&l, directory, NULL, &error) == WAFT_OK)) {
        CHECK(waft_scene_json(scene, NULL, &want) == WAFT_OK);
        CHECK(waft_scene_json(l.scene, NULL, &got) == WAFT_OK);
        CHECK_TEXT(got, want);
        CHECK_TEXT(l.messages, "");
    }
    waft_text_free(NULL, want);
    waft_text_free(NULL, got);
    unload(&l);
    if (CHECK(load_run(&l, directory, "seed=77", &error) == WAFT_OK)) {
        CHECK(scene_holds(l.scene, "\"seed\":77") && !scene_holds(l.scene, "\"seed\":5"));
    }
    unload(&l);
    char* after = scratch_read(record, NULL);
    CHECK_TEXT(after, before);
    waft_text_free(NULL, before);
    waft_text_free(NULL, after);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

static void what_is_no_scene_is_told(void) {
    static loaded l;
    scratch s = scratch_make();
    waft_error error = {.sentence = ""};
    CHECK(load_run(&l, s.path, NULL, &error) == WAFT_ERR_IO && l.scene == NULL);
    CHECK(strstr(error.sentence, s.path) != NULL);
    CHECK(waft_run_load_scene(NULL, NULL, l.diagnostics, &l.scene, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_run_load_scene(s.path, NULL, NULL, &l.scene, &error) == WAFT_ERR_ARGUMENT);
    unload(&l);
    // An override that the scene does not take.
    waft_scene* scene = load_scene(scene_text);
    const waft_run_def def = make_def(scene, scratch_file(&s, "run"), WAFT_RUN_NEW);
    waft_run_close(open_run(&def));
    CHECK(load_run(&l, def.directory, "seed=high", &error) != WAFT_OK && l.scene == NULL);
    CHECK(strstr(l.messages, "--set") != NULL);
    CHECK(strncmp(error.sentence, def.directory, strlen(def.directory)) == 0);
    unload(&l);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

static const test_case cases[] = {{"a_run_has_its_scene", a_run_has_its_scene},
    {"what_is_no_scene_is_told", what_is_no_scene_is_told}};

int main(int argc, char** argv) {
    return run_test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}

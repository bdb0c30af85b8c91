// SPDX-License-Identifier: MIT
#include "run_fixture.h"

#if defined(WAFTI_HAVE_YAML) && defined(WAFTI_HAVE_PNG)
// tests/api/test_resume_files.c damages files of every format; this is about where a file's list is looked for.
static void test_one_file(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    const waft_run_def def = make_def(scene, s.path, WAFT_RUN_NEW);
    (void)run_to_end(&def);
    waft_error error = {.sentence = ""};
    const char* const listed[] = {"stats.csv", "png/height_000001.png", "pc2/surface.pc2"};
    for (size_t i = 0; i < sizeof(listed) / sizeof(listed[0]); ++i) {
        CHECK(waft_run_verify_file(scratch_file(&s, listed[i]), NULL) == WAFT_OK);
        flip_byte(scratch_file(&s, listed[i]), 30);
        CHECK(waft_run_verify_file(scratch_file(&s, listed[i]), &error) == WAFT_ERR_PARSE);
        CHECK(strstr(error.sentence, listed[i]) != NULL);
        flip_byte(scratch_file(&s, listed[i]), 30);
    }
    flip_byte(scratch_file(&s, "timing.csv"), 3); // not listed
    CHECK(waft_run_verify_file(scratch_file(&s, "timing.csv"), NULL) == WAFT_OK);
    CHECK(waft_run_verify_file(scratch_file(&s, "absent"), NULL) == WAFT_ERR_IO);
    CHECK(waft_run_verify(scratch_file(&s, "png"), &error) == WAFT_ERR_IO);
    CHECK(waft_run_verify(s.path, NULL) == WAFT_OK);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}
#endif

static void test_null(void) {
    CHECK(waft_run_verify(NULL, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_run_verify_file(NULL, NULL) == WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"null", test_null},
#if defined(WAFTI_HAVE_YAML) && defined(WAFTI_HAVE_PNG)
    {"one file", test_one_file},
#endif
};

TEST_MAIN(cases)

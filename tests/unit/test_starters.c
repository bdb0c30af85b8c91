// SPDX-License-Identifier: MIT
#include "scene_fixture.h"

#include <waft/starter.h>

static void test_table(void) {
    static const char* const kinds[] = {
        "ocean", "pond", "shore", "surf", "swell", "smoke", "leaf", "paper", "dam"};
    CHECK(waft_starter_count() == sizeof(kinds) / sizeof(kinds[0]));
    for (size_t i = 0; i < waft_starter_count(); ++i) {
        const waft_starter* starter = waft_starter_at(i);
        CHECK_TEXT(starter->kind, kinds[i]);
        CHECK(strlen(starter->summary) > 10 && strlen(starter->summary) < 72);
        CHECK(starter->text[0] == '#');
    }
    CHECK(waft_starter_at(waft_starter_count()) == NULL);
}

// The build makes the texts of these files.
static void test_files_are_the_same(void) {
    for (size_t i = 0; i < waft_starter_count(); ++i) {
        static char text[8192];
        char path[512];
        const waft_starter* starter = waft_starter_at(i);
        (void)snprintf(path, sizeof(path), WAFT_SOURCE_DIR "/scenes/%s.yaml", starter->kind);
        FILE* file = fopen(path, "rb");
        if (!CHECK(file != NULL)) {
            continue;
        }
        text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
        (void)fclose(file);
        CHECK_TEXT(starter->text, text);
    }
}

#if defined(WAFTI_HAVE_YAML)
static void test_they_load(void) {
    for (size_t i = 0; i < waft_starter_count(); ++i) {
        static loaded l;
        waft_scene_options options = waft_scene_options_default();
        for (int preview = 0; preview < 2; ++preview) {
            options.quality = preview != 0 ? WAFT_QUALITY_PREVIEW : WAFT_QUALITY_NORMAL;
            load_with(&l, waft_starter_at(i)->text, &options);
            CHECK_TEXT(l.messages, "");
            CHECK(l.scene != NULL && waft_scene_title(l.scene)[0] != '\0');
            unload(&l);
        }
    }
}

static void test_they_make_worlds(void) {
    for (size_t i = 0; i < waft_starter_count(); ++i) {
        static loaded l;
        const char* set = "water.cells=[96, 96]";
        waft_scene_options options = waft_scene_options_default();
        options.sets = &set;
        options.set_count = 1;
        load_with(&l, waft_starter_at(i)->text, &options);
        const waft_world_def def = waft_scene_world_def(l.scene);
        waft_world* world = NULL;
        waft_error error = {.sentence = ""};
        CHECK(waft_scene_create_world(l.scene, &def, &world, &error) == WAFT_OK);
        CHECK_TEXT(error.sentence, "");
        CHECK(world != NULL && waft_world_step(world) == WAFT_OK);
        waft_world_destroy(world);
        unload(&l);
    }
}
#endif

static const test_case cases[] = {
    {"kinds with summaries", test_table},
    {"scenes/ holds the same texts", test_files_are_the_same},
#if defined(WAFTI_HAVE_YAML)
    {"they load without a word", test_they_load},
    {"they make worlds that step", test_they_make_worlds},
#endif
};
TEST_MAIN(cases)

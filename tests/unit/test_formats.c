// SPDX-License-Identifier: MIT
#include "run/formats.h"
#include "scene_fixture.h"

#include <waft/param.h>

// The folder of a format is the word that scenes have for it.
static void folders_are_called_as_formats(void) {
    const waft_param* row = waft_param_find("output[].format");
    CHECK(row != NULL);
    const char* word = row->choices;
    for (int i = 0; i < WAFT_OUTPUT_FORMAT_COUNT; ++i) {
        const wafti_format* format = &wafti_formats[i];
        const size_t length = strcspn(word, "|");
        CHECK(strncmp(format->files.folder, word, length) == 0);
        CHECK(strcspn(format->files.folder, "/") == length);
        CHECK(format->write != NULL);
        word += length + (word[length] == '|' ? 1 : 0);
    }
    CHECK_TEXT(word, "");
}

static void single_files_lie_in_the_folder(void) {
    for (int i = 0; i < WAFT_OUTPUT_FORMAT_COUNT; ++i) {
        const wafti_format* format = &wafti_formats[i];
        const size_t length = strcspn(format->files.folder, "/") + 1;
        char folder[64];
        (void)snprintf(folder, sizeof(folder), "%.*s/", (int)length - 1, format->files.folder);
        CHECK((format->once == NULL) == (format->write_once == NULL));
        CHECK((format->whole == NULL) == (format->assemble == NULL));
        CHECK(format->once == NULL || strncmp(format->once, folder, length) == 0);
        CHECK(format->whole == NULL || strncmp(format->whole, folder, length) == 0);
    }
}

static void heights_have_a_range_that_fits(void) {
    static loaded l;
    load(&l, "waft: 1\nwater:\n  cells: [16, 12]\n  trains: [{length: 3, amplitude: 0.1}]\n"
             "output: [{format: png}]\n");
    const waft_world_def def = waft_scene_world_def(l.scene);
    waft_world* world = NULL;
    CHECK(waft_scene_create_world(l.scene, &def, &world, NULL) == WAFT_OK);
    wafti_frames frames = {.directory = "none"};
    waft_output_def output = waft_scene_output(l.scene, 0);
    if (waft_has("png")) {
        const wafti_output_job job = {
            .frames = &frames, .scene = l.scene, .output = &output, .world = world};
        CHECK(wafti_formats[WAFT_OUTPUT_PNG].take(&job) == WAFT_OK);
        CHECK(frames.height_count == 16u * 12u);
        CHECK_NEAR(output.low, -0.15, 1e-6);
        CHECK_NEAR(output.high, 0.15, 1e-6);
    }
    wafti_frames_free(&frames);
    waft_world_destroy(world);
    unload(&l);
}

static void an_empty_world_has_no_bodies_to_write(void) {
    const waft_world_def def = waft_world_def_default();
    waft_world* world = NULL;
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
    wafti_frames frames = {.directory = "none"};
    waft_output_def output = {.format = WAFT_OUTPUT_GLTF, .every = 1};
    waft_error error;
    const wafti_output_job job = {
        .frames = &frames, .output = &output, .world = world, .error = &error};
    CHECK(wafti_formats[WAFT_OUTPUT_GLTF].take(&job) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "gltf needs bodies") != NULL);
    waft_world_destroy(world);
}

static const test_case cases[] = {
    {"folders_are_called_as_formats", folders_are_called_as_formats},
    {"single_files_lie_in_the_folder", single_files_lie_in_the_folder},
    {"heights_have_a_range_that_fits", heights_have_a_range_that_fits},
    {"an_empty_world_has_no_bodies_to_write", an_empty_world_has_no_bodies_to_write},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// A small scene, runs of it into directories, and the files that must come out the same.
#ifndef WAFT_TEST_RUN_FIXTURE_H
#define WAFT_TEST_RUN_FIXTURE_H

#include "scene_fixture.h"
#include "scratch.h"

#include <waft/run.h>

static const char scene_text[] = "waft: 1\n"
                                 "title: 'Test \"run\"'\n"
                                 "seed: 5\n"
                                 "time: {duration: 0.4, fps: 10, step: 0.04}\n"
                                 "water:\n"
                                 "  method: waves\n"
                                 "  size: [12, 8]\n"
                                 "  cells: [24, 16]\n"
                                 "  terrain: {kind: slope, low: -1, high: 0.2, from: 0, to: 12}\n"
                                 "  spray: {capacity: 200}\n"
                                 "  trains:\n"
                                 "    - {length: 3, amplitude: 0.12}\n"
                                 "    - {period: 1.1, amplitude: [[0, 0.02], [0.4, 0.06]]}\n"
                                 "  gauges: [{name: one, at: [3, 2]}, {name: two, at: [8, 4]}]\n"
                                 "  tracers: [{name: cork, at: [4, -0.1, 4]}]\n"
                                 "tables: {every: 2}\n"
                                 "output:\n"
                                 "  - {format: png}\n"
                                 "  - {format: obj, stride: 5, every: 2}\n"
                                 "  - {format: pc2, stride: 4}\n"
                                 "  - {format: ply}\n";

enum { STEPS = 12, STEPS_PER_FRAME = 3, FRAMES = 5 };

static inline waft_scene* load_scene(const char* text) {
    static loaded l;
    load(&l, text);
    CHECK_TEXT(l.messages, "");
    waft_diagnostics_destroy(l.diagnostics);
    return l.scene;
}

// What the logger was told, for tests that look for a note or a warning.
static char log_text[4096];

static inline void keep_log(void* user, waft_log_level level, const char* sentence) {
    (void)user;
    if (level >= WAFT_LOG_NOTE) {
        const size_t used = strlen(log_text);
        (void)snprintf(log_text + used, sizeof(log_text) - used, "%s\n", sentence);
    }
}

static waft_edit replayed[3];
static waft_world_def run_world; // which make_def() points to

static inline waft_run_def make_def(
    const waft_scene* scene, const char* directory, waft_run_mode mode) {
    memset(replayed, 0, sizeof(replayed));
    replayed[0] =
        (waft_edit){.step = 2, .kind = WAFT_EDIT_SET, .setting = {"air.wind[0]", {3.0f}, 1}};
    replayed[1] = (waft_edit){.step = 5, .kind = WAFT_EDIT_ADD_TRAIN};
    replayed[1].train = waft_train_def_default();
    replayed[1].train.length = 2.0f;
    replayed[1].train.amplitude = 0.03f;
    replayed[2] = (waft_edit){.step = 9, .kind = WAFT_EDIT_REMOVE_TRAIN, .index = 0};
    waft_run_def def = waft_run_def_default(scene, directory);
    def.mode = mode;
    def.checkpoint_seconds = 0.0;
    def.replay = replayed;
    def.replay_count = 3;
    run_world = waft_scene_world_def(scene);
    run_world.logger.write = keep_log;
    def.world = &run_world;
    log_text[0] = '\0';
    return def;
}

static inline waft_run* open_run(const waft_run_def* def) {
    waft_run* run = NULL;
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_run_open(def, &run, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
    return run;
}

static inline void take(waft_run* run, uint64_t count) {
    for (uint64_t i = 0; i < count && !waft_run_done(run); ++i) {
        if (!CHECK(waft_run_step(run) == WAFT_OK)) {
            (void)fprintf(stderr, "  %s\n", waft_run_error(run));
            return;
        }
    }
}

static inline uint64_t run_to_end(const waft_run_def* def) {
    waft_run* run = open_run(def);
    take(run, STEPS);
    CHECK(waft_run_done(run));
    CHECK(waft_run_finish(run) == WAFT_OK);
    const uint64_t hash = waft_world_hash(waft_run_world(run));
    waft_run_close(run);
    return hash;
}

// Every file that must not depend on how often a run was stopped.
static const char* const result_files[] = {"stats.csv", "gauges.csv", "tracers.csv", "edits.log",
    "png/height_000000.png", "png/height_000001.png", "png/height_000002.png",
    "png/height_000003.png", "png/height_000004.png", "obj/surface_000000.obj",
    "obj/surface_000002.obj", "obj/surface_000004.obj", "pc2/surface.obj", "pc2/surface.pc2",
    "ply/spray_000000.ply", "ply/spray_000001.ply", "ply/spray_000002.ply", "ply/spray_000003.ply",
    "ply/spray_000004.ply", "files.sfv"};

enum { RESULT_COUNT = sizeof(result_files) / sizeof(result_files[0]) };

static inline bool same_file(const char* a, const char* b) {
    size_t size[2] = {0, 0};
    char* bytes[2] = {scratch_read(a, &size[0]), scratch_read(b, &size[1])};
    const bool same = bytes[0] != NULL && bytes[1] != NULL && size[0] == size[1] &&
                      memcmp(bytes[0], bytes[1], size[0]) == 0;
    waft_text_free(NULL, bytes[0]);
    waft_text_free(NULL, bytes[1]);
    return same;
}

static inline void check_same_results(const char* a, const char* b) {
    for (int i = 0; i < RESULT_COUNT; ++i) {
        char path[2][512];
        (void)snprintf(path[0], sizeof(path[0]), "%s/%s", a, result_files[i]);
        (void)snprintf(path[1], sizeof(path[1]), "%s/%s", b, result_files[i]);
        if (!CHECK(same_file(path[0], path[1]))) {
            (void)fprintf(stderr, "  %s\n", result_files[i]);
        }
    }
}

typedef struct found_files {
    int temporaries;
    int others;
} found_files;

static found_files found;

static inline int note_entry(
    const char* path, const struct stat* status, int kind, struct FTW* place) {
    (void)status;
    if (kind == FTW_F) {
        found.temporaries += strstr(path + place->base, ".tmp.") != NULL;
        found.others += strstr(path + place->base, ".tmp.") == NULL;
    }
    return 0;
}

static inline found_files look_through(const char* directory) {
    found = (found_files){0, 0};
    (void)nftw(directory, note_entry, 8, FTW_PHYS);
    return found;
}

static inline void flip_byte(const char* path, size_t place) {
    size_t size = 0;
    char* bytes = scratch_read(path, &size);
    bytes[place % size] = (char)(bytes[place % size] ^ 0x41);
    CHECK(waft_file_write(path, bytes, size, NULL) == WAFT_OK);
    waft_text_free(NULL, bytes);
}

static inline void check_refused(const waft_run_def* def, const char* words) {
    waft_run* run = NULL;
    waft_error error = {.sentence = ""};
    CHECK(waft_run_open(def, &run, &error) == WAFT_ERR_ARGUMENT);
    CHECK(run == NULL);
    if (!CHECK(strstr(error.sentence, words) != NULL)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
}

static inline int run_test_main(int argc, char** argv, const test_case* cases, size_t case_count) {
    if (!waft_has("yaml") || !waft_has("png")) {
        (void)printf("skipped: this build has no YAML or no PNG\n");
        return 0;
    }
    return test_main(argc, argv, cases, case_count);
}

#endif // WAFT_TEST_RUN_FIXTURE_H

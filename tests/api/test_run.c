// SPDX-License-Identifier: MIT
// A run from opening to closing, its frames, its misuse, and memory that runs out.
#include "hooks.h"
#include "run_fixture.h"

static void a_whole_run(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    char directory[128];
    (void)snprintf(directory, sizeof(directory), "%s/deep/run", s.path);
    const waft_run_def def = make_def(scene, directory, WAFT_RUN_NEW);
    waft_run* run = open_run(&def);
    waft_run_progress at = waft_run_get_progress(run);
    CHECK(at.step == 0 && at.step_count == STEPS && at.last_frame == FRAMES - 1 && !at.resumed);
    CHECK(waft_run_finish(run) == WAFT_ERR_ARGUMENT);
    waft_run_info info;
    CHECK(waft_run_inspect(directory, &info, NULL) == WAFT_OK);
    CHECK_TEXT(info.state, "running");
    take(run, 4);
    at = waft_run_get_progress(run);
    CHECK(at.step == 4 && at.frame == 1 && at.step_ms > 0.0 && at.eta > 0.0 && at.hash == 0);
    CHECK_NEAR(at.time, 4 * 0.1 / 3.0, 1e-12);
    take(run, STEPS);
    CHECK(waft_run_step(run) == WAFT_ERR_ARGUMENT);
    CHECK(waft_run_finish(run) == WAFT_OK);
    CHECK(waft_run_finish(run) == WAFT_OK);
    CHECK_NEAR(waft_run_get_progress(run).eta, 0.0, 0.0);
    const uint64_t hash = waft_world_hash(waft_run_world(run));
    CHECK(waft_run_get_progress(run).hash == hash);
    waft_run_close(run);
    CHECK(waft_run_inspect(directory, &info, NULL) == WAFT_OK);
    CHECK_TEXT(info.state, "finished");
    CHECK_TEXT(info.title, "Test \"run\"");
    CHECK_TEXT(info.version, waft_version());
    CHECK(info.hash == hash && info.seed == 5 && info.step == STEPS);
    CHECK(info.frames_written == FRAMES && info.last_frame == FRAMES - 1);
    // The results, two checkpoints, run.json and timing.csv.
    CHECK(look_through(directory).others == RESULT_COUNT + 4);
    CHECK(found.temporaries == 0);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

static void a_range_of_frames(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    waft_run_def def = make_def(scene, s.path, WAFT_RUN_NEW);
    def.first_frame = 1;
    def.last_frame = 3;
    def.replay_count = 2;
    waft_run* run = open_run(&def);
    take(run, 5);
    waft_run_close(run);
    def.mode = WAFT_RUN_RESUME;
    (void)run_to_end(&def);
    CHECK(access(scratch_file(&s, "png/height_000000.png"), F_OK) != 0);
    CHECK(access(scratch_file(&s, "png/height_000001.png"), F_OK) == 0);
    CHECK(access(scratch_file(&s, "png/height_000003.png"), F_OK) == 0);
    CHECK(access(scratch_file(&s, "png/height_000004.png"), F_OK) != 0);
    waft_table* table = NULL;
    CHECK(waft_table_read(scratch_file(&s, "stats.csv"), NULL, &table, NULL) == WAFT_OK);
    CHECK(waft_table_row_count(table) == 3);
    CHECK_NEAR(waft_table_column(table, 0)[0], 1.0, 0.0);
    waft_table_destroy(table);
    CHECK(waft_table_read(scratch_file(&s, "gauges.csv"), NULL, &table, NULL) == WAFT_OK);
    CHECK(waft_table_row_count(table) == 3); // steps 4, 6 and 8
    waft_table_destroy(table);
    size_t size = 0;
    char* pc2 = scratch_read(scratch_file(&s, "pc2/surface.pc2"), &size);
    CHECK(size == 32 + 3 * 6 * 4 * 12);
    waft_text_free(NULL, pc2);
    waft_run_info info;
    CHECK(waft_run_inspect(s.path, &info, NULL) == WAFT_OK);
    CHECK(info.frames_written == 3);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

static void one_frame_is_done_at_once(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    waft_run_def def = make_def(scene, s.path, WAFT_RUN_NEW);
    def.last_frame = 0;
    def.replay_count = 0;
    waft_run* run = open_run(&def);
    CHECK(waft_run_done(run));
    CHECK(waft_run_finish(run) == WAFT_OK);
    waft_run_close(run);
    CHECK(access(scratch_file(&s, "png/height_000000.png"), F_OK) == 0);
    CHECK(access(scratch_file(&s, "pc2/surface.pc2"), F_OK) == 0);
    CHECK(access(scratch_file(&s, "edits.log"), F_OK) != 0);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

static void misuse(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    char directory[128];
    (void)snprintf(directory, sizeof(directory), "%s/new", s.path);
    waft_run_def def = make_def(scene, directory, WAFT_RUN_NEW);
    def.struct_size = 0;
    check_refused(&def, "waft_run_def_default()");
    def = make_def(scene, directory, WAFT_RUN_NEW);
    def.last_frame = FRAMES;
    check_refused(&def, "the scene ends with frame 4");
    def = make_def(scene, directory, WAFT_RUN_NEW);
    def.first_frame = 4;
    def.last_frame = 3;
    check_refused(&def, "between 0 and the last, 3");
    def = make_def(scene, directory, WAFT_RUN_NEW);
    def.mode = (waft_run_mode)9;
    check_refused(&def, "no run mode 9");
    def = make_def(scene, directory, WAFT_RUN_NEW);
    replayed[2].step = 1;
    check_refused(&def, "edit 3 comes at step 1, but the one before it at step 5");
    for (uint64_t late = STEPS; late < STEPS + 2; ++late) {
        def = make_def(scene, directory, WAFT_RUN_NEW);
        replayed[2].step = late;
        char words[128];
        (void)snprintf(words, sizeof(words),
            "edit 3 of the replay (remove_train 0) comes at step %d, but the run has %d steps",
            (int)late, STEPS);
        check_refused(&def, words);
    }
    def = make_def(scene, directory, WAFT_RUN_NEW);
    run_world.threads = 0;
    check_refused(&def, "threads");
    run_world.struct_size = 0;
    check_refused(&def, "waft_world_def_default()");
    CHECK(access(directory, F_OK) != 0);
    def = make_def(NULL, directory, WAFT_RUN_NEW);
    check_refused(&def, "needs a scene");
    check_refused(NULL, "waft_run_def_default()");
    CHECK(waft_run_open(&def, NULL, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_run_step(NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_run_checkpoint(NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_run_finish(NULL) == WAFT_ERR_ARGUMENT);
    CHECK(!waft_run_done(NULL));
    CHECK(waft_run_world(NULL) == NULL);
    CHECK_TEXT(waft_run_error(NULL), "");
    waft_run_close(NULL);
    waft_run_info info;
    waft_error error;
    CHECK(waft_run_inspect(s.path, &info, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "holds no run") != NULL);
    CHECK(waft_run_inspect(NULL, &info, &error) == WAFT_ERR_ARGUMENT);
    // A directory that cannot be made.
    CHECK(waft_file_write(directory, "file", 4, NULL) == WAFT_OK);
    def = make_def(scene, directory, WAFT_RUN_NEW);
    waft_run* run = NULL;
    CHECK(waft_run_open(&def, &run, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "/new is a file, not a directory") != NULL);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

static void an_edit_that_does_not_fit_stops_the_run(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    waft_run_def def = make_def(scene, s.path, WAFT_RUN_NEW);
    replayed[0] = (waft_edit){.step = 2, .kind = WAFT_EDIT_REMOVE_TRAIN, .index = 9};
    waft_run* run = open_run(&def);
    take(run, 2);
    CHECK(waft_run_step(run) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(waft_run_error(run),
              "edit 1 of the replay (remove_train 9 at step 2): there is no ") != NULL);
    waft_run_close(run);
    def = make_def(scene, s.path, WAFT_RUN_FORCE);
    replayed[1] = (waft_edit){
        .step = 4, .kind = WAFT_EDIT_SET, .setting = {"water.trains[5].amplitude", {0.0}, 1}};
    run = open_run(&def);
    take(run, 4);
    CHECK(waft_run_step(run) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(waft_run_error(run),
              "edit 2 of the replay (set water.trains[5].amplitude at step 4): ") != NULL);
    waft_run_close(run);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

static waft_result run_with(const waft_scene* scene, const char* directory, counting* count) {
    waft_run_def def = make_def(scene, directory, WAFT_RUN_RESUME);
    run_world.allocator = counting_hook(count);
    def.last_frame = 1;
    def.replay_count = 1;
    waft_run* run = NULL;
    waft_error error = {.sentence = ""};
    waft_result result = waft_run_open(&def, &run, &error);
    CHECK(result == WAFT_OK || error.sentence[0] != '\0');
    for (int i = 0; i < STEPS && result == WAFT_OK && !waft_run_done(run); ++i) {
        result = waft_run_step(run);
    }
    if (result == WAFT_OK) {
        result = waft_run_finish(run);
    }
    waft_run_close(run);
    return result;
}

// Each time one more allocation succeeds, and what was reached is continued: nothing is lost, and
// the end is the same.
static void memory_runs_out_everywhere(void) {
    scratch whole = scratch_make();
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    waft_run_def def = make_def(scene, whole.path, WAFT_RUN_NEW);
    def.last_frame = 1;
    def.replay_count = 1;
    (void)run_to_end(&def);
    waft_result result = WAFT_ERR_NO_MEMORY;
    long fail_at = 0;
    while (result != WAFT_OK && fail_at < 2000) {
        counting count = {.fail_at = ++fail_at};
        result = run_with(scene, s.path, &count);
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
        CHECK(count.live == 0);
    }
    CHECK(result == WAFT_OK);
    CHECK(fail_at > 20);
    waft_run_info info[2];
    CHECK(waft_run_inspect(whole.path, &info[0], NULL) == WAFT_OK);
    CHECK(waft_run_inspect(s.path, &info[1], NULL) == WAFT_OK);
    CHECK(info[0].hash == info[1].hash);
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/gauges.csv", whole.path);
    CHECK(same_file(path, scratch_file(&s, "gauges.csv")));
    waft_scene_destroy(scene);
    scratch_remove(&s);
    scratch_remove(&whole);
}

static const test_case cases[] = {
    {"a_whole_run", a_whole_run},
    {"a_range_of_frames", a_range_of_frames},
    {"one_frame_is_done_at_once", one_frame_is_done_at_once},
    {"misuse", misuse},
    {"an_edit_that_does_not_fit_stops_the_run", an_edit_that_does_not_fit_stops_the_run},
    {"memory_runs_out_everywhere", memory_runs_out_everywhere},
};

int main(int argc, char** argv) {
    return run_test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}

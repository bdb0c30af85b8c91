// SPDX-License-Identifier: MIT
// What a run puts on disk, in which order, and what happens when the disk is full.
#include "run_fixture.h"

#include <signal.h>
#include <sys/resource.h>

static void tables_hold_what_they_say(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    waft_run_def def = make_def(scene, s.path, WAFT_RUN_NEW);
    (void)run_to_end(&def);
    waft_table* table = NULL;
    CHECK(waft_table_read(scratch_file(&s, "gauges.csv"), NULL, &table, NULL) == WAFT_OK);
    CHECK(waft_table_column_count(table) == 11);
    CHECK_TEXT(waft_table_column_name(table, 6), "two");
    CHECK_TEXT(waft_table_column_name(table, 10), "two.max");
    CHECK(waft_table_row_count(table) == STEPS / 2 + 1);
    CHECK_NEAR(waft_table_column(table, 0)[1], 2 * 0.1 / 3.0, 1e-12);
    waft_table_destroy(table);
    CHECK(waft_table_read(scratch_file(&s, "tracers.csv"), NULL, &table, NULL) == WAFT_OK);
    CHECK_TEXT(waft_table_column_name(table, 3), "cork.z");
    waft_table_destroy(table);
    CHECK(waft_table_read(scratch_file(&s, "stats.csv"), NULL, &table, NULL) == WAFT_OK);
    CHECK(waft_table_row_count(table) == FRAMES);
    CHECK_NEAR(waft_table_column(table, 2)[FRAMES - 1], STEPS, 0.0);
    waft_table_destroy(table);
    CHECK(waft_table_read(scratch_file(&s, "timing.csv"), NULL, &table, NULL) == WAFT_OK);
    CHECK(waft_table_row_count(table) == FRAMES);
    waft_table_destroy(table);
    waft_edit* edits = NULL;
    size_t count = 0;
    CHECK(waft_edits_read(scratch_file(&s, "edits.log"), NULL, &edits, &count, NULL) == WAFT_OK);
    CHECK(count == 3 && edits[1].step == 5);
    waft_edits_free(NULL, edits, count);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

// A checkpoint ahead of its tables could not be continued from: they are written first.
static void tables_come_before_their_checkpoint(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    const waft_run_def def = make_def(scene, s.path, WAFT_RUN_NEW);
    waft_run* run = open_run(&def);
    take(run, 5);
    CHECK(unlink(scratch_file(&s, "tracers.csv")) == 0);
    CHECK(mkdir(scratch_file(&s, "tracers.csv"), 0777) == 0);
    CHECK(waft_run_step(run) == WAFT_ERR_IO);
    CHECK(access(scratch_file(&s, "checkpoints/step_0000000005.waftckpt"), F_OK) == 0);
    CHECK(access(scratch_file(&s, "checkpoints/step_0000000006.waftckpt"), F_OK) != 0);
    waft_run_close(run);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

// A limit on file size stands for a full disk.
static void a_full_disk_stops_the_run(void) {
    scratch whole = scratch_make();
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    waft_run_def def = make_def(scene, whole.path, WAFT_RUN_NEW);
    const uint64_t hash = run_to_end(&def);
    def = make_def(scene, s.path, WAFT_RUN_NEW);
    waft_run* run = open_run(&def);
    take(run, 5);
    struct rlimit before;
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    struct rlimit small = before;
    small.rlim_cur = 100;
    (void)signal(SIGXFSZ, SIG_IGN);
    CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
    const waft_result result = waft_run_step(run);
    const waft_result again = waft_run_step(run);
    const waft_result checkpoint = waft_run_checkpoint(run);
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(result == WAFT_ERR_IO && again == WAFT_ERR_IO && checkpoint == WAFT_ERR_IO);
    CHECK(strstr(waft_run_error(run), "cannot write: File too large") != NULL);
    CHECK(waft_run_finish(run) == WAFT_ERR_IO);
    waft_run_close(run);
    CHECK(look_through(s.path).temporaries == 0);
    def = make_def(scene, s.path, WAFT_RUN_RESUME);
    CHECK(run_to_end(&def) == hash);
    check_same_results(whole.path, s.path);
    waft_scene_destroy(scene);
    scratch_remove(&s);
    scratch_remove(&whole);
}

static void checkpoints_can_be_inspected(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    waft_run_def def = make_def(scene, s.path, WAFT_RUN_NEW);
    waft_run* run = open_run(&def);
    take(run, 4);
    const uint64_t hash = waft_world_hash(waft_run_world(run));
    waft_run_close(run);
    waft_checkpoint_info info;
    const char* path = scratch_file(&s, "checkpoints/step_0000000004.waftckpt");
    CHECK(waft_checkpoint_inspect(path, &info, NULL) == WAFT_OK);
    CHECK(info.step == 4 && info.frame == 1 && info.hash == hash);
    CHECK_TEXT(info.version, waft_version());
    CHECK_NEAR(info.time, 4 * 0.1 / 3.0, 1e-12);
    flip_byte(path, 50);
    CHECK(waft_checkpoint_inspect(path, &info, NULL) == WAFT_ERR_PARSE);
    CHECK(waft_checkpoint_inspect("none", &info, NULL) == WAFT_ERR_IO);
    CHECK(waft_checkpoint_inspect(NULL, &info, NULL) == WAFT_ERR_ARGUMENT);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

// Kills between the steps of finishing, made by hand: each state on disk must lead to the same end.
static void stopped_while_finishing(void) {
    scratch whole = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    waft_run_def def = make_def(scene, whole.path, WAFT_RUN_NEW);
    const uint64_t hash = run_to_end(&def);
    scratch cut = scratch_make();
    def = make_def(scene, cut.path, WAFT_RUN_NEW);
    waft_run* run = open_run(&def);
    take(run, STEPS);
    waft_run_close(run);
    // Assembled, but run.json still says "running".
    def = make_def(scene, cut.path, WAFT_RUN_RESUME);
    CHECK(waft_file_write(scratch_file(&cut, "pc2/surface.pc2"), "half", 4, NULL) == WAFT_OK);
    CHECK(run_to_end(&def) == hash);
    check_same_results(whole.path, cut.path);
    // Finished, but parts are left.
    CHECK(mkdir(scratch_file(&cut, "pc2/parts"), 0777) == 0);
    CHECK(waft_file_write(scratch_file(&cut, "pc2/parts/points_000001.f32"), "x", 1, NULL) ==
          WAFT_OK);
    run = open_run(&def);
    CHECK(waft_run_done(run));
    CHECK(waft_run_get_progress(run).resumed);
    CHECK(waft_run_finish(run) == WAFT_OK);
    CHECK(waft_run_checkpoint(run) == WAFT_OK);
    CHECK(waft_world_hash(waft_run_world(run)) == hash);
    waft_run_close(run);
    CHECK(access(scratch_file(&cut, "pc2/parts"), F_OK) != 0);
    check_same_results(whole.path, cut.path);
    waft_run_info info;
    CHECK(waft_run_inspect(cut.path, &info, NULL) == WAFT_OK);
    CHECK_TEXT(info.state, "finished");
    waft_scene_destroy(scene);
    scratch_remove(&cut);
    scratch_remove(&whole);
}

static const test_case cases[] = {
    {"tables_hold_what_they_say", tables_hold_what_they_say},
    {"tables_come_before_their_checkpoint", tables_come_before_their_checkpoint},
    {"a_full_disk_stops_the_run", a_full_disk_stops_the_run},
    {"checkpoints_can_be_inspected", checkpoints_can_be_inspected},
    {"stopped_while_finishing", stopped_while_finishing},
};

int main(int argc, char** argv) {
    return run_test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}

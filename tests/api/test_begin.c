// SPDX-License-Identifier: MIT
// How runs begin: new, continued, replaced or refused. A run that is stopped anywhere and continued
// writes the same files, byte for byte, as one that was never stopped.
#include "run_fixture.h"

#include <signal.h>
#include <sys/wait.h>

// Stops after every number of steps, orderly or not, and goes on.
static void continued_anywhere_gives_the_same_bytes(void) {
    scratch whole = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    waft_run_def def = make_def(scene, whole.path, WAFT_RUN_NEW);
    const uint64_t hash = run_to_end(&def);
    for (uint64_t stop = 0; stop <= STEPS; ++stop) {
        scratch cut = scratch_make();
        def = make_def(scene, cut.path, WAFT_RUN_RESUME);
        def.checkpoint_seconds = stop % 2 == 0 ? 0.0 : 1e9;
        waft_run* run = open_run(&def);
        take(run, stop);
        if (stop % 3 == 0) {
            CHECK(waft_run_checkpoint(run) == WAFT_OK);
            waft_run_info info;
            CHECK(waft_run_inspect(cut.path, &info, NULL) == WAFT_OK);
            CHECK_TEXT(info.state, "interrupted");
            CHECK(info.step == stop);
        }
        waft_run_close(run);
        run_world.threads = 2;
        def.checkpoint_seconds = 1e9;
        CHECK(run_to_end(&def) == hash);
        check_same_results(whole.path, cut.path);
        CHECK(look_through(cut.path).temporaries == 0);
        scratch_remove(&cut);
    }
    waft_scene_destroy(scene);
    scratch_remove(&whole);
}

// A process of its own is killed where it stands; whatever it was writing is torn.
static void killed_and_continued(void) {
    scratch whole = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    waft_run_def def = make_def(scene, whole.path, WAFT_RUN_NEW);
    const uint64_t hash = run_to_end(&def);
    scratch cut = scratch_make();
    for (int round = 0; round < 12; ++round) {
        def = make_def(scene, cut.path, round % 4 == 0 ? WAFT_RUN_FORCE : WAFT_RUN_RESUME);
        const pid_t child = fork();
        if (child == 0) {
            (void)run_to_end(&def);
            _exit(0);
        }
        (void)usleep((useconds_t)(500 + 1700 * round));
        (void)kill(child, SIGKILL);
        (void)waitpid(child, NULL, 0);
        if (round % 4 == 3) {
            def = make_def(scene, cut.path, WAFT_RUN_RESUME);
            CHECK(run_to_end(&def) == hash);
            check_same_results(whole.path, cut.path);
            CHECK(look_through(cut.path).temporaries == 0);
        }
    }
    scratch_remove(&cut);
    scratch_remove(&whole);
    waft_scene_destroy(scene);
}

// Step 6 has rows in every table, which must go when only the checkpoint of step 5 is good.
static void damaged_checkpoints_are_stepped_over(void) {
    scratch whole = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    waft_run_def def = make_def(scene, whole.path, WAFT_RUN_NEW);
    const uint64_t hash = run_to_end(&def);
    for (int damage = 1; damage <= 4; ++damage) {
        scratch cut = scratch_make();
        def = make_def(scene, cut.path, WAFT_RUN_NEW);
        waft_run* run = open_run(&def);
        take(run, 6);
        waft_run_close(run);
        if (damage < 3) {
            flip_byte(scratch_file(&cut, "checkpoints/step_0000000006.waftckpt"), 333);
        }
        if (damage == 2) {
            CHECK(truncate(scratch_file(&cut, "checkpoints/step_0000000005.waftckpt"), 100) == 0);
        }
        if (damage == 3) {
            CHECK(truncate(scratch_file(&cut, "gauges.csv"), 150) == 0);
        }
        if (damage == 4) {
            CHECK(unlink(scratch_file(&cut, "stats.csv")) == 0);
        }
        def = make_def(scene, cut.path, WAFT_RUN_RESUME);
        run = open_run(&def);
        CHECK(waft_run_get_progress(run).step == (damage == 1 ? 5 : 0));
        CHECK(waft_run_get_progress(run).resumed == (damage == 1));
        CHECK(strstr(log_text, damage < 3    ? "its checksum does not fit"
                               : damage == 3 ? "gauges.csv:"
                                             : "stats.csv: cannot open") != NULL);
        CHECK((strstr(log_text, "going back to the start") != NULL) == (damage > 1));
        // The damaged one must not count among the two that are kept.
        take(run, 1);
        CHECK(access(scratch_file(&cut, "checkpoints/step_0000000005.waftckpt"), F_OK) == 0 ||
              damage > 1);
        waft_run_close(run);
        CHECK(run_to_end(&def) == hash);
        check_same_results(whole.path, cut.path);
        scratch_remove(&cut);
    }
    waft_scene_destroy(scene);
    scratch_remove(&whole);
}

// Steps 6 and 7 have checkpoints, frame 2 is that of step 6: without it both are of no use, without
// frame 3 (step 9) the checkpoint of step 8 is.
static void files_taken_away_are_written_again(void) {
    static const struct {
        const char* name;
        uint64_t stop, step;
    } lost[] = {{"png/height_000002.png", 7, 0}, {"png/height_000003.png", 9, 8},
        {"obj/surface_000000.obj", 5, 0}, {"pc2/parts/points_000003.f32", 9, 8},
        {"pc2/surface.obj", 5, 0}, {"ply/spray_000001.ply", 3, 2}};
    scratch whole = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    waft_run_def def = make_def(scene, whole.path, WAFT_RUN_NEW);
    const uint64_t hash = run_to_end(&def);
    for (size_t i = 0; i < sizeof(lost) / sizeof(lost[0]); ++i) {
        scratch cut = scratch_make();
        def = make_def(scene, cut.path, WAFT_RUN_NEW);
        waft_run* run = open_run(&def);
        take(run, lost[i].stop);
        waft_run_close(run);
        CHECK(unlink(scratch_file(&cut, lost[i].name)) == 0);
        def = make_def(scene, cut.path, WAFT_RUN_RESUME);
        run = open_run(&def);
        char words[128];
        (void)snprintf(words, sizeof(words), "/%s is missing; going back to %s", lost[i].name,
            lost[i].step > 0 ? "the checkpoint before it" : "the start");
        CHECK(strstr(log_text, words) != NULL);
        CHECK(waft_run_get_progress(run).step == lost[i].step);
        waft_run_close(run);
        CHECK(run_to_end(&def) == hash);
        check_same_results(whole.path, cut.path);
        scratch_remove(&cut);
    }
    // A finished run gets back what was taken away, and nothing is told where nothing was.
    CHECK(unlink(scratch_file(&whole, "png/height_000002.png")) == 0);
    def = make_def(scene, whole.path, WAFT_RUN_RESUME);
    CHECK(run_to_end(&def) == hash);
    CHECK(strstr(log_text, "/png/height_000002.png is missing; the run is computed again") != NULL);
    CHECK(access(scratch_file(&whole, "png/height_000002.png"), F_OK) == 0);
    def = make_def(scene, whole.path, WAFT_RUN_RESUME);
    CHECK(run_to_end(&def) == hash);
    CHECK_TEXT(log_text, "");
    waft_scene_destroy(scene);
    scratch_remove(&whole);
}

static void other_runs_are_refused(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    static char other_text[sizeof(scene_text) + 16];
    (void)snprintf(other_text, sizeof(other_text), "%s", scene_text);
    strstr(other_text, "0.12")[3] = '3';
    waft_scene* other = load_scene(other_text);
    waft_run_def def = make_def(scene, s.path, WAFT_RUN_NEW);
    waft_run* run = open_run(&def);
    take(run, 5);
    check_refused(&def, "another process is working in ");
    waft_run_close(run);
    check_refused(&def, "already holds a run; use --resume");
    def = make_def(other, s.path, WAFT_RUN_RESUME);
    check_refused(
        &def, "differs in the scene (water.trains[0].amplitude: 0.12, now 0.13); use --force");
    def = make_def(scene, s.path, WAFT_RUN_RESUME);
    run_world.seed = 6;
    check_refused(&def, "differs in the seed");
    (void)snprintf(other_text, sizeof(other_text), "%s", scene_text);
    strstr(other_text, "seed: 5")[6] = '7';
    waft_scene* reseeded = load_scene(other_text);
    def = make_def(reseeded, s.path, WAFT_RUN_RESUME);
    check_refused(&def, "differs in the seed");
    waft_scene_destroy(reseeded);
    def = make_def(scene, s.path, WAFT_RUN_RESUME);
    def.last_frame = 3;
    replayed[2].step = 8;
    check_refused(&def, "differs in the range of frames");
    def = make_def(scene, s.path, WAFT_RUN_RESUME);
    def.replay_count = 2;
    check_refused(&def, "differs in the edits to replay");
    char* json = scratch_read(scratch_file(&s, "run.json"), NULL);
    strstr(json, waft_version())[0] = '9';
    CHECK(waft_file_write(scratch_file(&s, "run.json"), json, strlen(json), NULL) == WAFT_OK);
    waft_text_free(NULL, json);
    def = make_def(scene, s.path, WAFT_RUN_RESUME);
    check_refused(&def, "differs in the version of waft");
    CHECK(waft_file_write(scratch_file(&s, "run.json"), "{}", 2, NULL) == WAFT_OK);
    waft_error error;
    CHECK(waft_run_open(&def, &run, &error) == WAFT_ERR_PARSE);
    CHECK(strstr(error.sentence, "--force") != NULL);
    // Refusals changed nothing that counts.
    CHECK(access(scratch_file(&s, "checkpoints/step_0000000005.waftckpt"), F_OK) == 0);
    waft_scene_destroy(other);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

// Replaces the text of one member of run.json.
static void rewrite_record(scratch* s, const char* key, const char* value) {
    char* json = scratch_read(scratch_file(s, "run.json"), NULL);
    char start[32];
    (void)snprintf(start, sizeof(start), "\"%s\": \"", key);
    const char* member = strstr(json, start) + strlen(start);
    static char text[16384];
    (void)snprintf(
        text, sizeof(text), "%.*s%s%s", (int)(member - json), json, value, strchr(member, '"'));
    CHECK(waft_file_write(scratch_file(s, "run.json"), text, strlen(text), NULL) == WAFT_OK);
    waft_text_free(NULL, json);
}

static void other_kernels_are_refused_and_other_machines_told(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    waft_run_def def = make_def(scene, s.path, WAFT_RUN_NEW);
    waft_run* run = open_run(&def);
    take(run, 5);
    waft_run_close(run);
    rewrite_record(&s, "isa", "abacus");
    def = make_def(scene, s.path, WAFT_RUN_RESUME);
    char words[128];
    (void)snprintf(words, sizeof(words),
        ": the run was made with abacus kernels, but this process uses %s; set WAFT_ISA=abacus, or "
        "use --force to start anew",
        waft_isa());
    check_refused(&def, words);
    rewrite_record(&s, "isa", waft_isa());
    rewrite_record(&s, "cpu", "Analytical Engine");
    run = open_run(&def);
    CHECK(strstr(log_text, "the run began on Analytical Engine") != NULL);
    CHECK(waft_run_get_progress(run).step == 5);
    waft_run_close(run);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

static void nothing_to_resume_is_told(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    char missing[128];
    (void)snprintf(missing, sizeof(missing), "%s/missing", s.path);
    const char* const directories[] = {missing, s.path};
    for (int i = 0; i < 2; ++i) {
        waft_run_def def = make_def(scene, directories[i], WAFT_RUN_RESUME);
        waft_run* run = open_run(&def);
        char words[256];
        (void)snprintf(
            words, sizeof(words), "nothing to resume in %s: starting a new run\n", directories[i]);
        CHECK(strstr(log_text, words) != NULL);
        waft_run_close(run);
        def = make_def(scene, directories[i], WAFT_RUN_FORCE);
        waft_run_close(open_run(&def));
        CHECK(strstr(log_text, "nothing to resume") == NULL);
    }
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

// The world would be that of an earlier step, and its hash not that of the run: it takes the last steps again.
static void a_finished_run_without_its_last_state_gets_it_back(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    waft_run_def def = make_def(scene, s.path, WAFT_RUN_NEW);
    const uint64_t hash = run_to_end(&def);
    static const char* const lost[] = {
        "checkpoints/step_0000000012.waftckpt", "checkpoints/step_0000000011.waftckpt"};
    for (int i = 0; i < 2; ++i) {
        CHECK(unlink(scratch_file(&s, lost[i])) == 0);
        def = make_def(scene, s.path, WAFT_RUN_RESUME);
        CHECK(run_to_end(&def) == hash);
        CHECK((strstr(log_text, "the run is computed again") != NULL) == (i == 0));
        CHECK(access(scratch_file(&s, "checkpoints/step_0000000012.waftckpt"), F_OK) == 0);
    }
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

static void force_takes_only_our_files(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene(scene_text);
    CHECK(waft_file_write(scratch_file(&s, "notes.txt"), "mine", 4, NULL) == WAFT_OK);
    waft_run_def def = make_def(scene, s.path, WAFT_RUN_NEW);
    waft_run* run = open_run(&def);
    take(run, 7);
    waft_run_close(run);
    CHECK(waft_file_write(scratch_file(&s, "png/photo.png"), "mine", 4, NULL) == WAFT_OK);
    CHECK(waft_file_write(scratch_file(&s, "obj/surface_1.obj"), "mine", 4, NULL) == WAFT_OK);
    CHECK(waft_file_write(scratch_file(&s, "png/height_000099.png"), "old", 3, NULL) == WAFT_OK);
    CHECK(waft_file_write(scratch_file(&s, "png/.height_000003.png.tmp.77"), "x", 1, NULL) ==
          WAFT_OK);
    def = make_def(scene, s.path, WAFT_RUN_FORCE);
    def.replay_count = 0;
    run = open_run(&def);
    CHECK(access(scratch_file(&s, "png/height_000099.png"), F_OK) != 0);
    CHECK(access(scratch_file(&s, "png/height_000001.png"), F_OK) != 0);
    CHECK(access(scratch_file(&s, "png/height_000000.png"), F_OK) == 0);
    CHECK(access(scratch_file(&s, "edits.log"), F_OK) != 0);
    CHECK(access(scratch_file(&s, "checkpoints/step_0000000007.waftckpt"), F_OK) != 0);
    CHECK(access(scratch_file(&s, "png/photo.png"), F_OK) == 0);
    CHECK(access(scratch_file(&s, "obj/surface_1.obj"), F_OK) == 0);
    CHECK(access(scratch_file(&s, "notes.txt"), F_OK) == 0);
    CHECK(look_through(s.path).temporaries == 0);
    waft_run_close(run);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"continued_anywhere_gives_the_same_bytes", continued_anywhere_gives_the_same_bytes},
    {"killed_and_continued", killed_and_continued},
    {"damaged_checkpoints_are_stepped_over", damaged_checkpoints_are_stepped_over},
    {"files_taken_away_are_written_again", files_taken_away_are_written_again},
    {"other_runs_are_refused", other_runs_are_refused},
    {"other_kernels_are_refused_and_other_machines_told",
        other_kernels_are_refused_and_other_machines_told},
    {"nothing_to_resume_is_told", nothing_to_resume_is_told},
    {"a_finished_run_without_its_last_state_gets_it_back",
        a_finished_run_without_its_last_state_gets_it_back},
    {"force_takes_only_our_files", force_takes_only_our_files},
};

int main(int argc, char** argv) {
    return run_test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}

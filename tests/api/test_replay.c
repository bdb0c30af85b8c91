// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "replay_fixture.h"

#include <limits.h>

#define STATES "output: [{format: state, every: 2}]\n"

static uint64_t expected[FRAMES]; // hash of each frame

// The fixture's scene with other things in place of its output: syncing files takes most of the time.
static waft_scene* load_scene_with(const char* end) {
    char text[4096];
    const char* output = strstr(scene_text, "output:");
    (void)snprintf(text, sizeof(text), "%.*s%s", (int)(output - scene_text), scene_text, end);
    return load_scene(text);
}

// Runs it to the end (or `steps` of it) and notes the hash of every frame.
static void run_scene(const char* end, const char* directory, uint64_t steps) {
    waft_scene* scene = load_scene_with(end);
    waft_run_def def = make_def(scene, directory, WAFT_RUN_NEW);
    def.checkpoint_seconds = 1e9;
    waft_run* run = open_run(&def);
    expected[0] = waft_world_hash(waft_run_world(run));
    for (uint64_t step = 1; step <= steps; ++step) {
        take(run, 1);
        if (step % STEPS_PER_FRAME == 0) {
            expected[step / STEPS_PER_FRAME] = waft_world_hash(waft_run_world(run));
        }
    }
    CHECK((steps == STEPS ? waft_run_finish(run) : waft_run_checkpoint(run)) == WAFT_OK);
    waft_run_close(run);
    waft_scene_destroy(scene);
}

static void check_seek(waft_replay* replay, int frame) {
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_replay_seek(replay, frame, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  frame %d: %s\n", frame, error.sentence);
    }
    if (!CHECK(waft_world_hash(waft_replay_world(replay)) == expected[frame])) {
        (void)fprintf(stderr, "  frame %d\n", frame);
    }
}

static void remove_folder(scratch* s, const char* name) {
    (void)nftw(scratch_file(s, name), scratch_remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static const int order[] = {4, 0, 2, 2, 3, 1, 4, 3, 0, 1};

static void seek_in_any_order(const char* directory, int threads) {
    waft_replay_def def = replay_def(directory);
    def.threads = threads;
    waft_replay* replay = open_replay(&def);
    CHECK(waft_world_hash(waft_replay_world(replay)) == expected[0]);
    int first = -1;
    int last = -1;
    waft_replay_range(replay, &first, &last);
    CHECK(first == 0 && last == FRAMES - 1);
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); ++i) {
        check_seek(replay, order[i]);
    }
    waft_replay_close(replay);
    CHECK_TEXT(log_text, "");
}

static void the_same_bits(void) {
    scratch s = scratch_make();
    run_scene(STATES, s.path, STEPS);
    waft_run_info info;
    CHECK(waft_run_inspect(s.path, &info, NULL) == WAFT_OK);
    CHECK(info.hash == expected[FRAMES - 1]);
    CHECK(scratch_entry_count(scratch_file(&s, "state")) == 3);
    const found_files before = look_through(s.path);
    seek_in_any_order(s.path, 1);
    seek_in_any_order(s.path, 3);
    remove_folder(&s, "checkpoints");
    seek_in_any_order(s.path, 1);
    remove_folder(&s, "state");
    seek_in_any_order(s.path, 2);
    CHECK(look_through(s.path).others == before.others - 4);
    scratch_remove(&s);
}

static void copy_file(const char* from, const char* to) {
    size_t size = 0;
    char* bytes = scratch_read(from, &size);
    CHECK(waft_file_write(to, bytes, size, NULL) == WAFT_OK);
    waft_text_free(NULL, bytes);
}

// That states are used shows where they are damaged: what is told is then that nothing came of it.
static void damaged_states(void) {
    scratch s = scratch_make();
    char first[512];
    run_scene(STATES, s.path, STEPS);
    (void)snprintf(first, sizeof(first), "%s/state/frame_000000.waftckpt", s.path);
    flip_byte(scratch_file(&s, "state/frame_000002.waftckpt"), 1000);
    const waft_replay_def def = replay_def(s.path);
    waft_replay* replay = open_replay(&def);
    check_seek(replay, 3);
    CHECK(strstr(log_text, "state/frame_000002.waftckpt: the checkpoint is cut short or was") !=
          NULL);
    CHECK(strstr(log_text, "; going on without it") != NULL);
    log_text[0] = '\0';
    check_seek(replay, 4);
    CHECK_TEXT(log_text, "");
    // The checkpoint of the last step stands in for its state.
    CHECK(truncate(scratch_file(&s, "state/frame_000004.waftckpt"), 50) == 0);
    check_seek(replay, 1);
    check_seek(replay, 4);
    CHECK(strstr(log_text, "state/frame_000004.waftckpt: the checkpoint is cut short") != NULL);
    // A state of another time is no use, whatever its name says.
    log_text[0] = '\0';
    copy_file(first, scratch_file(&s, "state/frame_000002.waftckpt"));
    check_seek(replay, 2);
    CHECK(strstr(log_text, "frame_000002.waftckpt: it belongs to another run: the step") != NULL);
    waft_replay_close(replay);
    scratch_remove(&s);
}

// Edits that were made while the run went on are in edits.log, and nowhere else.
static void live_edits(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene_with("");
    waft_run_def def = make_def(scene, s.path, WAFT_RUN_NEW);
    def.replay_count = 0;
    waft_run* run = open_run(&def);
    expected[0] = waft_world_hash(waft_run_world(run));
    for (int step = 0; step < STEPS; ++step) {
        waft_edit edit = {.kind = WAFT_EDIT_SET,
            .setting = {"water.trains[0].amplitude", {0.01f * (float)(step + 1)}, 1}};
        CHECK(waft_world_queue(waft_run_world(run), &edit) == WAFT_OK);
        take(run, 1);
        if ((step + 1) % STEPS_PER_FRAME == 0) {
            expected[(step + 1) / STEPS_PER_FRAME] = waft_world_hash(waft_run_world(run));
        }
    }
    CHECK(waft_run_finish(run) == WAFT_OK);
    waft_run_close(run);
    waft_scene_destroy(scene);
    seek_in_any_order(s.path, 1);
    remove_folder(&s, "checkpoints");
    seek_in_any_order(s.path, 1);
    // Without its edits it would be another run; the bits tell.
    CHECK(unlink(scratch_file(&s, "edits.log")) == 0);
    const waft_replay_def look = replay_def(s.path);
    waft_replay* replay = open_replay(&look);
    CHECK(waft_replay_seek(replay, 4, NULL) == WAFT_OK);
    CHECK(waft_world_hash(waft_replay_world(replay)) != expected[4]);
    waft_replay_close(replay);
    scratch_remove(&s);
}

static void runs_that_go_on(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene_with("");
    waft_run_def def = make_def(scene, s.path, WAFT_RUN_NEW);
    def.first_frame = 2;
    waft_run* run = open_run(&def);
    waft_replay_def look = replay_def(s.path);
    waft_replay* replay = open_replay(&look);
    int first = -1;
    int last = -1;
    waft_replay_range(replay, &first, &last);
    CHECK(first == 2 && last == 1);
    CHECK(waft_replay_seek(replay, 0, NULL) == WAFT_OK);
    CHECK(waft_replay_seek(replay, 1, NULL) == WAFT_ERR_ARGUMENT);
    waft_replay_close(replay);
    take(run, 3 * STEPS_PER_FRAME + 1);
    CHECK(waft_run_checkpoint(run) == WAFT_OK);
    replay = open_replay(&look);
    waft_replay_range(replay, &first, &last);
    CHECK(first == 2 && last == 3);
    CHECK(waft_replay_seek(replay, 1, NULL) == WAFT_OK);
    CHECK(waft_replay_seek(replay, 3, NULL) == WAFT_OK);
    waft_error error;
    CHECK(waft_replay_seek(replay, 4, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, ": there is no frame 4; the run has come to frame 3") != NULL);
    CHECK(waft_replay_seek(replay, -1, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_replay_seek(replay, INT_MAX, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_steps(waft_replay_world(replay)) == UINT64_C(3) * STEPS_PER_FRAME);
    waft_replay_close(replay);
    take(run, STEPS);
    CHECK(waft_run_finish(run) == WAFT_OK);
    waft_run_close(run);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

static uint64_t identity_of(const char* directory) {
    const waft_replay_def def = replay_def(directory);
    waft_replay* replay = open_replay(&def);
    const uint64_t identity = waft_replay_identity(replay);
    waft_replay_close(replay);
    return identity;
}

// Runs half of it, then the rest; queues an edit besides those of the def if asked to. Returns what
// it is identified by.
static uint64_t run_and_identify(waft_run_def* def, bool live) {
    waft_run* run = open_run(def);
    const uint64_t identity = waft_run_identity(run);
    if (live) {
        const waft_edit edit = {
            .kind = WAFT_EDIT_SET, .setting = {"water.trains[0].amplitude", {0.02f}, 1}};
        CHECK(waft_world_queue(waft_run_world(run), &edit) == WAFT_OK);
    }
    take(run, STEPS / 2);
    CHECK(waft_run_checkpoint(run) == WAFT_OK);
    CHECK(live || identity_of(def->directory) == identity);
    take(run, STEPS);
    CHECK(waft_run_finish(run) == WAFT_OK);
    waft_run_close(run);
    CHECK((identity_of(def->directory) == identity) == !live);
    return identity;
}

static void identities(void) {
    waft_scene* scene = load_scene_with("");
    waft_scene* seen = load_scene_with("camera: {azimuth: 50 deg}\n");
    scratch places[6];
    uint64_t ids[6];
    for (int i = 0; i < 6; ++i) {
        places[i] = scratch_make();
        waft_run_def def = make_def(i == 1 ? seen : scene, places[i].path, WAFT_RUN_NEW);
        def.first_frame = i == 1 ? 1 : 0;
        def.replay_count = i == 2 || i == 5 ? 0 : def.replay_count;
        run_world.seed += i == 3 ? 1 : 0;
        ids[i] = run_and_identify(&def, i >= 4);
    }
    CHECK(ids[0] == ids[1]); // neither the view nor the range makes another run
    CHECK(ids[0] != ids[2] && ids[0] != ids[3] && ids[2] != ids[3]);
    CHECK(identity_of(places[4].path) != ids[0] && identity_of(places[5].path) != ids[2]);
    CHECK(waft_run_identity(NULL) == 0 && waft_replay_identity(NULL) == 0);
    for (int i = 0; i < 6; ++i) {
        scratch_remove(&places[i]);
    }
    waft_scene_destroy(seen);
    waft_scene_destroy(scene);
}

// A frame at a time, the same bits; a short cut that is damaged is told of once.
static void approaching(void) {
    scratch s = scratch_make();
    run_scene(STATES, s.path, STEPS);
    remove_folder(&s, "checkpoints");
    flip_byte(scratch_file(&s, "state/frame_000002.waftckpt"), 1000);
    const waft_replay_def def = replay_def(s.path);
    waft_replay* replay = open_replay(&def);
    bool there = false;
    int calls = 0;
    for (; !there && calls < 10; ++calls) {
        CHECK(waft_replay_approach(replay, 3, &there, NULL) == WAFT_OK);
        CHECK(
            waft_world_steps(waft_replay_world(replay)) == (uint64_t)(calls + 1) * STEPS_PER_FRAME);
    }
    CHECK(there && calls == 3);
    CHECK(waft_world_hash(waft_replay_world(replay)) == expected[3]);
    const char* told = strstr(log_text, "going on without it");
    CHECK(told != NULL && strstr(told + 1, "going on without it") == NULL);
    // Left half way for another frame, and back.
    CHECK(waft_replay_approach(replay, 0, &there, NULL) == WAFT_OK && there);
    CHECK(waft_replay_approach(replay, 3, &there, NULL) == WAFT_OK && !there);
    check_seek(replay, 1);
    check_seek(replay, 3);
    CHECK(waft_replay_approach(replay, 99, &there, NULL) == WAFT_ERR_ARGUMENT && !there);
    CHECK(waft_replay_approach(replay, 3, NULL, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_replay_approach(NULL, 3, &there, NULL) == WAFT_ERR_ARGUMENT);
    waft_replay_close(replay);
    scratch_remove(&s);
}

// Whoever reads a run back may want a single picture of any size.
static void odd_sides(void) {
    scratch s = scratch_make();
    run_scene("render: {video: true}\n", s.path, STEPS);
    static const char* const sets[] = {"render.size=[65,49]"};
    waft_replay_def def = replay_def(s.path);
    def.sets = sets;
    def.set_count = 1;
    waft_replay* replay = open_replay(&def);
    CHECK(waft_scene_look(waft_replay_scene(replay), 0.0).size[0] == 65);
    CHECK(waft_scene_pictures(waft_replay_scene(replay)).video);
    waft_replay_close(replay);
    scratch_remove(&s);
}

static void other_views(void) {
    scratch s = scratch_make();
    run_scene(STATES, s.path, STEPS);
    static const char* const good[] = {"camera.azimuth=77 deg", "render.samples=3"};
    waft_replay_def def = replay_def(s.path);
    def.sets = good;
    def.set_count = 2;
    waft_replay* replay = open_replay(&def);
    CHECK_NEAR(waft_scene_camera(waft_replay_scene(replay), 0.0).azimuth, 77.0 * 0.01745329, 1e-6);
    CHECK(waft_scene_look(waft_replay_scene(replay), 0.0).samples == 3);
    check_seek(replay, 2);
    CHECK_TEXT(log_text, "");
    waft_replay_close(replay);
    static const char* const other_run[] = {"water.depth=3"};
    static const char* const near[] = {"cameras.azimuth=3"};
    static const char* const wrong[] = {"camera.fov=banana"};
    def.set_count = 1;
    def.sets = other_run;
    check_open_fails(&def, WAFT_ERR_ARGUMENT,
        "'water.depth' cannot be changed when a run is read back, it would be another run");
    def.sets = near;
    check_open_fails(&def, WAFT_ERR_ARGUMENT, "only camera and render can");
    def.sets = wrong;
    check_open_fails(&def, WAFT_ERR_PARSE, "--set: ");
    waft_diagnostics* list = NULL;
    CHECK(waft_diagnostics_create(NULL, &list) == WAFT_OK);
    def.diagnostics = list;
    check_open_fails(&def, WAFT_ERR_PARSE, "--set: ");
    CHECK(waft_diagnostics_error_count(list) == 1);
    waft_diagnostics_destroy(list);
    scratch_remove(&s);
}

// How a scene is looked at does not make it another run.
static void a_run_resumed_with_another_view(void) {
    scratch s = scratch_make();
    run_scene("camera: {azimuth: 10 deg}\n", s.path, STEPS / 2);
    waft_scene* scene = load_scene_with("camera: {azimuth: 50 deg}\n");
    waft_run_def def = make_def(scene, s.path, WAFT_RUN_RESUME);
    def.checkpoint_seconds = 1e9;
    waft_run* run = open_run(&def);
    CHECK(waft_run_get_progress(run).resumed);
    take(run, STEPS);
    CHECK(waft_run_finish(run) == WAFT_OK);
    waft_run_close(run);
    waft_scene_destroy(scene);
    CHECK(scratch_holds(scratch_file(&s, "run.json"), "\"azimuth\":0.872664"));
    // A finished run takes the last view that it was asked for, and is as finished as before.
    waft_run_info before;
    waft_run_info after;
    CHECK(waft_run_inspect(s.path, &before, NULL) == WAFT_OK);
    scene = load_scene_with("");
    const waft_run_def again = make_def(scene, s.path, WAFT_RUN_RESUME);
    run = open_run(&again);
    CHECK(waft_run_done(run));
    waft_run_close(run);
    waft_scene_destroy(scene);
    CHECK(!scratch_holds(scratch_file(&s, "run.json"), "\"azimuth\":0.872664"));
    CHECK(waft_run_inspect(s.path, &after, NULL) == WAFT_OK);
    CHECK(memcmp(&before, &after, sizeof(before)) == 0);
    scratch_remove(&s);
}

static void change_record(scratch* s, const char* from, const char* to) {
    size_t size = 0;
    CHECK(strlen(from) == strlen(to));
    char* json = scratch_read(scratch_file(s, "run.json"), &size);
    char* place = strstr(json, from);
    if (CHECK(place != NULL)) {
        for (; *to != '\0'; ++to) {
            *place++ = *to;
        }
    }
    CHECK(waft_file_write(scratch_file(s, "run.json"), json, size, NULL) == WAFT_OK);
    waft_text_free(NULL, json);
}

static void other_versions_and_machines(void) {
    scratch s = scratch_make();
    run_scene(STATES, s.path, STEPS);
    const waft_replay_def def = replay_def(s.path);
    change_record(&s, "\"libc\": \"g", "\"libc\": \"h");
    waft_replay* replay = open_replay(&def);
    CHECK(strstr(log_text, "; last bits may differ") != NULL);
    check_seek(replay, 3);
    waft_replay_close(replay);
    change_record(&s, "\"version\": \"0", "\"version\": \"9");
    replay = open_replay(&def);
    CHECK(strstr(log_text, ": the run was made with waft 9") != NULL);
    log_text[0] = '\0';
    check_seek(replay, 3);
    CHECK_TEXT(log_text, "");
    waft_replay_close(replay);
    scratch_remove(&s);
}

static void records_that_do_not_fit(void) {
    scratch s = scratch_make();
    waft_replay_def def = replay_def(s.path);
    check_open_fails(&def, WAFT_ERR_IO, "holds no run: there is no run.json");
    run_scene("", s.path, STEPS);
    def.threads = 0;
    check_open_fails(&def, WAFT_ERR_ARGUMENT, "threads");
    def.threads = 1;
    change_record(&s, "\"amplitude\":0.12", "\"amplitude\":0.13");
    check_open_fails(&def, WAFT_ERR_PARSE, "the scene in it is not the one that was run");
    change_record(&s, "\"amplitude\":0.13", "\"amplitude\":-0.1");
    check_open_fails(&def, WAFT_ERR_PARSE, "/run.json: ");
    change_record(&s, "\"amplitude\":-0.1", "\"amplitude\":0.12");
    CHECK(waft_file_write(scratch_file(&s, "edits.log"), "what", 4, NULL) == WAFT_OK);
    check_open_fails(&def, WAFT_ERR_PARSE, "edits.log:1:1:");
    CHECK(waft_file_write(scratch_file(&s, "run.json"), "{}", 2, NULL) == WAFT_OK);
    check_open_fails(&def, WAFT_ERR_PARSE, "not the record");
    def.struct_size = 0;
    check_open_fails(&def, WAFT_ERR_ARGUMENT, "waft_replay_def_default()");
    def = replay_def("");
    check_open_fails(&def, WAFT_ERR_ARGUMENT, "a replay needs a directory");
    check_open_fails(NULL, WAFT_ERR_ARGUMENT, "waft_replay_def_default()");
    CHECK(waft_replay_open(&def, NULL, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_replay_seek(NULL, 0, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_replay_scene(NULL) == NULL && waft_replay_world(NULL) == NULL);
    waft_replay_close(NULL);
    scratch_remove(&s);
}

static void memory_runs_out(void) {
    scratch s = scratch_make();
    run_scene(STATES, s.path, STEPS);
    waft_result result = WAFT_ERR_NO_MEMORY;
    long fail_at = 1;
    for (; fail_at < 500 && result == WAFT_ERR_NO_MEMORY; ++fail_at) {
        counting c = {.fail_at = fail_at};
        waft_replay_def def = replay_def(s.path);
        def.allocator = counting_hook(&c);
        waft_replay* replay = NULL;
        result = waft_replay_open(&def, &replay, NULL);
        CHECK((result == WAFT_OK) == (replay != NULL));
        for (int frame = 3; frame >= 2 && result == WAFT_OK; --frame) {
            result = waft_replay_seek(replay, frame, NULL);
        }
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
        CHECK(result != WAFT_OK || waft_world_hash(waft_replay_world(replay)) == expected[2]);
        waft_replay_close(replay);
        CHECK(c.live == 0);
    }
    CHECK(result == WAFT_OK && fail_at > 5);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"the_same_bits", the_same_bits},
    {"damaged_states", damaged_states},
    {"live_edits", live_edits},
    {"runs_that_go_on", runs_that_go_on},
    {"identities", identities},
    {"approaching", approaching},
    {"odd_sides", odd_sides},
    {"other_views", other_views},
    {"a_run_resumed_with_another_view", a_run_resumed_with_another_view},
    {"other_versions_and_machines", other_versions_and_machines},
    {"records_that_do_not_fit", records_that_do_not_fit},
    {"memory_runs_out", memory_runs_out},
};

int main(int argc, char** argv) {
    return run_test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}

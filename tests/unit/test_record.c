// SPDX-License-Identifier: MIT
#include "run/layout.h"
#include "run/record.h"
#include "scratch.h"

static wafti_run_record sample(void) {
    return (wafti_run_record){.key = {.version = "1.2.3",
                                  .scene_hash = UINT64_C(0xFEDCBA9876543210),
                                  .replay_hash = 3,
                                  .seed = UINT64_MAX,
                                  .first_frame = 2,
                                  .last_frame = 40},
        .title = "A \"quoted\" title, \xC3\xA4",
        .state = WAFTI_STATE_RUNNING,
        .isa = "avx2",
        .cpu = "Some CPU",
        .libc = "glibc 2.36",
        .threads = 2,
        .frames_written = 7,
        .step = 30,
        .step_count = 160,
        .step_length = 1.0 / 120.0,
        .wall_seconds = 12.5,
        .hash = 99};
}

static void a_record_comes_back(void) {
    scratch s = scratch_make();
    const wafti_run_record record = sample();
    CHECK(wafti_record_write(s.path, &record, "{\"title\":\"other\",\"seed\":1}", NULL, NULL) ==
          WAFT_OK);
    wafti_run_record back;
    CHECK(wafti_record_read(s.path, NULL, &back, NULL, NULL) == WAFT_OK);
    CHECK(wafti_run_key_difference(&record.key, &back.key) == NULL);
    CHECK_TEXT(back.title, record.title);
    CHECK_TEXT(back.state, record.state);
    CHECK_TEXT(back.cpu, record.cpu);
    CHECK(back.step == 30 && back.step_count == 160 && back.frames_written == 7);
    CHECK(back.threads == 2 && back.hash == 99);
    CHECK_NEAR(back.step_length, 1.0 / 120.0, 0.0);
    CHECK_NEAR(back.wall_seconds, 12.5, 0.0);
    CHECK(
        scratch_holds(scratch_file(&s, "run.json"), "\"scene\": {\"title\":\"other\",\"seed\":1}"));
    scratch_remove(&s);
}

// The scene lies beside the run, above it, or in it; the way from one to the other shows that.
static void places_of_files(void) {
    if (!waft_has("yaml") || !waft_has("png")) {
        return;
    }
    static const char text[] = "waft: 1\nwater:\n  terrain: {kind: map, file: bed.png, low: -2, "
                               "high: -1}\n  trains: [{length: 3, amplitude: 0.01}]\n";
    static const char* const ways[][3] = {
        {"scenes", "out/run", "../../scenes"}, {"out", "out/run", ".."}, {"out", "out", "."}};
    scratch s = scratch_make();
    const float flat[4] = {0.0f, 0.1f, 0.2f, 0.3f};
    const waft_field field = {.data = flat, .size = {2, 1, 2}, .stride = {1, 2, 2}};
    CHECK(
        mkdir(scratch_file(&s, "scenes"), 0777) == 0 && mkdir(scratch_file(&s, "out"), 0777) == 0);
    CHECK(mkdir(scratch_file(&s, "out/run"), 0777) == 0);
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); ++i) {
        char name[2][512];
        (void)snprintf(name[0], sizeof(name[0]), "%s/%s/bed.png", s.path, ways[i][0]);
        (void)snprintf(name[1], sizeof(name[1]), "%s/%s/test.yaml", s.path, ways[i][0]);
        CHECK(waft_png_write_heights(name[0], &field, 0.0f, 1.0f, NULL, NULL) == WAFT_OK);
        waft_diagnostics* list = NULL;
        waft_scene* scene = NULL;
        CHECK(waft_diagnostics_create(NULL, &list) == WAFT_OK);
        CHECK(waft_scene_load_text(name[1], text, strlen(text), NULL, list, &scene) == WAFT_OK);
        wafti_run_record record = sample();
        wafti_record_locate_files(&record, scene, scratch_file(&s, ways[i][1]));
        CHECK(record.files_hash == waft_scene_files_hash(scene) && record.files_hash != 0);
        CHECK_TEXT(record.files_from_run.text, ways[i][2]);
        CHECK(record.files_absolute.text[0] == '/');
        CHECK(wafti_record_write(s.path, &record, "{\"a\":{}}", NULL, NULL) == WAFT_OK);
        wafti_run_record back;
        char* json = NULL;
        CHECK(wafti_record_read(s.path, NULL, &back, &json, NULL) == WAFT_OK);
        CHECK_TEXT(json, "{\"a\":{}}");
        CHECK(back.files_hash == record.files_hash);
        CHECK_TEXT(back.files_from_run.text, ways[i][2]);
        CHECK_TEXT(back.files_absolute.text, record.files_absolute.text);
        waft_text_free(NULL, json);
        waft_scene_destroy(scene);
        waft_diagnostics_destroy(list);
    }
    scratch_remove(&s);
}

static void a_killed_run_is_interrupted(void) {
    scratch s = scratch_make();
    wafti_run_record record = sample();
    waft_run_info info;
    CHECK(wafti_record_write(s.path, &record, "{}", NULL, NULL) == WAFT_OK);
    CHECK(waft_run_inspect(s.path, &info, NULL) == WAFT_OK);
    CHECK_TEXT(info.state, "interrupted");
    const waft_logger silence = {0};
    int lock = -1;
    CHECK(wafti_layout_lock(s.path, &silence, &lock, NULL) == WAFT_OK);
    CHECK(waft_run_inspect(s.path, &info, NULL) == WAFT_OK);
    CHECK_TEXT(info.state, "running");
    (void)close(lock);
    (void)snprintf(record.state, sizeof(record.state), "%s", WAFTI_STATE_FINISHED);
    CHECK(wafti_record_write(s.path, &record, "{}", NULL, NULL) == WAFT_OK);
    CHECK(waft_run_inspect(s.path, &info, NULL) == WAFT_OK);
    CHECK_TEXT(info.state, "finished");
    CHECK(info.seed == UINT64_MAX && info.last_frame == 40 && info.hash == 99);
    scratch_remove(&s);
}

static void damage_is_refused(void) {
    scratch s = scratch_make();
    wafti_run_record record = sample();
    waft_error error;
    CHECK(wafti_record_read(s.path, NULL, &record, NULL, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "holds no run") != NULL);
    record = sample();
    CHECK(wafti_record_write(s.path, &record, "{}", NULL, NULL) == WAFT_OK);
    size_t size = 0;
    char* json = scratch_read(scratch_file(&s, "run.json"), &size);
    for (size_t length = 0; length + 2 < size; length += 7) {
        CHECK(waft_file_write(scratch_file(&s, "run.json"), json, length, NULL) == WAFT_OK);
        CHECK(wafti_record_read(s.path, NULL, &record, NULL, &error) == WAFT_ERR_PARSE);
    }
    strstr(json, "running")[1] = 'o';
    CHECK(waft_file_write(scratch_file(&s, "run.json"), json, size, NULL) == WAFT_OK);
    CHECK(wafti_record_read(s.path, NULL, &record, NULL, &error) == WAFT_ERR_PARSE);
    waft_text_free(NULL, json);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"a_record_comes_back", a_record_comes_back},
    {"places_of_files", places_of_files},
    {"a_killed_run_is_interrupted", a_killed_run_is_interrupted},
    {"damage_is_refused", damage_is_refused},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "run/checkpoint.h"
#include "run/layout.h"
#include "scratch.h"

static wafti_checkpoint sample(void) {
    return (wafti_checkpoint){.key = {.version = "1.2.3",
                                  .scene_hash = UINT64_C(0x0123456789ABCDEF),
                                  .replay_hash = 7,
                                  .seed = UINT64_MAX,
                                  .first_frame = 3,
                                  .last_frame = 99},
        .step = 1234567890123,
        .frame = 12,
        .time = 0.1,
        .state_hash = 42,
        .snapshot = "snapshot bytes",
        .snapshot_size = 14};
}

static void a_checkpoint_comes_back(void) {
    scratch s = scratch_make();
    const wafti_checkpoint c = sample();
    CHECK(wafti_checkpoint_write(scratch_file(&s, "c"), &c, NULL) == WAFT_OK);
    size_t size = 0;
    char* bytes = scratch_read(scratch_file(&s, "c"), &size);
    wafti_checkpoint back;
    CHECK(wafti_checkpoint_decode(bytes, size, "c", &back, NULL) == WAFT_OK);
    CHECK(wafti_run_key_difference(&c.key, &back.key) == NULL);
    CHECK(back.step == c.step && back.frame == c.frame && back.time == c.time);
    CHECK(back.state_hash == c.state_hash && back.snapshot_size == 14);
    CHECK(memcmp(back.snapshot, "snapshot bytes", 14) == 0);
    waft_text_free(NULL, bytes);
    scratch_remove(&s);
}

static void every_cut_and_flip_is_refused(void) {
    scratch s = scratch_make();
    const wafti_checkpoint c = sample();
    CHECK(wafti_checkpoint_write(scratch_file(&s, "c"), &c, NULL) == WAFT_OK);
    size_t size = 0;
    char* bytes = scratch_read(scratch_file(&s, "c"), &size);
    CHECK(size == 120 + 14 + 4);
    wafti_checkpoint back;
    waft_error error;
    for (size_t length = 0; length < size; ++length) {
        error.sentence[0] = '\0';
        CHECK(wafti_checkpoint_decode(bytes, length, "c", &back, &error) == WAFT_ERR_PARSE);
        CHECK(strncmp(error.sentence, "c: ", 3) == 0);
    }
    for (size_t i = 0; i < size; ++i) {
        for (int bit = 0; bit < 8; ++bit) {
            bytes[i] = (char)(bytes[i] ^ (1 << bit));
            CHECK(wafti_checkpoint_decode(bytes, size, "c", &back, &error) == WAFT_ERR_PARSE);
            bytes[i] = (char)(bytes[i] ^ (1 << bit));
        }
    }
    CHECK(wafti_checkpoint_decode(bytes, size, "c", &back, &error) == WAFT_OK);
    waft_text_free(NULL, bytes);
    scratch_remove(&s);
}

static void differences_are_named(void) {
    const wafti_run_key key = sample().key;
    wafti_run_key other = key;
    CHECK(wafti_run_key_difference(&key, &other) == NULL);
    other.replay_hash = 8;
    CHECK_TEXT(wafti_run_key_difference(&key, &other), "the edits to replay");
    other.first_frame = 4;
    CHECK_TEXT(wafti_run_key_difference(&key, &other), "the range of frames");
    other.scene_hash = 1;
    CHECK_TEXT(wafti_run_key_difference(&key, &other), "the scene");
    other.seed = 1;
    CHECK_TEXT(wafti_run_key_difference(&key, &other), "the seed");
    other.version[0] = '9';
    CHECK_TEXT(wafti_run_key_difference(&key, &other), "the version of waft");
}

static void write_at(const scratch* s, uint64_t step) {
    const wafti_checkpoint c = sample();
    wafti_path path;
    CHECK(wafti_layout_path(&path, s->path, WAFTI_KIND_CHECKPOINT, step, NULL) == WAFT_OK);
    CHECK(wafti_checkpoint_write(path.text, &c, NULL) == WAFT_OK);
}

static void lists_and_prunes(void) {
    scratch s = scratch_make();
    uint64_t steps[3];
    size_t count = 9;
    CHECK(wafti_checkpoint_list(s.path, steps, 3, &count, NULL) == WAFT_OK);
    CHECK(count == 0);
    CHECK(wafti_layout_make_folder(s.path, WAFTI_KIND_CHECKPOINT, NULL) == WAFT_OK);
    const uint64_t written[] = {30, 10, 50, 40, 20};
    for (int i = 0; i < 5; ++i) {
        write_at(&s, written[i]);
    }
    CHECK(waft_file_write(scratch_file(&s, "checkpoints/mine"), "x", 1, NULL) == WAFT_OK);
    CHECK(wafti_checkpoint_list(s.path, steps, 3, &count, NULL) == WAFT_OK);
    CHECK(count == 3 && steps[0] == 50 && steps[1] == 40 && steps[2] == 30);
    CHECK(wafti_checkpoint_prune(s.path, 30, NULL) == WAFT_OK);
    CHECK(wafti_checkpoint_list(s.path, steps, 3, &count, NULL) == WAFT_OK);
    CHECK(count == 2 && steps[0] == 30 && steps[1] == 20);
    CHECK(access(scratch_file(&s, "checkpoints/mine"), F_OK) == 0);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"a_checkpoint_comes_back", a_checkpoint_comes_back},
    {"every_cut_and_flip_is_refused", every_cut_and_flip_is_refused},
    {"differences_are_named", differences_are_named},
    {"lists_and_prunes", lists_and_prunes},
};

TEST_MAIN(cases)

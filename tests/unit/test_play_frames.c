// SPDX-License-Identifier: MIT
#include "io/play_frames.h"

#include "scratch.h"

static void put(scratch* s, const char* name) {
    CHECK(waft_file_write(scratch_file(s, name), "x", 1, NULL) == WAFT_OK);
}

static wafti_play_frames find(const scratch* s) {
    wafti_play_frames frames;
    waft_error error = {.sentence = ""};
    CHECK(wafti_play_frames_find(s->path, &frames, &error) == WAFT_OK);
    return frames;
}

static void none_without_a_cache(void) {
    scratch s = scratch_make();
    wafti_play_frames frames = find(&s);
    CHECK(frames.last < frames.first);
    CHECK(mkdir(scratch_file(&s, "cache"), 0777) == 0);
    put(&s, "cache/smoke_12.wgc");
    put(&s, "cache/smoke_000012.wgc.tmp.77");
    put(&s, "cache/smoke_00001x.wgc");
    put(&s, "cache/water_000012.wgc");
    frames = find(&s);
    CHECK(frames.last < frames.first);
    put(&s, "cache/smoke_000012.wgc");
    frames = find(&s);
    CHECK(frames.first == 12 && frames.last == 12 && frames.every == 1);
    scratch_remove(&s);
}

static void gaps_are_found(void) {
    scratch s = scratch_make();
    CHECK(mkdir(scratch_file(&s, "cache"), 0777) == 0);
    static const int there[] = {9, 3, 15, 6, 21};
    for (size_t i = 0; i < sizeof(there) / sizeof(there[0]); ++i) {
        char name[64];
        (void)snprintf(name, sizeof(name), "cache/smoke_%06d.wgc", there[i]);
        put(&s, name);
    }
    const wafti_play_frames frames = find(&s);
    CHECK(frames.first == 3 && frames.last == 21 && frames.every == 3);
    CHECK(wafti_play_frames_before(&frames, 3) == 3);
    CHECK(wafti_play_frames_before(&frames, 8) == 6);
    CHECK(wafti_play_frames_gap(s.path, &frames, 3, 9) == -1);
    // Frame 10 lies between 9 and 12, of which one is gone.
    CHECK(wafti_play_frames_gap(s.path, &frames, 3, 10) == 12);
    CHECK(wafti_play_frames_gap(s.path, &frames, 15, 15) == -1);
    CHECK(wafti_play_frames_gap(s.path, &frames, 15, 21) == 18);
    scratch_remove(&s);
}

static void long_paths_are_refused(void) {
    static char directory[2 * WAFTI_PLAY_PATH];
    char path[WAFTI_PLAY_PATH];
    wafti_play_frames frames;
    waft_error error = {.sentence = ""};
    memset(directory, 'x', sizeof(directory) - 1);
    CHECK(!wafti_play_frames_path(path, directory, 1));
    CHECK(wafti_play_frames_find(directory, &frames, &error) == WAFT_ERR_IO);
    CHECK(wafti_play_frames_path(path, "a/b", 7));
    CHECK(strcmp(path, "a/b/cache/smoke_000007.wgc") == 0);
}

static const test_case cases[] = {
    {"none_without_a_cache", none_without_a_cache},
    {"gaps_are_found", gaps_are_found},
    {"long_paths_are_refused", long_paths_are_refused},
};

TEST_MAIN(cases)

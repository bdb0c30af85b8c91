// SPDX-License-Identifier: MIT
#include "run/layout.h"
#include "scratch.h"

#include <waft/run.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>

static void names_go_both_ways(void) {
    static const char* const want[WAFTI_KIND_COUNT] = {
        [WAFTI_KIND_CHECKPOINT] = "d/checkpoints/step_0000001234.waftckpt",
        [WAFT_OUTPUT_PNG] = "d/png/height_001234.png",
        [WAFT_OUTPUT_OBJ] = "d/obj/surface_001234.obj",
        [WAFT_OUTPUT_PC2] = "d/pc2/parts/points_001234.f32",
        [WAFT_OUTPUT_PLY] = "d/ply/spray_001234.ply",
        [WAFT_OUTPUT_STATE] = "d/state/frame_001234.waftckpt",
        [WAFTI_KIND_PICTURE] = "d/pictures/frame_001234.png",
        [WAFT_OUTPUT_VDB] = "d/vdb/smoke_001234.vdb",
        [WAFT_OUTPUT_VTI] = "d/vti/smoke_001234.vti",
        [WAFT_OUTPUT_CACHE] = "d/cache/smoke_001234.wgc",
        [WAFT_OUTPUT_GLTF] = "d/gltf/parts/poses_001234.f32",
        [WAFT_OUTPUT_EXR] = "d/exr/height_001234.exr",
        [WAFT_OUTPUT_VTP] = "d/vtp/spray_001234.vtp",
        [WAFT_OUTPUT_WATER_VTI] = "d/water_vti/water_001234.vti",
        [WAFT_OUTPUT_SURFACE_OBJ] = "d/surface_obj/liquid_001234.obj",
        [WAFT_OUTPUT_SURFACE_PLY] = "d/surface_ply/liquid_001234.ply",
        [WAFT_OUTPUT_SURFACE_GLB] = "d/surface_glb/liquid_001234.glb",
        [WAFT_OUTPUT_PARTICLES_VTP] = "d/particles_vtp/liquid_001234.vtp",
        [WAFT_OUTPUT_PARTICLES_PLY] = "d/particles_ply/liquid_001234.ply",
        [WAFTI_KIND_HULL] = "d/hulls/hull_1234.json",
        [WAFTI_KIND_TURBULENCE] = "d/hulls/turbulence_1234.csv"};
    for (int kind = 0; kind < WAFTI_KIND_COUNT; ++kind) {
        wafti_path path;
        uint64_t number = 0;
        CHECK(wafti_layout_path(&path, "d", kind, 1234, NULL) == WAFT_OK);
        CHECK_TEXT(path.text, want[kind]);
        CHECK(wafti_layout_parse(kind, strrchr(path.text, '/') + 1, &number));
        CHECK(number == 1234);
        CHECK(wafti_layout_path(&path, "d", kind, 123456789012, NULL) == WAFT_OK);
        CHECK(wafti_layout_parse(kind, strrchr(path.text, '/') + 1, &number));
        CHECK(number == 123456789012);
    }
    static const char* const foreign[] = {"height_1.png", "height_00001.png", "height_000001.pngx",
        "Height_000001.png", "height_00000a.png", "height_000001", ".height_000001.png", "",
        "height_.png", "height_-00001.png", "height_99999999999999999999.png"};
    for (size_t i = 0; i < sizeof(foreign) / sizeof(foreign[0]); ++i) {
        uint64_t number = 0;
        CHECK(!wafti_layout_parse(WAFT_OUTPUT_PNG, foreign[i], &number));
    }
}

static void runs_are_recognised(void) {
    scratch s = scratch_make();
    CHECK(!wafti_layout_holds_run(s.path));
    CHECK(waft_file_write(scratch_file(&s, "notes.txt"), "x", 1, NULL) == WAFT_OK);
    CHECK(!wafti_layout_holds_run(s.path));
    CHECK(wafti_layout_make_folder(s.path, WAFT_OUTPUT_PC2, NULL) == WAFT_OK);
    CHECK(wafti_layout_holds_run(s.path));
    CHECK(wafti_layout_clear(s.path, NULL) == WAFT_OK);
    CHECK(!wafti_layout_holds_run(s.path));
    CHECK(waft_file_write(scratch_file(&s, "run.json"), "x", 1, NULL) == WAFT_OK);
    CHECK(wafti_layout_holds_run(s.path));
    CHECK(wafti_layout_clear(s.path, NULL) == WAFT_OK);
    CHECK(scratch_entry_count(s.path) == 1);
    scratch_remove(&s);
}

// What is drawn of a run goes with it; what someone else keeps in our folders stays.
static void pictures_belong_to_the_run(void) {
    scratch s = scratch_make();
    static const char* const ours[] = {"pictures/frame_000003.png", "pictures/look.txt",
        "video.mp4", "state/frame_000002.waftckpt"};
    CHECK(waft_run_make_pictures_folder(s.path, NULL) == WAFT_OK);
    CHECK(waft_run_make_pictures_folder(s.path, NULL) == WAFT_OK);
    CHECK(wafti_layout_holds_run(s.path));
    CHECK(wafti_layout_make_folder(s.path, WAFT_OUTPUT_STATE, NULL) == WAFT_OK);
    for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); ++i) {
        CHECK(waft_file_write(scratch_file(&s, ours[i]), "x", 1, NULL) == WAFT_OK);
    }
    CHECK(waft_file_write(scratch_file(&s, "pictures/mine.png"), "x", 1, NULL) == WAFT_OK);
    CHECK(wafti_layout_clear(s.path, NULL) == WAFT_OK);
    CHECK(scratch_entry_count(s.path) == 1);
    CHECK(scratch_entry_count(scratch_file(&s, "pictures")) == 1);
    CHECK(unlink(scratch_file(&s, "pictures/mine.png")) == 0);
    CHECK(wafti_layout_clear(s.path, NULL) == WAFT_OK);
    CHECK(!wafti_layout_holds_run(s.path));
    CHECK(waft_file_write(scratch_file(&s, "video.mp4"), "x", 1, NULL) == WAFT_OK);
    CHECK(wafti_layout_holds_run(s.path));
    scratch_remove(&s);
}

static void names_for_front_ends(void) {
    char path[32] = "as before";
    CHECK(waft_run_picture_path("d", 12, path, 27) == WAFT_ERR_ARGUMENT);
    CHECK(waft_run_picture_path("d", -1, path, sizeof(path)) == WAFT_ERR_ARGUMENT);
    CHECK(waft_run_picture_path(NULL, 1, path, sizeof(path)) == WAFT_ERR_ARGUMENT);
    CHECK(waft_run_picture_path("d", 1, NULL, 0) == WAFT_ERR_ARGUMENT);
    CHECK(waft_run_video_path("d", path, 11) == WAFT_ERR_ARGUMENT);
    CHECK(waft_run_video_path(NULL, path, sizeof(path)) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(path, "as before");
    CHECK(waft_run_picture_path("d", 12, path, 28) == WAFT_OK);
    CHECK_TEXT(path, "d/pictures/frame_000012.png");
    CHECK(waft_run_video_path("d", path, 12) == WAFT_OK);
    CHECK_TEXT(path, "d/video.mp4");
    CHECK(waft_run_make_pictures_folder(NULL, NULL) == WAFT_ERR_ARGUMENT);
}

static void one_holder_at_a_time(void) {
    scratch s = scratch_make();
    const waft_logger silence = {0};
    waft_error error;
    int first = -1;
    int second = -1;
    CHECK(!wafti_layout_is_locked(s.path));
    CHECK(wafti_layout_lock(s.path, &silence, &first, NULL) == WAFT_OK);
    CHECK(wafti_layout_is_locked(s.path));
    CHECK(wafti_layout_lock(s.path, &silence, &second, &error) == WAFT_ERR_ARGUMENT);
    CHECK(second == -1);
    CHECK(strstr(error.sentence, "another process is working in waft_test_") != NULL);
    // What was opened before the file went is a lock on nothing.
    const int stale = open(scratch_file(&s, ".lock"), O_RDWR);
    wafti_layout_unlock(s.path, first);
    CHECK(access(scratch_file(&s, ".lock"), F_OK) != 0);
    CHECK(flock(stale, LOCK_EX | LOCK_NB) == 0);
    CHECK(!wafti_layout_is_locked(s.path));
    CHECK(wafti_layout_lock(s.path, &silence, &second, NULL) == WAFT_OK);
    CHECK(wafti_layout_is_locked(s.path));
    (void)close(stale);
    // A process that is killed leaves the file, and it may be taken again.
    (void)close(second);
    CHECK(access(scratch_file(&s, ".lock"), F_OK) == 0);
    CHECK(!wafti_layout_is_locked(s.path));
    CHECK(wafti_layout_lock(s.path, &silence, &second, NULL) == WAFT_OK);
    wafti_layout_unlock(s.path, second);
    CHECK(wafti_layout_lock("no/such/place", &silence, &second, &error) == WAFT_ERR_IO);
    scratch_remove(&s);
}

// Takes the lock again and again; nobody else may be inside meanwhile. Returns how often it was.
static int hold_often(scratch* s) {
    const waft_logger silence = {0};
    int held = 0;
    while (held < 100) {
        int lock = -1;
        if (wafti_layout_lock(s->path, &silence, &lock, NULL) != WAFT_OK) {
            continue;
        }
        const int marker = open(scratch_file(s, "inside"), O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (marker < 0) {
            return -1;
        }
        (void)close(marker);
        (void)unlink(scratch_file(s, "inside"));
        wafti_layout_unlock(s->path, lock);
        ++held;
    }
    return held;
}

static void the_file_goes_without_letting_two_in(void) {
    enum { PROCESSES = 4 };
    scratch s = scratch_make();
    pid_t children[PROCESSES];
    for (int i = 0; i < PROCESSES; ++i) {
        children[i] = fork();
        if (children[i] == 0) {
            _exit(hold_often(&s) < 0);
        }
    }
    for (int i = 0; i < PROCESSES; ++i) {
        int status = -1;
        CHECK(waitpid(children[i], &status, 0) == children[i]);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    CHECK(scratch_entry_count(s.path) == 0);
    scratch_remove(&s);
}

static void sweep_reaches_every_folder(void) {
    scratch s = scratch_make();
    static const char* const stale[] = {".run.json.tmp.12", "checkpoints/.a.tmp.12",
        "png/.a.tmp.12", "obj/.a.tmp.12", "pc2/.a.tmp.12", "pc2/parts/.a.tmp.12", "ply/.a.tmp.12",
        "state/.a.tmp.12", "pictures/.a.tmp.12", ".video.mp4.tmp.12", "gltf/.a.tmp.12",
        "gltf/parts/.a.tmp.12", "exr/.a.tmp.12", "vtp/.a.tmp.12", "water_vti/.a.tmp.12",
        "hulls/.a.tmp.12"};
    for (int kind = 0; kind < WAFTI_KIND_COUNT; ++kind) {
        CHECK(wafti_layout_make_folder(s.path, kind, NULL) == WAFT_OK);
    }
    for (size_t i = 0; i < sizeof(stale) / sizeof(stale[0]); ++i) {
        CHECK(waft_file_write(scratch_file(&s, stale[i]), "x", 1, NULL) == WAFT_OK);
    }
    CHECK(wafti_layout_sweep(s.path, NULL) == WAFT_OK);
    for (size_t i = 0; i < sizeof(stale) / sizeof(stale[0]); ++i) {
        CHECK(access(scratch_file(&s, stale[i]), F_OK) != 0);
    }
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"names_go_both_ways", names_go_both_ways},
    {"runs_are_recognised", runs_are_recognised},
    {"pictures_belong_to_the_run", pictures_belong_to_the_run},
    {"names_for_front_ends", names_for_front_ends},
    {"one_holder_at_a_time", one_holder_at_a_time},
    {"the_file_goes_without_letting_two_in", the_file_goes_without_letting_two_in},
    {"sweep_reaches_every_folder", sweep_reaches_every_folder},
};

TEST_MAIN(cases)

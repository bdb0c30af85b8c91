// SPDX-License-Identifier: MIT
// A complete run that lost a file, or in which one was changed, gets it back by being resumed: the same bytes.
#include "run/manifest.h"
#include "run_fixture.h"

#define TIME "waft: 1\nseed: 3\ntime: {duration: 0.3, fps: 10, step: 0.05}\n"

static const char water[] =
    TIME "water: {method: waves, size: [8, 6], cells: [16, 12], spray: {capacity: 50},\n"
         "  trains: [{length: 3, amplitude: 0.2}], gauges: [{name: one, at: [3, 2]}]}\n"
         "output:\n"
         "  - {format: png}\n  - {format: obj, stride: 4}\n  - {format: pc2, stride: 4}\n"
         "  - {format: ply}\n  - {format: state}\n  - {format: exr}\n  - {format: vtp}\n"
         "  - {format: water_vti, every: 2}\n";

static const char smoke[] =
    TIME "smoke: {cells: [8, 10, 8], spacing: 0.1, sources: [{shape: {sphere: 0.2},\n"
         "  at: [0.4, 0.3, 0.4], density: 1}]}\n"
         "output: [{format: vdb}, {format: vti}, {format: cache}]\n";

static const char bodies[] = TIME "bodies: [{preset: ball, release: {position: [0, 2, 0]}}]\n"
                                  "output: [{format: gltf}]\n";

static const char liquid[] =
    TIME "liquid: {spacing: 0.1, domain: {low: [0, 0, 0], high: [0.8, 0.8, 0.8]},\n"
         "  blocks: [{shape: {box: [0.3, 0.4, 0.8]}, at: [0.15, 0.2, 0.4]}]}\n"
         "output:\n  - {format: surface_obj}\n  - {format: surface_ply}\n"
         "  - {format: surface_glb}\n  - {format: particles_vtp}\n"
         "  - {format: particles_ply}\n";

static void finish(const waft_scene* scene, const char* directory, waft_run_mode mode) {
    waft_run_def def = waft_run_def_default(scene, directory);
    def.mode = mode;
    def.checkpoint_seconds = 1e9;
    waft_world_def world = waft_scene_world_def(scene);
    world.logger.write = keep_log;
    def.world = &world;
    log_text[0] = '\0';
    waft_run* run = open_run(&def);
    // A checkpoint in frame 1 and one at the end: what is damaged behind frame 1 need not be computed
    // from the start, unless something is made of all frames.
    if (waft_world_steps(waft_run_world(run)) < 3) {
        take(run, 3);
        CHECK(waft_run_checkpoint(run) == WAFT_OK);
    }
    take(run, 1000);
    CHECK(waft_run_finish(run) == WAFT_OK);
    waft_run_close(run);
}

// Takes a file away, cuts it, or changes a byte of it, in turns.
static void damage(const char* path, size_t turn) {
    struct stat status = {.st_size = 0};
    if (turn % 3 == 0) {
        CHECK(unlink(path) == 0);
        return;
    }
    CHECK(stat(path, &status) == 0);
    if (turn % 3 == 1) {
        CHECK(truncate(path, status.st_size / 2) == 0);
    } else {
        flip_byte(path, (size_t)status.st_size * 2 / 3);
    }
}

static void check_mended(const waft_scene* scene, const wafti_manifest* wanted,
    const char* directory, const char* name, size_t turn) {
    char path[512];
    waft_error error = {.sentence = ""};
    (void)snprintf(path, sizeof(path), "%s/%s", directory, name);
    damage(path, turn);
    CHECK(waft_run_verify(directory, &error) == WAFT_ERR_PARSE);
    CHECK(strstr(error.sentence, name) != NULL && strstr(error.sentence, "--resume") != NULL);
    finish(scene, directory, WAFT_RUN_RESUME);
    CHECK(strstr(log_text, name) != NULL);
    const wafti_manifest_state state = wafti_manifest_check(wanted, directory, &error);
    if (!CHECK(state.count > 0 && state.bad_count == 0)) {
        (void)fprintf(stderr, "  after damage to %s: %s\n", name, error.sentence);
    }
    if (!CHECK(waft_run_verify(directory, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
}

static void check_scene(const char* text) {
    scratch s = scratch_make();
    char whole[128];
    char hurt[128];
    (void)snprintf(whole, sizeof(whole), "%s/whole", s.path);
    (void)snprintf(hurt, sizeof(hurt), "%s/hurt", s.path);
    waft_scene* scene = load_scene(text);
    finish(scene, whole, WAFT_RUN_NEW);
    finish(scene, hurt, WAFT_RUN_NEW);
    wafti_manifest wanted;
    wafti_text_init(&wanted.text, NULL);
    CHECK(wafti_manifest_load(&wanted, whole, NULL) == WAFT_OK);
    char* lines = strdup(wanted.text.bytes);
    char* rest = lines;
    size_t turn = 0;
    bool chosen = true;
    for (char* line = strtok_r(lines, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        // Of frames one in the middle; those before and behind it are mended in the same way.
        chosen = line[0] == ';' ? strstr(line, "frame") == NULL || strcmp(line, "; frame 2") == 0
                                : chosen;
        if (line[0] != ';' && chosen) {
            line[strlen(line) - 9] = '\0'; // a space and the sum
            check_mended(scene, &wanted, hurt, line, turn++);
        }
    }
    CHECK(turn >= 4);
    // Nothing is computed where nothing is missing.
    finish(scene, hurt, WAFT_RUN_RESUME);
    CHECK_TEXT(log_text, "");
    free(lines);
    wafti_text_free(&wanted.text);
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

static void test_water(void) {
    check_scene(water);
}

static void test_smoke(void) {
    check_scene(smoke);
}

static void test_bodies(void) {
    check_scene(bodies);
}

static void test_liquid(void) {
    check_scene(liquid);
}

// The list itself and the last state belong to the run, too.
static void test_list_and_state(void) {
    scratch s = scratch_make();
    waft_scene* scene = load_scene(bodies);
    finish(scene, s.path, WAFT_RUN_NEW);
    const char* const files[] = {"files.sfv", "checkpoints/step_0000000006.waftckpt"};
    for (size_t turn = 0; turn < 6; ++turn) {
        damage(scratch_file(&s, files[turn / 3]), turn);
        // Without its last checkpoint a run can still be gone on with, from the one before.
        CHECK(waft_run_verify(s.path, NULL) != WAFT_OK || turn == 3);
        finish(scene, s.path, WAFT_RUN_RESUME);
        CHECK(log_text[0] != '\0');
        CHECK(waft_run_verify(s.path, NULL) == WAFT_OK);
        CHECK(access(scratch_file(&s, files[1]), F_OK) == 0);
    }
    waft_scene_destroy(scene);
    scratch_remove(&s);
}

static const test_case cases[] = {
#if defined(WAFTI_HAVE_YAML)
#if defined(WAFTI_HAVE_PNG)
    {"water", test_water},
#endif
    {"smoke", test_smoke},
    {"bodies", test_bodies},
    {"liquid", test_liquid},
    {"list and state", test_list_and_state},
#else
    {"without yaml", test_without_yaml},
#endif
};

TEST_MAIN(cases)

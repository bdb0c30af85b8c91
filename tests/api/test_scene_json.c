// SPDX-License-Identifier: MIT
// The resolved JSON of a scene is the scene: every shipped one read back gives the same text and the
// same world, so that a recorded run can be drawn again, from another place if one likes.
#include <waft/waft.h>

#include "scratch.h"
#include "test.h"

#if defined(WAFTI_HAVE_YAML)

#define FOLDER WAFT_SOURCE_DIR "/scenes/"

// Hulls that scenes share, and a scene with itself read back, are baked once.
static const char* hulls;

static waft_scene* load(const char* name, const char* text, const char* const* sets, size_t count) {
    waft_diagnostics* diagnostics = NULL;
    waft_scene* scene = NULL;
    waft_scene_options options = waft_scene_options_default();
    options.sets = sets;
    options.set_count = count;
    options.cache = hulls;
    CHECK(waft_diagnostics_create(NULL, &diagnostics) == WAFT_OK);
    const waft_result result =
        text != NULL ? waft_scene_load_text(name, text, strlen(text), &options, diagnostics, &scene)
                     : waft_scene_load_file(name, &options, diagnostics, &scene);
    if (!CHECK(result == WAFT_OK)) {
        const waft_diagnostic* d = waft_diagnostics_at(diagnostics, 0);
        (void)fprintf(stderr, "  %s: %s\n", name, d != NULL ? d->message : "");
    }
    waft_diagnostics_destroy(diagnostics);
    return scene;
}

static char* json_of(const waft_scene* scene) {
    static char* text; // gcc 12 takes a local one for dangling
    text = NULL;
    CHECK(scene == NULL || waft_scene_json(scene, NULL, &text) == WAFT_OK);
    return text;
}

static uint64_t world_hash(const waft_scene* scene) {
    waft_world_def def = waft_scene_world_def(scene);
    waft_world* world = NULL;
    waft_error error;
    if (!CHECK(waft_scene_create_world(scene, &def, &world, &error) == WAFT_OK)) {
        return 0;
    }
    CHECK(waft_world_step(world) == WAFT_OK);
    const uint64_t hash = waft_world_hash(world);
    waft_world_destroy(world);
    return hash;
}

static void check_scene(const char* path) {
    waft_scene* scene = load(path, NULL, NULL, 0);
    char* json = json_of(scene);
    waft_scene* again = json != NULL ? load(path, json, NULL, 0) : NULL;
    char* second = json_of(again);
    if (CHECK(json != NULL && second != NULL)) {
        CHECK_TEXT(second, json);
        CHECK(waft_scene_files_hash(again) == waft_scene_files_hash(scene));
        CHECK(world_hash(again) == world_hash(scene));
    }
    // Whatever the scene says of its camera, another can be given.
    static const char* const sets[][2] = {
        {"camera.from=[1, 2, 3]", "render.size=[320, 180]"},
        {"camera.azimuth=[[0, 0], [1, 90 deg]]", "camera.projection=orthographic"},
        {"camera={fov: 20 deg}", "render.caption=again"},
    };
    for (size_t i = 0; json != NULL && i < sizeof(sets) / sizeof(sets[0]); ++i) {
        waft_scene* other = load(path, json, sets[i], 2);
        CHECK(other != NULL && waft_scene_camera(other, 0.0).has_from == (i == 0));
        waft_scene_destroy(other);
    }
    waft_text_free(NULL, json);
    waft_text_free(NULL, second);
    waft_scene_destroy(scene);
    waft_scene_destroy(again);
}

static int is_scene(const struct dirent* entry) {
    const char* dot = strrchr(entry->d_name, '.');
    return dot != NULL && strcmp(dot, ".yaml") == 0;
}

static int check_folder(const char* folder) {
    struct dirent** entries = NULL;
    const int count = scandir(folder, &entries, is_scene, alphasort);
    for (int i = 0; i < count; ++i) {
        char path[512];
        (void)snprintf(path, sizeof(path), "%s%s", folder, entries[i]->d_name);
        check_scene(path);
        free(entries[i]);
    }
    free(entries);
    return count;
}

static void test_shipped(void) {
    scratch cache = scratch_make();
    hulls = cache.path;
    CHECK(check_folder(FOLDER) >= 5);
    CHECK(check_folder(FOLDER "papers/water-slides/") >= 13);
    CHECK(check_folder(FOLDER "papers/fluid-surface/") >= 2);
    hulls = NULL;
    scratch_remove(&cache);
}

// Scenes that say more of their view than the shipped ones.
static void test_views(void) {
    static const char* const views[] = {
        "camera: {from: [1, 2, 3], at: [[0, [0, 0, 0]], [2.5, [1, 0, 0.1]]]}",
        "camera: {azimuth: [[0, 0], [9, 3600 deg]], elevation: 89 deg, distance: 0.1}",
        "camera: {projection: orthographic, height: [[0, 1], [1, 3]], at: [0, 0, 0]}",
        "render: {caption: 'a \"b\": {c}', sun: {elevation: 90 deg}, haze: [[1, 0], [2, 1]]}",
    };
    for (size_t i = 0; i < sizeof(views) / sizeof(views[0]); ++i) {
        char text[256];
        (void)snprintf(text, sizeof(text), "waft: 1\nwater: {}\n%s\n", views[i]);
        waft_scene* scene = load("view.yaml", text, NULL, 0);
        char* json = json_of(scene);
        waft_scene* again = load("run.json", json, NULL, 0);
        char* second = json_of(again);
        CHECK_TEXT(second, json);
        const waft_camera_def a = waft_scene_camera(scene, 1.7);
        const waft_camera_def b = waft_scene_camera(again, 1.7);
        CHECK(a.has_from == b.has_from && a.has_at == b.has_at && a.from.y == b.from.y);
        CHECK(a.at.x == b.at.x && a.azimuth == b.azimuth && a.height == b.height);
        waft_text_free(NULL, json);
        waft_text_free(NULL, second);
        waft_scene_destroy(scene);
        waft_scene_destroy(again);
    }
}

#else

static void test_shipped(void) {
    (void)printf("skipped: this build reads no YAML; install libyaml-dev\n");
    CHECK(true);
}

#define test_views test_shipped

#endif

static const test_case cases[] = {
    {"shipped scenes survive their JSON", test_shipped},
    {"so do cameras and looks", test_views},
};
TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// Replays of scenes that name files: where they are found after scene and run have moved.
#include "hooks.h"
#include "replay_fixture.h"

#include <limits.h>

static const char map_text[] = "waft: 1\ntime: {duration: 0.2, fps: 10, step: 0.05}\n"
                               "water:\n  size: [12, 8]\n  cells: [24, 16]\n"
                               "  terrain: {kind: map, file: beds/bed.png, low: -1, high: -0.2}\n"
                               "  trains: [{length: 3, amplitude: 0.05}]\n";

static void write_bed(const char* path, float first) {
    const float heights[] = {first, 0.2f, 0.3f, 0.4f, 0.9f, 0.1f, 0.5f, 0.2f, 0.3f};
    const waft_field field = {.data = heights, .size = {3, 1, 3}, .stride = {1, 3, 3}};
    CHECK(waft_png_write_heights(path, &field, 0.0f, 1.0f, NULL, NULL) == WAFT_OK);
}

static uint64_t run_map(const char* scene_path, const char* directory) {
    waft_diagnostics* list = NULL;
    waft_scene* scene = NULL;
    CHECK(waft_diagnostics_create(NULL, &list) == WAFT_OK);
    CHECK(waft_scene_load_file(scene_path, NULL, list, &scene) == WAFT_OK);
    const waft_run_def def = waft_run_def_default(scene, directory);
    const uint64_t hash = run_to_end(&def);
    waft_scene_destroy(scene);
    waft_diagnostics_destroy(list);
    return hash;
}

static void check_map(const char* directory, uint64_t want) {
    const waft_replay_def def = replay_def(directory);
    waft_replay* replay = open_replay(&def);
    CHECK(waft_replay_seek(replay, 2, NULL) == WAFT_OK);
    CHECK(waft_world_hash(waft_replay_world(replay)) == want);
    waft_replay_close(replay);
}

// The scene lies in one folder, the run in another, and we work in a third.
static void files_of_the_scene(void) {
    scratch s = scratch_make();
    char home[PATH_MAX];
    char top[PATH_MAX];
    CHECK(getcwd(home, sizeof(home)) != NULL && realpath(s.path, top) != NULL);
    CHECK(chdir(top) == 0);
    CHECK(mkdir("a", 0777) == 0 && mkdir("a/scenes", 0777) == 0 && mkdir("a/here", 0777) == 0);
    CHECK(mkdir("a/scenes/beds", 0777) == 0);
    CHECK(waft_file_write("a/scenes/map.yaml", map_text, strlen(map_text), NULL) == WAFT_OK);
    write_bed("a/scenes/beds/bed.png", 0.1f);
    CHECK(chdir("a/here") == 0);
    const uint64_t hash = run_map("../scenes/map.yaml", "../out/run");
    CHECK(chdir(top) == 0);
    check_map("a/out/run", hash);
    // Scene and run move together: the way from one to the other holds.
    CHECK(rename("a", "b") == 0);
    check_map("b/out/run", hash);
    // The run moves alone: the old place holds.
    CHECK(rename("b", "a") == 0 && rename("a/out", "out") == 0);
    check_map("out/run", hash);
    write_bed("a/scenes/beds/bed.png", 0.7f);
    const waft_replay_def def = replay_def("out/run");
    check_open_fails(
        &def, WAFT_ERR_PARSE, "out/run: a file that the scene of the run names has changed since");
    CHECK(unlink("a/scenes/beds/bed.png") == 0);
    check_open_fails(&def, WAFT_ERR_IO,
        "out/run: the scene of the run names the file beds/bed.png, which is no longer in /");
    CHECK(chdir(home) == 0);
    scratch_remove(&s);
}

// A scene whose file lies in a folder beside it, run from elsewhere.
static void replay_beside(const char* text, const char* file, void (*write)(const char* path)) {
    scratch s = scratch_make();
    char home[PATH_MAX];
    CHECK(getcwd(home, sizeof(home)) != NULL && chdir(s.path) == 0);
    CHECK(mkdir("scenes", 0777) == 0 && mkdir("scenes/parts", 0777) == 0);
    CHECK(waft_file_write("scenes/s.yaml", text, strlen(text), NULL) == WAFT_OK);
    write(file);
    check_map("out/run", run_map("scenes/s.yaml", "out/run"));
    CHECK(chdir(home) == 0);
    scratch_remove(&s);
}

static void write_tetrahedron(const char* path) {
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                               "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    CHECK(waft_file_write(path, text, strlen(text), NULL) == WAFT_OK);
}

static void write_low_bed(const char* path) {
    write_bed(path, 0.1f);
}

// Meshes and depths at the start are found as beds are.
static void meshes_of_the_scene(void) {
    static const char obstacle[] =
        "waft: 1\n"
        "time: {duration: 0.2, fps: 10, step: 0.1}\n"
        "smoke:\n"
        "  cells: [8, 8, 8]\n"
        "  spacing: 0.1\n"
        "  sources: [{shape: {sphere: 0.2}, at: [0.4, 0.2, 0.4], temperature: 50}]\n"
        "solids: [{shape: {sphere: 0.1}, at: [0.1, 0.6, 0.1]},\n"
        "  {shape: {mesh: parts/t.obj, scale: 0.3}, at: [0.4, 0.5, 0.4]}]\n";
    static const char body[] = "waft: 1\ntime: {duration: 0.2, fps: 10, step: 0.1}\n"
                               "bodies:\n  - {preset: ball}\n"
                               "  - {shape: {mesh: parts/t.obj, scale: 0.02}, density: 800,\n"
                               "     turbulence: {bake: false}}\n";
    static const char tank[] =
        "waft: 1\n"
        "time: {duration: 0.2, fps: 10, step: 0.05}\n"
        "liquid:\n"
        "  spacing: 0.1\n"
        "  domain: {low: [0, 0, 0], high: [1, 1, 1]}\n"
        "  blocks: [{shape: {box: [0.5, 0.5, 0.5]}, at: [0.25, 0.25, 0.25]}]\n"
        "solids: [{shape: {mesh: parts/t.obj, scale: 0.3}, at: [0.6, 0.3, 0.6]}]\n";
    replay_beside(obstacle, "scenes/parts/t.obj", write_tetrahedron);
    replay_beside(tank, "scenes/parts/t.obj", write_tetrahedron);
    replay_beside(body, "scenes/parts/t.obj", write_tetrahedron);
}

static void depths_of_the_scene(void) {
    static const char text[] = "waft: 1\ntime: {duration: 0.2, fps: 10, step: 0.05}\n"
                               "water:\n  method: swe\n  size: [12, 8]\n  cells: [24, 16]\n"
                               "  fill: {file: parts/bed.png, deepest: 0.5}\n";
    replay_beside(text, "scenes/parts/bed.png", write_low_bed);
}

static const test_case cases[] = {
    {"files_of_the_scene", files_of_the_scene},
    {"meshes_of_the_scene", meshes_of_the_scene},
    {"depths_of_the_scene", depths_of_the_scene},
};

int main(int argc, char** argv) {
    return run_test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}

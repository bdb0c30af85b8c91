// SPDX-License-Identifier: MIT
// A scene file with all that a liquid may have: same bits for any number of threads, and across snapshot
// and restore.
#include <stdlib.h>

#include "scene_fixture.h"

#include <waft/world.h>

#if defined(WAFTI_HAVE_YAML)

#define SCENE                                                                                      \
    "waft: 1\n"                                                                                    \
    "seed: 3\n"                                                                                    \
    "time: {duration: 1, fps: 50, step: 0.01}\n"                                                   \
    "liquid:\n"                                                                                    \
    "  method: %s\n"                                                                               \
    "  spacing: 0.05\n"                                                                            \
    "  kinematic_viscosity: 1.0e-3\n"                                                              \
    "  domain: {high: [1.6, 1.6, 0.8]}\n"                                                          \
    "  blocks: [{shape: {box: [0.8, 0.8, 0.8]}, at: [0.4, 0.4, 0.4], jitter: 0.05}]\n"             \
    "  emitters: [{center: [1.2, 1.4, 0.4], direction: [0, -1, 0], radius: 0.1, speed: [[0, 1], "  \
    "[1, 3]]}]\n"                                                                                  \
    "  sinks: [{shape: {box: [0.1, 0.1, 0.8]}, at: [1.55, 0.05, 0.4]}]\n"                          \
    "  turbulence: {period: 3, bands: [{wavenumber: 8}], bank: {size: 32, count: 2}, hold: "       \
    "0.04}\n"                                                                                      \
    "solids: [{shape: {box: [0.2, 0.2, 0.4]}, at: [1.1, 0.1, 0.4], slip: none, "                   \
    "rotation: {axis: [0, 1, 0], angle: [[0, 0], [1, 2]]}}]\n"                                     \
    "bodies:\n"                                                                                    \
    "  - {shape: {box: [0.25, 0.25, 0.25]}, density: 400, model: kirchhoff, release: {position: "  \
    "[0.4, 1.1, 0.4], velocity: [0, -2, 0], tilt: 0.4}}\n"                                         \
    "  - {shape: {ellipsoid: [0.15, 0.12, 0.12]}, density: 100, model: kirchhoff, release: "       \
    "{position: [1.0, 1.2, 0.4]}}\n"                                                               \
    "collisions: true\n"

enum { STEPS = 14 };

static waft_world* open_world(const loaded* l, int threads) {
    waft_world_def def = waft_scene_world_def(l->scene);
    def.threads = threads;
    waft_world* world = NULL;
    waft_error error = {0};
    if (!CHECK(waft_scene_create_world(l->scene, &def, &world, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "%s\n", error.sentence);
        abort();
    }
    return world;
}

static uint64_t hash_of(const loaded* l, int threads, int saved_at) {
    waft_world* world = open_world(l, threads);
    for (int step = 0; step < STEPS; ++step) {
        if (step == saved_at) {
            const size_t size = waft_world_snapshot_size(world);
            void* bytes = malloc(size);
            CHECK(waft_world_snapshot(world, bytes, size) == WAFT_OK);
            waft_world_destroy(world);
            world = open_world(l, 1);
            CHECK(waft_world_restore(world, bytes, size) == WAFT_OK);
            free(bytes);
        }
        CHECK(waft_world_step(world) == WAFT_OK);
    }
    const uint64_t hash = waft_world_hash(world);
    waft_world_destroy(world);
    return hash;
}

static void run_scene(const char* method) {
    static loaded l;
    char text[2048];
    (void)snprintf(text, sizeof(text), SCENE, method);
    load(&l, text);
    CHECK_TEXT(l.messages, "");
    const uint64_t one = hash_of(&l, 1, -1);
    static const int threads[] = {2, 3, 4, 8};
    for (int n = 0; n < 4; ++n) {
        CHECK(hash_of(&l, threads[n], -1) == one);
    }
    CHECK(hash_of(&l, 2, STEPS / 2) == one);
    unload(&l);
}

static void wcsph_agrees(void) {
    run_scene("wcsph");
}

static void dfsph_agrees(void) {
    run_scene("dfsph");
}

static const test_case cases[] = {
    {"wcsph_agrees", wcsph_agrees},
    {"dfsph_agrees", dfsph_agrees},
};

#else

static const test_case cases[] = {{"without yaml", test_without_yaml}};

#endif
TEST_MAIN(cases)

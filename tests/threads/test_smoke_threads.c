// SPDX-License-Identifier: MIT
// Smoke: same bits for any number of threads, with moving obstacles, and across a snapshot.
#include "hooks.h"

static const smoke_scene scenes[] = {
    {{32, 34, 32}, WAFT_SCHEME_SPLIT},
    {{32, 34, 32}, WAFT_SCHEME_REFLECT},
    {{160, 208, 1}, WAFT_SCHEME_SPLIT},
};
enum { SCENES = sizeof(scenes) / sizeof(scenes[0]), STEPS = 6 };

static waft_world* open_world(int scene, int threads) {
    waft_world_def def = waft_world_def_default();
    def.step = 0.03;
    def.threads = threads;
    return make_smoke_world(&def, &scenes[scene]);
}

static uint64_t hash_after(int scene, int threads) {
    waft_world* world = open_world(scene, threads);
    take_steps(world, STEPS);
    const uint64_t hash = waft_world_hash(world);
    waft_world_destroy(world);
    return hash;
}

static void thread_counts_agree(void) {
    static const int counts[] = {2, 3, 4, 8};
    for (int scene = 0; scene < SCENES; ++scene) {
        const uint64_t want = hash_after(scene, 1);
        for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
            CHECK(hash_after(scene, counts[i]) == want);
        }
    }
}

static void a_restored_world_goes_on_with_the_same_bits(void) {
    static const int counts[] = {1, 2, 3, 4, 8};
    for (int scene = 0; scene < SCENES; ++scene) {
        waft_world* world = open_world(scene, 1);
        take_steps(world, STEPS / 2);
        const size_t size = waft_world_snapshot_size(world);
        unsigned char* bytes = malloc(size);
        CHECK(waft_world_snapshot(world, bytes, size) == WAFT_OK);
        take_steps(world, STEPS / 2);
        const uint64_t want = waft_world_hash(world);
        waft_world_destroy(world);
        for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
            waft_world* other = open_world(scene, counts[i]);
            CHECK(waft_world_restore(other, bytes, size) == WAFT_OK);
            take_steps(other, STEPS / 2);
            CHECK(waft_world_hash(other) == want);
            waft_world_destroy(other);
        }
        free(bytes);
    }
}

static const test_case cases[] = {
    {"thread_counts_agree", thread_counts_agree},
    {"a_restored_world_goes_on_with_the_same_bits", a_restored_world_goes_on_with_the_same_bits},
};

TEST_MAIN(cases)

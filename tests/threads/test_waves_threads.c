// SPDX-License-Identifier: MIT
// The same bits for any number of threads.
#include "base/hash.h"
#include "test.h"
#include "unit/water_fixture.h"

// Large enough that the pool does not keep the work on one thread.
static uint64_t hash_with(int threads, bool sloping) {
    waft_train_def trains[4];
    for (int i = 0; i < 4; ++i) {
        trains[i] = waft_train_def_default();
        trains[i].length = 4.0f + (float)i;
        trains[i].amplitude = 0.4f;
        trains[i].direction = (waft_vec2){1.0f, 0.2f * (float)i};
        trains[i].shape = i == 3 ? WAFT_TRAIN_POINT : WAFT_TRAIN_PLANE;
        trains[i].center = (waft_vec2){10.0f, 9.0f};
    }
    waft_water_def def = waft_water_def_default();
    def.cells[0] = 300;
    def.cells[1] = 130;
    def.size = (waft_vec2){60.0f, 26.0f};
    def.depth = 3.0f;
    if (sloping) {
        def.terrain.kind = WAFT_TERRAIN_SLOPE;
        def.terrain.low = -3.0f;
        def.terrain.high = 0.3f;
        def.terrain.to = 60.0f;
    }
    def.breaking = WAFT_BREAKING_MICHE;
    def.trains = trains;
    def.train_count = 4;
    def.train_capacity = 4;
    def.spray = (waft_spray_def){.capacity = 3000, .amount = 100.0f, .radius = 0.003f};
    water_fixture* f = water_fixture_open(&def, threads);
    uint64_t hash = 0;
    if (CHECK(f->water != NULL)) {
        for (int n = 0; n < 12; ++n) {
            CHECK(water_fixture_step(f) == WAFT_OK);
        }
        CHECK(f->water->spray.count > 100);
        wafti_stream stream = wafti_stream_hash();
        wafti_water_state(f->water, &stream);
        hash = stream.hash;
        for (int kind = 0; kind <= WAFT_WATER_FOAM; ++kind) {
            hash = wafti_hash(
                hash, f->water->field[kind], wafti_grid_size(&f->water->grid) * sizeof(float));
        }
        waft_stat stats[16];
        const size_t count = wafti_water_stats(f->water, stats, 16);
        for (size_t n = 0; n < count; ++n) {
            hash = wafti_hash(hash, &stats[n].value, sizeof(stats[n].value));
        }
    }
    water_fixture_close(f);
    return hash;
}

static void any_number_of_threads_gives_the_same_bits(void) {
    const int threads[] = {2, 3, 4, 8};
    for (int sloping = 0; sloping < 2; ++sloping) {
        const uint64_t one = hash_with(1, sloping != 0);
        for (size_t n = 0; n < sizeof(threads) / sizeof(threads[0]); ++n) {
            CHECK(hash_with(threads[n], sloping != 0) == one);
        }
    }
}

static const test_case cases[] = {
    {"any_number_of_threads_gives_the_same_bits", any_number_of_threads_gives_the_same_bits},
};
TEST_MAIN(cases)

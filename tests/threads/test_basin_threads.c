// SPDX-License-Identifier: MIT
// Waters on a grid: same bits for any number of threads, across snapshot and replay, and several
// threads that ask between steps.
#include "hooks.h"

#include <pthread.h>

static const waft_water_method methods[] = {
    WAFT_WATER_IMPLICIT, WAFT_WATER_COLUMNS, WAFT_WATER_SWE};

static waft_world* open_lake(waft_water_method method, int threads, int scale) {
    waft_world_def def = waft_world_def_default();
    def.threads = threads;
    waft_water_def water = lake_water_def(method);
    water.cells[0] *= scale;
    water.cells[1] *= scale;
    water.shallow.substeps = method == WAFT_WATER_COLUMNS ? 2 : 1;
    return make_world(&def, &water);
}

static void stroke(waft_world* world, float x, float height, waft_edit_kind kind) {
    waft_edit edit;
    memset(&edit, 0, sizeof(edit));
    edit.kind = kind;
    edit.brush = (waft_brush){{x, 4.0f}, 0.5f, height};
    CHECK(waft_world_queue(world, &edit) == WAFT_OK);
}

static void play(waft_world* world) {
    stroke(world, 5.0f, 0.2f, WAFT_EDIT_BRUSH);
    take_steps(world, 10);
    stroke(world, 6.0f, 0.3f, WAFT_EDIT_TERRAIN);
    take_steps(world, 10);
}

// Of the state and of all that is drawn.
static uint64_t hash_of(const waft_world* world) {
    uint64_t hash = waft_world_hash(world);
    for (int kind = 0; kind < WAFT_WATER_FIELD_COUNT; ++kind) {
        waft_field field;
        CHECK(waft_water_field(waft_world_water(world), (waft_water_field_kind)kind, &field) ==
              WAFT_OK);
        for (int32_t k = 0; k < field.size[2]; ++k) {
            for (int32_t i = 0; i < field.size[0]; ++i) {
                uint32_t bits = 0;
                memcpy(&bits, &field.data[i + k * field.stride[2]], sizeof(bits));
                hash = (hash ^ bits) * UINT64_C(1099511628211);
            }
        }
    }
    return hash;
}

static void thread_counts_agree(void) {
    static const int counts[] = {2, 3, 4, 8};
    for (int m = 0; m < 3; ++m) {
        waft_world* one = open_lake(methods[m], 1, 4);
        play(one);
        const uint64_t want = hash_of(one);
        waft_world_destroy(one);
        for (int n = 0; n < 4; ++n) {
            waft_world* world = open_lake(methods[m], counts[n], 4);
            play(world);
            CHECK(hash_of(world) == want);
            waft_world_destroy(world);
        }
    }
}

static void a_snapshot_goes_on_with_the_same_bits(void) {
    for (int m = 0; m < 3; ++m) {
        waft_world* world = open_lake(methods[m], 2, 1);
        play(world);
        const size_t size = waft_world_snapshot_size(world);
        void* bytes = malloc(size);
        if (bytes == NULL || !CHECK(waft_world_snapshot(world, bytes, size) == WAFT_OK)) {
            free(bytes);
            continue;
        }
        const uint64_t start = hash_of(world);
        take_steps(world, 15);
        const uint64_t want = hash_of(world);
        waft_world* other = open_lake(methods[m], 1, 1);
        take_steps(other, 3);
        CHECK(waft_world_restore(other, bytes, size) == WAFT_OK);
        CHECK(hash_of(other) == start);
        take_steps(other, 15);
        CHECK(hash_of(other) == want);
        // Another method is another world.
        waft_world* foreign = open_lake(methods[(m + 1) % 3], 1, 1);
        CHECK(waft_world_restore(foreign, bytes, size) == WAFT_ERR_PARSE);
        waft_world_destroy(foreign);
        waft_world_destroy(other);
        waft_world_destroy(world);
        free(bytes);
    }
}

// What was recorded of one world, queued again in another before the same steps.
static void a_replay_gives_the_same_bits(void) {
    for (int m = 0; m < 3; ++m) {
        waft_world* world = open_lake(methods[m], 1, 1);
        static edit_tape tape;
        tape_attach(&tape, world);
        play(world);
        CHECK(tape.count == 2);
        waft_world* again = open_lake(methods[m], 2, 1);
        size_t next = 0;
        for (uint64_t step = 0; step < waft_world_steps(world); ++step) {
            for (; next < tape.count && tape.edits[next].step == step; ++next) {
                CHECK(waft_world_queue(again, &tape.edits[next]) == WAFT_OK);
            }
            take_steps(again, 1);
        }
        CHECK(hash_of(again) == hash_of(world));
        waft_world_destroy(again);
        waft_world_destroy(world);
    }
}

enum { ASKERS = 4, POINTS = 300 };

typedef struct asker {
    const waft_water* water;
    waft_water_sample samples[POINTS];
    const float* drawn;
} asker;

static void* ask(void* argument) {
    asker* a = argument;
    waft_vec3 points[POINTS];
    for (int n = 0; n < POINTS; ++n) {
        points[n] = (waft_vec3){(float)(10.0 * fmod(n * 0.6180339887, 1.0)), 0.0f,
            (float)(8.0 * fmod(n * 0.7548776662, 1.0))};
    }
    waft_field field = {.data = NULL};
    CHECK(waft_water_query(a->water, points, 1, a->samples) == WAFT_OK);
    CHECK(waft_water_query(a->water, points, POINTS, a->samples) == WAFT_OK);
    CHECK(waft_water_field(a->water, WAFT_WATER_LEVEL, &field) == WAFT_OK);
    a->drawn = field.data;
    return NULL;
}

static void several_threads_may_ask_between_steps(void) {
    waft_world* world = open_lake(WAFT_WATER_SWE, 1, 1);
    static asker askers[ASKERS];
    for (int round = 0; round < 10; ++round) {
        take_steps(world, 1);
        pthread_t threads[ASKERS];
        for (int n = 0; n < ASKERS; ++n) {
            askers[n].water = waft_world_water(world);
            CHECK(pthread_create(&threads[n], NULL, ask, &askers[n]) == 0);
        }
        for (int n = 0; n < ASKERS; ++n) {
            CHECK(pthread_join(threads[n], NULL) == 0);
        }
        for (int n = 1; n < ASKERS; ++n) {
            CHECK(askers[n].drawn == askers[0].drawn);
            for (int k = 0; k < POINTS; ++k) {
                CHECK(askers[n].samples[k].level == askers[0].samples[k].level);
                CHECK(askers[n].samples[k].velocity.y == askers[0].samples[k].velocity.y);
            }
        }
    }
    waft_world_destroy(world);
}

static const test_case cases[] = {
    {"thread_counts_agree", thread_counts_agree},
    {"a_snapshot_goes_on_with_the_same_bits", a_snapshot_goes_on_with_the_same_bits},
    {"a_replay_gives_the_same_bits", a_replay_gives_the_same_bits},
    {"several_threads_may_ask_between_steps", several_threads_may_ask_between_steps},
};
TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// Same bits for any number of threads, with waft's pool and with a host's, and worlds side by side.
#include "hooks.h"

#include <pthread.h>

static uint64_t hash_after(int threads, const waft_tasks* tasks, const waft_water_def* water) {
    waft_world_def def = waft_world_def_default();
    def.step = 0.02;
    def.threads = threads;
    if (tasks != NULL) {
        def.tasks = *tasks;
    }
    waft_world* world = make_world(&def, water);
    take_steps(world, 40);
    const uint64_t hash = waft_world_hash(world);
    waft_world_destroy(world);
    return hash;
}

static waft_water_def large(waft_water_def def) {
    def.cells[0] = 300;
    def.cells[1] = 260;
    return def;
}

static void thread_counts_agree(void) {
    static const int counts[] = {2, 3, 4, 8};
    for (int shore = 0; shore < 2; ++shore) {
        const waft_water_def water = large(shore ? shore_water_def() : small_water_def());
        const uint64_t want = hash_after(1, NULL, &water);
        for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
            CHECK(hash_after(counts[i], NULL, &water) == want);
        }
    }
}

typedef struct host_task {
    pthread_t thread;
    waft_task_function* run;
    void* context;
} host_task;

static void* host_main(void* argument) {
    const host_task* task = argument;
    task->run(task->context);
    return NULL;
}

static void* host_enqueue(void* user, waft_task_function* run, void* context) {
    (void)user;
    host_task* task = malloc(sizeof(*task));
    if (task == NULL) {
        run(context);
        return NULL;
    }
    *task = (host_task){.run = run, .context = context};
    if (pthread_create(&task->thread, NULL, host_main, task) != 0) {
        free(task);
        run(context);
        return NULL;
    }
    return task;
}

static void host_finish(void* user, void* handle) {
    (void)user;
    host_task* task = handle;
    if (task != NULL) {
        (void)pthread_join(task->thread, NULL);
        free(task);
    }
}

static void a_host_pool_agrees(void) {
    const waft_tasks tasks = {.enqueue = host_enqueue, .finish = host_finish, .concurrency = 3};
    const waft_water_def water = large(shore_water_def());
    CHECK(hash_after(1, &tasks, &water) == hash_after(1, NULL, &water));
}

typedef struct side {
    waft_water_def water;
    uint64_t hash;
} side;

static void* run_side(void* argument) {
    side* s = argument;
    s->hash = hash_after(2, NULL, &s->water);
    return NULL;
}

static void worlds_are_independent(void) {
    side sides[2] = {{.water = small_water_def()}, {.water = shore_water_def()}};
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i) {
        CHECK(pthread_create(&threads[i], NULL, run_side, &sides[i]) == 0);
    }
    for (int i = 0; i < 2; ++i) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(sides[i].hash == hash_after(1, NULL, &sides[i].water));
    }
}

static const test_case cases[] = {
    {"thread_counts_agree", thread_counts_agree},
    {"a_host_pool_agrees", a_host_pool_agrees},
    {"worlds_are_independent", worlds_are_independent},
};

TEST_MAIN(cases)

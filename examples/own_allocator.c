// SPDX-License-Identifier: MIT
// waft works with your memory, your log and your threads: three hooks in the def of a world.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <waft/waft.h>

// The memory is a budget, as games have it: beyond it there is none, which is an error like others.
typedef struct budget {
    size_t used, most; // bytes
} budget;

// The first argument of every hook is the pointer that you put beside it.
static void* allocate(void* user, size_t size, size_t alignment) {
    budget* memory = user;
    const size_t whole = (size + alignment - 1) / alignment * alignment; // as aligned_alloc() wants
    void* block = size <= memory->most - memory->used ? aligned_alloc(alignment, whole) : NULL;
    memory->used += block != NULL ? size : 0;
    return block;
}

// The size comes back, so that an allocator need not write it down.
static void release(void* user, void* block, size_t size, size_t alignment) {
    (void)alignment;
    ((budget*)user)->used -= size;
    free(block);
}

// The log gets sentences that are good to know. Errors do not come here: they are results of calls.
static void write_log(void* user, waft_log_level level, const char* sentence) {
    (void)user;
    static const char* const levels[] = {"debug", "note", "warning"};
    printf("  %s: %s\n", levels[level], sentence);
}

// The task system starts a thread for every task; a game puts the task into the queue of its pool.
typedef struct task {
    pthread_t thread;
    waft_task_function* run;
    void* context;
} task;

static void* run_task(void* user) {
    ((task*)user)->run(((task*)user)->context);
    return NULL;
}

// A step hands over tasks, works itself, and then waits for the handles. A task for which there is no
// thread is run at once; it has no handle.
static void* enqueue(void* user, waft_task_function* run, void* context) {
    task* t = malloc(sizeof(*t));
    if (t != NULL) {
        *t = (task){.run = run, .context = context};
    }
    if (t == NULL || pthread_create(&t->thread, NULL, run_task, t) != 0) {
        free(t);
        run(context);
        return NULL;
    }
    ++*(int*)user;
    return t;
}

static void finish(void* user, void* handle) {
    (void)user;
    (void)pthread_join(((task*)handle)->thread, NULL);
    free(handle);
}

// Rain falls on a pond for a second. The hash is a number that tells states apart.
static waft_result rain(const waft_world_def* def, uint64_t* out_hash) {
    waft_water_def water_def = waft_water_def_default();
    water_def.method = WAFT_WATER_COLUMNS;
    water_def.cells[0] = water_def.cells[1] = 256;
    water_def.rain.rate = 20.0f; // drops a second
    waft_world* world = NULL;
    waft_water* water = NULL;
    waft_error error;
    waft_result result = waft_world_create(def, &world, &error);
    if (result == WAFT_OK) {
        result = waft_world_create_water(world, &water_def, &water);
    }
    for (int step = 0; step < 250 && result == WAFT_OK; ++step) {
        result = waft_world_step(world);
    }
    if (result != WAFT_OK) {
        printf("  %s\n", world != NULL ? waft_world_error(world) : error.sentence);
    }
    *out_hash = waft_world_hash(world);
    waft_world_destroy(world);
    return result;
}

int main(void) {
    waft_world_def def = waft_world_def_default(); // the C library, no log, one thread
    uint64_t plain = 0;
    if (rain(&def, &plain) != WAFT_OK) {
        return 1;
    }
    uint64_t hooked = 0;
    budget memory = {.most = 4 << 20};
    int tasks = 0;
    def.allocator = (waft_allocator){.user = &memory, .allocate = allocate, .release = release};
    def.logger = (waft_logger){.write = write_log};
    def.tasks =
        (waft_tasks){.user = &tasks, .enqueue = enqueue, .finish = finish, .concurrency = 2};
    printf("With a budget of 4 MiB:\n");
    if (rain(&def, &hooked) != WAFT_ERR_NO_MEMORY) {
        return 1;
    }
    memory.most = 16 << 20;
    printf("With a budget of 16 MiB:\n");
    if (rain(&def, &hooked) != WAFT_OK || memory.used != 0) {
        return 1;
    }
    printf("  All memory is back, %d tasks ran on threads of ours, and the hashes are %s.\n", tasks,
        plain == hooked ? "equal" : "different");
    return plain == hooked ? 0 : 1;
}

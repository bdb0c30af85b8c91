// SPDX-License-Identifier: MIT
// What the pool promises to one caller; tests/threads/test_pool.c is about races.
#include "task/pool_guest.h"

#include <stdlib.h>

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

#include "test.h"

typedef struct record {
    pthread_t caller;
    int32_t order[64];
    int32_t count;
    bool elsewhere;
} record;

static void note_block(void* context, int32_t block) {
    record* r = context;
    r->elsewhere = r->elsewhere || !pthread_equal(pthread_self(), r->caller);
    r->order[r->count++] = block;
}

static void check_serial(const record* r, int32_t count) {
    CHECK(!r->elsewhere);
    CHECK(r->count == count);
    for (int32_t i = 0; i < count; ++i) {
        CHECK(r->order[i] == i);
    }
}

// Each block once, in whatever order.
static void check_each_once(const record* r, int32_t count) {
    int times[64] = {0};
    CHECK(!r->elsewhere);
    CHECK(r->count == count);
    for (int32_t i = 0; i < count; ++i) {
        ++times[r->order[i]];
    }
    for (int32_t i = 0; i < count; ++i) {
        CHECK(times[i] == 1);
    }
}

static wafti_pool* make_pool(int threads) {
    wafti_pool* pool = NULL;
    waft_error error;
    CHECK(wafti_pool_create(&(wafti_pool_def){.threads = threads, .pin = true}, &pool, &error) ==
          WAFT_OK);
    return pool;
}

static void test_one_thread(void) {
    wafti_pool* pool = make_pool(1);
    CHECK(wafti_pool_threads(pool) == 1);
    record r = {.caller = pthread_self()};
    wafti_pool_begin(pool);
    wafti_pool_run(pool, 64, 1e9, note_block, &r);
    wafti_pool_end(pool);
    check_serial(&r, 64);
    wafti_pool_destroy(pool);
}

static void test_small_work_is_serial(void) {
    wafti_pool* pool = make_pool(2);
    CHECK(wafti_pool_threads(pool) == 2);
    const double small[] = {0.0, 99.0, -1.0};
    for (size_t i = 0; i < sizeof(small) / sizeof(small[0]); ++i) {
        record r = {.caller = pthread_self()};
        wafti_pool_run(pool, 64, small[i], note_block, &r);
        check_serial(&r, 64);
    }
    record r = {.caller = pthread_self()};
    wafti_pool_run(pool, 1, 1e9, note_block, &r);
    check_serial(&r, 1);
    wafti_pool_run(pool, 0, 1e9, note_block, &r);
    CHECK(r.count == 1);
    wafti_pool_destroy(pool);
}

static void test_arguments(void) {
    static const int threads[] = {0, -1, 257};
    for (size_t i = 0; i < 3; ++i) {
        wafti_pool* pool = (wafti_pool*)&pool;
        waft_error error = {0};
        CHECK(wafti_pool_create(&(wafti_pool_def){.threads = threads[i]}, &pool, &error) ==
              WAFT_ERR_ARGUMENT);
        CHECK(pool == NULL);
        CHECK(strstr(error.sentence, "must be 1 to 256") != NULL);
        CHECK(wafti_pool_create(&(wafti_pool_def){.threads = threads[i]}, &pool, NULL) ==
              WAFT_ERR_ARGUMENT);
    }
    wafti_pool_destroy(NULL);
}

// A host's pool that runs every other task on the spot and the rest when it is asked to finish:
// late, and only then.
typedef struct lazy_host {
    waft_task_function* run[8];
    void* context[8];
    int enqueued, on_the_spot, finished;
} lazy_host;

static void* lazy_enqueue(void* user, waft_task_function* run, void* context) {
    lazy_host* host = user;
    if (host->enqueued % 2 == 1) {
        ++host->enqueued;
        ++host->on_the_spot;
        run(context);
        return NULL;
    }
    host->run[host->enqueued % 8] = run;
    host->context[host->enqueued % 8] = context;
    return (void*)&host->run[host->enqueued++ % 8];
}

static void lazy_finish(void* user, void* handle) {
    lazy_host* host = user;
    const long slot = (waft_task_function**)handle - host->run;
    ++host->finished;
    host->run[slot](host->context[slot]);
}

static void test_host_pool(void) {
    lazy_host host = {0};
    wafti_pool_def def = {.tasks = {&host, lazy_enqueue, lazy_finish, 4}};
    wafti_pool* pool = NULL;
    waft_error error = {0};
    CHECK(wafti_pool_create(&def, &pool, &error) == WAFT_OK);
    CHECK(wafti_pool_threads(pool) == 4);
    record r = {.caller = pthread_self()};
    wafti_pool_run(pool, 64, 1e9, note_block, &r);
    check_each_once(&r, 64);
    CHECK(host.enqueued == 3);
    CHECK(host.on_the_spot + host.finished == 3);
    r.count = 0;
    wafti_pool_run(pool, 2, 1e9, note_block, &r); // no more tasks than could find a block
    CHECK(r.count == 2);
    CHECK(host.enqueued == 4);
    r.count = 0;
    wafti_pool_run(pool, 64, 10.0, note_block, &r);
    CHECK(r.count == 64);
    CHECK(host.enqueued == 4);
    wafti_pool_destroy(pool);

    def.tasks.concurrency = 0;
    CHECK(wafti_pool_create(&def, &pool, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "tasks.concurrency is 0, must be at least 1");
    def.tasks.concurrency = 4;
    def.tasks.finish = NULL;
    CHECK(wafti_pool_create(&def, &pool, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "tasks has enqueue but no finish");
}

// Fails from the allocation number `fail_at` on.
typedef struct stingy {
    int calls, fail_at;
    size_t bytes;
} stingy;

static void* stingy_allocate(void* user, size_t size, size_t alignment) {
    stingy* s = user;
    if (s->calls++ >= s->fail_at) {
        return NULL;
    }
    s->bytes += size;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void stingy_release(void* user, void* memory, size_t size, size_t alignment) {
    (void)alignment;
    ((stingy*)user)->bytes -= size;
    free(memory);
}

static void test_memory(void) {
    for (int host = 0; host < 2; ++host) {
        waft_result result = WAFT_ERR_NO_MEMORY;
        for (int fail_at = 0; result != WAFT_OK && CHECK(fail_at < 5); ++fail_at) {
            stingy s = {.fail_at = fail_at};
            const waft_allocator allocator = {&s, stingy_allocate, stingy_release};
            wafti_pool_def def = {.threads = 3, .allocator = &allocator};
            lazy_host lazy = {0};
            if (host != 0) {
                def.tasks = (waft_tasks){&lazy, lazy_enqueue, lazy_finish, 4};
            }
            wafti_pool* pool = NULL;
            waft_error error = {0};
            result = wafti_pool_create(&def, &pool, &error);
            CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
            CHECK(result == WAFT_OK || strstr(error.sentence, "out of memory") != NULL);
            CHECK((pool != NULL) == (result == WAFT_OK));
            wafti_pool_destroy(pool);
            CHECK(s.bytes == 0);
        }
    }
}

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) &&       \
    !defined(__has_feature)
static long status_value(const char* file, const char* format) {
    long value = -1;
    char line[256];
    FILE* stream = fopen(file, "r");
    while (stream != NULL && value < 0 && fgets(line, sizeof(line), stream) != NULL) {
        (void)sscanf(line, format, &value);
    }
    if (stream != NULL) {
        (void)fclose(stream);
    }
    return value;
}

// The kernel wakes who joins a thread before it has taken the thread off its list, so it may take a
// moment.
static bool threads_become(long count) {
    const struct timespec moment = {.tv_nsec = 5000000};
    for (int i = 0; i < 400; ++i) {
        if (status_value("/proc/self/status", "Threads: %ld") == count) {
            return true;
        }
        (void)nanosleep(&moment, NULL);
    }
    return false;
}

// The address space is made too small for the stacks of 255 workers. Sanitizers could not work there.
static void test_no_more_threads(void) {
    CHECK(threads_become(1)); // those of the cases before are gone
    const long kilobytes = status_value("/proc/self/status", "VmSize: %ld");
    struct rlimit stack;
    struct rlimit before;
    if (!CHECK(kilobytes > 0) || getrlimit(RLIMIT_STACK, &stack) != 0 ||
        stack.rlim_cur < (1u << 20) || getrlimit(RLIMIT_AS, &before) != 0) {
        return;
    }
    struct rlimit tight = before;
    tight.rlim_cur = (rlim_t)kilobytes * 1024 + (64u << 20);
    stingy s = {.fail_at = 99};
    const waft_allocator allocator = {&s, stingy_allocate, stingy_release};
    wafti_pool* pool = NULL;
    waft_error error = {0};
    CHECK(setrlimit(RLIMIT_AS, &tight) == 0);
    const waft_result result = wafti_pool_create(
        &(wafti_pool_def){.threads = 256, .allocator = &allocator}, &pool, &error);
    CHECK(setrlimit(RLIMIT_AS, &before) == 0);
    CHECK(result == WAFT_ERR_NO_MEMORY);
    CHECK(strstr(error.sentence, "of 256 threads") != NULL);
    CHECK(pool == NULL);
    CHECK(s.bytes == 0);
    CHECK(threads_become(1));
}
#else
static void test_no_more_threads(void) {}
#endif

typedef struct asked_twice {
    wafti_pool* pool;
    record inner;
    atomic_int blocks;
} asked_twice;

// Asks for the workers while another has them.
static void ask_again(void* context, int32_t block) {
    asked_twice* a = context;
    (void)atomic_fetch_add(&a->blocks, 1);
    if (block == 0) {
        a->inner.caller = pthread_self();
        wafti_pool_run_if_free(a->pool, 16, 1e9, note_block, &a->inner);
    }
}

static void test_workers_have_one_master(void) {
    asked_twice a = {.pool = make_pool(3)};
    wafti_pool_run_if_free(a.pool, 50, 1e9, ask_again, &a);
    CHECK(atomic_load(&a.blocks) == 50);
    check_serial(&a.inner, 16);
    // They are free again, but not within a step.
    a = (asked_twice){.pool = a.pool};
    wafti_pool_run_if_free(a.pool, 50, 1e9, ask_again, &a);
    CHECK(atomic_load(&a.blocks) == 50);
    record r = {.caller = pthread_self()};
    wafti_pool_begin(a.pool);
    wafti_pool_run_if_free(a.pool, 64, 1e9, note_block, &r);
    wafti_pool_end(a.pool);
    check_serial(&r, 64);
    wafti_pool_destroy(a.pool);
}

static const test_case cases[] = {
    {"one_thread", test_one_thread},
    {"small_work_is_serial", test_small_work_is_serial},
    {"workers_have_one_master", test_workers_have_one_master},
    {"arguments", test_arguments},
    {"host_pool", test_host_pool},
    {"memory", test_memory},
    {"no_more_threads", test_no_more_threads},
};

TEST_MAIN(cases)

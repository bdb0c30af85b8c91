// SPDX-License-Identifier: MIT
// Races: meant to run under the thread sanitizer too, which sees what luck hides.
#include "task/pool.h"

#include <float.h>
#include <stdlib.h>

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "task/fpmode.h"
#include "test.h"

enum { WORK = 1000, MOST_BLOCKS = 300 }; // WORK in microseconds: always shared

static wafti_pool* make_pool(int threads, bool pin) {
    wafti_pool* pool = NULL;
    waft_error error = {0};
    const waft_result result =
        wafti_pool_create(&(wafti_pool_def){.threads = threads, .pin = pin}, &pool, &error);
    if (!CHECK(result == WAFT_OK)) {
        (void)fprintf(stderr, "%s\n", error.sentence);
        exit(1);
    }
    return pool;
}

typedef struct job {
    int number;
    int calls[MOST_BLOCKS]; // plain: the pool alone must order them
} job;

static void count_call(void* context, int32_t block) {
    job* j = context;
    j->calls[block] += j->number;
}

// Runs one job whose memory is gone afterwards, so that a late worker would be caught.
static bool run_job(wafti_pool* pool, int number, int32_t blocks) {
    job* j = calloc(1, sizeof(*j));
    if (j == NULL) {
        return false;
    }
    j->number = number;
    wafti_pool_run(pool, blocks, WORK, count_call, j);
    bool right = true;
    for (int32_t i = 0; i < MOST_BLOCKS; ++i) {
        right = right && j->calls[i] == (i < blocks ? number : 0);
    }
    memset(j, 0xA5, sizeof(*j));
    free(j);
    return right;
}

static void run_jobs(wafti_pool* pool, int count, bool in_session) {
    bool right = true;
    for (int i = 1; i <= count; ++i) {
        if (in_session && i % 7 == 1) {
            wafti_pool_begin(pool);
        }
        right = run_job(pool, i, 2 + i % 5) && right;
        if (in_session && (i % 7 == 0 || i == count)) {
            wafti_pool_end(pool);
        }
    }
    CHECK(right);
}

static void test_many_small_jobs(void) {
    wafti_pool* pool = make_pool(2, true);
    wafti_pool_begin(pool);
    run_jobs(pool, 100000, false);
    wafti_pool_end(pool);
    wafti_pool_destroy(pool);
}

static void test_thread_counts(void) {
    for (int threads = 1; threads <= 8; ++threads) {
        wafti_pool* pool = make_pool(threads, threads % 2 == 0);
        CHECK(wafti_pool_threads(pool) == threads);
        run_jobs(pool, 500, true);
        run_jobs(pool, 100, false);
        bool right = true;
        for (int i = 0; i < 20; ++i) {
            right = run_job(pool, 5, MOST_BLOCKS) && right;
        }
        CHECK(right);
        wafti_pool_destroy(pool);
    }
}

static void sleep_us(long us) {
    (void)nanosleep(&(struct timespec){.tv_nsec = us * 1000}, NULL);
}

// Workers fall asleep in and between sessions and are found again.
static void test_idle_between(void) {
    wafti_pool* pool = make_pool(3, true);
    bool right = true;
    for (int i = 0; i < 30; ++i) {
        wafti_pool_begin(pool);
        right = run_job(pool, i, 64) && right;
        sleep_us(i % 3 == 0 ? 2500 : 10);
        right = run_job(pool, i, 64) && right;
        wafti_pool_end(pool);
        sleep_us(i % 2 == 0 ? 300 : 20);
    }
    CHECK(right);
    wafti_pool_destroy(pool);
}

static void test_nested_sessions(void) {
    wafti_pool* pool = make_pool(4, true);
    wafti_pool_begin(pool);
    wafti_pool_begin(pool);
    CHECK(run_job(pool, 1, 64));
    wafti_pool_end(pool);
    CHECK(run_job(pool, 2, 64));
    wafti_pool_begin(pool);
    wafti_pool_end(pool);
    CHECK(run_job(pool, 3, 64));
    wafti_pool_end(pool);
    CHECK(run_job(pool, 4, 64));
    wafti_pool_destroy(pool);
}

typedef struct outer_job {
    wafti_pool* pool;
    atomic_int inner[8];
} outer_job;

static void count_inner(void* context, int32_t block) {
    atomic_int* inner = context;
    (void)atomic_fetch_add(inner, 1 + block);
}

static void run_inner(void* context, int32_t block) {
    outer_job* outer = context;
    wafti_pool_run(outer->pool, 10, 1e6, count_inner, &outer->inner[block]);
}

// Blocks may ask for more: that stays where they are, in a session or not.
static void test_from_inside_a_block(void) {
    wafti_pool* pool = make_pool(3, true);
    for (int i = 0; i < 400; ++i) {
        outer_job outer = {.pool = pool};
        const bool in_session = i % 2 == 0;
        if (in_session) {
            wafti_pool_begin(pool);
        }
        wafti_pool_run(pool, 8, 1e6, run_inner, &outer);
        if (in_session) {
            wafti_pool_end(pool);
        }
        bool right = true;
        for (int b = 0; b < 8; ++b) {
            right = right && atomic_load(&outer.inner[b]) == 55;
        }
        CHECK(right);
    }
    CHECK(run_job(pool, 1, 64));
    wafti_pool_destroy(pool);
}

// Destroyed at any moment of the workers' life: not yet started, looking, falling asleep, asleep.
static void test_destroy_while_late(void) {
    for (int i = 0; i < 150; ++i) {
        wafti_pool* pool = make_pool(2 + i % 4, i % 2 == 0);
        if (i % 3 != 0) {
            wafti_pool_begin(pool);
            CHECK(run_job(pool, i, 2 + i % 3));
            wafti_pool_end(pool);
        }
        if (i % 5 == 0) {
            sleep_us(40 + 5 * (i % 10));
        }
        wafti_pool_destroy(pool);
    }
}

// Two pools used from two threads do not know of each other.
static void* use_own_pool(void* unused) {
    (void)unused;
    wafti_pool* pool = make_pool(2, true);
    run_jobs(pool, 300, true);
    wafti_pool_destroy(pool);
    return NULL;
}

static void test_two_pools(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i) {
        CHECK(pthread_create(&threads[i], NULL, use_own_pool, NULL) == 0);
    }
    for (int i = 0; i < 2; ++i) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
}

// A pool is not bound to the thread that made it.
static void* use_given_pool(void* pool) {
    run_jobs(pool, 100, true);
    return NULL;
}

static void test_another_caller(void) {
    wafti_pool* pool = make_pool(3, true);
    run_jobs(pool, 100, true);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, use_given_pool, pool) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    run_jobs(pool, 100, true);
    wafti_pool_destroy(pool);
}

typedef struct seen {
    pthread_t caller;
    int workers[64]; // 1: run by a worker
    bool takes_interrupts[64];
    bool takes_faults[64];
    bool keeps_subnormals[64];
} seen;

static bool keeps_subnormals(void) {
    volatile float tiny = FLT_MIN;
    volatile float half = tiny * 0.5f;
    return half > 0.0f;
}

static void look_around(void* context, int32_t block) {
    seen* s = context;
    sigset_t blocked;
    (void)pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    s->workers[block] = !pthread_equal(pthread_self(), s->caller);
    s->takes_interrupts[block] = sigismember(&blocked, SIGINT) == 0;
    s->takes_faults[block] = sigismember(&blocked, SIGSEGV) == 0;
    s->keeps_subnormals[block] = keeps_subnormals();
    sleep_us(50); // long enough for a worker to come
}

static void check_surroundings(wafti_pool* pool, bool session) {
    seen s = {.caller = pthread_self()};
    int by_workers = 0;
    for (int attempt = 0; by_workers == 0 && attempt < 200; ++attempt) {
        if (session) {
            wafti_pool_begin(pool);
        }
        wafti_pool_run(pool, 64, WORK, look_around, &s);
        if (session) {
            wafti_pool_end(pool);
        }
        for (int i = 0; i < 64; ++i) {
            CHECK(s.takes_interrupts[i] == (s.workers[i] == 0));
            CHECK(s.takes_faults[i]);
            CHECK(s.keeps_subnormals[i]);
            by_workers += s.workers[i];
        }
    }
    CHECK(by_workers > 0);
}

static void test_surroundings(void) {
#if defined(__SSE__)
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | (1u << 15) | (1u << 6)); // a host that flushes subnormals to zero
#endif
    wafti_pool* pool = make_pool(2, true); // the workers start in the host's mode
    check_surroundings(pool, true);
    check_surroundings(pool, false);
#if defined(__SSE__)
    CHECK(!keeps_subnormals()); // the host has its mode back
    _mm_setcsr(before);
#endif
    wafti_pool_destroy(pool);
    sigset_t blocked;
    CHECK(pthread_sigmask(SIG_SETMASK, NULL, &blocked) == 0);
    CHECK(sigismember(&blocked, SIGINT) == 0);
}

// A host that starts a thread for each task, or runs it on the spot.
typedef struct host {
    int enqueued, finished;
} host;

typedef struct task {
    pthread_t thread;
    waft_task_function* run;
    void* context;
} task;

static void* task_main(void* argument) {
    task* t = argument;
    t->run(t->context);
    return NULL;
}

static void* start_task(void* user, waft_task_function* run, void* context) {
    host* h = user;
    task* t = ++h->enqueued % 3 != 0 ? malloc(sizeof(*t)) : NULL;
    if (t == NULL) {
        run(context);
        return NULL;
    }
    *t = (task){.run = run, .context = context};
    if (pthread_create(&t->thread, NULL, task_main, t) != 0) {
        free(t);
        run(context);
        return NULL;
    }
    return t;
}

static void finish_task(void* user, void* handle) {
    task* t = handle;
    ++((host*)user)->finished;
    (void)pthread_join(t->thread, NULL);
    free(t);
}

static void test_host_pool(void) {
    host h = {0};
    wafti_pool* pool = NULL;
    waft_error error;
    const wafti_pool_def def = {.tasks = {&h, start_task, finish_task, 3}};
    if (!CHECK(wafti_pool_create(&def, &pool, &error) == WAFT_OK)) {
        return;
    }
    run_jobs(pool, 200, true);
    CHECK(h.enqueued > 200);
    CHECK(h.finished > 0);
    CHECK(h.finished < h.enqueued);
    wafti_pool_destroy(pool);
}

static const test_case cases[] = {
    {"many_small_jobs", test_many_small_jobs},
    {"thread_counts", test_thread_counts},
    {"idle_between", test_idle_between},
    {"nested_sessions", test_nested_sessions},
    {"from_inside_a_block", test_from_inside_a_block},
    {"destroy_while_late", test_destroy_while_late},
    {"two_pools", test_two_pools},
    {"another_caller", test_another_caller},
    {"surroundings", test_surroundings},
    {"host_pool", test_host_pool},
};

TEST_MAIN(cases)

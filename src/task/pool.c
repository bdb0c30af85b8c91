// SPDX-License-Identifier: MIT
// A call publishes a job; the caller and whichever workers are awake claim its blocks one by one, each
// first from a share of its own, so that it finds what it wrote the last time in its own cache, and then
// from those of others. The caller works too, so a worker that comes late costs nothing: it finds no block
// and waits on.
#include "task/pool_guest.h"

#include <pthread.h>
#include <sched.h>
#include <stdalign.h>
#include <stdatomic.h>

#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "port/port.h"
#include "task/fpmode.h"

enum {
    MOST_THREADS = 256,
    MOST_SHARES = 16,
    CACHE_LINE = 64,
    PAUSES_PER_LOOK = 64, // a look at the clock costs about as much as one pause
    PAUSES_BEFORE_YIELD = 4096,
};

// Work this short is done before a second core could take its share: one that looks for blocks, and one
// that may have to be woken.
static const double serial_in_session_us = 30.0;
static const double serial_work_us = 100.0;

// How long a worker looks for blocks before it sleeps, in s. Inside a session a pause between two
// calls is serial work of the step; beyond it, only the host's next call could bring more.
static const double look_in_session = 2e-3;
static const double look_after_session = 50e-6;

typedef struct worker {
    wafti_pool* pool;
    pthread_t thread;
    int cpu; // where it is pinned, -1: anywhere
} worker;

typedef struct share {
    alignas(CACHE_LINE) atomic_uint_fast64_t ticket;
} share;

// Blocks of a share are claimed through one word: the job's number in the upper half, blocks not yet claimed in
// the lower. A worker reads the word, then the job, then takes one off the word it read. If that
// succeeds, the word did not change in between, so the block was still open, so the caller was still
// waiting for it and the job it read was the one the word names. If the job is over the word's lower
// half is 0 or its upper half has moved on, and the worker takes nothing. (A worker would have to
// sleep through exactly 2^32 jobs between two instructions to be fooled.)
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): what is contended has its own line
struct wafti_pool {
    share shares[MOST_SHARES];
    int share_count;
    // Blocks claimed by nobody or not yet returned; the call ends when it is 0.
    alignas(CACHE_LINE) atomic_int_fast32_t pending;

    // The job. Atomic, since a late worker may read it while the next is written.
    alignas(CACHE_LINE) _Atomic(wafti_block_function*) run;
    _Atomic(void*) context;
    atomic_int_fast32_t block_count;

    // Sleep: a worker sleeps while `wakes` is what it was when it began to look for blocks.
    atomic_uint wakes;
    atomic_bool anyone_asleep;
    atomic_bool in_session;
    atomic_bool lent;      // between steps, to one of those who ask
    atomic_int caller_cpu; // where the caller last woke the others, -1: not known
    atomic_bool quit;
    pthread_mutex_t mutex;
    pthread_cond_t woken;

    // Below: the caller's alone.
    waft_allocator allocator;
    waft_tasks tasks;
    void** handles; // of the host's tasks, threads - 1
    worker* workers;
    wafti_fpmode host_mode;
    uint32_t job_number;
    int depth; // of begin without end
    int threads;
    int worker_count;
    int cpu_count;
    int cpus[MOST_THREADS];
    bool session_was_parallel;
    bool running; // blocks are out: set before they are handed out, so that they may read it
    bool crowded; // more threads than CPUs: those that wait give way
    bool pinned;
};

static inline void pause_cpu(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static bool blocks_left(wafti_pool* pool) {
    for (int i = 0; i < pool->share_count; ++i) {
        if ((uint32_t)atomic_load(&pool->shares[i].ticket) != 0) {
            return true;
        }
    }
    return false;
}

// The first block of a share of so many.
static int32_t first_of(const wafti_pool* pool, int number, int_fast32_t block_count) {
    return (int32_t)((int64_t)block_count * number / pool->share_count);
}

// Claims and runs blocks of a share until none is left; returns how many.
static int_fast32_t work_off(wafti_pool* pool, int number) {
    int_fast32_t done = 0;
    atomic_uint_fast64_t* word = &pool->shares[number].ticket;
    uint_fast64_t ticket = atomic_load_explicit(word, memory_order_acquire);
    while ((uint32_t)ticket != 0) {
        wafti_block_function* run = atomic_load_explicit(&pool->run, memory_order_relaxed);
        void* context = atomic_load_explicit(&pool->context, memory_order_relaxed);
        const int_fast32_t count = atomic_load_explicit(&pool->block_count, memory_order_relaxed);
        if (atomic_compare_exchange_weak_explicit(
                word, &ticket, ticket - 1, memory_order_acq_rel, memory_order_acquire)) {
            run(context, first_of(pool, number + 1, count) - (int32_t)(uint32_t)ticket);
            ++done;
            ticket = atomic_load_explicit(word, memory_order_acquire);
        }
    }
    return done;
}

// Claims and runs blocks, first those of the share `own`, until none is left; true if there was one.
static bool work(wafti_pool* pool, int own) {
    int_fast32_t done = 0;
    for (int i = 0; i < pool->share_count; ++i) {
        done += work_off(pool, (own + i) % pool->share_count);
    }
    if (done > 0) {
        (void)atomic_fetch_sub_explicit(&pool->pending, done, memory_order_release);
    }
    return done > 0;
}

static void publish(
    wafti_pool* pool, int32_t block_count, wafti_block_function* run, void* context) {
    atomic_store_explicit(&pool->run, run, memory_order_relaxed);
    atomic_store_explicit(&pool->context, context, memory_order_relaxed);
    atomic_store_explicit(&pool->block_count, block_count, memory_order_relaxed);
    atomic_store_explicit(&pool->pending, block_count, memory_order_relaxed);
    ++pool->job_number;
    for (int i = 0; i < pool->share_count; ++i) {
        const int32_t blocks = first_of(pool, i + 1, block_count) - first_of(pool, i, block_count);
        atomic_store(
            &pool->shares[i].ticket, ((uint64_t)pool->job_number << 32) | (uint32_t)blocks);
    }
}

static void wait_for_blocks(wafti_pool* pool) {
    for (unsigned pauses = 1; atomic_load_explicit(&pool->pending, memory_order_acquire) != 0;
         ++pauses) {
        pause_cpu();
        // A worker that lost its CPU in the middle of a block may need ours to finish it.
        if (pauses >= PAUSES_BEFORE_YIELD && pauses % PAUSES_PER_LOOK == 0) {
            (void)sched_yield();
        }
    }
}

// A worker that looks for blocks there keeps the caller from the blocks it looks for.
static bool on_callers_cpu(wafti_pool* pool) {
    const int caller_cpu = atomic_load_explicit(&pool->caller_cpu, memory_order_relaxed);
    return caller_cpu >= 0 && wafti_cpus_current() == caller_cpu;
}

// Returns when nothing has come for a while.
static void look_for_blocks(wafti_pool* pool, int own) {
    double last_work = wafti_clock_wall();
    for (unsigned pauses = 1; !atomic_load_explicit(&pool->quit, memory_order_relaxed); ++pauses) {
        if (work(pool, own)) {
            last_work = wafti_clock_wall();
        }
        pause_cpu();
        if (pauses % PAUSES_PER_LOOK != 0) {
            continue;
        }
        if (pool->crowded || on_callers_cpu(pool)) {
            (void)sched_yield();
        }
        const bool in_session = atomic_load_explicit(&pool->in_session, memory_order_relaxed);
        const double patience = in_session ? look_in_session : look_after_session;
        if (wafti_clock_wall() - last_work > patience) {
            return;
        }
    }
}

static void sleep_until_woken(wafti_pool* pool, unsigned wakes_seen) {
    (void)pthread_mutex_lock(&pool->mutex);
    // Told before the last look: a caller that publishes or wakes later sees it and signals.
    atomic_store(&pool->anyone_asleep, true);
    while (atomic_load(&pool->wakes) == wakes_seen && !blocks_left(pool)) {
        (void)pthread_cond_wait(&pool->woken, &pool->mutex);
    }
    (void)pthread_mutex_unlock(&pool->mutex);
}

static void wake(wafti_pool* pool) {
    (void)atomic_fetch_add(&pool->wakes, 1);
    if (!atomic_load(&pool->anyone_asleep)) {
        return;
    }
    (void)pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->anyone_asleep, false);
    (void)pthread_mutex_unlock(&pool->mutex);
    (void)pthread_cond_broadcast(&pool->woken);
}

static void* worker_main(void* argument) {
    const worker* self = argument;
    wafti_pool* pool = self->pool;
    const int own = (int)(self - pool->workers) + 1;
    (void)wafti_fpmode_enter();
    for (;;) {
        // Before `quit`: whoever sets that wakes afterwards, so one of the two is seen.
        const unsigned wakes_seen = atomic_load(&pool->wakes);
        if (atomic_load(&pool->quit)) {
            return NULL;
        }
        look_for_blocks(pool, own);
        sleep_until_woken(pool, wakes_seen);
    }
}

// The CPU with the fewest workers, not counting the caller's; -1 if there is no other.
static int quiet_cpu(const wafti_pool* pool, int caller_cpu) {
    int best = -1;
    int fewest = MOST_THREADS;
    for (int i = 0; i < pool->cpu_count; ++i) {
        int workers = 0;
        for (int w = 0; w < pool->worker_count; ++w) {
            workers += pool->workers[w].cpu == pool->cpus[i];
        }
        if (pool->cpus[i] != caller_cpu && workers < fewest) {
            best = pool->cpus[i];
            fewest = workers;
        }
    }
    return best;
}

static void pin_worker(wafti_pool* pool, worker* moved, int caller_cpu) {
    const int cpu = quiet_cpu(pool, caller_cpu);
    pool->pinned = cpu >= 0 && wafti_cpus_pin(moved->thread, cpu);
    moved->cpu = cpu;
}

// The scheduler may have put the caller on a sleeping worker's CPU, where the two would take turns.
static void make_way_for_caller(wafti_pool* pool, int caller_cpu) {
    for (int w = 0; w < pool->worker_count && pool->pinned; ++w) {
        if (pool->workers[w].cpu == caller_cpu) {
            pin_worker(pool, &pool->workers[w], caller_cpu);
        }
    }
}

static void wake_for_work(wafti_pool* pool) {
    const int caller_cpu = wafti_cpus_current();
    atomic_store_explicit(&pool->caller_cpu, caller_cpu, memory_order_relaxed);
    make_way_for_caller(pool, caller_cpu);
    wake(pool);
}

// One of the host's tasks; it may come late or never.
static void host_task(void* argument) {
    const wafti_fpmode host_mode = wafti_fpmode_enter();
    (void)work(argument, 1);
    wafti_fpmode_leave(host_mode);
}

static void run_on_host(wafti_pool* pool, int32_t block_count) {
    const int helpers = (block_count < pool->threads ? block_count : pool->threads) - 1;
    for (int i = 0; i < helpers; ++i) {
        pool->handles[i] = pool->tasks.enqueue(pool->tasks.user, host_task, pool);
    }
    (void)work(pool, 0);
    for (int i = 0; i < helpers; ++i) {
        if (pool->handles[i] != NULL) {
            pool->tasks.finish(pool->tasks.user, pool->handles[i]);
        }
    }
}

static void run_parallel(
    wafti_pool* pool, int32_t block_count, wafti_block_function* run, void* context) {
    pool->session_was_parallel = true;
    pool->running = true;
    publish(pool, block_count, run, context);
    if (pool->handles != NULL) {
        run_on_host(pool, block_count);
    } else {
        if (atomic_load(&pool->anyone_asleep)) {
            wake_for_work(pool);
        }
        (void)work(pool, 0);
    }
    wait_for_blocks(pool);
    pool->running = false;
}

static void run_serial(int32_t block_count, wafti_block_function* run, void* context) {
    for (int32_t block = 0; block < block_count; ++block) {
        run(context, block);
    }
}

void wafti_pool_run(wafti_pool* pool, int32_t block_count, double work_us,
    wafti_block_function* run, void* context) {
    if (pool->running) {
        run_serial(block_count, run, context);
        return;
    }
    const bool own_session = pool->depth == 0;
    if (own_session) {
        pool->host_mode = wafti_fpmode_enter();
    }
    const double serial_us = own_session ? serial_work_us : serial_in_session_us;
    if (pool->threads > 1 && block_count > 1 && work_us >= serial_us) {
        run_parallel(pool, block_count, run, context);
    } else {
        run_serial(block_count, run, context);
    }
    if (own_session) {
        wafti_fpmode_leave(pool->host_mode);
    }
}

void wafti_pool_run_if_free(wafti_pool* pool, int32_t block_count, double work_us,
    wafti_block_function* run, void* context) {
    const bool within_step = pool->depth > 0;
    if (within_step || atomic_exchange_explicit(&pool->lent, true, memory_order_acquire)) {
        run_serial(block_count, run, context);
        return;
    }
    wafti_pool_run(pool, block_count, work_us, run, context);
    atomic_store_explicit(&pool->lent, false, memory_order_release);
}

void wafti_pool_begin(wafti_pool* pool) {
    if (pool->depth++ > 0) {
        return;
    }
    pool->host_mode = wafti_fpmode_enter();
    if (pool->worker_count == 0) {
        return;
    }
    atomic_store(&pool->in_session, true);
    // Steps are alike: if the last one was too small to share, this one need not wake anybody, and
    // if it grew, its first shared call will.
    if (pool->session_was_parallel) {
        wake_for_work(pool);
    }
    pool->session_was_parallel = false;
}

void wafti_pool_end(wafti_pool* pool) {
    WAFT_ASSERT(pool->depth > 0);
    if (--pool->depth > 0) {
        return;
    }
    atomic_store(&pool->in_session, false);
    wafti_fpmode_leave(pool->host_mode);
}

int wafti_pool_threads(const wafti_pool* pool) {
    return pool->threads;
}

static void stop_workers(wafti_pool* pool) {
    atomic_store(&pool->quit, true);
    wake(pool);
    for (int w = 0; w < pool->worker_count; ++w) {
        (void)pthread_join(pool->workers[w].thread, NULL);
    }
}

void wafti_pool_destroy(wafti_pool* pool) {
    if (pool == NULL) {
        return;
    }
    const waft_allocator allocator = pool->allocator;
    const size_t helpers = (size_t)pool->threads - 1;
    stop_workers(pool);
    (void)pthread_cond_destroy(&pool->woken);
    (void)pthread_mutex_destroy(&pool->mutex);
    wafti_release(&allocator, pool->handles, helpers, sizeof(*pool->handles));
    wafti_release(&allocator, pool->workers, helpers, sizeof(*pool->workers));
    wafti_release(&allocator, pool, 1, sizeof(*pool));
}

static waft_result start_workers(wafti_pool* pool, bool pin, waft_error* out_error) {
    const int caller_cpu = wafti_cpus_current();
    atomic_store(&pool->caller_cpu, caller_cpu);
    pool->cpu_count = wafti_cpus_allowed(pool->cpus, MOST_THREADS);
    pool->crowded = pool->threads > wafti_cpus_count();
    pool->pinned = pin && pool->cpu_count > 1;
    bool started = true;
    while (started && pool->worker_count < pool->threads - 1) {
        worker* next = &pool->workers[pool->worker_count];
        *next = (worker){.pool = pool, .cpu = -1};
        started = wafti_port_start_thread(&next->thread, worker_main, next);
        if (started) {
            if (pool->pinned) {
                pin_worker(pool, next, caller_cpu);
            }
            ++pool->worker_count;
        }
    }
    if (!started) {
        return wafti_fail(out_error, WAFT_ERR_NO_MEMORY,
            "out of memory: the system started %d of %d threads", pool->worker_count + 1,
            pool->threads);
    }
    return WAFT_OK;
}

static waft_result check_def(const wafti_pool_def* def, waft_error* out_error) {
    if (def->tasks.enqueue == NULL) {
        if (def->threads < 1 || def->threads > MOST_THREADS) {
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "threads is %d, must be 1 to %d",
                def->threads, (int)MOST_THREADS);
        }
        return WAFT_OK;
    }
    if (def->tasks.finish == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "tasks has enqueue but no finish");
    }
    if (def->tasks.concurrency < 1) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "tasks.concurrency is %d, must be at least 1", def->tasks.concurrency);
    }
    return WAFT_OK;
}

static waft_result fill_pool(wafti_pool* pool, const wafti_pool_def* def, waft_error* out_error) {
    const size_t helpers = (size_t)pool->threads - 1;
    if (helpers == 0) {
        return WAFT_OK;
    }
    if (def->tasks.enqueue != NULL) {
        pool->tasks = def->tasks;
        pool->handles = wafti_allocate_zero(&pool->allocator, helpers, sizeof(*pool->handles));
        return pool->handles != NULL
                   ? WAFT_OK
                   : wafti_fail_memory(out_error, helpers * sizeof(*pool->handles), "task handles");
    }
    pool->workers = wafti_allocate_zero(&pool->allocator, helpers, sizeof(*pool->workers));
    if (pool->workers == NULL) {
        return wafti_fail_memory(out_error, helpers * sizeof(*pool->workers), "workers");
    }
    return start_workers(pool, def->pin, out_error);
}

waft_result wafti_pool_create(
    const wafti_pool_def* def, wafti_pool** out_pool, waft_error* out_error) {
    *out_pool = NULL;
    waft_result result = check_def(def, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_pool* pool = wafti_allocate_zero(def->allocator, 1, sizeof(*pool));
    if (pool == NULL) {
        return wafti_fail_memory(out_error, sizeof(*pool), "the thread pool");
    }
    if (def->allocator != NULL) {
        pool->allocator = *def->allocator;
    }
    const int wanted = def->tasks.enqueue != NULL ? def->tasks.concurrency : def->threads;
    pool->threads = wanted < MOST_THREADS ? wanted : MOST_THREADS;
    pool->share_count = pool->threads < MOST_SHARES ? pool->threads : MOST_SHARES;
    pool->session_was_parallel = true;
    (void)pthread_mutex_init(&pool->mutex, NULL);
    (void)pthread_cond_init(&pool->woken, NULL);
    result = fill_pool(pool, def, out_error);
    if (result != WAFT_OK) {
        wafti_pool_destroy(pool);
        return result;
    }
    *out_pool = pool;
    return WAFT_OK;
}

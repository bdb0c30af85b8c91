// SPDX-License-Identifier: MIT
// What a world lends to its solvers.
#ifndef WAFTI_TASK_CONTEXT_H
#define WAFTI_TASK_CONTEXT_H

#include <waft/base.h>
#include <waft/live.h>
#include <waft/math.h>

#include "base/memory.h"
#include "simd/cpu.h"
#include "task/pool.h"

/// Events of one step, in the order they were added; more than the capacity are counted.
enum { WAFTI_EVENT_CAPACITY = 256 };

typedef struct wafti_events {
    waft_event items[WAFTI_EVENT_CAPACITY];
    size_t count;
    size_t dropped;
} wafti_events;

static inline void wafti_events_add(wafti_events* events, waft_event event) {
    if (events->count < WAFTI_EVENT_CAPACITY) {
        event.name = event.name != NULL ? event.name : "";
        events->items[events->count++] = event;
    } else {
        ++events->dropped;
    }
}

/// Is told of a change that a typed call made between steps; `what` is the def, state or push that its
/// kind of edit has, NULL for none.
typedef void wafti_changed(void* user, waft_edit_kind kind, uint32_t index, const void* what);

struct wafti_solids;

/// Lives as long as the world; solvers keep a pointer to it.
typedef struct wafti_context {
    waft_allocator allocator;
    waft_logger logger;
    wafti_pool* pool;
    wafti_isa isa;
    uint64_t seed;
    double gravity; ///< m/s2, > 0, along -y
    double dt;      ///< s, a step of the world; 0 if it is not known yet
    waft_error* error;
    wafti_events* events;
    wafti_changed* changed; ///< the world's, for its recorder; NULL: nobody asks
    void* world;
    const struct wafti_solids* solids; ///< the world's (solid/placed.h), NULL: none
} wafti_context;

/// What every public call says that changes a solver which may have been stepped.
static inline void wafti_tell_change(
    const wafti_context* context, waft_edit_kind kind, uint32_t index, const void* what) {
    if (context->changed != NULL) {
        context->changed(context->world, kind, index, what);
    }
}

/// Copies figures as far as there is room for them, and returns how many there are.
static inline size_t wafti_stats_give(
    const waft_stat* stats, size_t count, waft_stat* out_stats, size_t capacity) {
    for (size_t n = 0; n < count && n < capacity; ++n) {
        out_stats[n] = stats[n];
    }
    return count;
}

/// Where a step stands and what surrounds it.
typedef struct wafti_step {
    uint64_t index;    ///< steps done before this one
    double dt;         ///< s
    double time;       ///< s at the end of the step, (index + 1) * dt
    float air_density; ///< kg/m3
    waft_vec3 wind;    ///< m/s
} wafti_step;

#endif // WAFTI_TASK_CONTEXT_H

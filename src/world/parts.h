// SPDX-License-Identifier: MIT
// The parts of a world: its solvers and the couplings that own something. Whatever is done to all of
// them goes through one table, so that a new part is one row here and its stages in world_step.c.
#ifndef WAFTI_WORLD_PARTS_H
#define WAFTI_WORLD_PARTS_H

#include <string.h>

#include "base/stream.h"

#include <waft/world.h>

/// The order of states in a snapshot and of figures in tables. The order of a step is that of
/// `stages` in world_step.c.
typedef enum wafti_part_kind {
    WAFTI_PART_SOLIDS,
    WAFTI_PART_SMOKE,
    WAFTI_PART_DETAIL,
    WAFTI_PART_BODIES,
    WAFTI_PART_WATER,
    WAFTI_PART_LIQUID,
    WAFTI_PART_AFLOAT,   ///< the water feels bodies
    WAFTI_PART_IMMERSED, ///< bodies and the liquid feel each other
    WAFTI_PART_EXCHANGE, ///< spray becomes liquid and liquid becomes water
    WAFTI_PART_COUNT,
} wafti_part_kind;

/// How a world treats one part. Functions are called only if the part is there; those that may be NULL
/// say so.
typedef struct wafti_part {
    const char* name;  ///< as in waft_world_timings()
    const char* title; ///< as in sentences: "a liquid"
    size_t member;     ///< place of the world's pointer to it; 0: part of every world
    void (*destroy)(waft_world* world);
    size_t (*memory)(const waft_world* world);
    /// A number that differs between parts whose states do not fit each other. NULL: a roster makes it
    /// fit, and whether it is there comes with a snapshot.
    uint64_t (*fingerprint)(const waft_world* world);
    /// All of its state, for snapshot, restore and hash. NULL: it has none.
    void (*state)(waft_world* world, wafti_stream* stream);
    /// What must be there before its state can be loaded: things that came and went since creation. LOAD
    /// makes what is missing without a change of anything that is stepped; then `adopt` puts it in
    /// place, or `drop` forgets it if another part failed. NULL: nothing; `drop` alone may be NULL.
    waft_result (*roster)(waft_world* world, wafti_stream* stream);
    void (*adopt)(waft_world* world);
    void (*drop)(waft_world* world);
    /// Makes what follows from a loaded state. NULL: nothing does.
    void (*refresh)(waft_world* world);
    /// Figures for tables. NULL: a coupling, which has none and whose time counts as a solver's.
    size_t (*stats)(const waft_world* world, waft_stat* out_stats, size_t capacity);
} wafti_part;

extern const wafti_part wafti_parts[WAFTI_PART_COUNT];

/// Whether the world has the part.
static inline bool wafti_part_is_there(const waft_world* world, const wafti_part* part) {
    const void* pointer = world;
    if (part->member != 0) {
        memcpy(&pointer, (const char*)world + part->member, sizeof(pointer));
    }
    return pointer != NULL;
}

#endif // WAFTI_WORLD_PARTS_H

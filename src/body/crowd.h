// SPDX-License-Identifier: MIT
// How bodies are kept: kinds that share a hull and settings, groups of eight that are stepped
// together, and one record for each body. docs/spec/bodies.md#crowds says why.
#ifndef WAFTI_BODY_CROWD_H
#define WAFTI_BODY_CROWD_H

#include <string.h>

#include "base/ids.h"
#include "base/memory.h"
#include "body/bodies.h"
#include "body/contact.h"
#include "body/winds.h"

/// No kind, no bench.
#define WAFTI_NONE UINT32_MAX

enum { WAFTI_MOST_BODIES = 4000000 }; ///< that a set may have room for

enum { WAFTI_BALLS = 7 }; ///< most spheres that stand for a body when bodies meet

enum { WAFTI_AIR, WAFTI_WATER }; ///< places in wafti_kind.models

/// What bodies of one hull and equal settings have in common.
typedef struct wafti_kind {
    waft_body_def def; ///< state and stream are each body's own
    waft_hull_info hull;
    uint64_t key; ///< of hull and settings
    /// In air (or vacuum) and in water. With one medium both are of it.
    wafti_body_model models[2];
    wafti_body_model_float* fast[2]; ///< NULL if precise
    uint32_t count;                  ///< bodies of this kind; without any its hull may be gone
    bool stale;                      ///< it had no bodies when its surroundings changed
    uint32_t open;                   ///< no group before it has a free seat of this kind
    uint32_t rank;                   ///< in the roster of a snapshot; WAFTI_NONE: not in it
    bool round;                      ///< a sphere: touches with one point
    uint8_t told_reynolds;           ///< bit 0: looked at in air, bit 1: in water
    int ball_count;
    double balls[WAFTI_BALLS][4]; ///< centre in body axes and radius, m
} wafti_kind;

/// What happened to the lanes of a group in a step; bit i for lane i. Not state.
typedef struct wafti_group_news {
    uint8_t bad, stiff, landed, entered, left;
    uint8_t cause[WAFTI_BODY_LANES]; ///< waft_body_cause, of bad ones
    int most_cuts;
    float needed[WAFTI_BODY_LANES]; ///< s, of stiff ones
    float impact[WAFTI_BODY_LANES]; ///< m/s, of those landed
    float given[WAFTI_BODY_LANES];  ///< N s, of those that entered
} wafti_group_news;

/// Eight seats. Their motion is in waft_bodies.blocks at the same index, or in eight of
/// waft_bodies.lanes if the kind is precise.
typedef struct wafti_group {
    uint32_t kind;                   ///< WAFTI_NONE: the group is free
    uint32_t bench;                  ///< precise: its lanes begin at bench * 8
    uint32_t body[WAFTI_BODY_LANES]; ///< slots of the records
    uint8_t used, pushed, touching, landed, asleep, quarantined, ended, stiff, waiting; ///< masks
    float rest[WAFTI_BODY_LANES];   ///< s, how long it has lain still
    double share[WAFTI_BODY_LANES]; ///< of its volume that was under water at the last step's end
    wafti_group_news news;
} wafti_group;

/// One body, at the slot that its id names.
typedef struct wafti_body {
    uint32_t number, stream;
    uint32_t group;
    uint32_t lane;
    double push[6]; ///< impulse and moment about the centre of mass that wait, world axes
    double start;   ///< s, while it waits
    void* user;     ///< not state
    char name[WAFT_BODY_NAME_SIZE];
} wafti_body;

enum { WAFTI_HANDS = 16 }; ///< that may hold bodies at once

typedef struct wafti_hand {
    uint32_t number; ///< of the body; 0: free
    waft_grip grip;
} wafti_hand;

typedef struct wafti_meeting wafti_meeting; ///< touch.h
typedef struct wafti_carry wafti_carry;     ///< carry.h

struct waft_bodies {
    const wafti_context* context;
    wafti_surroundings surroundings;
    waft_bodies_def def;
    waft_allocator allocator;
    wafti_arena arena; ///< of all that does not grow
    wafti_body_step_function* step;

    wafti_ids ids;
    wafti_body* records; ///< def.capacity
    uint32_t* order;     ///< slots by creation number, rising
    uint32_t count;
    uint32_t numbers; ///< creation numbers given so far
    uint32_t waiting; ///< bodies whose start has not come

    wafti_kind** kinds;
    uint32_t kind_count, kind_capacity;

    wafti_group* groups;
    wafti_body_block* blocks;
    uint32_t group_count; ///< groups at or past it were never used
    uint32_t group_capacity;
    uint32_t open; ///< no group before it is free
    wafti_body_lane* lanes;
    uint32_t bench_count, bench_capacity;

    wafti_air air;
    wafti_ground ground;
    wafti_ground bed;    ///< of the moving water
    wafti_ground shore;  ///< its walls, which hold what is in the water
    wafti_ground tank;   ///< of a liquid: walls and floor
    wafti_ground stones; ///< the world's solids; solids NULL: a world has none
    double tank_top;     ///< m, y up to which its walls go
    wafti_moving_water water;
    wafti_carry* carries; ///< by slot; not its own; NULL: the water does not feel bodies
    wafti_hand hands[WAFTI_HANDS];
    wafti_meeting* meeting; ///< NULL: bodies pass through one another

    uint64_t steps; ///< of bodies' own, sub-steps counted
    int most_cuts;
};

enum { WAFTI_MASKS = 9 };

/// All masks of a group, in the order in which snapshots hold them.
static inline void wafti_group_masks(wafti_group* group, uint8_t* out_masks[WAFTI_MASKS]) {
    uint8_t* const masks[WAFTI_MASKS] = {&group->used, &group->pushed, &group->touching,
        &group->landed, &group->asleep, &group->quarantined, &group->ended, &group->stiff,
        &group->waiting};
    memcpy(out_masks, masks, sizeof(masks));
}

/// Lanes of a group that move.
static inline uint8_t wafti_group_moving(const wafti_group* group) {
    return (uint8_t)(group->used &
                     ~(group->asleep | group->quarantined | group->ended | group->waiting));
}

/// How many lanes a mask has.
static inline uint32_t wafti_lane_count(uint8_t mask) {
    uint32_t count = 0;
    for (; mask != 0; mask &= (uint8_t)(mask - 1)) {
        ++count;
    }
    return count;
}

static inline uint8_t wafti_lane_bit(int lane) {
    return (uint8_t)(1u << (unsigned)lane);
}

/// The lowest lane of a mask that is not empty, which leaves it.
static inline int wafti_lane_next(uint8_t* mask) {
    int lane = 0;
    while ((*mask & wafti_lane_bit(lane)) == 0) {
        ++lane;
    }
    *mask &= (uint8_t)(*mask - 1);
    return lane;
}

/// The kind of a group that is not free.
static inline wafti_kind* wafti_kind_of(const waft_bodies* bodies, const wafti_group* group) {
    return bodies->kinds[group->kind];
}

/// Where a body sits.
typedef struct wafti_seat {
    uint32_t index; ///< of the group
    int lane;
    uint8_t bit; ///< of the lane in masks
    wafti_group* group;
    wafti_kind* kind;
} wafti_seat;

/// A seat of a group that is not free, and that of the body at `slot`.
static inline wafti_seat wafti_seat_at(const waft_bodies* bodies, uint32_t index, int lane) {
    wafti_group* group = &bodies->groups[index];
    return (wafti_seat){index, lane, wafti_lane_bit(lane), group, wafti_kind_of(bodies, group)};
}
static inline wafti_seat wafti_seat_of(const waft_bodies* bodies, uint32_t slot) {
    const wafti_body* body = &bodies->records[slot];
    return wafti_seat_at(bodies, body->group, (int)body->lane);
}

/// A body's motion in double, whatever it is kept in, and back; storing rounds.
wafti_body_lane wafti_lane_get(const waft_bodies* bodies, const wafti_seat* seat);
void wafti_lane_put(waft_bodies* bodies, const wafti_seat* seat, const wafti_body_lane* value);

/// The pose of a body, or of all in a group, is what a blend begins from.
void wafti_body_remember(waft_bodies* bodies, const wafti_seat* seat);
void wafti_group_remember(waft_bodies* bodies, uint32_t index);

/// Finds or makes the kind of a def that was checked. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY.
waft_result wafti_kind_find(waft_bodies* bodies, const waft_body_def* def, uint32_t* out_kind);
/// Whether a kind can be in what surrounds bodies now; makes its models anew for that, later if it has no
/// bodies. Error: WAFT_ERR_ARGUMENT.
waft_result wafti_kind_check(const waft_bodies* bodies, const wafti_kind* kind, waft_error* error);
void wafti_kind_renew(const waft_bodies* bodies, wafti_kind* kind);
void wafti_kind_destroy(const waft_bodies* bodies, wafti_kind* kind);
/// Passes the settings of a kind through, as snapshots hold them.
void wafti_kind_pass(waft_body_def* settings, wafti_stream* stream);

/// A longer copy of an array of `size`-byte elements; new ones are zero. NULL: memory is out.
void* wafti_copy_longer(const waft_allocator* allocator, const void* array, size_t size,
    size_t old_count, size_t new_count);
/// Makes room for `count` more bodies of a kind without moving any. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_seats_reserve(waft_bodies* bodies, uint32_t kind, size_t count);
waft_result wafti_seats_grow(waft_bodies* bodies, size_t groups, size_t benches);
/// The lowest free seat of a kind, for the record at `slot`; there is room.
void wafti_seats_take(waft_bodies* bodies, uint32_t kind, uint32_t slot);
void wafti_seats_leave(waft_bodies* bodies, const wafti_seat* seat);

/// The plane of the def as ground.
void wafti_bodies_set_plane(waft_bodies* bodies);
/// What is live of defs and winds, through a stream.
void wafti_bodies_live_state(waft_bodies* bodies, wafti_stream* stream);

/// Velocity of the fluid there for a body of which `share` is under water that moves so, noise left
/// out.
void wafti_body_flow(const waft_bodies* bodies, const double point[3], double share,
    const double water[3], double out_flow[3]);

/// Half the curl of the wind there as a body feels it of which `share` is under water; 0 if the
/// bodies do not turn with it.
void wafti_body_turning(const waft_bodies* bodies, const wafti_kind* kind, const double point[3],
    double share, double out_turning[3]);

/// Without noise in the fluid that has most of the body there are no fluctuations either. The fluid
/// that it saw loses them too, so that this is no jolt.
void wafti_body_calm(const wafti_kind* kind, double share, wafti_body_lane* lane);

/// Puts a body where it is to be. It knows wind and water there: neither jolts it at once.
void wafti_body_seat(
    waft_bodies* bodies, uint32_t slot, const waft_body_state* state, wafti_body_lane* lane);

/// A body that was just seated waits for `start`, unless that has come.
void wafti_body_set_start(waft_bodies* bodies, uint32_t slot, double start);
/// Lets those begin whose start has come by `time`.
void wafti_bodies_release(waft_bodies* bodies, double time);

/// Wakes a body and lets it forget that it lay still. It knows the wind as it is now: what changed
/// while it slept does not come as one impulse.
void wafti_body_wake(waft_bodies* bodies, const wafti_seat* seat);

/// K^-1 of a body of which `share` is under water.
void wafti_kind_inverse(const wafti_kind* kind, double share, double out_inverse[36]);

/// The id of the body at `slot`.
static inline waft_body_id wafti_body_id(const waft_bodies* bodies, uint32_t slot) {
    return (waft_body_id){slot + 1, bodies->ids.generation[slot]};
}
/// An impulse and its moment about the centre of mass, world axes, at the start of the next step.
void wafti_body_push(waft_bodies* bodies, uint32_t slot, const double impulse[6]);
/// The slot of a creation number; false if there is no such body.
bool wafti_body_find_number(const waft_bodies* bodies, uint32_t number, uint32_t* out_slot);
/// The slot of an id. Errors: WAFT_ERR_ARGUMENT (no bodies), WAFT_ERR_STALE_ID with a sentence.
waft_result wafti_body_find(const waft_bodies* bodies, waft_body_id id, uint32_t* out_slot);

waft_result wafti_check_bodies(
    const waft_bodies_def* def, const wafti_surroundings* surroundings, waft_error* error);
/// What a kind's model does not check itself.
waft_result wafti_check_body(const waft_body_def* def, waft_error* error);
/// Whether a name, and a number behind it if there are several, can be a body's.
waft_result wafti_check_name(const char* name, size_t count, waft_error* error);
/// The name of the body at `place` of `count`.
void wafti_body_set_name(wafti_body* body, const char* name, size_t place, size_t count);
waft_result wafti_check_body_state(const waft_body_state* state, waft_error* error);

#endif // WAFTI_BODY_CROWD_H

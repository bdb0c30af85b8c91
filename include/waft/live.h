// SPDX-License-Identifier: MIT
// waft/live.h: what a running world takes and tells: properties, keys, events, figures.
#ifndef WAFT_LIVE_H
#define WAFT_LIVE_H

#include <waft/base.h>
#include <waft/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes of the longest path of a property, the zero byte included.
#define WAFT_PATH_SIZE 96

/// What a property of the world is set to. A property is named by its path in scenes: "smoke.confinement",
/// "air.wind", one component as "air.wind[0]", and what stands in a list with its place there, which is
/// its place in creation order among those that are there: "water.trains[2].amplitude".
typedef struct waft_setting {
    char path[WAFT_PATH_SIZE];
    double values[3]; ///< numbers; true is 1; a choice is its place in waft_param.choices, from 0
    uint32_t value_count; ///< as many as the property has components, 1 to 3
} waft_setting;

/// What an edit changes (waft_edit in waft/world.h). `index` is, for trains, sources, solids, emitters
/// and sinks, their place in creation order among those that are there; for bodies their creation number; for handles and winds
/// their number.
typedef enum waft_edit_kind {
    WAFT_EDIT_SET,          ///< setting: waft_world_set()
    WAFT_EDIT_ADD_TRAIN,    ///< train
    WAFT_EDIT_REMOVE_TRAIN, ///< index
    WAFT_EDIT_BRUSH,        ///< brush: dents the water, its volume stays
    WAFT_EDIT_TERRAIN,      ///< brush: raises the bed by a Gaussian; depths stay
    WAFT_EDIT_HOLD,         ///< index, grip: holds a body, or moves the hand
    WAFT_EDIT_LET_GO,       ///< index: of a body that is held
    WAFT_EDIT_ADD_HANDLE,   ///< handle: a hand on the water; its number as waft_water_handle() says
    WAFT_EDIT_REMOVE_HANDLE,  ///< index
    WAFT_EDIT_ADD_BODY,       ///< body: waft_bodies_add()
    WAFT_EDIT_REMOVE_BODY,    ///< index: waft_bodies_remove()
    WAFT_EDIT_PLACE_BODY,     ///< index, state: waft_bodies_place()
    WAFT_EDIT_PUSH_BODY,      ///< index, push: waft_bodies_push()
    WAFT_EDIT_SET_BODY,       ///< index, body: waft_bodies_set_settings()
    WAFT_EDIT_ADD_WIND,       ///< wind: waft_bodies_add_wind()
    WAFT_EDIT_SET_WIND,       ///< index, wind: waft_bodies_set_wind()
    WAFT_EDIT_ADD_SOURCE,     ///< source: waft_smoke_add_source()
    WAFT_EDIT_SET_SOURCE,     ///< index, source: waft_smoke_set_source()
    WAFT_EDIT_REMOVE_SOURCE,  ///< index: waft_smoke_remove_source()
    WAFT_EDIT_ADD_SOLID,      ///< solid: waft_world_add_solid()
    WAFT_EDIT_MOVE_SOLID,     ///< index, pose: waft_world_move_solid()
    WAFT_EDIT_REMOVE_SOLID,   ///< index: waft_world_remove_solid()
    WAFT_EDIT_SOLIDIFY_BODY,  ///< index of the body: waft_world_solidify_body()
    WAFT_EDIT_IMMERSE_BODY,   ///< index of the body, immersion: waft_world_immerse_body()
    WAFT_EDIT_ADD_BLOCK,      ///< block: waft_liquid_add_block()
    WAFT_EDIT_ADD_EMITTER,    ///< emitter: waft_liquid_add_emitter()
    WAFT_EDIT_SET_EMITTER,    ///< index, emitter: waft_liquid_set_emitter()
    WAFT_EDIT_REMOVE_EMITTER, ///< index: waft_liquid_remove_emitter()
    WAFT_EDIT_ADD_SINK,       ///< sink: waft_liquid_add_sink()
    WAFT_EDIT_REMOVE_SINK,    ///< index: waft_liquid_remove_sink()
    WAFT_EDIT_INJECT,         ///< parcel: waft_liquid_inject() of one
    WAFT_EDIT_KIND_COUNT,
} waft_edit_kind;

/// How a value goes from a key to the next.
typedef enum waft_ease {
    WAFT_EASE_LINEAR,
    WAFT_EASE_STEP,   ///< it stays until the next key
    WAFT_EASE_SMOOTH, ///< it sets off and arrives at rest
} waft_ease;

/// One key of a curve, which is constant before its first key and after its last.
typedef struct waft_key {
    double time; ///< s
    double value;
    waft_ease ease; ///< on the way to the next key
} waft_key;

/// Names a body. All zero is the null id.
typedef struct waft_body_id {
    uint32_t index1;
    uint32_t generation;
} waft_body_id;

typedef enum waft_event_kind {
    WAFT_EVENT_SLOW_MOTION,       ///< value: seconds dropped by waft_world_advance()
    WAFT_EVENT_STEEPNESS_CLAMPED, ///< amplitudes were scaled by `value` so that crests stay simple
    WAFT_EVENT_BREAKING,          ///< train `index` started to break; value: share of energy lost
    WAFT_EVENT_SPRAY_FULL,        ///< drops not emitted since the capacity is used up: value
    WAFT_EVENT_EDIT_REFUSED, ///< edit `index` of those that waited for the step could not be applied
    WAFT_EVENT_SMOKE_FAST, ///< smoke crosses `value` cells a sub-step, more than cfl: max_substeps
                           ///< is reached, or it grew faster on the way; told in every such step
    WAFT_EVENT_SMOKE_UNBALANCED, ///< a sealed region gains `value` m3/s that cannot leave; told once
    WAFT_EVENT_SMOKE_UNSOLVED, ///< pressure stopped at a relative residual of `value`, above tolerance
    WAFT_EVENT_SMOKE_DENSE, ///< density `value` is over 1e6 times what sources and sides give; once
    WAFT_EVENT_SMOKE_SPEED, ///< speed `value` m/s is out of all scale of the scene; told once
    WAFT_EVENT_BODY_QUARANTINED, ///< body `index` (creation number) went out of bounds and is frozen;
                                 ///< value: why, a waft_body_cause
    WAFT_EVENT_BODY_STIFF,       ///< body `index` would need steps of `value` s; told once
    WAFT_EVENT_BODY_LANDED,      ///< body `index` touched the ground for the first time; value: m/s
    WAFT_EVENT_BODY_ENTERED,     ///< body `index` met the water; value: N s given to it
    WAFT_EVENT_BODY_LEFT,        ///< body `index` left the water
    WAFT_EVENT_WATER_HALVED,     ///< depth changed: steps of the water are `value` s from now on
    WAFT_EVENT_WATER_STIFF,      ///< swe needs more than 64 parts a step: `value` s were dropped
    WAFT_EVENT_BODY_REYNOLDS,    ///< body `index`: Re is `value` times what its hull was baked for
    WAFT_EVENT_LIQUID_UNSOLVED, ///< `index` pressure solves stopped with an error of `value` left
    WAFT_EVENT_LIQUID_FAST,     ///< sub-steps longer than the rules allow, by `value`; max_substeps
    WAFT_EVENT_LIQUID_CONTACTS, ///< `value` particles had to be put back to walls
    WAFT_EVENT_LIQUID_FULL,     ///< all places for particles are used: emitters wait; told once
    WAFT_EVENT_LIQUID_SLOW_SOUND, ///< the liquid moves at `value` of the sound speed; told once
    WAFT_EVENT_LIQUID_GUARDED, ///< `index` pressure solves diverged at first and took shorter steps
    WAFT_EVENT_LIQUID_VISCOUS, ///< viscosity stopped after 100 iterations at a residual of `value`
    WAFT_EVENT_COUNT
} waft_event_kind;

/// Something that happened in the last step, in a fixed order.
typedef struct waft_event {
    waft_event_kind kind;
    uint32_t index;
    uint64_t step;
    waft_vec3 position;
    float value;
    waft_body_id body; ///< the body that it is about, else null
    const char* name;  ///< of that body, "" if it has none; not valid once the body is removed
} waft_event;

/// Stable lower-case name of an event kind. Static storage; NULL if unknown.
WAFT_API const char* waft_event_name(waft_event_kind kind);

/// What such events mean for a run, in one sentence, for the first of a kind: "bodies land, first body 3".
/// Cut to buffer_size bytes, the zero byte included; 200 are enough. Returns `buffer`, or "" if it is NULL.
WAFT_API const char* waft_event_summary(const waft_event* event, char* buffer, size_t buffer_size);
/// This one event with its figures: "body 3 lands at 1.2 m/s". Otherwise as waft_event_summary().
WAFT_API const char* waft_event_sentence(const waft_event* event, char* buffer, size_t buffer_size);

/// One figure of the world's state for tables: simulated quantities only.
typedef struct waft_stat {
    const char* name; ///< static, e.g. "kinetic_energy"
    const char* unit; ///< static, e.g. "J"
    double value;
} waft_stat;

#ifdef __cplusplus
}
#endif

#endif // WAFT_LIVE_H

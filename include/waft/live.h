// SPDX-License-Identifier: MIT
// waft/live.h: what a running world takes and tells: knobs, keys, events, figures.
#ifndef WAFT_LIVE_H
#define WAFT_LIVE_H

#include <waft/base.h>
#include <waft/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Scalars that may change while the world runs: by edit, by keyframes, by a slider.
/// `index` says which train, where there are several.
#define WAFT_KNOB_MAP(X)                                                                           \
    X(NONE, "")                                                                                    \
    X(WIND_X, "air.wind[0]")                                                                       \
    X(WIND_Y, "air.wind[1]")                                                                       \
    X(WIND_Z, "air.wind[2]")                                                                       \
    X(TRAIN_AMPLITUDE, "water.trains[].amplitude")                                                 \
    X(TRAIN_PHASE, "water.trains[].phase")                                                         \
    X(SPRAY_AMOUNT, "water.spray.amount")

typedef enum waft_knob {
#define WAFT_KNOB_ENUM(name, path) WAFT_KNOB_##name,
    WAFT_KNOB_MAP(WAFT_KNOB_ENUM)
#undef WAFT_KNOB_ENUM
        WAFT_KNOB_COUNT,
} waft_knob;

/// Scene path of a knob, "" for WAFT_KNOB_NONE, NULL if unknown. Static storage.
WAFT_API const char* waft_knob_path(waft_knob knob);

/// One key of a curve; the value is linear between keys and constant outside them.
typedef struct waft_key {
    double time; ///< s
    float value;
} waft_key;

typedef enum waft_event_kind {
    WAFT_EVENT_SLOW_MOTION,       ///< value: seconds dropped by waft_world_advance()
    WAFT_EVENT_STEEPNESS_CLAMPED, ///< amplitudes were scaled by `value` so that crests stay simple
    WAFT_EVENT_BREAKING,          ///< train `index` started to break; value: share of energy lost
    WAFT_EVENT_SPRAY_FULL,        ///< drops not emitted since the capacity is used up: value
    WAFT_EVENT_EDIT_REFUSED,      ///< edit `index` of the log could not be applied
} waft_event_kind;

/// Something that happened in the last step, in a fixed order.
typedef struct waft_event {
    waft_event_kind kind;
    uint32_t index;
    uint64_t step;
    waft_vec3 position;
    float value;
} waft_event;

/// Stable lower-case name of an event kind. Static storage; NULL if unknown.
WAFT_API const char* waft_event_name(waft_event_kind kind);

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

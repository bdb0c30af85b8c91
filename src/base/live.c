// SPDX-License-Identifier: MIT
#include <waft/live.h>

const char* waft_knob_path(waft_knob knob) {
    switch (knob) {
#define KNOB_PATH(name, path)                                                                      \
    case WAFT_KNOB_##name:                                                                         \
        return path;
        WAFT_KNOB_MAP(KNOB_PATH)
#undef KNOB_PATH
    case WAFT_KNOB_COUNT:
        break;
    }
    return NULL;
}

const char* waft_event_name(waft_event_kind kind) {
    switch (kind) {
    case WAFT_EVENT_SLOW_MOTION:
        return "slow_motion";
    case WAFT_EVENT_STEEPNESS_CLAMPED:
        return "steepness_clamped";
    case WAFT_EVENT_BREAKING:
        return "breaking";
    case WAFT_EVENT_SPRAY_FULL:
        return "spray_full";
    case WAFT_EVENT_EDIT_REFUSED:
        return "edit_refused";
    case WAFT_EVENT_SMOKE_FAST:
        return "smoke_fast";
    case WAFT_EVENT_SMOKE_UNBALANCED:
        return "smoke_unbalanced";
    case WAFT_EVENT_SMOKE_UNSOLVED:
        return "smoke_unsolved";
    case WAFT_EVENT_SMOKE_DENSE:
        return "smoke_dense";
    case WAFT_EVENT_SMOKE_SPEED:
        return "smoke_speed";
    case WAFT_EVENT_BODY_QUARANTINED:
        return "body_quarantined";
    case WAFT_EVENT_BODY_STIFF:
        return "body_stiff";
    case WAFT_EVENT_BODY_LANDED:
        return "body_landed";
    case WAFT_EVENT_BODY_ENTERED:
        return "body_entered";
    case WAFT_EVENT_BODY_LEFT:
        return "body_left";
    case WAFT_EVENT_WATER_HALVED:
        return "water_halved";
    case WAFT_EVENT_WATER_STIFF:
        return "water_stiff";
    case WAFT_EVENT_BODY_REYNOLDS:
        return "body_reynolds";
    case WAFT_EVENT_LIQUID_UNSOLVED:
        return "liquid_unsolved";
    case WAFT_EVENT_LIQUID_FAST:
        return "liquid_fast";
    case WAFT_EVENT_LIQUID_CONTACTS:
        return "liquid_contacts";
    case WAFT_EVENT_LIQUID_FULL:
        return "liquid_full";
    case WAFT_EVENT_LIQUID_SLOW_SOUND:
        return "liquid_slow_sound";
    case WAFT_EVENT_LIQUID_GUARDED:
        return "liquid_guarded";
    case WAFT_EVENT_LIQUID_VISCOUS:
        return "liquid_viscous";
    case WAFT_EVENT_COUNT:
        break;
    }
    return NULL;
}

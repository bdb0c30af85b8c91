// SPDX-License-Identifier: MIT
#include <waft/live.h>

#include "test.h"

static void every_knob_has_a_path(void) {
    CHECK_TEXT(waft_knob_path(WAFT_KNOB_NONE), "");
    for (int i = 1; i < WAFT_KNOB_COUNT; ++i) {
        const char* path = waft_knob_path((waft_knob)i);
        CHECK(path != NULL && path[0] != '\0');
    }
    CHECK(waft_knob_path(WAFT_KNOB_COUNT) == NULL);
    CHECK_TEXT(waft_knob_path(WAFT_KNOB_TRAIN_PHASE), "water.trains[].phase");
}

static void every_event_has_a_name(void) {
    CHECK_TEXT(waft_event_name(WAFT_EVENT_BREAKING), "breaking");
    CHECK_TEXT(waft_event_name(WAFT_EVENT_EDIT_REFUSED), "edit_refused");
    CHECK_TEXT(waft_event_name(WAFT_EVENT_SMOKE_FAST), "smoke_fast");
    CHECK_TEXT(waft_event_name(WAFT_EVENT_SMOKE_SPEED), "smoke_speed");
    CHECK_TEXT(waft_event_name(WAFT_EVENT_BODY_QUARANTINED), "body_quarantined");
    CHECK_TEXT(waft_event_name(WAFT_EVENT_WATER_HALVED), "water_halved");
    CHECK_TEXT(waft_event_name(WAFT_EVENT_WATER_STIFF), "water_stiff");
    CHECK_TEXT(waft_event_name(WAFT_EVENT_BODY_REYNOLDS), "body_reynolds");
    for (int kind = 0; kind < WAFT_EVENT_COUNT; ++kind) {
        CHECK(waft_event_name((waft_event_kind)kind) != NULL);
    }
    CHECK(waft_event_name(WAFT_EVENT_COUNT) == NULL);
    CHECK(waft_event_name((waft_event_kind)99) == NULL);
}

static const test_case cases[] = {
    {"every_knob_has_a_path", every_knob_has_a_path},
    {"every_event_has_a_name", every_event_has_a_name},
};

TEST_MAIN(cases)

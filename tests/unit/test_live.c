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

static const test_case cases[] = {
    {"every_knob_has_a_path", every_knob_has_a_path},
};

TEST_MAIN(cases)

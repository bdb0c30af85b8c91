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

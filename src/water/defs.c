// SPDX-License-Identifier: MIT
// Default values and names.
#include <waft/water.h>

#include "water/water_params.h"

static void fill(wafti_owner owner, void* def) {
    wafti_rows_fill(wafti_water_rows, WAFTI_WATER_PARTS, owner, def);
}

waft_terrain_def waft_terrain_def_default(void) {
    return waft_water_def_default().terrain;
}

waft_train_def waft_train_def_default(void) {
    waft_train_def def = {0};
    fill(WAFTI_OWNER_TRAIN, &def);
    return def;
}

waft_water_source_def waft_water_source_def_default(void) {
    waft_water_source_def def = {0};
    fill(WAFTI_OWNER_WATER_SOURCE, &def);
    return def;
}

waft_handle_def waft_handle_def_default(void) {
    waft_handle_def def = {0};
    fill(WAFTI_OWNER_HANDLE, &def);
    return def;
}

void waft_water_def_fill(waft_water_def* out_def, size_t size) {
    waft_water_def def = {0};
    fill(WAFTI_OWNER_WATER, &def);
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

const char* waft_water_field_name(waft_water_field_kind kind) {
    static const char* const names[WAFT_WATER_FIELD_COUNT] = {
        [WAFT_WATER_LEVEL] = "level",
        [WAFT_WATER_BED] = "bed",
        [WAFT_WATER_SHIFT_X] = "shift_x",
        [WAFT_WATER_SHIFT_Z] = "shift_z",
        [WAFT_WATER_NORMAL_X] = "normal_x",
        [WAFT_WATER_NORMAL_Y] = "normal_y",
        [WAFT_WATER_NORMAL_Z] = "normal_z",
        [WAFT_WATER_FOAM] = "foam",
        [WAFT_WATER_DEPTH] = "depth",
        [WAFT_WATER_VELOCITY_X] = "velocity_x",
        [WAFT_WATER_VELOCITY_Z] = "velocity_z",
    };
    return (unsigned)kind < WAFT_WATER_FIELD_COUNT ? names[kind] : NULL;
}

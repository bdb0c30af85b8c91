// SPDX-License-Identifier: MIT
// Default values and names.
#include <waft/water.h>

waft_terrain_def waft_terrain_def_default(void) {
    return (waft_terrain_def){
        .kind = WAFT_TERRAIN_FLAT,
        .low = -1.0f,
        .high = 0.0f,
        .middle = -0.5f,
        .direction = {1.0f, 0.0f},
        .from = 0.0f,
        .to = 1.0f,
        .bend = 0.5f,
        .radius = 1.0f,
        .width = 1.0f,
        .length = 1.0f,
        .octaves = 4,
    };
}

waft_train_def waft_train_def_default(void) {
    return (waft_train_def){
        .shape = WAFT_TRAIN_PLANE, .direction = {1.0f, 0.0f}, .amplitude = 0.1f};
}

waft_water_source_def waft_water_source_def_default(void) {
    return (waft_water_source_def){.radius = 0.2f};
}

waft_handle_def waft_handle_def_default(void) {
    return (waft_handle_def){.kind = WAFT_HANDLE_FORCE, .most = 1e4f};
}

void waft_water_def_fill(waft_water_def* out_def, size_t size) {
    const waft_edge_def wall = {
        .kind = WAFT_EDGE_WALL, .amplitude = 0.1f, .period = 2.0f, .flow = 1.0f};
    const waft_water_def def = {
        .method = WAFT_WATER_WAVES,
        .size = {10.0f, 10.0f},
        .cells = {128, 128},
        .depth = 1.0f,
        .density = 998.0f,
        .terrain = waft_terrain_def_default(),
        .mode = WAFT_WAVE_GERSTNER,
        .orbit = WAFT_ORBIT_AIRY,
        .keep_level = true,
        .refraction_amplitude = true,
        .breaking = WAFT_BREAKING_SLIDE,
        .foam_life = 3.0f,
        .spray = {.amount = 200.0f, .efficiency = 0.5f, .threshold = 1.0f},
        .edges = {wall, wall, wall, wall},
        .shallow = {.substeps = 1, .damping_time = -1.0f, .manning = 0.02f, .limiter = 1.3f},
        .rain = {.radius = 0.05f, .height = 0.01f},
    };
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

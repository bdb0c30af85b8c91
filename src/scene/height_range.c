// SPDX-License-Identifier: MIT
#include "scene/scene.h"

#include <math.h>
#include <string.h>

static float greatest_amplitude(const waft_scene* scene, size_t train) {
    float greatest = scene->water.trains[train].amplitude;
    for (size_t c = 0; c < scene->curve_count; ++c) {
        const wafti_scene_curve* curve = &scene->curves[c];
        if (strcmp(curve->row->shown.path, "water.trains[].amplitude") != 0 ||
            curve->index != train) {
            continue;
        }
        for (size_t k = 0; k < curve->key_count; ++k) {
            greatest = fmaxf(greatest, (float)curve->keys[k].value);
        }
    }
    return greatest;
}

// Lowest and highest of the bed, as far as its kind says it.
static void bed_range(const waft_water_def* water, float* out_low, float* out_high) {
    const waft_terrain_def* bed = &water->terrain;
    *out_low = bed->low;
    *out_high = bed->high;
    if (bed->kind == WAFT_TERRAIN_FLAT) {
        *out_low = *out_high = water->level - water->depth;
    } else if (bed->kind == WAFT_TERRAIN_MAP && bed->map != NULL) {
        const size_t count = (size_t)bed->map_size[0] * (size_t)bed->map_size[1];
        *out_low = *out_high = bed->map[0];
        for (size_t i = 1; i < count; ++i) {
            *out_low = fminf(*out_low, bed->map[i]);
            *out_high = fmaxf(*out_high, bed->map[i]);
        }
    }
}

// Water on a grid stands nowhere below the bed, and splashes up by half its greatest depth.
static void grid_range(const waft_water_def* water, float* out_low, float* out_high) {
    float high = water->level;
    float bed_high = 0.0f;
    bed_range(water, out_low, &bed_high);
    for (size_t i = 0; i < water->box_count; ++i) {
        high = fmaxf(high, water->boxes[i].level);
    }
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; ++side) {
        const waft_edge_def* edge = &water->edges[side];
        high = edge->kind == WAFT_EDGE_LEVEL ? fmaxf(high, edge->level) : high;
    }
    const size_t count = (size_t)water->depth_size[0] * (size_t)water->depth_size[1];
    for (size_t i = 0; water->depth_map != NULL && i < count; ++i) {
        high = fmaxf(high, bed_high + water->depth_map[i]);
    }
    const float depth = fmaxf(high - *out_low, 0.001f);
    *out_high = fmaxf(high, bed_high) + 0.5f * depth;
}

void waft_scene_height_range(const waft_scene* scene, float* out_low, float* out_high) {
    if (out_low == NULL || out_high == NULL) {
        return;
    }
    if (scene == NULL) {
        *out_low = *out_high = 0.0f;
        return;
    }
    if (scene->water.method != WAFT_WATER_WAVES) {
        grid_range(&scene->water, out_low, out_high);
        return;
    }
    float sum = 0.0f;
    for (size_t i = 0; i < scene->water.train_count; ++i) {
        sum += greatest_amplitude(scene, i);
    }
    // Keeping the mean level lifts Gerstner crests by up to half an amplitude; over a bed that rises,
    // waves grow as well until they break. Twice the sum costs one of 16 bits.
    const float times = scene->water.terrain.kind == WAFT_TERRAIN_FLAT ? 1.5f : 2.0f;
    const float reach = times * (sum > 0.001f ? sum : 0.001f);
    *out_low = scene->water.level - reach;
    *out_high = scene->water.level + reach;
}

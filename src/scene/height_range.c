// SPDX-License-Identifier: MIT
#include "scene/scene.h"

static float greatest_amplitude(const waft_scene* scene, size_t train) {
    float greatest = scene->water.trains[train].amplitude;
    for (size_t c = 0; c < scene->curve_count; ++c) {
        const wafti_scene_curve* curve = &scene->curves[c];
        if (curve->knob != WAFT_KNOB_TRAIN_AMPLITUDE || curve->index != train) {
            continue;
        }
        for (size_t k = 0; k < curve->key_count; ++k) {
            greatest = curve->keys[k].value > greatest ? curve->keys[k].value : greatest;
        }
    }
    return greatest;
}

void waft_scene_height_range(const waft_scene* scene, float* out_low, float* out_high) {
    if (scene == NULL) {
        *out_low = *out_high = 0.0f;
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

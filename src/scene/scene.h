// SPDX-License-Identifier: MIT
// A loaded scene: its values, and what is built from them.
#ifndef WAFTI_SCENE_SCENE_H
#define WAFTI_SCENE_SCENE_H

#include <waft/export.h>
#include <waft/scene.h>

#include "base/memory.h"
#include "scene/tree.h"
#include "scene/values.h"

/// A knob's keys, as waft_world_animate() takes them.
typedef struct wafti_scene_curve {
    waft_knob knob;
    uint32_t index;
    waft_key* keys;
    size_t key_count;
} wafti_scene_curve;

struct waft_scene {
    waft_allocator allocator;
    wafti_arena arena;
    const char* directory; ///< files that the scene names are relative to it
    wafti_scene_values values;
    waft_heightmap map; ///< heights in m; no samples unless the terrain is a map
    waft_water_def water;
    wafti_scene_curve* curves;
    size_t curve_count;
};

waft_scene_time wafti_scene_cut_time(const wafti_scene_values* values);

/// Makes the water def and the curves from values and map. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_scene_build(waft_scene* scene);

/// What rows alone cannot say: keys that need or exclude one another, sizes, files, memory.
typedef struct wafti_check {
    const wafti_node* root;
    const char* scene_name; ///< files lie beside it
    uint64_t max_memory;    ///< bytes, 0: no limit
    bool odd_sides;         ///< whoever draws sees to it that no video has them
    waft_diagnostics* diagnostics;
} wafti_check;

/// Checks values that were read, loads the terrain map and builds the scene. Problems are reported.
/// Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_scene_check(const wafti_check* check, waft_scene* scene);

/// The part of wafti_scene_check() that concerns camera and look.
void wafti_scene_check_view(const wafti_check* check, const wafti_scene_values* values);

/// The parts of wafti_scene_check() that concern water.
void wafti_scene_check_water(const wafti_check* check, const wafti_water_values* water);
waft_result wafti_scene_check_terrain(const wafti_check* check, waft_scene* scene);
/// What creation would refuse of a scene that was built and in which nothing else was found: what
/// follows from all values together, such as a train that starts on land.
void wafti_scene_check_creation(const wafti_check* check, const waft_scene* scene);

/// True unless a problem with the node was reported; what is not given is sound.
static inline bool wafti_is_sound(const wafti_node* node) {
    return node == NULL || !node->bad;
}

#endif // WAFTI_SCENE_SCENE_H

// SPDX-License-Identifier: MIT
// A scene as JSON beyond waft_scene_json().
#ifndef WAFTI_SCENE_JSON_H
#define WAFTI_SCENE_JSON_H

#include <waft/scene.h>

/// As waft_scene_json(), without camera and render: what a run's state depends on. Two scenes that
/// differ only in how they are looked at give the same text. Free with waft_text_free().
/// Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY; *out_text is then NULL.
waft_result wafti_scene_physics_json(
    const waft_scene* scene, const waft_allocator* allocator, char** out_text);

#endif // WAFTI_SCENE_JSON_H

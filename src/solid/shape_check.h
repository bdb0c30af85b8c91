// SPDX-License-Identifier: MIT
// Whether shapes and poses can be built; sentences name the scene path, the value and what is allowed.
#ifndef WAFTI_SOLID_SHAPE_CHECK_H
#define WAFTI_SOLID_SHAPE_CHECK_H

#include <waft/base.h>
#include <waft/shape.h>

/// What a shape may be besides a closed one of some volume.
typedef struct wafti_shape_rules {
    bool sheets;      ///< open meshes
    bool flat;        ///< boxes without an extent along z
    bool half_spaces; ///< planes
} wafti_shape_rules;

/// `path` is that of what has the shape, "smoke.sources[3]". Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_MESH.
waft_result wafti_form_check(const waft_shape* shape, const char* path,
    const wafti_shape_rules* rules, waft_error* out_error);
/// `flat`: in a plane things turn about z only.
waft_result wafti_pose_check(
    const waft_pose* pose, const char* path, bool flat, waft_error* out_error);

#endif // WAFTI_SOLID_SHAPE_CHECK_H

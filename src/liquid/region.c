// SPDX-License-Identifier: MIT
// Shapes at rest that are no walls: blocks, sinks and masks.
#include "base/error.h"
#include "liquid/solver.h"
#include "math/rotation.h"
#include "solid/shape_check.h"

waft_result wafti_liquid_region_make(waft_liquid* liquid, const waft_shape* shape,
    const waft_pose* pose, const char* path, wafti_liquid_region* out_region) {
    waft_error* error = liquid->context->error;
    const wafti_shape_rules rules = {.half_spaces = true};
    waft_result result = wafti_form_check(shape, path, &rules, error);
    result = result == WAFT_OK ? wafti_pose_check(pose, path, false, error) : result;
    if (result != WAFT_OK) {
        return result;
    }
    const waft_vec3 p = pose->position;
    const waft_quat q = pose->rotation;
    const double rotation[4] = {(double)q.x, (double)q.y, (double)q.z, (double)q.w};
    wafti_liquid_region region = {
        .position = {(double)p.x, (double)p.y, (double)p.z}, .turned = q.w != 1.0f && q.w != -1.0f};
    wafti_rotation_matrix(rotation, region.turn);
    const wafti_form_def def = {.shape = shape, .h = liquid->d, .particles = true};
    result = wafti_form_make(&region.form, &def, liquid->context);
    if (result == WAFT_OK) {
        *out_region = region;
    }
    return result;
}

double wafti_liquid_region_distance(const wafti_liquid_region* region, const double place[3]) {
    const double off[3] = {place[0] - region->position[0], place[1] - region->position[1],
        place[2] - region->position[2]};
    double inside[3];
    for (int axis = 0; axis < 3; ++axis) {
        inside[axis] = region->turn[0][axis] * off[0] + region->turn[1][axis] * off[1] +
                       region->turn[2][axis] * off[2];
    }
    return wafti_form_distance(&region->form, inside);
}

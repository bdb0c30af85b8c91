// SPDX-License-Identifier: MIT
// Shapes at rest that are no walls: blocks, sinks and masks.
#include "liquid/solver.h"
#include "math/rotation.h"
#include "solid/frame.h"
#include "solid/shape_check.h"

waft_result wafti_liquid_make_form(
    waft_liquid* liquid, const waft_shape* shape, const char* path, wafti_form* out_form) {
    const wafti_shape_rules rules = {.half_spaces = true};
    const waft_result result = wafti_form_check(shape, path, &rules, liquid->context->error);
    const wafti_form_def def = {.shape = shape, .h = liquid->d, .particles = true};
    return result == WAFT_OK ? wafti_form_make(out_form, &def, liquid->context) : result;
}

waft_result wafti_liquid_region_make(waft_liquid* liquid, const waft_shape* shape,
    const waft_pose* pose, const char* path, wafti_liquid_region* out_region) {
    const float w = pose->rotation.w;
    wafti_liquid_region region = {.turned = w != 1.0f && w != -1.0f};
    double rotation[4];
    wafti_pose_numbers(pose, region.position, rotation);
    wafti_rotation_matrix(rotation, region.turn);
    waft_result result = wafti_pose_check(pose, path, false, liquid->context->error);
    result = result == WAFT_OK ? wafti_liquid_make_form(liquid, shape, path, &region.form) : result;
    if (result == WAFT_OK) {
        *out_region = region;
    }
    return result;
}

double wafti_liquid_region_distance(const wafti_liquid_region* region, const double place[3]) {
    double inside[3];
    wafti_liquid_into(region->position, region->turn, place, inside);
    return wafti_form_distance(&region->form, inside);
}

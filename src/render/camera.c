// SPDX-License-Identifier: MIT
// From a camera's def to where it stands.
#include <waft/render.h>

#include "render/direction.h"

static const float margin = 1.06f; // room around what fits exactly

// Distance from `target` along `back` at which all corners lie inside the picture, and the height of
// an orthographic picture that holds them.
static void fit(const waft_bounds* bounds, waft_vec3 target, waft_vec3 back, const float half[2],
    float* out_distance, float* out_height) {
    const waft_vec3 right = waft_vec3_normalize(waft_vec3_cross(wafti_direction_up(back), back));
    const waft_vec3 above = waft_vec3_cross(back, right);
    *out_distance = 0.0f;
    *out_height = 0.0f;
    for (int corner = 0; corner < 8; ++corner) {
        const waft_vec3 offset = waft_vec3_sub(wafti_bounds_corner(bounds, corner), target);
        const float x = fabsf(waft_vec3_dot(offset, right));
        const float y = fabsf(waft_vec3_dot(offset, above));
        const float nearer = waft_vec3_dot(offset, back);
        const float needed = fmaxf(x / half[0], y / half[1]) * margin + nearer;
        *out_distance = fmaxf(*out_distance, needed);
        *out_height = fmaxf(*out_height, 2.0f * margin * fmaxf(y, x * half[1] / half[0]));
    }
    *out_distance = fmaxf(*out_distance, 1e-3f);
    *out_height = fmaxf(*out_height, 1e-3f);
}

waft_camera waft_camera_resolve(
    const waft_camera_def* def, const waft_bounds* bounds, float aspect) {
    if (def == NULL || bounds == NULL) {
        return (waft_camera){0};
    }
    const waft_vec3 middle = waft_vec3_scale(waft_vec3_add(bounds->low, bounds->high), 0.5f);
    const waft_vec3 target = def->has_at ? def->at : middle;
    waft_vec3 back = wafti_direction(def->azimuth, def->elevation);
    if (def->has_from) {
        const waft_vec3 way = waft_vec3_sub(def->from, target);
        // A camera that flies through its target must look somewhere while it is there.
        back =
            waft_vec3_length(way) > 0.0f ? waft_vec3_normalize(way) : wafti_direction(0.0f, 0.0f);
    }
    const float half_height = tanf(0.5f * def->fov);
    const float half[2] = {half_height * aspect, half_height};
    float distance = 0.0f;
    float height = 0.0f;
    fit(bounds, target, back, half, &distance, &height);
    if (def->distance > 0.0f) {
        distance = def->distance;
    }
    const waft_vec3 eye =
        def->has_from ? def->from : waft_vec3_add(target, waft_vec3_scale(back, distance));
    const bool apart = waft_vec3_length(waft_vec3_sub(eye, target)) > 0.0f;
    return (waft_camera){
        .eye = eye,
        .target = apart ? target : waft_vec3_sub(eye, back),
        .fov = def->fov,
        .orthographic = def->orthographic,
        .height = def->height > 0.0f ? def->height : height,
    };
}

// SPDX-License-Identifier: MIT
// What many files need of vectors, boxes and directions.
#ifndef WAFTI_RENDER_DIRECTION_H
#define WAFTI_RENDER_DIRECTION_H

#include <waft/render.h>

static inline bool wafti_is_finite(waft_vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

/// Point `index` of an array of coordinates.
static inline waft_vec3 wafti_point(const float* xyz, size_t index) {
    return (waft_vec3){xyz[3 * index], xyz[3 * index + 1], xyz[3 * index + 2]};
}

/// How many parts of `step` cover `size`.
static inline int wafti_part_count(int size, int step) {
    return (size + step - 1) / step;
}

/// A number from 0 to 1 for each thing and use: the finalizer of MurmurHash3.
static inline float wafti_random(uint32_t number, uint32_t use) {
    uint32_t h = number * 0x9E3779B1u + use * 0x85EBCA77u;
    h = (h ^ (h >> 16)) * 0x85EBCA6Bu;
    h = (h ^ (h >> 13)) * 0xC2B2AE35u;
    return (float)((h ^ (h >> 16)) >> 8) / 16777216.0f;
}

/// From a (t = 0) to b (t = 1).
static inline waft_vec3 wafti_mix(waft_vec3 a, waft_vec3 b, float t) {
    return waft_vec3_add(waft_vec3_scale(a, 1.0f - t), waft_vec3_scale(b, t));
}

/// Corner 0 to 7 of a box: bits 0, 1 and 2 choose the high end along x, y and z.
static inline waft_vec3 wafti_bounds_corner(const waft_bounds* bounds, int corner) {
    return (waft_vec3){(corner & 1) != 0 ? bounds->high.x : bounds->low.x,
        (corner & 2) != 0 ? bounds->high.y : bounds->low.y,
        (corner & 4) != 0 ? bounds->high.z : bounds->low.z};
}

/// Smallest box around two.
static inline waft_bounds wafti_bounds_join(const waft_bounds* a, const waft_bounds* b) {
    return (waft_bounds){
        {fminf(a->low.x, b->low.x), fminf(a->low.y, b->low.y), fminf(a->low.z, b->low.z)},
        {fmaxf(a->high.x, b->high.x), fmaxf(a->high.y, b->high.y), fmaxf(a->high.z, b->high.z)}};
}

/// Cuts a straight way down to the shares of it, from 0 to 1, between which none of `count` numbers is
/// below 0. They change evenly from the way's start to its end. False if one is below 0 all the way.
static inline bool wafti_clip_way(
    const float* start, const float* end, int count, float out_share[2]) {
    out_share[0] = 0.0f;
    out_share[1] = 1.0f;
    for (int i = 0; i < count; ++i) {
        if (start[i] < 0.0f && end[i] < 0.0f) {
            return false;
        }
        if (start[i] < 0.0f) {
            out_share[0] = fmaxf(out_share[0], start[i] / (start[i] - end[i]));
        } else if (end[i] < 0.0f) {
            out_share[1] = fminf(out_share[1], start[i] / (start[i] - end[i]));
        }
    }
    return out_share[0] <= out_share[1];
}

/// Azimuth 0 is +z, 90 deg is +x; elevation is over the horizon.
static inline waft_vec3 wafti_direction(float azimuth, float elevation) {
    const float across = cosf(elevation);
    return waft_vec3_make(sinf(azimuth) * across, sinf(elevation), cosf(azimuth) * across);
}

/// What is up in a picture seen along +-`view`: the world's up, or north where one looks straight
/// down or up.
static inline waft_vec3 wafti_direction_up(waft_vec3 view) {
    return fabsf(view.y) > 0.9999f ? waft_vec3_make(0.0f, 0.0f, -1.0f)
                                   : waft_vec3_make(0.0f, 1.0f, 0.0f);
}

#endif // WAFTI_RENDER_DIRECTION_H

// SPDX-License-Identifier: MIT
// waft/math.h: small vectors and quaternions, by value. World axes: right-handed, y up.
#ifndef WAFT_MATH_H
#define WAFT_MATH_H

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct waft_vec2 {
    float x, y;
} waft_vec2;

typedef struct waft_vec3 {
    float x, y, z;
} waft_vec3;

/// Rotation as a unit quaternion; w is the real part. {0, 0, 0, 1} is no rotation.
typedef struct waft_quat {
    float x, y, z, w;
} waft_quat;

/// Position and orientation of a rigid frame in the world.
typedef struct waft_pose {
    waft_vec3 position;
    waft_quat rotation;
} waft_pose;

static inline waft_vec3 waft_vec3_make(float x, float y, float z) {
    waft_vec3 r;
    r.x = x;
    r.y = y;
    r.z = z;
    return r;
}

static inline waft_vec3 waft_vec3_add(waft_vec3 a, waft_vec3 b) {
    return waft_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline waft_vec3 waft_vec3_sub(waft_vec3 a, waft_vec3 b) {
    return waft_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline waft_vec3 waft_vec3_scale(waft_vec3 a, float s) {
    return waft_vec3_make(a.x * s, a.y * s, a.z * s);
}

static inline float waft_vec3_dot(waft_vec3 a, waft_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline waft_vec3 waft_vec3_cross(waft_vec3 a, waft_vec3 b) {
    return waft_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline float waft_vec3_length(waft_vec3 a) {
    return sqrtf(waft_vec3_dot(a, a));
}

/// Unit vector along `a`; the zero vector stays zero.
static inline waft_vec3 waft_vec3_normalize(waft_vec3 a) {
    const float length = waft_vec3_length(a);
    return length > 0.0f ? waft_vec3_scale(a, 1.0f / length) : a;
}

static inline waft_quat waft_quat_make(float x, float y, float z, float w) {
    waft_quat r;
    r.x = x;
    r.y = y;
    r.z = z;
    r.w = w;
    return r;
}

/// Rotation by `angle` radians about a unit `axis`.
static inline waft_quat waft_quat_axis_angle(waft_vec3 axis, float angle) {
    const float s = sinf(0.5f * angle);
    return waft_quat_make(axis.x * s, axis.y * s, axis.z * s, cosf(0.5f * angle));
}

/// The rotation that applies `b` first, then `a`.
static inline waft_quat waft_quat_mul(waft_quat a, waft_quat b) {
    return waft_quat_make(a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
}

static inline waft_quat waft_quat_conjugate(waft_quat q) {
    return waft_quat_make(-q.x, -q.y, -q.z, q.w);
}

/// Unit quaternion along `q`; the zero quaternion becomes no rotation.
static inline waft_quat waft_quat_normalize(waft_quat q) {
    const float length = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(length > 0.0f)) {
        return waft_quat_make(0.0f, 0.0f, 0.0f, 1.0f);
    }
    const float s = 1.0f / length;
    return waft_quat_make(q.x * s, q.y * s, q.z * s, q.w * s);
}

/// Turns `v` by the unit quaternion `q`.
static inline waft_vec3 waft_quat_rotate(waft_quat q, waft_vec3 v) {
    const waft_vec3 u = waft_vec3_make(q.x, q.y, q.z);
    const waft_vec3 t = waft_vec3_scale(waft_vec3_cross(u, v), 2.0f);
    return waft_vec3_add(waft_vec3_add(v, waft_vec3_scale(t, q.w)), waft_vec3_cross(u, t));
}

#ifdef __cplusplus
}
#endif

#endif // WAFT_MATH_H

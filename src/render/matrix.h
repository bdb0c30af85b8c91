// SPDX-License-Identifier: MIT
// 4 x 4 matrices, column by column as OpenGL wants them: element (row, column) is m[4 * column + row].
#ifndef WAFTI_RENDER_MATRIX_H
#define WAFTI_RENDER_MATRIX_H

#include <waft/math.h>

typedef struct wafti_mat4 {
    float m[16];
} wafti_mat4;

typedef struct wafti_vec4 {
    float x, y, z, w;
} wafti_vec4;

/// The point a matrix takes `p` to, not divided.
static inline wafti_vec4 wafti_mat4_apply(const wafti_mat4* a, waft_vec3 p) {
    const float* m = a->m;
    return (wafti_vec4){m[0] * p.x + m[4] * p.y + m[8] * p.z + m[12],
        m[1] * p.x + m[5] * p.y + m[9] * p.z + m[13], m[2] * p.x + m[6] * p.y + m[10] * p.z + m[14],
        m[3] * p.x + m[7] * p.y + m[11] * p.z + m[15]};
}

wafti_mat4 wafti_mat4_mul(const wafti_mat4* a, const wafti_mat4* b);
/// The inverse of a matrix that has one.
wafti_mat4 wafti_mat4_inverse(const wafti_mat4* a);
/// From world to a camera at `eye` that looks along -z at `target`; `up` must not be parallel.
wafti_mat4 wafti_mat4_look(waft_vec3 eye, waft_vec3 target, waft_vec3 up);
/// Clip space of OpenGL: z from -1 (near) to 1 (far).
wafti_mat4 wafti_mat4_perspective(float fov, float aspect, float near_plane, float far_plane);
wafti_mat4 wafti_mat4_orthographic(waft_vec3 low, waft_vec3 high);
/// The point a matrix takes `p` to, divided by its fourth coordinate.
waft_vec3 wafti_mat4_point(const wafti_mat4* a, waft_vec3 p);

#endif // WAFTI_RENDER_MATRIX_H

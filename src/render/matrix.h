// SPDX-License-Identifier: MIT
// 4 x 4 matrices, column by column as OpenGL wants them: element (row, column) is m[4 * column + row].
#ifndef WAFTI_RENDER_MATRIX_H
#define WAFTI_RENDER_MATRIX_H

#include <waft/math.h>

typedef struct wafti_mat4 {
    float m[16];
} wafti_mat4;

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

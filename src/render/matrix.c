// SPDX-License-Identifier: MIT
#include "render/matrix.h"

wafti_mat4 wafti_mat4_mul(const wafti_mat4* a, const wafti_mat4* b) {
    wafti_mat4 r;
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            float sum = 0.0f;
            for (int i = 0; i < 4; ++i) {
                sum += a->m[4 * i + row] * b->m[4 * column + i];
            }
            r.m[4 * column + row] = sum;
        }
    }
    return r;
}

// Swaps row i with the one below it that has the largest number in column i.
static void bring_pivot(double w[4][8], int i) {
    int pivot = i;
    for (int row = i + 1; row < 4; ++row) {
        pivot = fabs(w[row][i]) > fabs(w[pivot][i]) ? row : pivot;
    }
    for (int column = 0; column < 8; ++column) {
        const double keep = w[i][column];
        w[i][column] = w[pivot][column];
        w[pivot][column] = keep;
    }
}

// Gauss-Jordan with pivots, in double: near and far planes lie orders of magnitude apart.
wafti_mat4 wafti_mat4_inverse(const wafti_mat4* a) {
    double w[4][8];
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column) {
            w[row][column] = (double)a->m[4 * column + row];
            w[row][4 + column] = row == column ? 1.0 : 0.0;
        }
    }
    for (int i = 0; i < 4; ++i) {
        bring_pivot(w, i);
        const double scale = 1.0 / w[i][i];
        for (int column = 0; column < 8; ++column) {
            w[i][column] *= scale;
        }
        for (int row = 0; row < 4; ++row) {
            const double factor = row == i ? 0.0 : w[row][i];
            for (int column = 0; column < 8; ++column) {
                w[row][column] -= factor * w[i][column];
            }
        }
    }
    wafti_mat4 r;
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column) {
            r.m[4 * column + row] = (float)w[row][4 + column];
        }
    }
    return r;
}

wafti_mat4 wafti_mat4_look(waft_vec3 eye, waft_vec3 target, waft_vec3 up) {
    const waft_vec3 back = waft_vec3_normalize(waft_vec3_sub(eye, target));
    const waft_vec3 right = waft_vec3_normalize(waft_vec3_cross(up, back));
    const waft_vec3 above = waft_vec3_cross(back, right);
    return (wafti_mat4){{right.x, above.x, back.x, 0.0f, right.y, above.y, back.y, 0.0f, right.z,
        above.z, back.z, 0.0f, -waft_vec3_dot(right, eye), -waft_vec3_dot(above, eye),
        -waft_vec3_dot(back, eye), 1.0f}};
}

wafti_mat4 wafti_mat4_perspective(float fov, float aspect, float near_plane, float far_plane) {
    const float y = 1.0f / tanf(0.5f * fov);
    const float depth = near_plane - far_plane;
    return (wafti_mat4){.m = {[0] = y / aspect,
                            [5] = y,
                            [10] = (near_plane + far_plane) / depth,
                            [11] = -1.0f,
                            [14] = 2.0f * near_plane * far_plane / depth}};
}

wafti_mat4 wafti_mat4_orthographic(waft_vec3 low, waft_vec3 high) {
    const waft_vec3 size = waft_vec3_sub(high, low);
    return (wafti_mat4){.m = {[0] = 2.0f / size.x,
                            [5] = 2.0f / size.y,
                            [10] = -2.0f / size.z,
                            [12] = -(high.x + low.x) / size.x,
                            [13] = -(high.y + low.y) / size.y,
                            [14] = -(high.z + low.z) / size.z,
                            [15] = 1.0f}};
}

waft_vec3 wafti_mat4_point(const wafti_mat4* a, waft_vec3 p) {
    const wafti_vec4 q = wafti_mat4_apply(a, p);
    return (waft_vec3){q.x / q.w, q.y / q.w, q.z / q.w};
}

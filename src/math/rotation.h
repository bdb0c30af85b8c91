// SPDX-License-Identifier: MIT
// Quaternions x, y, z, w of unit length as matrices.
#ifndef WAFTI_MATH_ROTATION_H
#define WAFTI_MATH_ROTATION_H

/// The matrix that turns a vector of the body into one of the world; column n is the body's axis n.
static inline void wafti_rotation_matrix(const double q[4], double out_turn[3][3]) {
    const double x = q[0];
    const double y = q[1];
    const double z = q[2];
    const double w = q[3];
    out_turn[0][0] = 1.0 - 2.0 * (y * y + z * z);
    out_turn[0][1] = 2.0 * (x * y - w * z);
    out_turn[0][2] = 2.0 * (x * z + w * y);
    out_turn[1][0] = 2.0 * (x * y + w * z);
    out_turn[1][1] = 1.0 - 2.0 * (x * x + z * z);
    out_turn[1][2] = 2.0 * (y * z - w * x);
    out_turn[2][0] = 2.0 * (x * z - w * y);
    out_turn[2][1] = 2.0 * (y * z + w * x);
    out_turn[2][2] = 1.0 - 2.0 * (x * x + y * y);
}

#endif // WAFTI_MATH_ROTATION_H

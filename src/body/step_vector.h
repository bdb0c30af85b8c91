// SPDX-License-Identifier: MIT
// Vectors, rotations and symmetric matrices of the step kernels. Include after body/lane_float.h or
// body/lane_double.h, which say what `real` is.
#ifndef WAFTI_BODY_STEP_VECTOR_H
#define WAFTI_BODY_STEP_VECTOR_H

#include "base/inline.h" // structures of vectors stay in registers only where calls vanish

// Before what a loop reads through a pointer. The compiler would read it all ahead of the loop, find no
// registers for it and put it on the stack.
#define READ_ANEW(pointer) __asm__("" : "+r"(pointer))

typedef struct vec {
    real x, y, z;
} vec;

typedef struct quat {
    real x, y, z, w;
} quat;

/// Rows of the matrix that turns body axes into world axes.
typedef struct turn {
    vec x, y, z;
} turn;

WAFTI_INLINE vec vec_of(const constant* p) {
    return (vec){real_at(p[0]), real_at(p[1]), real_at(p[2])};
}

WAFTI_INLINE vec vec_zero(void) {
    const real zero = real_of((number)0);
    return (vec){zero, zero, zero};
}

WAFTI_INLINE vec vec_add(vec a, vec b) {
    return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

WAFTI_INLINE vec vec_subtract(vec a, vec b) {
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

WAFTI_INLINE vec vec_scale(real s, vec a) {
    return (vec){s * a.x, s * a.y, s * a.z};
}

/// a + s b
WAFTI_INLINE vec vec_add_scaled(vec a, real s, vec b) {
    return (vec){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

/// a - s b
WAFTI_INLINE vec vec_subtract_scaled(vec a, real s, vec b) {
    return (vec){a.x - s * b.x, a.y - s * b.y, a.z - s * b.z};
}

/// Component by component.
WAFTI_INLINE vec vec_times(vec a, vec b) {
    return (vec){a.x * b.x, a.y * b.y, a.z * b.z};
}

WAFTI_INLINE real vec_dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

WAFTI_INLINE vec vec_cross(vec a, vec b) {
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Whether any component of any lane differs from 0.
WAFTI_INLINE bool vec_any(vec a) {
    const real zero = real_of((number)0);
    return mask_any(~(real_equal(a.x, zero) & real_equal(a.y, zero) & real_equal(a.z, zero)));
}

WAFTI_INLINE vec vec_select(mask m, vec a, vec b) {
    return (vec){real_select(m, a.x, b.x), real_select(m, a.y, b.y), real_select(m, a.z, b.z)};
}

WAFTI_INLINE quat quat_select(mask m, quat a, quat b) {
    return (quat){real_select(m, a.x, b.x), real_select(m, a.y, b.y), real_select(m, a.z, b.z),
        real_select(m, a.w, b.w)};
}

WAFTI_INLINE quat quat_add(quat a, quat b) {
    return (quat){a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

/// a + s b
WAFTI_INLINE quat quat_add_scaled(quat a, real s, quat b) {
    return (quat){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z, a.w + s * b.w};
}

/// q (0, w): twice the rate of q under the spin w in body axes.
WAFTI_INLINE quat quat_spin(quat q, vec w) {
    return (quat){q.w * w.x + q.y * w.z - q.z * w.y, q.w * w.y + q.z * w.x - q.x * w.z,
        q.w * w.z + q.x * w.y - q.y * w.x, -(q.x * w.x + q.y * w.y + q.z * w.z)};
}

WAFTI_INLINE quat quat_unit(quat q) {
    const real one = real_of((number)1);
    const real s = one / real_sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return (quat){s * q.x, s * q.y, s * q.z, s * q.w};
}

/// q (1, s w) made unit: Cayley's map of the rotation 2 s w.
WAFTI_INLINE quat quat_cayley(quat q, real s, vec w) {
    return quat_unit(quat_add_scaled(q, s, quat_spin(q, w)));
}

WAFTI_INLINE turn turn_of(quat q) {
    const real one = real_of((number)1);
    const real x2 = q.x + q.x;
    const real y2 = q.y + q.y;
    const real z2 = q.z + q.z;
    const real xx = q.x * x2;
    const real yy = q.y * y2;
    const real zz = q.z * z2;
    const real xy = q.x * y2;
    const real xz = q.x * z2;
    const real yz = q.y * z2;
    const real wx = q.w * x2;
    const real wy = q.w * y2;
    const real wz = q.w * z2;
    return (turn){{one - (yy + zz), xy - wz, xz + wy}, {xy + wz, one - (xx + zz), yz - wx},
        {xz - wy, yz + wx, one - (xx + yy)}};
}

WAFTI_INLINE vec to_world(turn t, vec a) {
    return (vec){vec_dot(t.x, a), vec_dot(t.y, a), vec_dot(t.z, a)};
}

WAFTI_INLINE vec to_body(turn t, vec a) {
    return (vec){t.x.x * a.x + t.y.x * a.y + t.z.x * a.z, t.x.y * a.x + t.y.y * a.y + t.z.y * a.z,
        t.x.z * a.x + t.y.z * a.y + t.z.z * a.z};
}

/// A symmetric matrix xx yy zz xy xz yz times a vector.
WAFTI_INLINE vec symmetric_times(const constant m[6], vec a) {
    return (vec){real_at(m[0]) * a.x + real_at(m[3]) * a.y + real_at(m[4]) * a.z,
        real_at(m[3]) * a.x + real_at(m[1]) * a.y + real_at(m[5]) * a.z,
        real_at(m[4]) * a.x + real_at(m[5]) * a.y + real_at(m[2]) * a.z};
}

WAFTI_INLINE vec matrix_times(const constant m[9], vec a) {
    return (vec){real_at(m[0]) * a.x + real_at(m[1]) * a.y + real_at(m[2]) * a.z,
        real_at(m[3]) * a.x + real_at(m[4]) * a.y + real_at(m[5]) * a.z,
        real_at(m[6]) * a.x + real_at(m[7]) * a.y + real_at(m[8]) * a.z};
}

WAFTI_INLINE vec transposed_times(const constant m[9], vec a) {
    return (vec){real_at(m[0]) * a.x + real_at(m[3]) * a.y + real_at(m[6]) * a.z,
        real_at(m[1]) * a.x + real_at(m[4]) * a.y + real_at(m[7]) * a.z,
        real_at(m[2]) * a.x + real_at(m[5]) * a.y + real_at(m[8]) * a.z};
}

/// A symmetric 6x6 matrix (see body/units.h) times (a; b). Bodies with planes of symmetry have no
/// `coupled` block: a third less to do.
WAFTI_INLINE void sextic_times(
    const constant k[21], bool coupled, vec a, vec b, vec* out_a, vec* out_b) {
    *out_a = symmetric_times(k, a);
    *out_b = symmetric_times(k + 15, b);
    if (coupled) {
        *out_a = vec_add(*out_a, matrix_times(k + 6, b));
        *out_b = vec_add(*out_b, transposed_times(k + 6, a));
    }
}

#endif // WAFTI_BODY_STEP_VECTOR_H

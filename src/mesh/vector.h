// SPDX-License-Identifier: MIT
// Vectors of three doubles, as arrays: what meshes are made of. Quaternions are x, y, z, w.
#ifndef WAFTI_MESH_VECTOR_H
#define WAFTI_MESH_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <waft/math.h>

static inline void wafti_vector_from(waft_vec3 v, double out[3]) {
    out[0] = (double)v.x;
    out[1] = (double)v.y;
    out[2] = (double)v.z;
}

static inline bool wafti_vec3_is_finite(waft_vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static inline bool wafti_all_finite(const double* values, size_t count) {
    bool finite = true;
    for (size_t i = 0; i < count; ++i) {
        finite = finite && isfinite(values[i]);
    }
    return finite;
}

static inline void wafti_vector_sub(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; ++k) {
        out[k] = a[k] - b[k];
    }
}

static inline double wafti_vector_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double wafti_vector_length(const double a[3]) {
    return sqrt(wafti_vector_dot(a, a));
}

static inline void wafti_vector_cross(const double a[3], const double b[3], double out[3]) {
    const double x = a[1] * b[2] - a[2] * b[1];
    const double y = a[2] * b[0] - a[0] * b[2];
    const double z = a[0] * b[1] - a[1] * b[0];
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

/// Twice the area of the facet a, b, c along its normal.
static inline void wafti_vector_facet(
    const double a[3], const double b[3], const double c[3], double out[3]) {
    double u[3];
    double v[3];
    wafti_vector_sub(b, a, u);
    wafti_vector_sub(c, a, v);
    wafti_vector_cross(u, v, out);
}

/// That of a mesh's facet, and the area itself.
static inline void wafti_vector_of_facet(
    const double* positions, const uint32_t* indices, size_t facet, double out[3]) {
    const uint32_t* corner = &indices[3 * facet];
    wafti_vector_facet(&positions[3 * (size_t)corner[0]], &positions[3 * (size_t)corner[1]],
        &positions[3 * (size_t)corner[2]], out);
}
static inline double wafti_facet_area(
    const double* positions, const uint32_t* indices, size_t facet) {
    double vector[3];
    wafti_vector_of_facet(positions, indices, facet, vector);
    return 0.5 * wafti_vector_length(vector);
}

/// out += a * scale
static inline void wafti_vector_add_scaled(double out[3], const double a[3], double scale) {
    for (int k = 0; k < 3; ++k) {
        out[k] += a[k] * scale;
    }
}

/// a *= scale
static inline void wafti_vector_scale(double a[3], double scale) {
    for (int k = 0; k < 3; ++k) {
        a[k] *= scale;
    }
}

/// Makes `a` a unit vector and returns its length; a vector without length stays.
static inline double wafti_vector_normalize(double a[3]) {
    const double length = wafti_vector_length(a);
    if (length > 0.0) {
        for (int k = 0; k < 3; ++k) {
            a[k] /= length;
        }
    }
    return length;
}

/// Where points lie along an axis; all 0 without any.
static inline void wafti_vector_extent(
    const double* points, size_t count, const double axis[3], double* out_low, double* out_high) {
    *out_low = *out_high = count > 0 ? wafti_vector_dot(points, axis) : 0.0;
    for (size_t i = 1; i < count; ++i) {
        const double at = wafti_vector_dot(&points[3 * i], axis);
        *out_low = fmin(*out_low, at);
        *out_high = fmax(*out_high, at);
    }
}

/// The distance of a box's farthest corner from the origin.
static inline double wafti_vector_farthest(const double low[3], const double high[3]) {
    double corner[3];
    for (int k = 0; k < 3; ++k) {
        corner[k] = fmax(fabs(low[k]), fabs(high[k]));
    }
    return wafti_vector_length(corner);
}

/// The least and the greatest of at least one number.
static inline void wafti_float_range(
    const float* x, size_t count, float* out_low, float* out_high) {
    float low = x[0];
    float high = x[0];
    for (size_t i = 1; i < count; ++i) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    *out_low = low;
    *out_high = high;
}

/// One without length stays.
static inline void wafti_quat_normalize(double q[4]) {
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int n = 0; n < 4 && length > 0.0; ++n) {
        q[n] /= length;
    }
}

#endif // WAFTI_MESH_VECTOR_H

// SPDX-License-Identifier: MIT
#include "mesh/triangle.h"

#include "mesh/vector.h"

#include <float.h>
#include <string.h>

// a / b for a share of an edge; an edge without length has its start for all.
static double share(double a, double b) {
    return b > 0.0 ? a / b : 0.0;
}

// p + u s + v t.
static void combine(
    const double p[3], const double u[3], double s, const double v[3], double t, double out[3]) {
    for (int k = 0; k < 3; ++k) {
        out[k] = p[k] + u[k] * s + v[k] * t;
    }
}

// The regions of Ericson, Real-Time Collision Detection (2005), section 5.1.5: corners first, then
// edges, then the face.
static wafti_feature nearest_feature(
    const wafti_triangle* triangle, const double point[3], double out_nearest[3]) {
    const double* a = triangle->corners[0];
    const double* b = triangle->corners[1];
    const double* c = triangle->corners[2];
    double ab[3];
    double ac[3];
    double from_a[3];
    double from_b[3];
    double from_c[3];
    wafti_vector_sub(b, a, ab);
    wafti_vector_sub(c, a, ac);
    wafti_vector_sub(point, a, from_a);
    wafti_vector_sub(point, b, from_b);
    wafti_vector_sub(point, c, from_c);
    const double d1 = wafti_vector_dot(ab, from_a);
    const double d2 = wafti_vector_dot(ac, from_a);
    const double d3 = wafti_vector_dot(ab, from_b);
    const double d4 = wafti_vector_dot(ac, from_b);
    const double d5 = wafti_vector_dot(ab, from_c);
    const double d6 = wafti_vector_dot(ac, from_c);
    if (d1 <= 0.0 && d2 <= 0.0) {
        memcpy(out_nearest, a, 3 * sizeof(double));
        return WAFTI_FEATURE_POINT_0;
    }
    if (d3 >= 0.0 && d4 <= d3) {
        memcpy(out_nearest, b, 3 * sizeof(double));
        return WAFTI_FEATURE_POINT_1;
    }
    if (d6 >= 0.0 && d5 <= d6) {
        memcpy(out_nearest, c, 3 * sizeof(double));
        return WAFTI_FEATURE_POINT_2;
    }
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
        combine(a, ab, share(d1, d1 - d3), ac, 0.0, out_nearest);
        return WAFTI_FEATURE_EDGE_0;
    }
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
        combine(a, ab, 0.0, ac, share(d2, d2 - d6), out_nearest);
        return WAFTI_FEATURE_EDGE_2;
    }
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 >= d3 && d5 >= d6) {
        const double t = share(d4 - d3, (d4 - d3) + (d5 - d6));
        for (int k = 0; k < 3; ++k) {
            out_nearest[k] = b[k] + (c[k] - b[k]) * t;
        }
        return WAFTI_FEATURE_EDGE_1;
    }
    const double sum = va + vb + vc;
    combine(a, ab, share(vb, sum), ac, share(vc, sum), out_nearest);
    return WAFTI_FEATURE_FACE;
}

double wafti_triangle_nearest(const wafti_triangle* triangle, const double point[3],
    double out_nearest[3], wafti_feature* out_feature) {
    *out_feature = nearest_feature(triangle, point, out_nearest);
    double gap[3];
    wafti_vector_sub(point, out_nearest, gap);
    return wafti_vector_dot(gap, gap);
}

// A segment from the origin along `along` and a triangle, as their shadows on an axis are compared.
typedef struct meeting {
    double corners[3][3];
    double along[3];
    double size; // no coordinate is larger
} meeting;

// An axis is a product of vectors whose lengths multiply to `scale`; the rounding of the axis and of
// the shadows is below 64 times epsilon * scale * size. Only a wider gap separates, so that a
// triangle the segment truly meets is never missed.
static bool separates(const meeting* m, const double axis[3], double scale) {
    const double slack = 64.0 * DBL_EPSILON * scale * m->size;
    const double end = wafti_vector_dot(axis, m->along);
    double low = wafti_vector_dot(axis, m->corners[0]);
    double high = low;
    for (int k = 1; k < 3; ++k) {
        const double shadow = wafti_vector_dot(axis, m->corners[k]);
        low = shadow < low ? shadow : low;
        high = shadow > high ? shadow : high;
    }
    const double first = end < 0.0 ? end : 0.0;
    const double last = end > 0.0 ? end : 0.0;
    return low > last + slack || high < first - slack;
}

// Separating axes of a segment and a triangle: the normal, the segment across each edge, and for both
// in one plane what is square to the edges and to the segment there.
bool wafti_triangle_meets(
    const wafti_triangle* triangle, const double from[3], const double to[3]) {
    meeting m;
    wafti_vector_sub(to, from, m.along);
    const double along_length = wafti_vector_length(m.along);
    m.size = along_length;
    for (int k = 0; k < 3; ++k) {
        wafti_vector_sub(triangle->corners[k], from, m.corners[k]);
        const double length = wafti_vector_length(m.corners[k]);
        m.size = length > m.size ? length : m.size;
    }
    double edges[3][3];
    double lengths[3];
    for (int k = 0; k < 3; ++k) {
        wafti_vector_sub(m.corners[(k + 1) % 3], m.corners[k], edges[k]);
        lengths[k] = wafti_vector_length(edges[k]);
    }
    const double normal_scale = lengths[0] * lengths[1];
    double normal[3];
    double axis[3];
    wafti_vector_cross(edges[0], edges[1], normal);
    if (separates(&m, normal, normal_scale)) {
        return false;
    }
    for (int k = 0; k < 3; ++k) {
        wafti_vector_cross(m.along, edges[k], axis);
        if (separates(&m, axis, along_length * lengths[k])) {
            return false;
        }
        wafti_vector_cross(normal, edges[k], axis);
        if (separates(&m, axis, normal_scale * lengths[k])) {
            return false;
        }
    }
    wafti_vector_cross(normal, m.along, axis);
    return !separates(&m, axis, normal_scale * along_length);
}

// SPDX-License-Identifier: MIT
// One triangle: its nearest point, and whether a segment meets it.
#ifndef WAFTI_MESH_TRIANGLE_H
#define WAFTI_MESH_TRIANGLE_H

#include <stdbool.h>

/// The part of a triangle that a nearest point lies on. Edge k runs from corner k to corner k + 1.
typedef enum wafti_feature {
    WAFTI_FEATURE_FACE,
    WAFTI_FEATURE_EDGE_0,
    WAFTI_FEATURE_EDGE_1,
    WAFTI_FEATURE_EDGE_2,
    WAFTI_FEATURE_POINT_0,
    WAFTI_FEATURE_POINT_1,
    WAFTI_FEATURE_POINT_2,
} wafti_feature;

typedef struct wafti_triangle {
    const double* corners[3];
} wafti_triangle;

/// Squared distance to the nearest point of the triangle, which is *out_nearest.
double wafti_triangle_nearest(const wafti_triangle* triangle, const double point[3],
    double out_nearest[3], wafti_feature* out_feature);

/// True unless the two are apart by more than rounding can tell; touching is meeting.
bool wafti_triangle_meets(const wafti_triangle* triangle, const double from[3], const double to[3]);

#endif // WAFTI_MESH_TRIANGLE_H

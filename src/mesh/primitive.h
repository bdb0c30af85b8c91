// SPDX-License-Identifier: MIT
// Solids with a closed form: their exact signed distance, negative inside, in body space.
#ifndef WAFTI_MESH_PRIMITIVE_H
#define WAFTI_MESH_PRIMITIVE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum wafti_primitive_kind {
    WAFTI_PRIMITIVE_SPHERE,  ///< a: centre; radius
    WAFTI_PRIMITIVE_BOX,     ///< a: centre; b: half sizes, > 0
    WAFTI_PRIMITIVE_CAPSULE, ///< a, b: centres of its ends, may be equal; radius
    WAFTI_PRIMITIVE_PLANE,   ///< a: a point of it; b: unit normal, outside is where it points
} wafti_primitive_kind;

typedef struct wafti_primitive {
    wafti_primitive_kind kind;
    double a[3], b[3]; ///< m
    double radius;     ///< m, > 0
} wafti_primitive;

/// Signed distance in m. A plane figure is the section of a solid: ask at its own z.
double wafti_primitive_distance(const wafti_primitive* primitive, const double point[3]);

/// Those of the points start + i step, first <= i < first + count; out_distances[0] is the first.
void wafti_primitive_distances(const wafti_primitive* primitive, const double start[3],
    const double step[3], int32_t first, int32_t count, double* out_distances);

/// Smallest and largest corner; false for a plane, which has none (both are then untouched).
bool wafti_primitive_bounds(
    const wafti_primitive* primitive, double out_low[3], double out_high[3]);

/// Twice the depth of the deepest point inside: what is thinner than a cell must be a sheet.
/// INFINITY for a plane.
double wafti_primitive_thickness(const wafti_primitive* primitive);

#endif // WAFTI_MESH_PRIMITIVE_H

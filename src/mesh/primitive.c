// SPDX-License-Identifier: MIT
#include "mesh/primitive.h"

#include "mesh/vector.h"

static double largest(double a, double b) {
    return a > b ? a : b;
}

static double smallest(double a, double b) {
    return a < b ? a : b;
}

// Outside, the distance to the nearest corner, edge or face; inside, to the nearest face.
static double box_distance(const wafti_primitive* p, const double offset[3]) {
    double outside = 0.0;
    double inside = (double)-INFINITY;
    for (int k = 0; k < 3; ++k) {
        const double gap = fabs(offset[k]) - p->b[k];
        outside += largest(gap, 0.0) * largest(gap, 0.0);
        inside = largest(inside, gap);
    }
    return inside > 0.0 ? sqrt(outside) : inside;
}

// By where on the line a + t (b - a) the point lies, and how far from the line; a == b gives t = 0.
static double capsule_distance(const wafti_primitive* p, const double offset[3]) {
    double axis[3];
    double across[3] = {offset[0], offset[1], offset[2]};
    wafti_vector_sub(p->b, p->a, axis);
    const double square = wafti_vector_dot(axis, axis);
    const double t = square > 0.0 ? wafti_vector_dot(offset, axis) / square : 0.0;
    wafti_vector_add_scaled(across, axis, -t);
    const double away = wafti_vector_length(across);
    const double beyond = (t - smallest(largest(t, 0.0), 1.0)) * sqrt(square);
    return sqrt(away * away + beyond * beyond) - p->radius;
}

double wafti_primitive_distance(const wafti_primitive* primitive, const double point[3]) {
    double offset[3];
    wafti_vector_sub(point, primitive->a, offset);
    switch (primitive->kind) {
    case WAFTI_PRIMITIVE_SPHERE:
        return wafti_vector_length(offset) - primitive->radius;
    case WAFTI_PRIMITIVE_BOX:
        return box_distance(primitive, offset);
    case WAFTI_PRIMITIVE_CAPSULE:
        return capsule_distance(primitive, offset);
    case WAFTI_PRIMITIVE_PLANE:
        break;
    }
    return wafti_vector_dot(offset, primitive->b);
}

// Apart, so that the loop is vectors.
static void sphere_distances(const wafti_primitive* p, const double start[3], const double step[3],
    int32_t first, int32_t count, double* restrict out) {
    const double radius = p->radius;
    for (int32_t n = 0; n < count; ++n) {
        const double i = first + n;
        const double x = start[0] + i * step[0] - p->a[0];
        const double y = start[1] + i * step[1] - p->a[1];
        const double z = start[2] + i * step[2] - p->a[2];
        out[n] = sqrt(x * x + y * y + z * z) - radius;
    }
}

void wafti_primitive_distances(const wafti_primitive* primitive, const double start[3],
    const double step[3], int32_t first, int32_t count, double* out_distances) {
    if (primitive->kind == WAFTI_PRIMITIVE_SPHERE) {
        sphere_distances(primitive, start, step, first, count, out_distances);
        return;
    }
    for (int32_t n = 0; n < count; ++n) {
        const double i = first + n;
        const double point[3] = {
            start[0] + i * step[0], start[1] + i * step[1], start[2] + i * step[2]};
        out_distances[n] = wafti_primitive_distance(primitive, point);
    }
}

bool wafti_primitive_bounds(
    const wafti_primitive* primitive, double out_low[3], double out_high[3]) {
    if (primitive->kind == WAFTI_PRIMITIVE_PLANE) {
        return false;
    }
    for (int k = 0; k < 3; ++k) {
        const double a = primitive->a[k];
        const double b = primitive->kind == WAFTI_PRIMITIVE_CAPSULE ? primitive->b[k] : a;
        const double reach =
            primitive->kind == WAFTI_PRIMITIVE_BOX ? primitive->b[k] : primitive->radius;
        out_low[k] = smallest(a, b) - reach;
        out_high[k] = largest(a, b) + reach;
    }
    return true;
}

double wafti_primitive_thickness(const wafti_primitive* primitive) {
    switch (primitive->kind) {
    case WAFTI_PRIMITIVE_SPHERE:
    case WAFTI_PRIMITIVE_CAPSULE:
        return 2.0 * primitive->radius;
    case WAFTI_PRIMITIVE_BOX:
        return 2.0 * smallest(smallest(primitive->b[0], primitive->b[1]), primitive->b[2]);
    case WAFTI_PRIMITIVE_PLANE:
        break;
    }
    return (double)INFINITY;
}

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
static double box_distance(const double gaps[], int count) {
    double outside = 0.0;
    double inside = gaps[0];
    for (int k = 0; k < count; ++k) {
        const double gap = largest(gaps[k], 0.0);
        outside += gap * gap;
        inside = largest(inside, gaps[k]);
    }
    return inside > 0.0 ? sqrt(outside) : inside;
}

// Where on the line a + t (b - a) the point lies, and how far from the line; a == b gives t = 0.
static double along_axis(const wafti_primitive* p, const double point[3], double* out_away) {
    double axis[3];
    double from_a[3];
    wafti_vector_sub(p->b, p->a, axis);
    wafti_vector_sub(point, p->a, from_a);
    const double square = wafti_vector_dot(axis, axis);
    const double t = square > 0.0 ? wafti_vector_dot(from_a, axis) / square : 0.0;
    wafti_vector_add_scaled(from_a, axis, -t);
    *out_away = wafti_vector_length(from_a);
    return t;
}

static double axis_length(const wafti_primitive* p) {
    double axis[3];
    wafti_vector_sub(p->b, p->a, axis);
    return wafti_vector_length(axis);
}

static double capsule_distance(const wafti_primitive* p, const double point[3]) {
    double away = 0.0;
    const double t = along_axis(p, point, &away);
    const double beyond = (t - smallest(largest(t, 0.0), 1.0)) * axis_length(p);
    return sqrt(away * away + beyond * beyond) - p->radius;
}

static double cylinder_distance(const wafti_primitive* p, const double point[3]) {
    double away = 0.0;
    const double t = along_axis(p, point, &away);
    const double gaps[2] = {away - p->radius, (fabs(t - 0.5) - 0.5) * axis_length(p)};
    return box_distance(gaps, 2);
}

double wafti_primitive_distance(const wafti_primitive* primitive, const double point[3]) {
    double offset[3];
    wafti_vector_sub(point, primitive->a, offset);
    switch (primitive->kind) {
    case WAFTI_PRIMITIVE_SPHERE:
        return wafti_vector_length(offset) - primitive->radius;
    case WAFTI_PRIMITIVE_BOX: {
        const double gaps[3] = {fabs(offset[0]) - primitive->b[0],
            fabs(offset[1]) - primitive->b[1], fabs(offset[2]) - primitive->b[2]};
        return box_distance(gaps, 3);
    }
    case WAFTI_PRIMITIVE_CAPSULE:
        return capsule_distance(primitive, point);
    case WAFTI_PRIMITIVE_CYLINDER:
        return cylinder_distance(primitive, point);
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

// Half the width of the solid about its axis or centre, along axis k. A disc of a unit normal n
// reaches sqrt(1 - n_k^2) of its radius.
static double reach(const wafti_primitive* p, int k) {
    if (p->kind == WAFTI_PRIMITIVE_BOX) {
        return p->b[k];
    }
    if (p->kind != WAFTI_PRIMITIVE_CYLINDER) {
        return p->radius;
    }
    const double cosine = (p->b[k] - p->a[k]) / axis_length(p);
    return p->radius * sqrt(largest(0.0, 1.0 - cosine * cosine));
}

bool wafti_primitive_bounds(
    const wafti_primitive* primitive, double out_low[3], double out_high[3]) {
    if (primitive->kind == WAFTI_PRIMITIVE_PLANE) {
        return false;
    }
    const bool two_ended =
        primitive->kind == WAFTI_PRIMITIVE_CAPSULE || primitive->kind == WAFTI_PRIMITIVE_CYLINDER;
    for (int k = 0; k < 3; ++k) {
        const double other = two_ended ? primitive->b[k] : primitive->a[k];
        out_low[k] = smallest(primitive->a[k], other) - reach(primitive, k);
        out_high[k] = largest(primitive->a[k], other) + reach(primitive, k);
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
    case WAFTI_PRIMITIVE_CYLINDER:
        return smallest(2.0 * primitive->radius, axis_length(primitive));
    case WAFTI_PRIMITIVE_PLANE:
        break;
    }
    return (double)INFINITY;
}

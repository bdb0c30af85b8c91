// SPDX-License-Identifier: MIT
// Bodies for tests of the k-epsilon bake, in units of their length.
#ifndef WAFT_TEST_KEPS_BODY_H
#define WAFT_TEST_KEPS_BODY_H

#include "domain_fixture.h"
#include "grid/keps.h"

static const double disc_radius = 0.5;
static const double disc_half_thickness = 0.005;

static inline double disc_distance(const void* shape, const double p[3]) {
    (void)shape;
    const double side = sqrt(p[0] * p[0] + p[2] * p[2]) - disc_radius;
    const double face = fabs(p[1]) - disc_half_thickness;
    const double out_side = fmax(side, 0.0);
    const double out_face = fmax(face, 0.0);
    return sqrt(out_side * out_side + out_face * out_face) + fmin(fmax(side, face), 0.0);
}

static inline bool disc_crosses(const void* shape, const double a[3], const double b[3]) {
    (void)shape;
    if ((a[1] > 0.0) == (b[1] > 0.0)) {
        return false;
    }
    const double t = a[1] / (a[1] - b[1]);
    const double x = a[0] + t * (b[0] - a[0]);
    const double z = a[2] + t * (b[2] - a[2]);
    return x * x + z * z <= disc_radius * disc_radius;
}

// Broadside, 1.5 lengths from the inlet.
static inline wafti_solid disc_in(const wafti_keps_def* def) {
    const double h = def->extent / def->cells[0];
    wafti_solid solid = solid_at(0.5 * def->extent, 1.5, 0.5 * h * def->cells[2]);
    solid.distance = disc_distance;
    solid.crosses = disc_crosses;
    const double half[3] = {disc_radius, disc_half_thickness, disc_radius};
    for (int d = 0; d < 3; ++d) {
        solid.low[d] = -half[d];
        solid.high[d] = half[d];
    }
    return solid;
}

#endif // WAFT_TEST_KEPS_BODY_H

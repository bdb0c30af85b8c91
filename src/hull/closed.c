// SPDX-License-Identifier: MIT
// Added mass in closed form (docs/spec/bodies.md#closed-forms, after Lamb, sections 114-115), and what K
// does when its point of reference moves (docs/spec/bodies.md#added-mass).
#include "hull/hull.h"

#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 20 };

// Carlson, Numerical Algorithms 10 (1995), 13-26: duplication, then a series about equal arguments.
double wafti_carlson_rd(double x, double y, double z) {
    double sum = 0.0;
    double factor = 1.0;
    for (int round = 0;; ++round) {
        const double mean = (x + y + 3.0 * z) / 5.0;
        const double dx = (mean - x) / mean;
        const double dy = (mean - y) / mean;
        const double dz = -(dx + dy) / 3.0;
        if (round == MOST_ROUNDS || fmax(fmax(fabs(dx), fabs(dy)), fabs(dz)) < 1e-3) {
            const double e2 = dx * dy - 6.0 * dz * dz;
            const double e3 = (3.0 * dx * dy - 8.0 * dz * dz) * dz;
            const double e4 = 3.0 * (dx * dy - dz * dz) * dz * dz;
            const double e5 = dx * dy * dz * dz * dz;
            const double series = 1.0 - 3.0 * e2 / 14.0 + e3 / 6.0 + 9.0 * e2 * e2 / 88.0 -
                                  3.0 * e4 / 22.0 - 9.0 * e2 * e3 / 52.0 + 3.0 * e5 / 26.0;
            return 3.0 * sum + factor * series / (mean * sqrt(mean));
        }
        const double root[3] = {sqrt(x), sqrt(y), sqrt(z)};
        const double l = root[0] * root[1] + root[1] * root[2] + root[2] * root[0];
        sum += factor / (root[2] * (z + l));
        factor *= 0.25;
        x = 0.25 * (x + l);
        y = 0.25 * (y + l);
        z = 0.25 * (z + l);
    }
}

// Moment of inertia about an axis whose two other semi-axes and kappas are b and c.
static double turned_fluid(double volume, double b, double c, double kappa_b, double kappa_c) {
    if (fabs(b - c) < 1e-6 * fmax(b, c)) {
        return 0.0;
    }
    const double less = b * b - c * c;
    const double sum = b * b + c * c;
    return volume / 5.0 * less * less * (kappa_c - kappa_b) /
           (2.0 * less + sum * (kappa_b - kappa_c));
}

static void ellipsoid(const double axes[3], double k[36]) {
    const double product = axes[0] * axes[1] * axes[2];
    const double volume = 4.0 / 3.0 * M_PI * product;
    double kappa[3];
    for (size_t i = 0; i < 3; ++i) {
        const double a = axes[i];
        const double b = axes[(i + 1) % 3];
        const double c = axes[(i + 2) % 3];
        kappa[i] = 2.0 / 3.0 * product * wafti_carlson_rd(b * b, c * c, a * a);
        k[7 * i] = volume * kappa[i] / (2.0 - kappa[i]);
    }
    for (size_t i = 0; i < 3; ++i) {
        const size_t b = (i + 1) % 3;
        const size_t c = (i + 2) % 3;
        k[7 * (i + 3)] = turned_fluid(volume, axes[b], axes[c], kappa[b], kappa[c]);
    }
}

// An elliptic section of half chord a along x and half thickness b along y, span along z.
static void strip(double a, double b, double span, double k[36]) {
    k[0] = M_PI * span * b * b;
    k[7] = M_PI * span * a * a;
    k[21] = M_PI * a * a * span * span * span / 12.0;
    k[28] = M_PI * b * b * span * span * span / 12.0;
    k[35] = M_PI * span * (a * a - b * b) * (a * a - b * b) / 8.0;
}

bool wafti_added_mass_closed(waft_hull_shape shape, const double size[3], double out_k[36]) {
    memset(out_k, 0, 36 * sizeof(double));
    const double square = size[0] * size[0];
    double axes[3];
    switch (shape) {
    case WAFT_HULL_SPHERE:
    case WAFT_HULL_ELLIPSOID:
        wafti_shape_sizes(shape, size, axes);
        ellipsoid(axes, out_k);
        return true;
    case WAFT_HULL_DISC:
        if (size[1] >= 0.2 * size[0]) {
            return false;
        }
        // Without thickness, normal y.
        out_k[7] = 8.0 / 3.0 * square * size[0];
        out_k[21] = 16.0 / 45.0 * square * square * size[0];
        out_k[35] = out_k[21];
        return true;
    case WAFT_HULL_ELLIPTIC_PLATE:
        ellipsoid((const double[3]){size[0], 0.5 * size[2], size[1]}, out_k);
        return true;
    case WAFT_HULL_STRIP:
        strip(size[0], size[1], size[2], out_k);
        return true;
    default:
        return false;
    }
}

void wafti_added_mass_shift(double k[36], const double c[3]) {
    double x[36] = {0.0};
    for (size_t i = 0; i < 6; ++i) {
        x[7 * i] = 1.0;
    }
    // hat(c)
    x[4] = -c[2];
    x[5] = c[1];
    x[9] = c[2];
    x[11] = -c[0];
    x[15] = -c[1];
    x[16] = c[0];
    double half[36] = {0.0};
    double whole[36] = {0.0};
    for (int i = 0; i < 36; ++i) {
        for (int j = 0; j < 6; ++j) {
            half[i] += k[i / 6 * 6 + j] * x[6 * j + i % 6];
        }
    }
    for (int i = 0; i < 36; ++i) {
        for (int j = 0; j < 6; ++j) {
            whole[i] += x[6 * j + i / 6] * half[6 * j + i % 6];
        }
    }
    memcpy(k, whole, sizeof(whole));
}

// SPDX-License-Identifier: MIT
#include "mesh/primitive.h"

#include "mesh_fixture.h"

static const wafti_primitive sphere = {
    .kind = WAFTI_PRIMITIVE_SPHERE, .a = {1.0, 2.0, 3.0}, .radius = 0.5};
static const wafti_primitive box = {
    .kind = WAFTI_PRIMITIVE_BOX, .a = {1.0, 0.0, 0.0}, .b = {0.5, 1.0, 2.0}};
static const wafti_primitive capsule = {
    .kind = WAFTI_PRIMITIVE_CAPSULE, .a = {0.0, 0.0, 0.0}, .b = {3.0, 4.0, 0.0}, .radius = 0.5};
static const wafti_primitive plane = {
    .kind = WAFTI_PRIMITIVE_PLANE, .a = {0.0, 1.0, 0.0}, .b = {0.0, 1.0, 0.0}};

static double at(const wafti_primitive* primitive, double x, double y, double z) {
    const double point[3] = {x, y, z};
    return wafti_primitive_distance(primitive, point);
}

static void known_distances(void) {
    CHECK_NEAR(at(&sphere, 1, 2, 3), -0.5, 0.0);
    CHECK_NEAR(at(&sphere, 1, 5, 7), 4.5, 1e-15);
    CHECK_NEAR(at(&box, 1, 0, 0), -0.5, 0.0);
    CHECK_NEAR(at(&box, 1.25, 0.9, 0), -0.1, 1e-15);
    CHECK_NEAR(at(&box, 1.5, 1.0, 2.0), 0.0, 0.0);
    CHECK_NEAR(at(&box, 0, 0, 0), 0.5, 0.0);
    CHECK_NEAR(at(&box, 4.5, 5.0, 0), 5.0, 1e-15);
    CHECK_NEAR(at(&box, 2.5, 3.0, -4.0), 3.0, 1e-15);
    CHECK_NEAR(at(&capsule, 1.5, 2.0, 0), -0.5, 1e-15);
    CHECK_NEAR(at(&capsule, 1.5, 2.0, 2.0), 1.5, 1e-15);
    CHECK_NEAR(at(&capsule, -3, -4, 0), 4.5, 1e-14);
    CHECK_NEAR(at(&capsule, 6, 8, 0), 4.5, 1e-14);
    CHECK_NEAR(at(&plane, 7, 3, 7), 2.0, 0.0);
    CHECK_NEAR(at(&plane, 7, 0, 7), -1.0, 0.0);
    wafti_primitive ball = capsule;
    memcpy(ball.b, ball.a, sizeof(ball.b));
    CHECK_NEAR(at(&ball, 0, 3, 4), 4.5, 1e-15);
}

// The gradient has unit length: it is a distance, not just some function with the right sign.
static void distances_have_unit_slope(void) {
    const wafti_primitive* const all[] = {&sphere, &box, &capsule, &plane};
    uint32_t state = 1;
    for (int i = 0; i < 4; ++i) {
        int steep = 0;
        for (int n = 0; n < 500; ++n) {
            double p[3];
            mesh_random_point(&state, 5.0, p);
            double square = 0.0;
            for (int k = 0; k < 3; ++k) {
                double q[3] = {p[0], p[1], p[2]};
                q[k] += 1e-6;
                const double up = wafti_primitive_distance(all[i], q);
                q[k] -= 2e-6;
                const double slope = (up - wafti_primitive_distance(all[i], q)) / 2e-6;
                square += slope * slope;
            }
            steep += fabs(square - 1.0) > 1e-4;
        }
        CHECK(steep <= 1); // a point may sit on an inner ridge
    }
}

// Whatever is inside lies within the bounds, and the bounds are touched.
static void bounds_are_tight(void) {
    const wafti_primitive* const all[] = {&sphere, &box, &capsule};
    for (int i = 0; i < 3; ++i) {
        double low[3];
        double high[3];
        CHECK(wafti_primitive_bounds(all[i], low, high));
        for (int k = 0; k < 3; ++k) {
            // The side of the bounds at high[k]: the nearest distance over a fine grid is about 0.
            double least = 1e9;
            for (int n = 0; n <= 200 * 200; ++n) {
                const int v_step = n / 201;
                double p[3];
                p[k] = high[k];
                const int u = (k + 1) % 3;
                const int v = (k + 2) % 3;
                p[u] = low[u] + (high[u] - low[u]) * (n % 201) / 200.0;
                p[v] = low[v] + (high[v] - low[v]) * v_step / 200.0;
                least = fmin(least, wafti_primitive_distance(all[i], p));
            }
            CHECK(least > -1e-12);
            CHECK(least < 0.01);
        }
    }
    double low[3] = {7.0, 7.0, 7.0};
    CHECK(!wafti_primitive_bounds(&plane, low, low));
    CHECK_NEAR(low[0], 7.0, 0.0);
}

static void thickness_is_twice_the_depth(void) {
    CHECK_NEAR(wafti_primitive_thickness(&sphere), 1.0, 0.0);
    CHECK_NEAR(wafti_primitive_thickness(&box), 1.0, 0.0);
    CHECK_NEAR(wafti_primitive_thickness(&capsule), 1.0, 0.0);
    CHECK(isinf(wafti_primitive_thickness(&plane)));
}

static void rows_are_points(void) {
    const wafti_primitive* const all[] = {&sphere, &box, &capsule, &plane};
    const double start[3] = {-1.3, 2.1, 0.4};
    const double step[3] = {0.11, -0.07, 0.13};
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i) {
        double row[37];
        wafti_primitive_distances(all[i], start, step, 5, 37, row);
        for (int n = 0; n < 37; ++n) {
            const double t = 5 + n;
            const double x = start[0] + t * step[0];
            const double y = start[1] + t * step[1];
            CHECK_NEAR(row[n], at(all[i], x, y, start[2] + t * step[2]), 0.0);
        }
    }
}

static const test_case cases[] = {
    {"known_distances", known_distances},
    {"distances_have_unit_slope", distances_have_unit_slope},
    {"rows_are_points", rows_are_points},
    {"bounds_are_tight", bounds_are_tight},
    {"thickness_is_twice_the_depth", thickness_is_twice_the_depth},
};

TEST_MAIN(cases)

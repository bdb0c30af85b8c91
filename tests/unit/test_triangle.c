// SPDX-License-Identifier: MIT
#include "mesh/triangle.h"

#include "mesh_fixture.h"

static const double corner_a[3] = {0.0, 0.0, 0.0};
static const double corner_b[3] = {4.0, 0.0, 0.0};
static const double corner_c[3] = {0.0, 3.0, 0.0};
static const wafti_triangle right = {{corner_a, corner_b, corner_c}};

static void check_nearest(double x, double y, double z, wafti_feature feature, double square) {
    const double point[3] = {x, y, z};
    double nearest[3];
    wafti_feature found;
    CHECK_NEAR(wafti_triangle_nearest(&right, point, nearest, &found), square, 1e-13);
    CHECK(found == feature);
    const double gap[3] = {x - nearest[0], y - nearest[1], z - nearest[2]};
    CHECK_NEAR(gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2], square, 1e-13);
}

static void every_region_has_its_nearest_point(void) {
    check_nearest(1.0, 1.0, 2.0, WAFTI_FEATURE_FACE, 4.0);
    check_nearest(1.0, 1.0, 0.0, WAFTI_FEATURE_FACE, 0.0);
    check_nearest(2.0, -1.0, 1.0, WAFTI_FEATURE_EDGE_0, 2.0);
    check_nearest(2.0 + 3.0, 1.5 + 4.0, 0.0, WAFTI_FEATURE_EDGE_1, 25.0);
    check_nearest(-2.0, 1.0, -1.0, WAFTI_FEATURE_EDGE_2, 5.0);
    check_nearest(-1.0, -2.0, 2.0, WAFTI_FEATURE_POINT_0, 9.0);
    check_nearest(6.0, -1.0, 2.0, WAFTI_FEATURE_POINT_1, 9.0);
    check_nearest(-1.0, 5.0, 2.0, WAFTI_FEATURE_POINT_2, 9.0);
    check_nearest(0.0, 0.0, 1.0, WAFTI_FEATURE_POINT_0, 1.0);
}

// Against the least distance over a fine mesh of the triangle's own points.
static double least_of_grid(const wafti_triangle* triangle, const double point[3]) {
    const double* a = triangle->corners[0];
    const double* b = triangle->corners[1];
    const double* c = triangle->corners[2];
    double least = 1e9;
    for (int i = 0; i <= 40; ++i) {
        for (int j = 0; i + j <= 40; ++j) {
            double sum = 0.0;
            for (int k = 0; k < 3; ++k) {
                const double q = (a[k] * (40 - i - j) + b[k] * i + c[k] * j) / 40.0;
                sum += (point[k] - q) * (point[k] - q);
            }
            least = fmin(least, sum);
        }
    }
    return least;
}

static void no_point_is_nearer(void) {
    uint32_t state = 5;
    for (int n = 0; n < 300; ++n) {
        double corners[3][3];
        double point[3];
        for (int k = 0; k < 3; ++k) {
            mesh_random_point(&state, 1.0, corners[k]);
        }
        mesh_random_point(&state, 2.0, point);
        const wafti_triangle triangle = {{corners[0], corners[1], corners[2]}};
        double nearest[3];
        wafti_feature feature;
        const double square = wafti_triangle_nearest(&triangle, point, nearest, &feature);
        const double least = least_of_grid(&triangle, point);
        CHECK(square <= least + 1e-12);
        CHECK(sqrt(square) > sqrt(least) - 0.1);
    }
}

static void flat_triangles_do_no_harm(void) {
    const double point[3] = {1.0, 2.0, 3.0};
    double nearest[3];
    wafti_feature feature;
    const wafti_triangle line = {{corner_a, corner_b, corner_b}};
    CHECK_NEAR(wafti_triangle_nearest(&line, point, nearest, &feature), 13.0, 1e-13);
    const wafti_triangle dot = {{corner_b, corner_b, corner_b}};
    CHECK_NEAR(wafti_triangle_nearest(&dot, point, nearest, &feature), 22.0, 1e-13);
}

static bool meets(double x0, double y0, double z0, double x1, double y1, double z1) {
    const double from[3] = {x0, y0, z0};
    const double to[3] = {x1, y1, z1};
    const bool forwards = wafti_triangle_meets(&right, from, to);
    CHECK(forwards == wafti_triangle_meets(&right, to, from));
    return forwards;
}

static void segments(void) {
    CHECK(meets(1, 1, -1, 1, 1, 1));
    CHECK(meets(1, 1, -1, 1, 1, 0));     // ends on the face
    CHECK(meets(0, 0, -1, 0, 0, 1));     // through a corner
    CHECK(meets(2, 0, -1, 2, 0, 1));     // through an edge
    CHECK(meets(2, 1.5, -1, 2, 1.5, 1)); // through the long edge
    CHECK(!meets(1, 1, 1, 1, 1, 2));
    CHECK(!meets(1, 1, -1, 1, 1, -1e-9));
    CHECK(!meets(-1e-9, 1, -1, -1e-9, 1, 1));
    CHECK(!meets(2.1, 1.6, -1, 2.1, 1.6, 1));
    CHECK(!meets(3, 3, -1, 3, 3, 1));
}

static void segments_in_the_plane(void) {
    CHECK(meets(-1, 1, 0, 5, 1, 0));
    CHECK(meets(1, 1, 0, 1.5, 1, 0)); // wholly inside
    CHECK(meets(-1, 0, 0, 5, 0, 0));  // along an edge
    CHECK(meets(-1, 1, 0, 0, 1, 0));  // ends on an edge
    CHECK(!meets(-1, -1, 0, 5, -1, 0));
    CHECK(!meets(5, 0, 0, 6, 0, 0)); // in line with an edge, beyond it
    CHECK(!meets(4, 3, 0, 3, 4, 0));
    CHECK(!meets(-1, 1, 1e-9, 5, 1, 1e-9));
    CHECK(meets(1, 1, 0, 1, 1, 0)); // no length
    CHECK(!meets(1, 1, 1, 1, 1, 1));
}

// Segments whose true crossing lies on an edge that two triangles share: one of the two must see it,
// whatever was rounded.
static void nothing_slips_through_an_edge(void) {
    uint32_t state = 9;
    int missed = 0;
    for (int n = 0; n < 20000; ++n) {
        double p[4][3];
        for (int k = 0; k < 4; ++k) {
            mesh_random_point(&state, 1.0, p[k]);
        }
        const double scale = n % 3 == 0 ? 1e6 : n % 3 == 1 ? 1.0 : 1e-6;
        const double t = n % 5 == 0 ? 0.0 : 0.5 * (1.0 + mesh_random(&state));
        double direction[3];
        mesh_random_point(&state, 1.0, direction);
        double from[3];
        double to[3];
        for (int k = 0; k < 3; ++k) {
            const double on_edge = p[0][k] + (p[1][k] - p[0][k]) * t;
            from[k] = scale * (on_edge - direction[k]);
            to[k] = scale * (on_edge + direction[k]);
            for (int i = 0; i < 4; ++i) {
                p[i][k] *= scale;
            }
        }
        const wafti_triangle one = {{p[0], p[1], p[2]}};
        const wafti_triangle two = {{p[1], p[0], p[3]}};
        missed += !wafti_triangle_meets(&one, from, to) && !wafti_triangle_meets(&two, from, to);
    }
    CHECK(missed == 0);
}

static const test_case cases[] = {
    {"every_region_has_its_nearest_point", every_region_has_its_nearest_point},
    {"no_point_is_nearer", no_point_is_nearer},
    {"flat_triangles_do_no_harm", flat_triangles_do_no_harm},
    {"segments", segments},
    {"segments_in_the_plane", segments_in_the_plane},
    {"nothing_slips_through_an_edge", nothing_slips_through_an_edge},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
// A paper plane: a keel below and a wing on each side, all triangles that begin at the nose (high x).
// The sheet is a square of the plane's length; what its wings, two layers thick, do not take is folded
// into the keel (docs/spec/bodies.md#shapes-without-a-file).
#include "hull/hull.h"

#include <math.h>
#include <string.h>

enum { CORNERS = 9 };

static const double dihedral = 10.0 / 180.0 * M_PI;

double wafti_dart_keel(const waft_hull_def* def) {
    const double length = def->size[0];
    const double wings = 2.0 * length * def->size[1] / cos(dihedral);
    return def->layer * (length * length - wings) / (0.5 * length * def->size[2]);
}

// Corners of the section where wing and keel are so large, in y and z, round the axis x.
static void section(
    const waft_hull_def* def, double wing, double keel, double out_corners[CORNERS][2]) {
    const double slope = tan(dihedral);
    const double depth = 2.0 * def->layer / cos(dihedral);
    const double half = 0.5 * wafti_dart_keel(def);
    const double low = half * slope - depth;
    const double high = wing * slope;
    const double corners[CORNERS][2] = {{0.0, 0.0}, {high, wing}, {high - depth, wing}, {low, half},
        {-keel, half}, {-keel, -half}, {low, -half}, {high - depth, -wing}, {high, -wing}};
    memcpy(out_corners, corners, sizeof(corners));
}

// The section's inside: two wings, the middle, the keel.
static void close_end(wafti_soup* soup, uint32_t first, bool nose) {
    static const uint32_t parts[7][3] = {
        {0, 1, 2}, {0, 2, 3}, {0, 3, 6}, {0, 6, 7}, {0, 7, 8}, {3, 4, 5}, {3, 5, 6}};
    for (int i = 0; i < 7; ++i) {
        wafti_soup_facet(soup, first + parts[i][0], first + parts[i][nose ? 1 : 2],
            first + parts[i][nose ? 2 : 1]);
    }
}

static void fill_solid(const waft_hull_def* def, wafti_soup* soup) {
    const size_t cuts = (size_t)((2 << def->detail) - 1);
    if (!wafti_soup_init(soup, &def->allocator, (cuts + 1) * CORNERS, 2 * cuts * CORNERS + 14)) {
        return;
    }
    // The nose is as blunt as the paper is thick.
    const double least_wing = wafti_dart_keel(def);
    const double least_keel = 6.0 * def->layer;
    for (size_t i = 0; i <= cuts; ++i) {
        const double along = (double)i / (double)cuts;
        double corners[CORNERS][2];
        section(def, least_wing + (def->size[1] - least_wing) * along,
            least_keel + (def->size[2] - least_keel) * along, corners);
        for (int k = 0; k < CORNERS; ++k) {
            (void)wafti_soup_point(
                soup, (0.5 - along) * def->size[0], corners[k][0], corners[k][1]);
        }
    }
    for (uint32_t i = 0; i < cuts; ++i) {
        for (uint32_t k = 0; k < CORNERS; ++k) {
            const uint32_t a = i * CORNERS + k;
            const uint32_t b = i * CORNERS + (k + 1) % CORNERS;
            wafti_soup_quad(soup, a, a + CORNERS, b + CORNERS, b);
        }
    }
    close_end(soup, 0, true);
    close_end(soup, (uint32_t)cuts * CORNERS, false);
}

// Nose and tail, then the tips of both wings and of the keel.
static void corners_of(const waft_hull_def* def, double out_corners[5][3]) {
    const double half = 0.5 * def->size[0];
    const double rise = def->size[1] * tan(dihedral);
    const double places[5][3] = {{half, 0.0, 0.0}, {-half, 0.0, 0.0}, {-half, rise, def->size[1]},
        {-half, rise, -def->size[1]}, {-half, -def->size[2], 0.0}};
    memcpy(out_corners, places, sizeof(places));
}

// A triangle cut into n x n; points of its first edge have the same bits in all three.
static void cut_triangle(
    wafti_soup* soup, uint32_t n, const double a[3], const double b[3], const double c[3]) {
    const uint32_t first = (uint32_t)soup->point_count;
    for (uint32_t j = 0; j <= n; ++j) {
        for (uint32_t i = 0; i + j <= n; ++i) {
            double p[3];
            for (int d = 0; d < 3; ++d) {
                p[d] = (a[d] * (n - i - j) + b[d] * i + c[d] * j) / n;
            }
            (void)wafti_soup_point(soup, p[0], p[1], p[2]);
        }
    }
    uint32_t row = first;
    for (uint32_t j = 0; j < n; ++j) {
        const uint32_t next = row + n - j + 1;
        for (uint32_t i = 0; i + j < n; ++i) {
            wafti_soup_facet(soup, row + i, row + i + 1, next + i);
            if (i + j + 1 < n) {
                wafti_soup_facet(soup, row + i + 1, next + i + 1, next + i);
            }
        }
        row = next;
    }
}

static void fill_sheet(const waft_hull_def* def, wafti_soup* soup) {
    const uint32_t n = 8;
    double corners[5][3];
    corners_of(def, corners);
    const bool taken = wafti_soup_init(
        soup, &def->allocator, (size_t)3 * (n + 1) * (n + 2) / 2, (size_t)3 * n * n);
    for (int i = 2; i < 5 && taken; ++i) {
        cut_triangle(soup, n, corners[0], corners[1], corners[i]);
    }
}

void wafti_dart_fill(const waft_hull_def* def, bool sheet, wafti_soup* soup) {
    if (sheet) {
        fill_sheet(def, soup);
    } else {
        fill_solid(def, soup);
    }
}

int wafti_dart_plates(const waft_hull_def* def, waft_plate* plates) {
    double corners[5][3];
    corners_of(def, corners);
    const double normals[3][3] = {
        {0.0, cos(dihedral), -sin(dihedral)}, {0.0, cos(dihedral), sin(dihedral)}, {0.0, 0.0, 1.0}};
    const double heights[3] = {
        def->size[1] / cos(dihedral), def->size[1] / cos(dihedral), def->size[2]};
    for (int i = 0; i < 3; ++i) {
        plates[i] = (waft_plate){.area = 0.5 * def->size[0] * heights[i]};
        memcpy(plates[i].normal, normals[i], sizeof(normals[i]));
        for (int d = 0; d < 3; ++d) {
            plates[i].center[d] = (corners[0][d] + corners[1][d] + corners[2 + i][d]) / 3.0;
        }
    }
    return 3;
}

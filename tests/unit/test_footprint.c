// SPDX-License-Identifier: MIT
#include "body/footprint.h"

#include "hull/hull.h"

#include "crowd_fixture.h"

static const wafti_column_grid grid = {
    .nx = 16, .nz = 12, .x0 = -2.0, .z0 = -1.5, .dx = 0.25, .dz = 0.25};
static const double level_rotation[4] = {0.0, 0.0, 0.0, 1.0};

enum { MOST_COLUMNS = 16 * 12 };

static wafti_cover sum_of(const wafti_cover* covers, const wafti_column_box* box) {
    wafti_cover sum = {0};
    for (int n = 0; n < box->count[0] * box->count[1]; ++n) {
        sum.area += covers[n].area;
        sum.under += covers[n].under;
        sum.volume += covers[n].volume;
        sum.moment[0] += covers[n].moment[0];
        sum.moment[1] += covers[n].moment[1];
    }
    return sum;
}

static wafti_cover whole_cover(
    const waft_hull* hull, const double position[3], const double rotation[4]) {
    wafti_cover covers[MOST_COLUMNS];
    const wafti_column_box box =
        wafti_footprint_box(&grid, position, waft_hull_get_info(hull).reach);
    wafti_footprint_cover(hull, position, rotation, &grid, &box, covers);
    return sum_of(covers, &box);
}

static void boxes_hold_the_ball_and_stay_inside(void) {
    const double middle[3] = {0.1, 9.0, 0.1};
    wafti_column_box box = wafti_footprint_box(&grid, middle, 0.3);
    // x from -0.2 to 0.4 is columns 7 to 9 of 16; z from -0.2 to 0.4 is 5 to 7 of 12.
    CHECK(box.low[0] == 7 && box.count[0] == 3);
    CHECK(box.low[1] == 5 && box.count[1] == 3);
    const double edge[3] = {1.95, 0.0, -1.45};
    box = wafti_footprint_box(&grid, edge, 0.3);
    CHECK(box.low[0] == 14 && box.count[0] == 2);
    CHECK(box.low[1] == 0 && box.count[1] == 2);
    const double outside[3] = {2.4, 0.0, 0.0};
    box = wafti_footprint_box(&grid, outside, 0.3);
    CHECK(box.count[0] == 0);
}

// Edges of the box cut columns at known shares.
static void columns_get_their_part_of_a_box(void) {
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.6, 0.4, 0.5, 500.0);
    const double position[3] = {0.0, 3.0, 0.125};
    const wafti_column_box box = {.low = {6, 4}, .count = {4, 5}};
    wafti_cover covers[20];
    wafti_footprint_cover(hull, position, level_rotation, &grid, &box, covers);
    // x from -0.3: 0.05 of column 6 and all of column 7. z from -0.125: half of row 5, all of row 6.
    const struct {
        int place;
        double width, depth, x, z;
    } wants[] = {
        {0, 0.05, 0.0, 0.0, 0.0},
        {4, 0.05, 0.125, -0.275, -0.1875},
        {5, 0.25, 0.125, -0.125, -0.1875},
        {9, 0.25, 0.25, -0.125, 0.0},
        {10, 0.25, 0.25, 0.125, 0.0},
        {15, 0.05, 0.125, 0.275, 0.1875},
    };
    for (size_t n = 0; n < sizeof(wants) / sizeof(wants[0]); ++n) {
        const wafti_cover* got = &covers[wants[n].place];
        const double area = wants[n].width * wants[n].depth;
        CHECK_NEAR(got->area, area, 1e-12);
        CHECK_NEAR(got->under, -0.2 * area, 1e-12);
        CHECK_NEAR(got->volume, 0.4 * area, 1e-12);
        CHECK_NEAR(got->moment[0], area * wants[n].x, 1e-12);
        CHECK_NEAR(got->moment[1], area * wants[n].z, 1e-12);
    }
    waft_hull_destroy(hull);
}

static void turns_change_what_is_seen_and_keep_the_volume(void) {
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.6, 0.4, 0.5, 500.0);
    const double half = sqrt(0.5);
    const double positions[2][3] = {{0.07, 0.0, -0.03}, {-0.4, 1.0, 0.31}};
    const double about_y[4] = {0.0, sin(0.3), 0.0, cos(0.3)};
    const double on_side[4] = {0.0, 0.0, half, half};
    const double oblique[4] = {0.5, 0.1, -0.4, sqrt(1.0 - 0.42)};
    for (int n = 0; n < 2; ++n) {
        wafti_cover sum = whole_cover(hull, positions[n], about_y);
        CHECK_NEAR(sum.area, 0.3, 1e-12);
        CHECK_NEAR(sum.under, -0.2 * 0.3, 1e-12);
        CHECK_NEAR(sum.moment[0], 0.0, 1e-12);
        sum = whole_cover(hull, positions[n], on_side);
        CHECK_NEAR(sum.area, 0.4 * 0.5, 1e-12);
        CHECK_NEAR(sum.under, -0.3 * 0.4 * 0.5, 1e-12);
        CHECK_NEAR(sum.volume, 0.6 * 0.4 * 0.5, 1e-12);
        sum = whole_cover(hull, positions[n], oblique);
        CHECK_NEAR(sum.volume, 0.6 * 0.4 * 0.5, 1e-12);
        CHECK(sum.area > 0.3);
    }
    waft_hull_destroy(hull);
}

// Facets that are no box go their own way: an ellipsoid of many small ones, some within a column.
static void other_hulls_are_added_facet_by_facet(void) {
    waft_hull* hull = bake_hull(WAFT_HULL_ELLIPSOID, 0.6, 0.3, 0.4, 500.0);
    const waft_hull_info info = waft_hull_get_info(hull);
    const double position[3] = {0.07, 0.0, -0.03};
    const wafti_cover sum = whole_cover(hull, position, level_rotation);
    CHECK_NEAR(sum.volume / hull->mesh_volume, 1.0, 1e-12);
    // pi a c, and the volume is 4/3 pi a b c; facets lie inside the shape.
    CHECK_NEAR(sum.area / (0.75 * info.volume / 0.3), 0.98, 0.01);
    CHECK_NEAR(sum.moment[0], 0.0, 1e-12);
    CHECK_NEAR(sum.moment[1], 0.0, 1e-12);
    waft_hull_destroy(hull);
}

// What lies outside the grid is left out: half of a ball at its edge.
static void the_rest_is_left_out(void) {
    waft_hull* hull = bake_hull(WAFT_HULL_SPHERE, 0.4, 0.0, 0.0, 500.0);
    const double middle[3] = {0.0, 0.0, 0.0};
    const double edge[3] = {-2.0, 0.0, 0.0};
    const wafti_cover whole = whole_cover(hull, middle, level_rotation);
    const wafti_cover half = whole_cover(hull, edge, level_rotation);
    CHECK_NEAR(whole.area, 3.14159265 * 0.16, 0.02);
    CHECK_NEAR(half.area, 0.5 * whole.area, 2e-3 * whole.area);
    CHECK_NEAR(half.volume, 0.5 * whole.volume, 2e-3 * whole.volume);
    CHECK(half.moment[0] > 0.0);
    waft_hull_destroy(hull);
}

// Every column's cover spreads to its neighbours; at the edge of the box it stays inside.
static void soft_edges_keep_the_sums(void) {
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 0.6, 0.4, 0.5, 500.0);
    const double positions[2][3] = {{0.02, 0.0, 0.11}, {-1.9, 0.0, -1.45}};
    for (int n = 0; n < 2; ++n) {
        wafti_cover covers[MOST_COLUMNS];
        const wafti_column_box box = wafti_footprint_box(&grid, positions[n], 0.7);
        wafti_footprint_cover(hull, positions[n], level_rotation, &grid, &box, covers);
        const wafti_cover before = sum_of(covers, &box);
        wafti_footprint_soften(&grid, &box, covers);
        const wafti_cover after = sum_of(covers, &box);
        CHECK_NEAR(after.area, before.area, 1e-12);
        CHECK_NEAR(after.under, before.under, 1e-12);
        CHECK_NEAR(after.volume, before.volume, 1e-12);
        // At an edge what stays moves the middle inward.
        CHECK_NEAR(after.moment[0], before.moment[0], n == 0 ? 1e-12 : 0.25 * before.area);
    }
    wafti_cover line[3] = {{.area = 0.0}, {.area = 4.0, .moment = {0.0, 8.0}}, {.area = 0.0}};
    const wafti_column_box row = {.low = {5, 5}, .count = {3, 1}};
    wafti_footprint_soften(&grid, &row, line);
    CHECK_NEAR(line[0].area, 1.0, 1e-12);
    CHECK_NEAR(line[1].area, 2.0, 1e-12);
    CHECK_NEAR(line[2].area, 1.0, 1e-12);
    CHECK_NEAR(line[2].moment[0], 0.25, 1e-12);
    CHECK_NEAR(line[0].moment[0], -0.25, 1e-12);
    CHECK_NEAR(line[0].moment[1], 2.0, 1e-12);
    waft_hull_destroy(hull);
}

static const test_case cases[] = {
    {"boxes_hold_the_ball_and_stay_inside", boxes_hold_the_ball_and_stay_inside},
    {"columns_get_their_part_of_a_box", columns_get_their_part_of_a_box},
    {"turns_change_what_is_seen_and_keep_the_volume",
        turns_change_what_is_seen_and_keep_the_volume},
    {"other_hulls_are_added_facet_by_facet", other_hulls_are_added_facet_by_facet},
    {"the_rest_is_left_out", the_rest_is_left_out},
    {"soft_edges_keep_the_sums", soft_edges_keep_the_sums},
};

TEST_MAIN(cases)

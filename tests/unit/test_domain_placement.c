// SPDX-License-Identifier: MIT
// Where solids stand on the grid.
#include "domain_fixture.h"
#include "grid/domain_parts.h"
#include "test.h"

static bool box_is(const wafti_box* box, const int32_t low[3], const int32_t high[3]) {
    return memcmp(box->low, low, sizeof(box->low)) == 0 &&
           memcmp(box->high, high, sizeof(box->high)) == 0;
}

static void test_boxes(void) {
    const wafti_box a = {.low = {0, 0, 0}, .high = {4, 4, 4}};
    const wafti_box b = {.low = {2, 3, -1}, .high = {9, 4, 2}};
    const wafti_box none = {0};
    const wafti_box common = wafti_box_common(&a, &b);
    CHECK(box_is(&common, (const int32_t[3]){2, 3, 0}, (const int32_t[3]){4, 4, 2}));
    const wafti_box hull = wafti_box_hull(&a, &b);
    CHECK(box_is(&hull, (const int32_t[3]){0, 0, -1}, (const int32_t[3]){9, 4, 4}));
    const wafti_box same = wafti_box_hull(&none, &b);
    CHECK(box_is(&same, b.low, b.high));
}

// A box of 2 x 4 x 6 cells, turned by a quarter about z.
static void test_turned_box(void) {
    const double low[3] = {-1.0, 0.0, 0.0};
    const wafti_mac grid = wafti_mac_make((const int32_t[3]){40, 40, 40}, 0.1, low);
    const double half[3] = {0.1, 0.2, 0.3};
    wafti_solid solid = solid_box(half, 1.0, 2.0, 2.0);
    solid.rotation[2] = solid.rotation[3] = sqrt(0.5);
    // Clear of cell borders, so that rounding decides nothing.
    solid.position[0] += 0.05;
    solid.position[1] += 0.05;
    solid.position[2] += 0.05;
    wafti_placement placement;
    wafti_placement_make(&grid, &solid, &placement);
    CHECK(box_is(&placement.cells, (const int32_t[3]){17, 18, 16}, (const int32_t[3]){24, 23, 25}));
    CHECK(box_is(&placement.band, (const int32_t[3]){14, 15, 13}, (const int32_t[3]){28, 27, 29}));
    const double at[3] = {1.05 + 0.15, 2.05, 2.05};
    CHECK_NEAR(wafti_placement_distance(&placement, at), -0.05, 1e-12);
    const double beside[3] = {1.05, 2.05 + 0.15, 2.05};
    CHECK_NEAR(wafti_placement_distance(&placement, beside), 0.05, 1e-12);
}

static void test_plane_and_beyond(void) {
    const double low[3] = {0.0, 0.0, 0.0};
    const wafti_mac grid = wafti_mac_make((const int32_t[3]){20, 20, 1}, 0.05, low);
    const double radius = 0.2;
    wafti_placement placement;
    wafti_solid solid = solid_sphere(&radius, 0.5, 0.5, 0.0);
    wafti_placement_make(&grid, &solid, &placement);
    CHECK(placement.band.low[2] == 0 && placement.band.high[2] == 1);
    CHECK(!wafti_box_empty(&placement.cells));
    solid.position[2] = 1.0; // beside the plane
    wafti_placement_make(&grid, &solid, &placement);
    CHECK(wafti_box_empty(&placement.cells) && wafti_box_empty(&placement.band));
    solid.position[2] = 0.0;
    solid.low[0] = -INFINITY; // no bounds: everywhere
    wafti_placement_make(&grid, &solid, &placement);
    CHECK(box_is(&placement.cells, (const int32_t[3]){0, 0, 0}, (const int32_t[3]){20, 20, 1}));
}

static void test_slices(void) {
    const double low[3] = {0.0, 0.0, 0.0};
    const wafti_mac flat = wafti_mac_make((const int32_t[3]){8, 32, 1}, 0.05, low);
    const wafti_mac_block last = wafti_domain_slice(&flat, 2);
    CHECK(last.low[0] == 32 && last.high[0] == 33 && last.high[1] == 1);
    const wafti_mac deep = wafti_mac_make((const int32_t[3]){8, 8, 8}, 0.05, low);
    const wafti_mac_block plane = wafti_domain_slice(&deep, 8);
    CHECK(plane.low[1] == 8 && plane.high[1] == 9 && plane.high[0] == 9);
}

static const test_case cases[] = {
    {"boxes", test_boxes},
    {"turned_box", test_turned_box},
    {"plane_and_beyond", test_plane_and_beyond},
    {"slices", test_slices},
};
TEST_MAIN(cases)

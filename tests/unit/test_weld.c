// SPDX-License-Identifier: MIT
#include "mesh/weld.h"

#include "hooks.h"
#include "mesh_fixture.h"

enum { COUNT = 6 };

static void weld(const double* points, double distance, uint32_t* targets) {
    CHECK(wafti_weld(points, COUNT, distance, NULL, targets) == WAFT_OK);
}

static void equal_points_become_the_first(void) {
    const double points[3 * COUNT] = {1, 2, 3, 0, 0, 0, 1, 2, 3, 1, 2, 3.0000001, 0, 0, 0, 5, 5, 5};
    uint32_t targets[COUNT];
    weld(points, 0.0, targets);
    static const uint32_t want[COUNT] = {0, 1, 0, 3, 1, 5};
    CHECK(memcmp(targets, want, sizeof(want)) == 0);
}

// On either side of cell borders and of zero.
static void near_points_become_one(void) {
    const double points[3 * COUNT] = {
        0.0999, 0, 0, 0.1001, 0, 0, -0.0999, 0, 0, 0.15, 0.09, 0.0, 0.25, 0.09, 0.0, 7, 7, 7};
    uint32_t targets[COUNT];
    weld(points, 0.1, targets);
    // Point 3 is 0.103 from point 0 and so stays; point 4 is 0.1 from it.
    static const uint32_t want[COUNT] = {0, 0, 2, 3, 3, 5};
    CHECK(memcmp(targets, want, sizeof(want)) == 0);
}

static void large_coordinates_weld(void) {
    const double points[3 * COUNT] = {
        1e9, -1e9, 0, 1e9, -1e9, 0, 1e9, -1e9, 5e-10, 1e9 - 1, 0, 0, 1e9 - 1, 1e-10, 0, -1e9, 0, 0};
    uint32_t targets[COUNT];
    weld(points, 1e-9, targets);
    static const uint32_t want[COUNT] = {0, 0, 0, 3, 3, 5};
    CHECK(memcmp(targets, want, sizeof(want)) == 0);
}

// What is kept lies apart, what is not lies near what it became: against all pairs.
static void many_points_hold_the_promise(void) {
    enum { MANY = 500 };
    static double points[3 * MANY];
    static uint32_t targets[MANY];
    uint32_t state = 3;
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); ++i) {
        points[i] = mesh_random(&state);
    }
    CHECK(wafti_weld(points, MANY, 0.15, NULL, targets) == WAFT_OK);
    size_t moved = 0;
    size_t wrong = 0;
    for (size_t i = 0; i < MANY; ++i) {
        uint32_t first = (uint32_t)i;
        for (size_t j = 0; j < i && first == i; ++j) {
            const double x = points[3 * i] - points[3 * j];
            const double y = points[3 * i + 1] - points[3 * j + 1];
            const double z = points[3 * i + 2] - points[3 * j + 2];
            if (targets[j] == j && x * x + y * y + z * z <= 0.15 * 0.15) {
                first = (uint32_t)j;
            }
        }
        wrong += targets[i] != first;
        moved += targets[i] != i;
    }
    CHECK(wrong == 0);
    CHECK(moved > 100);
    CHECK(moved < 450);
}

static void memory_may_be_out(void) {
    for (long fail_at = 1; fail_at <= 2; ++fail_at) {
        counting count = {.fail_at = fail_at};
        const waft_allocator allocator = counting_hook(&count);
        const double points[3] = {0};
        uint32_t target = 0;
        CHECK(wafti_weld(points, 1, 0.0, &allocator, &target) == WAFT_ERR_NO_MEMORY);
        CHECK(count.live == 0);
    }
}

static const test_case cases[] = {
    {"equal_points_become_the_first", equal_points_become_the_first},
    {"near_points_become_one", near_points_become_one},
    {"large_coordinates_weld", large_coordinates_weld},
    {"many_points_hold_the_promise", many_points_hold_the_promise},
    {"memory_may_be_out", memory_may_be_out},
};

TEST_MAIN(cases)

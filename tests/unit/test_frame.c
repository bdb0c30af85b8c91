// SPDX-License-Identifier: MIT
#include "solid/frame.h"

#include "test.h"

static const double half_root = 0.70710678118654752;

static void a_frame_turns_points_back(void) {
    // A quarter turn about z: the body's x axis points along the world's y.
    const double position[3] = {1.0, 2.0, 3.0};
    const double rotation[4] = {0.0, 0.0, half_root, half_root};
    const wafti_frame frame = wafti_frame_make(position, rotation);
    const double point[3] = {1.0, 5.0, 4.0};
    double at[3];
    wafti_frame_into(&frame, point, at);
    CHECK_NEAR(at[0], 3.0, 1e-12);
    CHECK_NEAR(at[1], 0.0, 1e-12);
    CHECK_NEAR(at[2], 1.0, 1e-12);
}

static void cells_of_a_body_are_clipped(void) {
    const int32_t n[3] = {10, 20, 30};
    const double low[3] = {0.0, 0.0, 0.0};
    const wafti_mac grid = wafti_mac_make(n, 0.5, low);
    const double position[3] = {2.0, 5.0, 14.9};
    const double upright[4] = {0.0, 0.0, 0.0, 1.0};
    const double from[3] = {-0.6, -1.1, -1.0};
    const double to[3] = {0.6, 1.1, 1.0};
    wafti_frame frame = wafti_frame_make(position, upright);
    wafti_box box = wafti_frame_cells(&frame, from, to, 0.0, &grid);
    CHECK(box.low[0] == 2 && box.high[0] == 6);
    CHECK(box.low[1] == 7 && box.high[1] == 13);
    CHECK(box.low[2] == 27 && box.high[2] == 30);
    // Turned by a quarter about z, x and y extents swap.
    const double turned[4] = {0.0, 0.0, half_root, half_root};
    frame = wafti_frame_make(position, turned);
    box = wafti_frame_cells(&frame, from, to, 0.0, &grid);
    CHECK(box.low[0] == 1 && box.high[0] == 7);
    const double far[3] = {1e9, 0.0, 0.0};
    frame = wafti_frame_make(far, upright);
    box = wafti_frame_cells(&frame, from, to, 1.0, &grid);
    CHECK(wafti_box_empty(&box));
}

static void turns_add_up(void) {
    const double start[4] = {0.0, half_root, 0.0, half_root};
    const double turn[3] = {0.3, -0.4, 1.2};
    double part[4];
    double end[4];
    double found[3];
    wafti_quat_from_turn(turn, part);
    wafti_quat_turn(start, part, end);
    wafti_quat_between(start, end, found);
    for (int n = 0; n < 3; ++n) {
        CHECK_NEAR(found[n], turn[n], 1e-12);
    }
    // The other sign is the same rotation.
    for (int n = 0; n < 4; ++n) {
        end[n] = -end[n];
    }
    wafti_quat_between(start, end, found);
    CHECK_NEAR(found[2], turn[2], 1e-12);
    wafti_quat_between(start, start, found);
    CHECK(found[0] == 0.0 && found[1] == 0.0 && found[2] == 0.0);
}

static void lengths_become_one(void) {
    double q[4] = {0.0, 3.0, 0.0, 4.0};
    wafti_quat_normalize(q);
    CHECK_NEAR(q[1], 0.6, 1e-15);
    CHECK_NEAR(q[3], 0.8, 1e-15);
}

static const test_case cases[] = {
    {"a_frame_turns_points_back", a_frame_turns_points_back},
    {"cells_of_a_body_are_clipped", cells_of_a_body_are_clipped},
    {"turns_add_up", turns_add_up},
    {"lengths_become_one", lengths_become_one},
};

TEST_MAIN(cases)

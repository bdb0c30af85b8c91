// SPDX-License-Identifier: MIT
#include "render/axes.h"

#include "page_fixture.h"

static void axes_carry_round_numbers(void) {
    static page p;
    page_open(&p, 1280, 720);
    const waft_bounds block = {{-3.0f, -1.0f, -2.0f}, {3.0f, 0.5f, 2.0f}};
    wafti_axes_add(&block, &p.screen, &p.sheet);
    CHECK(page_find(&p, "x (m)") != NULL && page_find(&p, "y (m)") != NULL &&
          page_find(&p, "z (m)") != NULL);
    CHECK(page_find(&p, "-2") != NULL && page_find(&p, "0") != NULL && page_find(&p, "2") != NULL);
    CHECK(page_find(&p, "-0.5") != NULL);
    page_check(&p);
    page_close(&p);
}

static void an_axis_at_the_eye_is_left_out(void) {
    static page p;
    page_open(&p, 1280, 720);
    const waft_camera side = {
        .eye = {0.0f, 0.0f, 12.0f}, .fov = 0.7f, .orthographic = true, .height = 5.0f};
    wafti_screen_setup(&p.screen, &side, p.look.size);
    const waft_bounds block = {{-3.0f, -1.0f, -2.0f}, {3.0f, 0.5f, 2.0f}};
    wafti_axes_add(&block, &p.screen, &p.sheet);
    CHECK(page_find(&p, "x (m)") != NULL && page_find(&p, "y (m)") != NULL &&
          page_find(&p, "z (m)") == NULL);
    page_close(&p);
}

static void arrows_that_would_meet_are_left_out(void) {
    static page p;
    const waft_bounds block = {{-3.0f, -1.0f, -2.0f}, {3.0f, 0.5f, 2.0f}};
    size_t lines[2];
    for (int side = 0; side < 2; ++side) {
        // From +x both x and z end at the nearest corner; from -x only their edges meet.
        page_open(&p, 1280, 720);
        const waft_camera camera = {.eye = {side == 0 ? 8.0f : -8.0f, 3.0f, 12.0f}, .fov = 0.7f};
        wafti_screen_setup(&p.screen, &camera, p.look.size);
        wafti_axes_add(&block, &p.screen, &p.sheet);
        CHECK(page_find(&p, "x (m)") != NULL && page_find(&p, "z (m)") != NULL);
        lines[side] = p.sheet.line_count;
        page_check(&p);
        page_close(&p);
    }
    CHECK(lines[1] == lines[0] + 8);
}

// A long strip of which the camera sees a part in the middle.
static void ticks_run_along_all_that_is_seen(void) {
    static page p;
    const waft_bounds block = {{0.0f, -1.0f, -2.0f}, {1000.0f, 0.5f, 2.0f}};
    for (int parallel = 0; parallel < 2; ++parallel) {
        page_open(&p, 1280, 720);
        const waft_camera camera = {.eye = {500.0f, 2.0f, 12.0f},
            .target = {500.0f, 0.0f, 0.0f},
            .fov = 0.7f,
            .orthographic = parallel == 1,
            .height = 6.0f};
        wafti_screen_setup(&p.screen, &camera, p.look.size);
        wafti_axes_add(&block, &p.screen, &p.sheet);
        CHECK(page_find(&p, "x (m)") != NULL);
        CHECK(page_find(&p, "498") != NULL && page_find(&p, "500") != NULL);
        CHECK(page_find(&p, "502") != NULL && page_find(&p, "0") == NULL);
        CHECK(p.sheet.line_count < p.sheet.line_capacity);
        page_check(&p);
        page_close(&p);
    }
}

static void room_is_taken_beside_and_below(void) {
    const waft_bounds block = {{-3.0f, -1.0f, -2.0f}, {3.0f, 0.5f, 2.0f}};
    const waft_bounds room = wafti_axes_room(&block);
    CHECK(room.low.x < block.low.x && room.low.y < block.low.y && room.low.z < block.low.z);
    CHECK(room.high.x > block.high.x && room.high.y == block.high.y);
}

static const test_case cases[] = {
    {"axes_carry_round_numbers", axes_carry_round_numbers},
    {"an_axis_at_the_eye_is_left_out", an_axis_at_the_eye_is_left_out},
    {"arrows_that_would_meet_are_left_out", arrows_that_would_meet_are_left_out},
    {"ticks_run_along_all_that_is_seen", ticks_run_along_all_that_is_seen},
    {"room_is_taken_beside_and_below", room_is_taken_beside_and_below},
};

TEST_MAIN(cases)

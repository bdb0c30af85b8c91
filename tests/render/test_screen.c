// SPDX-License-Identifier: MIT
#include "render/screen.h"

#include "render/frame.h"
#include "test.h"

static const int32_t size[2] = {640, 360};

static waft_camera camera_of(bool orthographic) {
    return (waft_camera){.eye = {3.0f, 4.0f, 9.0f},
        .target = {1.0f, 0.5f, -1.0f},
        .fov = 0.7f,
        .orthographic = orthographic,
        .height = 5.0f};
}

// The renderer's own matrices say where a point comes to lie.
static void agrees_with_the_renderer(void) {
    for (int kind = 0; kind < 2; ++kind) {
        waft_drawing drawing = waft_drawing_default();
        drawing.camera = camera_of(kind == 1);
        drawing.look.size[0] = size[0];
        drawing.look.size[1] = size[1];
        wafti_frame frame = {0};
        wafti_frame_setup(&frame, &drawing);
        wafti_screen screen;
        wafti_screen_setup(&screen, &drawing.camera, size);
        for (int i = 0; i < 8; ++i) {
            const waft_vec3 point = {(i & 1) != 0 ? 1.5f : -1.0f, (i & 2) != 0 ? 1.0f : -0.5f,
                (i & 4) != 0 ? 2.0f : -2.0f};
            const waft_vec3 clip = wafti_mat4_point(&frame.block.view_projection, point);
            const waft_vec3 at = wafti_screen_project(&screen, point);
            CHECK_NEAR(at.x, (0.5f + 0.5f * clip.x) * 640.0f, 0.02);
            CHECK_NEAR(at.y, (0.5f - 0.5f * clip.y) * 360.0f, 0.02);
            const waft_vec3 back = wafti_screen_lift(&screen, at);
            CHECK_NEAR(waft_vec3_length(waft_vec3_sub(back, point)), 0.0, 1e-4);
        }
    }
}

static void knows_what_lies_behind(void) {
    wafti_screen screen;
    const waft_camera camera = camera_of(false);
    wafti_screen_setup(&screen, &camera, size);
    CHECK(wafti_screen_project(&screen, camera.target).z > 0.0f);
    const waft_vec3 behind = waft_vec3_sub(waft_vec3_scale(camera.eye, 2.0f), camera.target);
    CHECK(wafti_screen_project(&screen, behind).z < 0.0f);
}

static void takes_each_place_once(void) {
    wafti_screen screen;
    const waft_camera camera = camera_of(false);
    wafti_screen_setup(&screen, &camera, size);
    CHECK(wafti_screen_take(&screen, (wafti_box){10, 10, 60, 30}));
    CHECK(!wafti_screen_take(&screen, (wafti_box){50, 20, 90, 40}));
    CHECK(wafti_screen_take(&screen, (wafti_box){60, 10, 90, 30}));
    CHECK(!wafti_screen_take(&screen, (wafti_box){-1, 100, 20, 120}));
    CHECK(!wafti_screen_take(&screen, (wafti_box){600, 100, 641, 120}));
    CHECK(!wafti_screen_take(&screen, (wafti_box){600, 350, 630, 361}));
    wafti_screen_setup(&screen, &camera, size);
    CHECK(wafti_screen_take(&screen, (wafti_box){50, 20, 90, 40}));
}

static void a_text_takes_room_on_its_side(void) {
    waft_draw_text text = {.text = "Waves", .at = {100.0f, 50.0f, 0.0f}, .size = 10.0f};
    const wafti_box right = wafti_screen_text_box(&text);
    CHECK(right.left < 100.0f && right.left > 90.0f && right.right > 120.0f);
    CHECK(right.top < 40.0f && right.bottom > 50.0f);
    text.align = 1.0f;
    const wafti_box left = wafti_screen_text_box(&text);
    CHECK_NEAR(left.right, 100.0 + (100.0 - (double)right.left), 1e-4);
}

static void ways_are_clipped_to_the_picture(void) {
    for (int kind = 0; kind < 2; ++kind) {
        const waft_camera camera = {
            .eye = {0.0f, 0.0f, 10.0f}, .fov = 0.7f, .orthographic = kind == 1, .height = 5.0f};
        wafti_screen screen;
        wafti_screen_setup(&screen, &camera, size);
        float share[2];
        const waft_vec3 left = {-40.0f, 0.0f, 0.0f};
        const waft_vec3 middle = {0.0f, 0.0f, 0.0f};
        if (CHECK(wafti_screen_clip(&screen, left, middle, share))) {
            const waft_vec3 edge = waft_vec3_scale(left, 1.0f - share[0]);
            CHECK_NEAR(wafti_screen_project(&screen, edge).x, 0.0, 0.05);
            CHECK_NEAR(share[1], 1.0, 0.0);
        }
        const waft_vec3 above = {-40.0f, 90.0f, 0.0f};
        CHECK(!wafti_screen_clip(&screen, left, above, share));
    }
}

// The part of a way that is behind the eye is not in the picture.
static void ways_end_before_the_eye(void) {
    const waft_camera camera = {.eye = {0.0f, 0.0f, 10.0f}, .fov = 0.7f};
    wafti_screen screen;
    wafti_screen_setup(&screen, &camera, size);
    float share[2];
    const waft_vec3 far_below = {0.0f, -1.0f, -10.0f};
    const waft_vec3 behind = {0.0f, -1.0f, 30.0f};
    if (CHECK(wafti_screen_clip(&screen, far_below, behind, share))) {
        CHECK(share[0] == 0.0f && share[1] < 0.5f && share[1] > 0.4f);
    }
}

static const test_case cases[] = {
    {"agrees_with_the_renderer", agrees_with_the_renderer},
    {"knows_what_lies_behind", knows_what_lies_behind},
    {"takes_each_place_once", takes_each_place_once},
    {"a_text_takes_room_on_its_side", a_text_takes_room_on_its_side},
    {"ways_are_clipped_to_the_picture", ways_are_clipped_to_the_picture},
    {"ways_end_before_the_eye", ways_end_before_the_eye},
};

TEST_MAIN(cases)

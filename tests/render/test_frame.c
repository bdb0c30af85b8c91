// SPDX-License-Identifier: MIT
#include "render/frame.h"

#include "render/direction.h"
#include "test.h"

static wafti_frame frame_of(const waft_drawing* drawing) {
    wafti_frame frame = {0};
    wafti_frame_setup(&frame, drawing);
    return frame;
}

static waft_vec3 corner_of(const waft_bounds* box, int corner) {
    return (waft_vec3){(corner & 1) != 0 ? box->high.x : box->low.x,
        (corner & 2) != 0 ? box->high.y : box->low.y, (corner & 4) != 0 ? box->high.z : box->low.z};
}

// All that throws shadows is in the map, and the map is not much larger than it must be.
static void the_light_holds_the_bounds(void) {
    for (int turn = 0; turn < 12; ++turn) {
        waft_drawing drawing = waft_drawing_default();
        drawing.bounds = (waft_bounds){{-3.0f, 0.0f, 1.0f}, {5.0f, 2.0f, 3.0f}};
        drawing.look.sun_azimuth = 0.7f * (float)turn;
        drawing.look.sun_elevation = 0.05f + 0.13f * (float)turn;
        const wafti_frame frame = frame_of(&drawing);
        float most = 0.0f;
        for (int corner = 0; corner < 8; ++corner) {
            const waft_vec3 at =
                wafti_mat4_point(&frame.block.light_projection, corner_of(&drawing.bounds, corner));
            CHECK(at.x > 0.0f && at.x < 1.0f && at.y > 0.0f && at.y < 1.0f);
            CHECK(at.z > 0.0f && at.z < 1.0f);
            most = fmaxf(most, fmaxf(fabsf(at.x - 0.5f), fabsf(at.y - 0.5f)));
        }
        CHECK(most > 0.45f);
    }
}

static void depth_grows_away_from_the_sun(void) {
    const waft_drawing drawing = waft_drawing_default();
    const wafti_frame frame = frame_of(&drawing);
    const waft_vec3 sun = wafti_direction(drawing.look.sun_azimuth, drawing.look.sun_elevation);
    const waft_vec3 near_sun =
        wafti_mat4_point(&frame.block.light_projection, waft_vec3_scale(sun, 0.5f));
    const waft_vec3 far_off =
        wafti_mat4_point(&frame.block.light_projection, waft_vec3_scale(sun, -0.5f));
    CHECK_NEAR(near_sun.x, far_off.x, 1e-5);
    CHECK_NEAR(near_sun.y, far_off.y, 1e-5);
    CHECK_NEAR((far_off.z - near_sun.z) * frame.block.shadow[3], 1.0, 1e-4);
}

static void rays_come_back(void) {
    waft_drawing drawing = waft_drawing_default();
    for (int parallel = 0; parallel < 2; ++parallel) {
        drawing.camera.orthographic = parallel != 0;
        const wafti_frame frame = frame_of(&drawing);
        const waft_vec3 p = {0.3f, -0.2f, 0.4f};
        const waft_vec3 seen = wafti_mat4_point(&frame.block.view_projection, p);
        CHECK(fabsf(seen.x) < 1.0f && fabsf(seen.y) < 1.0f && fabsf(seen.z) < 1.0f);
        const waft_vec3 back = wafti_mat4_point(&frame.block.inverse_view_projection, seen);
        CHECK_NEAR(back.x, p.x, 2e-3);
        CHECK_NEAR(back.y, p.y, 2e-3);
        CHECK_NEAR(back.z, p.z, 2e-3);
    }
}

static void straight_down_has_an_up(void) {
    waft_drawing drawing = waft_drawing_default();
    drawing.camera.eye = (waft_vec3){0.0f, 5.0f, 0.0f};
    drawing.look.sun_elevation = 1.5707963f;
    const wafti_frame frame = frame_of(&drawing);
    for (int i = 0; i < 16; ++i) {
        CHECK(isfinite(frame.block.view_projection.m[i]));
        CHECK(isfinite(frame.block.light_projection.m[i]));
    }
}

static void ground_follows_the_look(void) {
    waft_drawing drawing = waft_drawing_default();
    CHECK(frame_of(&drawing).ground < drawing.bounds.low.y);
    CHECK(frame_of(&drawing).ground > drawing.bounds.low.y - 0.01f);
    drawing.look.ground = WAFT_GROUND_NONE;
    CHECK(isnan(frame_of(&drawing).ground));
    drawing.look.ground = WAFT_GROUND_GRID;
    CHECK(isfinite(frame_of(&drawing).ground));
    const waft_draw_water sea = {.edge = WAFT_EDGE_HORIZON};
    drawing.water = &sea;
    CHECK(isnan(frame_of(&drawing).ground));
}

static void low_suns_are_red_and_finite(void) {
    waft_drawing drawing = waft_drawing_default();
    drawing.look.sun_elevation = 0.02f;
    const wafti_frame low = frame_of(&drawing);
    drawing.look.sun_elevation = 1.0f;
    const wafti_frame high = frame_of(&drawing);
    const float* a = low.block.sun_color;
    const float* b = high.block.sun_color;
    CHECK(a[0] / a[2] > 3.0f * b[0] / b[2]);
    CHECK(b[0] > a[0]);
    drawing.look.sun_elevation = -0.3f;
    CHECK(isfinite(frame_of(&drawing).block.sun_color[0]));
}

static const test_case cases[] = {
    {"the light holds the bounds", the_light_holds_the_bounds},
    {"depth grows away from the sun", depth_grows_away_from_the_sun},
    {"rays come back", rays_come_back},
    {"straight down has an up", straight_down_has_an_up},
    {"ground follows the look", ground_follows_the_look},
    {"low suns are red and finite", low_suns_are_red_and_finite},
};

TEST_MAIN(cases)

// SPDX-License-Identifier: MIT
#include "render/screen.h"

#include "render/direction.h"

void wafti_screen_setup(wafti_screen* screen, const waft_camera* camera, const int32_t size[2]) {
    const waft_vec3 forward = waft_vec3_normalize(waft_vec3_sub(camera->target, camera->eye));
    screen->eye = camera->eye;
    screen->forward = forward;
    screen->right = waft_vec3_normalize(waft_vec3_cross(forward, wafti_direction_up(forward)));
    screen->above = waft_vec3_cross(screen->right, forward);
    screen->orthographic = camera->orthographic;
    screen->size[0] = (float)size[0];
    screen->size[1] = (float)size[1];
    // Wide strips have room for larger letters than their height says, narrow ones have less.
    screen->unit = fminf(fmaxf(screen->size[1], 0.5f * screen->size[0]), 0.75f * screen->size[0]);
    const float height = camera->orthographic ? camera->height : 2.0f * tanf(0.5f * camera->fov);
    screen->slope = height / screen->size[1];
    screen->taken_count = 0;
}

float wafti_screen_letters(const wafti_screen* screen, float share, float least) {
    return fmaxf(share * screen->unit, least);
}

float wafti_screen_pixel(const wafti_screen* screen, float distance) {
    return screen->orthographic ? screen->slope : screen->slope * distance;
}

waft_vec3 wafti_screen_project(const wafti_screen* screen, waft_vec3 point) {
    const waft_vec3 offset = waft_vec3_sub(point, screen->eye);
    const float distance = waft_vec3_dot(offset, screen->forward);
    const float pixel = wafti_screen_pixel(screen, distance);
    return (waft_vec3){0.5f * screen->size[0] + waft_vec3_dot(offset, screen->right) / pixel,
        0.5f * screen->size[1] - waft_vec3_dot(offset, screen->above) / pixel, distance};
}

waft_vec3 wafti_screen_lift(const wafti_screen* screen, waft_vec3 at) {
    const float pixel = wafti_screen_pixel(screen, at.z);
    const waft_vec3 across =
        waft_vec3_scale(screen->right, (at.x - 0.5f * screen->size[0]) * pixel);
    const waft_vec3 up = waft_vec3_scale(screen->above, (0.5f * screen->size[1] - at.y) * pixel);
    const waft_vec3 along = waft_vec3_scale(screen->forward, at.z);
    return waft_vec3_add(waft_vec3_add(screen->eye, along), waft_vec3_add(across, up));
}

// Of the four sides of the view, how far inside each one a point is; linear in the point.
static void measure_inside(const wafti_screen* screen, waft_vec3 point, float out_inside[4]) {
    const waft_vec3 offset = waft_vec3_sub(point, screen->eye);
    const float pixel = wafti_screen_pixel(screen, waft_vec3_dot(offset, screen->forward));
    const float across = waft_vec3_dot(offset, screen->right);
    const float up = waft_vec3_dot(offset, screen->above);
    out_inside[0] = 0.5f * screen->size[0] * pixel + across;
    out_inside[1] = 0.5f * screen->size[0] * pixel - across;
    out_inside[2] = 0.5f * screen->size[1] * pixel + up;
    out_inside[3] = 0.5f * screen->size[1] * pixel - up;
}

bool wafti_screen_clip(
    const wafti_screen* screen, waft_vec3 from, waft_vec3 to, float out_share[2]) {
    float first[4];
    float last[4];
    measure_inside(screen, from, first);
    measure_inside(screen, to, last);
    return wafti_clip_way(first, last, 4, out_share) && out_share[0] < out_share[1];
}

wafti_box wafti_screen_text_box(const waft_draw_text* text) {
    const float width = waft_text_width(text->text, text->size);
    const float gap = 0.25f * text->size; // between neighbours; the halo needs it too
    const float left = text->at.x - text->align * width;
    return (wafti_box){left - gap, text->at.y - text->size - gap, left + width + gap,
        text->at.y + 0.35f * text->size + gap};
}

bool wafti_screen_take(wafti_screen* screen, wafti_box box) {
    const bool inside = box.left >= 0.0f && box.top >= 0.0f && box.right <= screen->size[0] &&
                        box.bottom <= screen->size[1];
    if (!inside || screen->taken_count == WAFTI_SCREEN_BOXES) {
        return false;
    }
    for (size_t i = 0; i < screen->taken_count; ++i) {
        const wafti_box* other = &screen->taken[i];
        if (box.left < other->right && other->left < box.right && box.top < other->bottom &&
            other->top < box.bottom) {
            return false;
        }
    }
    screen->taken[screen->taken_count++] = box;
    return true;
}

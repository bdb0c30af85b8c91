// SPDX-License-Identifier: MIT
#include <waft/render.h>

#include "picture.h"

// Looking at the sun, its disc is the brightest thing in the picture and in its middle.
static void the_sun_stands_where_it_should(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        return;
    }
    waft_drawing drawing = small_drawing();
    drawing.look.sun_azimuth = 0.6f;
    drawing.look.sun_elevation = 0.5f;
    const waft_vec3 sun = {sinf(0.6f) * cosf(0.5f), sinf(0.5f), cosf(0.6f) * cosf(0.5f)};
    drawing.camera.eye = (waft_vec3){0.0f, 0.0f, 0.0f};
    drawing.camera.target = sun;
    const waft_picture picture = draw_picture(renderer, &drawing);
    const double disc = brightness(mean_shade(&picture, 80, 48, 0));
    CHECK(disc > 200.0);
    CHECK(disc > brightness(mean_shade(&picture, 20, 20, 3)) + 20.0);
    drawing.camera.target = waft_vec3_scale(sun, -1.0f);
    drawing.look.ground = WAFT_GROUND_NONE;
    const waft_picture away = draw_picture(renderer, &drawing);
    CHECK(brightness(mean_shade(&away, 80, 48, 1)) < disc - 20.0);
    waft_renderer_destroy(renderer);
}

static void backgrounds_differ(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GLES, NULL, &renderer)) {
        return;
    }
    waft_drawing drawing = small_drawing();
    drawing.look.ground = WAFT_GROUND_NONE;
    drawing.look.background = WAFT_BACKGROUND_PLAIN;
    waft_picture picture = draw_picture(renderer, &drawing);
    CHECK(brightness(mean_shade(&picture, 80, 48, 40)) > 215.0);
    drawing.look.background = WAFT_BACKGROUND_DARK;
    picture = draw_picture(renderer, &drawing);
    CHECK(brightness(mean_shade(&picture, 80, 48, 40)) < 40.0);
    waft_renderer_destroy(renderer);
}

static const test_case cases[] = {
    {"the sun stands where it should", the_sun_stands_where_it_should},
    {"backgrounds differ", backgrounds_differ},
};

TEST_MAIN(cases)

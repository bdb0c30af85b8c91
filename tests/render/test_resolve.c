// SPDX-License-Identifier: MIT
// Film: exposure, samples and the way up of a picture.
#include <waft/render.h>

#include "picture.h"

static void rows_go_from_the_top(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        return;
    }
    waft_drawing drawing = small_drawing();
    drawing.look.sun_azimuth = 2.4f;
    const waft_picture picture = draw_picture(renderer, &drawing);
    const shade sky = mean_shade(&picture, 80, 3, 2);
    const shade ground = mean_shade(&picture, 80, 90, 2);
    CHECK(sky.b > sky.r + 10.0);             // blue
    CHECK(fabs(ground.b - ground.r) < 12.0); // grey
    waft_renderer_destroy(renderer);
}

static void exposure_brightens(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        return;
    }
    waft_drawing drawing = small_drawing();
    double before = -1.0;
    for (int stop = -3; stop <= 3; ++stop) {
        drawing.look.exposure = (float)stop;
        const waft_picture picture = draw_picture(renderer, &drawing);
        const double now = brightness(mean_shade(&picture, 80, 80, 8));
        CHECK(now > before + 2.0);
        before = now;
    }
    CHECK(before > 200.0);
    waft_renderer_destroy(renderer);
}

// More samples change edges, not surfaces.
static void samples_keep_the_light(void) {
    waft_renderer* renderer = NULL;
    if (!open_renderer(WAFT_GRAPHICS_GL, NULL, &renderer)) {
        return;
    }
    waft_drawing drawing = small_drawing();
    drawing.look.samples = 1;
    waft_picture picture = draw_picture(renderer, &drawing);
    uint8_t* kept = keep_pixels(&picture);
    for (int samples = 2; samples <= 4; ++samples) {
        drawing.look.samples = samples;
        picture = draw_picture(renderer, &drawing);
        CHECK_NEAR(mean_difference(kept, &picture), 0.0, 0.5);
    }
    free(kept);
    waft_renderer_destroy(renderer);
}

static const test_case cases[] = {
    {"rows go from the top", rows_go_from_the_top},
    {"exposure brightens", exposure_brightens},
    {"samples keep the light", samples_keep_the_light},
};

TEST_MAIN(cases)

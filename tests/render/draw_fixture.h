// SPDX-License-Identifier: MIT
// Small pictures for tests: a renderer of each kind of graphics and a plain drawing.
#ifndef WAFT_DRAW_FIXTURE_H
#define WAFT_DRAW_FIXTURE_H

#include "picture.h"

/// Both graphics that must agree.
enum { FIXTURE_GRAPHICS = 2 };

/// Near white, nothing in it, seen along -z: the plane z = 0 is 4 m high.
static inline waft_drawing fixture_drawing(int32_t width, int32_t height) {
    waft_drawing drawing = waft_drawing_default();
    drawing.look.size[0] = width;
    drawing.look.size[1] = height;
    drawing.look.samples = 1;
    drawing.look.background = WAFT_BACKGROUND_PLAIN;
    drawing.look.ground = WAFT_GROUND_NONE;
    drawing.camera =
        (waft_camera){.eye = {0.0f, 0.0f, 10.0f}, .orthographic = true, .height = 4.0f};
    drawing.bounds = (waft_bounds){{-2.0f, -2.0f, -2.0f}, {2.0f, 2.0f, 2.0f}};
    return drawing;
}

static inline waft_picture fixture_draw(waft_renderer* renderer, const waft_drawing* drawing) {
    waft_picture picture = {0};
    waft_error error = {0};
    if (!CHECK(waft_renderer_draw(renderer, drawing, &picture, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "%s\n", error.sentence);
    }
    return picture;
}

/// A drawing that must be refused with a sentence that holds `words`.
static inline void fixture_refused(
    waft_renderer* renderer, const waft_drawing* drawing, const char* words) {
    waft_picture picture = {0};
    waft_error error = {0};
    CHECK(waft_renderer_draw(renderer, drawing, &picture, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, words) != NULL);
}

static inline const uint8_t* fixture_pixel(const waft_picture* picture, int x, int y) {
    return picture->pixels + (size_t)y * picture->row_size + (size_t)x * 4;
}

/// Mean of the three channels, 0 to 255.
static inline double fixture_grey(const waft_picture* picture, int x, int y) {
    const uint8_t* p = fixture_pixel(picture, x, y);
    return (p[0] + p[1] + p[2]) / 3.0;
}

/// By how much a picture differs from its upper left pixel, summed over a rectangle, in full pixels
/// of black.
static inline double fixture_ink(const waft_picture* picture, int x0, int y0, int x1, int y1) {
    const double paper = fixture_grey(picture, 0, 0);
    double sum = 0.0;
    for (int y = y0; y < y1; ++y) {
        for (int x = x0; x < x1; ++x) {
            // Noise of the film is half a step.
            const double ink = fabs(paper - fixture_grey(picture, x, y));
            sum += ink > 1.1 ? ink / paper : 0.0;
        }
    }
    return sum;
}

typedef void fixture_test(waft_renderer* renderer);

/// Runs tests, each with either graphics that the system has.
static inline void fixture_run_in_both(fixture_test* const* tests, size_t count) {
    for (int i = 0; i < FIXTURE_GRAPHICS; ++i) {
        waft_renderer* renderer = fixture_renderer(i == 0 ? WAFT_GRAPHICS_GL : WAFT_GRAPHICS_GLES);
        for (size_t k = 0; renderer != NULL && k < count; ++k) {
            tests[k](renderer);
        }
        waft_renderer_destroy(renderer);
    }
}

/// Draws with both graphics and checks that the pictures agree: few pixels may differ, since edges
/// may fall to either side.
static inline void fixture_check_agreement(const waft_drawing* drawing) {
    waft_renderer* renderers[FIXTURE_GRAPHICS] = {
        fixture_renderer(WAFT_GRAPHICS_GL), fixture_renderer(WAFT_GRAPHICS_GLES)};
    if (renderers[0] != NULL && renderers[1] != NULL) {
        const waft_picture a = fixture_draw(renderers[0], drawing);
        const waft_picture b = fixture_draw(renderers[1], drawing);
        size_t different = 0;
        for (int y = 0; y < a.size[1]; ++y) {
            for (int x = 0; x < a.size[0]; ++x) {
                different += fabs(fixture_grey(&a, x, y) - fixture_grey(&b, x, y)) > 3.0 ? 1 : 0;
            }
        }
        CHECK(different <= (size_t)a.size[0] * (size_t)a.size[1] / 500);
    }
    waft_renderer_destroy(renderers[0]);
    waft_renderer_destroy(renderers[1]);
}

#endif // WAFT_DRAW_FIXTURE_H

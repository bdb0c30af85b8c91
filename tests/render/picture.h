// SPDX-License-Identifier: MIT
// Renderers, pictures and their pixels, for the tests of drawing.
#ifndef WAFT_TEST_PICTURE_H
#define WAFT_TEST_PICTURE_H

#include <stdlib.h>

#include <waft/render.h>

#include "test.h"

/// A renderer, or false where this machine has no OpenGL, which is said and counts as a check.
static inline bool open_renderer(
    waft_graphics graphics, const waft_allocator* allocator, waft_renderer** out_renderer) {
    waft_renderer_def def = waft_renderer_def_default();
    def.graphics = graphics;
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    waft_error error = {0};
    const waft_result result = waft_renderer_create(&def, out_renderer, &error);
    if (result == WAFT_ERR_MISSING) {
        (void)printf("skipped: %s\n", error.sentence);
        CHECK(strstr(error.sentence, "install") != NULL);
        return false;
    }
    if (!CHECK(result == WAFT_OK)) {
        (void)printf("%s\n", error.sentence);
    }
    return result == WAFT_OK;
}

/// The same as a value: NULL where this machine has no OpenGL.
static inline waft_renderer* fixture_renderer(waft_graphics graphics) {
    waft_renderer* renderer = NULL;
    return open_renderer(graphics, NULL, &renderer) ? renderer : NULL;
}

/// A small drawing of an empty scene: floor and sky.
static inline waft_drawing small_drawing(void) {
    waft_drawing drawing = waft_drawing_default();
    drawing.look.size[0] = 160;
    drawing.look.size[1] = 96;
    drawing.look.samples = 2;
    drawing.camera =
        (waft_camera){.eye = {0.0f, 2.0f, 6.0f}, .target = {0.0f, 0.0f, 0.0f}, .fov = 0.6f};
    drawing.bounds = (waft_bounds){{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
    return drawing;
}

/// Draws and checks that it worked.
static inline waft_picture draw_picture(waft_renderer* renderer, const waft_drawing* drawing) {
    waft_picture picture = {0};
    waft_error error = {0};
    if (!CHECK(waft_renderer_draw(renderer, drawing, &picture, &error) == WAFT_OK)) {
        (void)printf("%s\n", error.sentence);
    }
    return picture;
}

/// The sentence of a drawing that must be refused, in `error`.
static inline bool refused(
    waft_renderer* renderer, const waft_drawing* drawing, waft_error* error) {
    waft_picture picture = {0};
    *error = (waft_error){0};
    return waft_renderer_draw(renderer, drawing, &picture, error) == WAFT_ERR_ARGUMENT &&
           error->sentence[0] != '\0';
}

typedef struct shade {
    double r, g, b;
} shade;

/// Mean of a square of pixels, 0 to 255, that reaches `reach` pixels from its middle.
static inline shade mean_shade(const waft_picture* picture, int x, int y, int reach) {
    shade sum = {0};
    int count = 0;
    for (int j = y - reach; j <= y + reach; ++j) {
        for (int i = x - reach; i <= x + reach; ++i) {
            if (i >= 0 && j >= 0 && i < picture->size[0] && j < picture->size[1]) {
                const uint8_t* p = picture->pixels + (size_t)j * picture->row_size + (size_t)i * 4;
                sum = (shade){sum.r + p[0], sum.g + p[1], sum.b + p[2]};
                ++count;
            }
        }
    }
    const double share = count > 0 ? 1.0 / count : 0.0;
    return (shade){sum.r * share, sum.g * share, sum.b * share};
}

static inline double brightness(shade s) {
    return (s.r + s.g + s.b) / 3.0;
}

/// A copy of the pixels, to be freed; NULL if there are none.
static inline uint8_t* keep_pixels(const waft_picture* picture) {
    if (picture->pixels == NULL) {
        return NULL;
    }
    const size_t bytes = (size_t)picture->size[1] * picture->row_size;
    uint8_t* pixels = malloc(bytes);
    if (pixels != NULL) {
        memcpy(pixels, picture->pixels, bytes);
    }
    return pixels;
}

/// Share of pixels in which a channel is at its end, and of those that are black.
static inline double clipped_share(const waft_picture* picture, double* out_black) {
    long clipped = 0;
    long black = 0;
    const long count = (long)picture->size[0] * picture->size[1];
    for (int y = 0; y < picture->size[1]; ++y) {
        for (int x = 0; x < picture->size[0]; ++x) {
            const uint8_t* p = picture->pixels + (size_t)y * picture->row_size + (size_t)x * 4;
            clipped += p[0] == 255 || p[1] == 255 || p[2] == 255 ? 1 : 0;
            black += p[0] == 0 && p[1] == 0 && p[2] == 0 ? 1 : 0;
        }
    }
    *out_black = (double)black / (double)count;
    return (double)clipped / (double)count;
}

/// Mean difference of channels between pixels kept before and a picture of the same size. NAN, which
/// fails every check, if one of them is missing.
static inline double mean_difference(const uint8_t* kept, const waft_picture* picture) {
    if (kept == NULL || picture->pixels == NULL) {
        return NAN;
    }
    double sum = 0.0;
    const size_t bytes = (size_t)picture->size[1] * picture->row_size;
    for (size_t i = 0; i < bytes; ++i) {
        sum += fabs((double)kept[i] - (double)picture->pixels[i]);
    }
    return sum / (double)bytes;
}

#endif // WAFT_TEST_PICTURE_H

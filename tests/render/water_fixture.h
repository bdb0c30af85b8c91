// SPDX-License-Identifier: MIT
// Small pictures of water and ground, and what their pixels say.
#ifndef WAFT_TEST_WATER_FIXTURE_H
#define WAFT_TEST_WATER_FIXTURE_H

#include "picture.h"

enum { FIXTURE_CELLS = 32, FIXTURE_WIDTH = 96, FIXTURE_HEIGHT = 64 };

typedef struct fixture_fields {
    float level[FIXTURE_CELLS * FIXTURE_CELLS];
    float bed[FIXTURE_CELLS * FIXTURE_CELLS];
} fixture_fields;

/// The mean colour of a part of a picture, 0 to 255.
typedef struct fixture_color {
    double red, green, blue;
} fixture_color;

/// A square field of 4 m from -2 to 2, cells of an eighth.
static inline waft_field fixture_field(const float* data) {
    const float cell = 4.0f / (float)FIXTURE_CELLS;
    return (waft_field){
        .data = data,
        .size = {FIXTURE_CELLS, 1, FIXTURE_CELLS},
        .stride = {1, FIXTURE_CELLS, FIXTURE_CELLS},
        .origin = {-2.0f + 0.5f * cell, 0.0f, -2.0f + 0.5f * cell},
        .spacing = {cell, cell, cell},
    };
}

/// A drawing of what lies from -2 to 2 and from -1 to 0.5 m high, on white paper without a floor, seen
/// level from +z: a pixel is 4.5 m / 64 high.
static inline waft_drawing fixture_drawing(void) {
    waft_drawing drawing = waft_drawing_default();
    drawing.look.size[0] = FIXTURE_WIDTH;
    drawing.look.size[1] = FIXTURE_HEIGHT;
    drawing.look.samples = 1;
    drawing.look.background = WAFT_BACKGROUND_PLAIN;
    drawing.look.ground = WAFT_GROUND_NONE;
    drawing.bounds = (waft_bounds){{-2.0f, -1.0f, -2.0f}, {2.0f, 0.5f, 2.0f}};
    drawing.camera = (waft_camera){
        .eye = {0.0f, -0.25f, 10.0f},
        .target = {0.0f, -0.25f, 0.0f},
        .fov = 0.6f,
        .orthographic = true,
        .height = 4.5f,
    };
    return drawing;
}

/// Mean of the pixels from (x0, y0) to before (x1, y1), rows from the top.
static inline fixture_color fixture_mean(
    const waft_picture* picture, int x0, int y0, int x1, int y1) {
    fixture_color sum = {0.0, 0.0, 0.0};
    for (int y = y0; y < y1; ++y) {
        const uint8_t* row = picture->pixels + (size_t)y * picture->row_size;
        for (int x = x0; x < x1; ++x) {
            const uint8_t* pixel = row + (ptrdiff_t)4 * x;
            sum.red += pixel[0];
            sum.green += pixel[1];
            sum.blue += pixel[2];
        }
    }
    const double count = (double)(x1 - x0) * (double)(y1 - y0);
    return (fixture_color){sum.red / count, sum.green / count, sum.blue / count};
}

static inline double fixture_light(fixture_color color) {
    return (color.red + color.green + color.blue) / 3.0;
}

/// Draws, checks that it worked, and gives the mean of the picture's middle: 16 x 6 pixels.
static inline fixture_color fixture_middle(waft_renderer* renderer, const waft_drawing* drawing) {
    waft_picture picture = {0};
    waft_error error = {0};
    if (!CHECK(waft_renderer_draw(renderer, drawing, &picture, &error) == WAFT_OK)) {
        (void)printf("%s\n", error.sentence);
        return (fixture_color){0.0, 0.0, 0.0};
    }
    const int x = picture.size[0] / 2;
    const int y = picture.size[1] / 2;
    return fixture_mean(&picture, x - 8, y - 3, x + 8, y + 3);
}

/// The drawing is refused as an argument, and the sentence has `word` in it.
static inline void fixture_refused(
    waft_renderer* renderer, const waft_drawing* drawing, const char* word) {
    waft_picture picture = {0};
    waft_error error = {0};
    CHECK(waft_renderer_draw(renderer, drawing, &picture, &error) == WAFT_ERR_ARGUMENT);
    if (!CHECK(strstr(error.sentence, word) != NULL)) {
        (void)printf("'%s' lacks '%s'\n", error.sentence, word);
    }
}

/// Both kinds of OpenGL give the same picture but for rounding.
static inline void fixture_agree(const waft_drawing* drawing) {
    waft_renderer* one = fixture_renderer(WAFT_GRAPHICS_GL);
    waft_renderer* other = fixture_renderer(WAFT_GRAPHICS_GLES);
    waft_picture a = {0};
    waft_picture b = {0};
    if (one != NULL && other != NULL &&
        CHECK(waft_renderer_draw(one, drawing, &a, NULL) == WAFT_OK) &&
        CHECK(waft_renderer_draw(other, drawing, &b, NULL) == WAFT_OK)) {
        double sum = 0.0;
        for (int y = 0; y < a.size[1]; ++y) {
            for (int x = 0; x < 4 * a.size[0]; ++x) {
                sum += abs((int)a.pixels[(size_t)y * a.row_size + (size_t)x] -
                           (int)b.pixels[(size_t)y * b.row_size + (size_t)x]);
            }
        }
        CHECK_NEAR(sum / ((double)a.size[0] * (double)a.size[1] * 4.0), 0.0, 0.5);
    }
    waft_renderer_destroy(one);
    waft_renderer_destroy(other);
}

#endif // WAFT_TEST_WATER_FIXTURE_H

// SPDX-License-Identifier: MIT
#include "render/detail.h"

#include <stdlib.h>

#include "render/context.h"

#include "test.h"

enum { SIZE = 256 };

static uint8_t texels[SIZE][SIZE][4];

static bool read_texture(void) {
    wafti_context context = {0};
    waft_error error = {0};
    wafti_render_room room = {.newest = NULL};
    const wafti_frame frame = {.error = &error, .room = &room};
    if (wafti_context_create(WAFT_GRAPHICS_GL, &context, &error) != WAFT_OK) {
        (void)printf("skipped: %s\n", error.sentence);
        return false;
    }
    CHECK(wafti_context_enter(&context));
    GLuint texture = 0;
    CHECK(wafti_detail_make(&frame, &texture));
    const GLuint first = texture;
    CHECK(wafti_detail_make(&frame, &texture));
    CHECK(texture == first);
    glBindTexture(GL_TEXTURE_2D, texture);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glDeleteTextures(1, &texture);
    wafti_context_leave(&context);
    wafti_context_destroy(&context);
    return true;
}

// Slopes have no mean and the rms they promise; blue is the square of their length.
static void test_slopes(void) {
    if (!read_texture()) {
        return;
    }
    double mean[2] = {0.0, 0.0};
    double square = 0.0;
    double blue = 0.0;
    for (int z = 0; z < SIZE; ++z) {
        for (int x = 0; x < SIZE; ++x) {
            double length = 0.0;
            for (int c = 0; c < 2; ++c) {
                const double slope = texels[z][x][c] / 127.5 - 1.0;
                mean[c] += slope;
                length += slope * slope;
            }
            square += length;
            blue += fabs(texels[z][x][2] / 255.0 - fmin(length, 1.0));
        }
    }
    const double count = (double)SIZE * SIZE;
    CHECK_NEAR(mean[0] / count, 0.0, 0.01);
    CHECK_NEAR(mean[1] / count, 0.0, 0.01);
    CHECK_NEAR(sqrt(square / count), 0.25, 0.02);
    CHECK_NEAR(blue / count, 0.0, 0.01);
}

// The seam is no rougher than any other line, and bubbles reach from dark to bright.
static void test_repeats(void) {
    if (!read_texture()) {
        return;
    }
    double seam[4] = {0.0};
    double inner[4] = {0.0};
    int least = 255;
    int most = 0;
    for (int i = 0; i < SIZE; ++i) {
        for (int c = 0; c < 4; ++c) {
            seam[c] += abs(texels[i][0][c] - texels[i][SIZE - 1][c]);
            inner[c] += abs(texels[i][100][c] - texels[i][99][c]);
        }
        least = texels[i][i][3] < least ? texels[i][i][3] : least;
        most = texels[i][i][3] > most ? texels[i][i][3] : most;
    }
    for (int c = 0; c < 4; ++c) {
        CHECK(seam[c] < 1.6 * inner[c]);
    }
    CHECK(least < 30);
    CHECK(most > 180);
}

static const test_case cases[] = {
    {"slopes", test_slopes},
    {"repeats", test_repeats},
};

TEST_MAIN(cases)

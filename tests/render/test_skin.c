// SPDX-License-Identifier: MIT
#include "render/skin.h"

#include <math.h>

#include "test.h"

static wafti_render_room room;

enum { WIDE = 6, HIGH = 4 };

static float normal_x[WIDE * HIGH];
static float normal_z[WIDE * HIGH];
static float foam[WIDE * HIGH];
static float level[WIDE * HIGH];

static waft_field field_of(const float* data) {
    return (waft_field){.data = data,
        .size = {WIDE, 1, HIGH},
        .stride = {1, (ptrdiff_t)WIDE * HIGH, WIDE},
        .spacing = {0.5f, 1.0f, 0.5f}};
}

// Slopes that change their sign from cell to cell along x.
static waft_draw_water comb(void) {
    for (int n = 0; n < WIDE * HIGH; ++n) {
        normal_x[n] = n % 2 == 0 ? 0.2f : -0.2f;
        normal_z[n] = 0.1f;
        foam[n] = 0.25f * (float)((n / WIDE) % 2);
        level[n] = 0.0f;
    }
    return (waft_draw_water){.level = field_of(level),
        .normal_x = field_of(normal_x),
        .normal_z = field_of(normal_z),
        .foam = field_of(foam)};
}

static void a_texel_is_a_cell_if_there_are_few(void) {
    const waft_draw_water drawn = comb();
    wafti_skin skin = {0};
    int size[2];
    const float* texels = wafti_skin_make(&skin, &room, &drawn, 1000, size);
    CHECK(texels != NULL && size[0] == WIDE && size[1] == HIGH);
    for (int n = 0; texels != NULL && n < WIDE * HIGH; ++n, texels += 4) {
        CHECK(texels[0] == normal_x[n] && texels[1] == normal_z[n]);
        CHECK(texels[2] == foam[n]);
        CHECK_NEAR((double)texels[3], 0.05, 1e-7);
    }
    wafti_render_room_free(&room);
}

// What a mean loses of the slopes is left in the mean of their squares.
static void coarse_levels_keep_the_squares(void) {
    const waft_draw_water drawn = comb();
    wafti_skin skin = {0};
    int size[2];
    const float* texels = wafti_skin_make(&skin, &room, &drawn, 1000, size);
    const float* next = texels + 4 * (ptrdiff_t)(WIDE * HIGH);
    const int counts[] = {3 * 2, 1 * 1, 1 * 1};
    for (int at = 0; at < 3; ++at) {
        for (int n = 0; n < counts[at]; ++n, next += 4) {
            CHECK_NEAR((double)next[0], 0.0, 1e-7);
            CHECK_NEAR((double)next[1], 0.1, 1e-7);
            CHECK_NEAR((double)next[2], 0.125, 1e-7);
            CHECK_NEAR((double)next[3], 0.05, 1e-7);
        }
    }
    wafti_render_room_free(&room);
}

static void many_cells_share_a_texel(void) {
    const waft_draw_water drawn = comb();
    const int32_t size_of[3] = {WIDE, 1, HIGH};
    const int32_t huge[3] = {20000, 1, 10};
    CHECK(wafti_skin_step(size_of, 24) == 1);
    CHECK(wafti_skin_step(size_of, 23) == 2);
    CHECK(wafti_skin_step(size_of, 1) == 6);
    CHECK(wafti_skin_step(huge, SIZE_MAX) == 5);
    wafti_skin skin = {0};
    int size[2];
    const float* texels = wafti_skin_make(&skin, &room, &drawn, 4, size);
    CHECK(size[0] == 2 && size[1] == 2);
    // Three by three cells, and what is left of them: three columns of one row.
    CHECK_NEAR((double)texels[0], 0.2 / 3.0, 1e-7);
    CHECK_NEAR((double)texels[2], 0.25 / 3.0, 1e-7);
    CHECK_NEAR((double)texels[12], -0.2 / 3.0, 1e-7);
    CHECK_NEAR((double)texels[14], 0.25, 1e-7);
    wafti_render_room_free(&room);
}

static void odd_numbers_and_missing_fields_do_no_harm(void) {
    waft_draw_water drawn = comb();
    normal_x[3] = (float)NAN;
    normal_z[4] = INFINITY;
    foam[5] = -INFINITY;
    wafti_skin skin = {0};
    int size[2];
    const float* texels = wafti_skin_make(&skin, &room, &drawn, 1000, size);
    for (int n = 0; n < 4 * WIDE * HIGH; ++n) {
        CHECK(isfinite(texels[n]) && fabsf(texels[n]) <= 2.0f);
    }
    drawn.normal_x.data = NULL;
    drawn.foam.data = NULL;
    level[1] = 0.5f;
    texels = wafti_skin_make(&skin, &room, &drawn, 1000, size);
    CHECK(texels[0] < -0.3f && texels[2] == 0.0f && texels[8] > 0.3f);
    wafti_render_room_free(&room);
}

static const test_case cases[] = {
    {"a_texel_is_a_cell_if_there_are_few", a_texel_is_a_cell_if_there_are_few},
    {"coarse_levels_keep_the_squares", coarse_levels_keep_the_squares},
    {"many_cells_share_a_texel", many_cells_share_a_texel},
    {"odd_numbers_and_missing_fields_do_no_harm", odd_numbers_and_missing_fields_do_no_harm},
};

TEST_MAIN(cases)

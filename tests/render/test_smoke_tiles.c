// SPDX-License-Identifier: MIT
// No ray may meet smoke outside the depths of its tile, and empty tiles must stay empty.
#include "render/smoke_tiles.h"

#include <stdlib.h>

#include "test.h"

enum { N = 40, TILES_X = 20, TILES_Y = 12 };

static float values[N * N * N];
static wafti_smoke_bricks bricks;
static float ranges[2 * TILES_X * TILES_Y];

static waft_field make_field(void) {
    memset(values, 0, sizeof values);
    return (waft_field){.data = values,
        .size = {N, N, N},
        .stride = {1, N, (ptrdiff_t)N * N},
        .origin = {-0.9875f, -0.9875f, -0.9875f},
        .spacing = {0.05f, 0.05f, 0.05f}};
}

static wafti_frame make_frame(waft_drawing* drawing, bool parallel, waft_vec3 eye) {
    *drawing = waft_drawing_default();
    drawing->look.size[0] = 156;
    drawing->look.size[1] = 90;
    drawing->camera = (waft_camera){.eye = eye,
        .target = {0.0f, 0.1f, 0.0f},
        .fov = 0.7f,
        .orthographic = parallel,
        .height = 2.6f};
    wafti_frame frame = {0};
    wafti_frame_setup(&frame, drawing);
    return frame;
}

// The tile of a point, and whether its range holds the point's depth.
static bool holds(const wafti_frame* frame, waft_vec3 p, bool* seen) {
    const float* e = frame->block.eye;
    const float* f = frame->block.forward;
    const float depth = (p.x - e[0]) * f[0] + (p.y - e[1]) * f[1] + (p.z - e[2]) * f[2];
    *seen = e[3] < 0.5f || depth > 1e-5f; // not in the eye itself
    if (!*seen) {
        return true;
    }
    const waft_vec3 place = wafti_mat4_point(&frame->block.view_projection, p);
    *seen = fabsf(place.x) < 1.0f && fabsf(place.y) < 1.0f;
    if (!*seen) {
        return true;
    }
    const int x = (int)((place.x + 1.0f) * 0.5f * 156.0f) / WAFTI_SMOKE_TILE;
    const int y = (int)((place.y + 1.0f) * 0.5f * 90.0f) / WAFTI_SMOKE_TILE;
    const float* range = ranges + 2 * ((ptrdiff_t)y * TILES_X + x);
    return range[0] <= depth && depth <= range[1];
}

static void check_cloud(bool parallel, waft_vec3 eye) {
    const waft_field f = make_field();
    for (int n = 0; n < 300; ++n) { // a ball of radius 0.3 at {0.5, 0.4, -0.3}
        const int at[3] = {30 + n % 7 - 3, 28 + n / 7 % 7 - 3, 14 + n / 49 - 3};
        values[at[0] + N * (at[1] + N * at[2])] = 0.5f;
    }
    CHECK_NEAR(wafti_smoke_survey(&f, &bricks), 0.5, 0.0);
    waft_drawing drawing;
    const wafti_frame frame = make_frame(&drawing, parallel, eye);
    int rectangle[4];
    wafti_smoke_ranges(&frame, &f, &bricks, 0.1f, ranges, rectangle);
    int visible = 0;
    for (int n = 0; n < N * N * N; ++n) {
        if (values[n] > 0.1f) {
            const int at[3] = {n % N, n / N % N, n / N / N};
            const waft_vec3 p = {f.origin.x + 0.05f * (float)at[0],
                f.origin.y + 0.05f * (float)at[1], f.origin.z + 0.05f * (float)at[2]};
            bool seen = false;
            CHECK(holds(&frame, p, &seen));
            visible += seen ? 1 : 0;
        }
    }
    CHECK(visible > 0);
    CHECK(rectangle[0] >= 0 && rectangle[2] <= TILES_X && rectangle[0] < rectangle[2]);
    CHECK(rectangle[1] >= 0 && rectangle[3] <= TILES_Y && rectangle[1] < rectangle[3]);
}

static void test_perspective(void) {
    check_cloud(false, (waft_vec3){1.5f, 1.0f, 5.0f});
    int empty = 0;
    for (int i = 0; i < TILES_X * TILES_Y; ++i) {
        const float* range = ranges + (ptrdiff_t)2 * i;
        empty += range[0] > range[1] ? 1 : 0;
    }
    CHECK(empty > TILES_X * TILES_Y / 2);
}

static void test_parallel(void) {
    check_cloud(true, (waft_vec3){-2.0f, 1.0f, 2.0f});
}

static void test_inside(void) {
    check_cloud(false, (waft_vec3){0.5f, 0.45f, -0.25f});
    check_cloud(false, (waft_vec3){0.6f, 0.5f, 0.1f});
}

static void test_least(void) {
    const waft_field f = make_field();
    values[5] = 0.05f;
    CHECK_NEAR(wafti_smoke_survey(&f, &bricks), 0.05, 1e-9);
    waft_drawing drawing;
    const wafti_frame frame = make_frame(&drawing, false, (waft_vec3){1.5f, 1.0f, 5.0f});
    int rectangle[4];
    wafti_smoke_ranges(&frame, &f, &bricks, 0.1f, ranges, rectangle);
    CHECK(rectangle[0] >= rectangle[2]);
}

static const test_case cases[] = {
    {"perspective", test_perspective},
    {"parallel", test_parallel},
    {"inside", test_inside},
    {"least", test_least},
};
TEST_MAIN(cases)

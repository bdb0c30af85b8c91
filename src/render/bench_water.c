// SPDX-License-Identifier: MIT
#include "render/bench.h"

#include "render/support.h"

enum { COLUMNS = 288, ROWS = 192, CELLS = COLUMNS * ROWS, FIELDS = 4, SEA_WAVES = 16 };

static const float cell = 60.0f / (float)COLUMNS; // m

static waft_field field_of(const float* data) {
    return (waft_field){
        .data = data,
        .size = {COLUMNS, 1, ROWS},
        .stride = {1, COLUMNS, COLUMNS},
        .origin = {0.5f * cell, 0.0f, 0.5f * cell},
        .spacing = {cell, cell, cell},
    };
}

// A swell that dies out on a slope from 6 m deep to dry land, foam where it is shallow. The phase is
// linear in both directions, so that a row and a column of sines make the whole.
static void fill(float* level, float* shift, float* foam, float* bed, float time) {
    const float k = 0.45f;
    for (int j = 0; j < ROWS; ++j) {
        const float across = 0.12f * (float)j * cell - 1.9f * time;
        const float c = cosf(across);
        const float s = sinf(across);
        for (int i = 0; i < COLUMNS; ++i) {
            const int at = j * COLUMNS + i;
            const float x = (float)i * cell;
            const float depth = 6.0f - 6.8f * (float)i / (float)COLUMNS;
            const float height = 0.3f * fminf(fmaxf(0.6f * depth, 0.0f), 1.0f);
            const float along_c = cosf(k * x);
            const float along_s = sinf(k * x);
            bed[at] = -depth;
            level[at] = height * (along_c * c - along_s * s);
            shift[at] = -height * (along_s * c + along_c * s);
            foam[at] = fmaxf(1.0f - fabsf(depth - 0.3f), 0.0f);
        }
    }
}

static waft_result draw_beach(
    wafti_bench_clock* clock, int frame, float* data, waft_error* out_error) {
    const size_t cells = CELLS;
    fill(data, data + cells, data + 2 * cells, data + 3 * cells, (float)frame / 30.0f);
    const waft_bounds domain = {
        {0.0f, -6.0f, 0.0f}, {cell * (float)COLUMNS, 0.8f, cell * (float)ROWS}};
    const waft_draw_water water = {
        .level = field_of(data),
        .shift_x = field_of(data + cells),
        .foam = field_of(data + 2 * cells),
        .bed = field_of(data + 3 * cells),
        .domain = domain,
        .edge = WAFT_EDGE_CUT,
    };
    waft_draw_terrain terrain = {.height = water.bed, .domain = domain};
    terrain.domain.low.y = -8.5f;
    waft_drawing drawing = wafti_bench_drawing(terrain.domain,
        (waft_camera){.eye = {-20.0f, 26.0f, 88.0f}, .target = {30.0f, -4.0f, 20.0f}, .fov = 0.7f});
    drawing.time = (double)frame / 30.0;
    drawing.water = &water;
    drawing.terrain = &terrain;
    return wafti_bench_draw(clock, &drawing, out_error);
}

waft_result wafti_render_bench_water(wafti_bench_clock* clock, int frame, waft_error* out_error) {
    float* data = wafti_render_allocate(NULL, (size_t)FIELDS * CELLS, sizeof *data);
    if (data == NULL) {
        return wafti_render_fail(out_error, WAFT_ERR_NO_MEMORY, "no memory for a beach");
    }
    const waft_result result = draw_beach(clock, frame, data, out_error);
    wafti_render_release(NULL, data, (size_t)FIELDS * CELLS, sizeof *data);
    return result;
}

// Lengths from 20 m down to 1 m, spread about the wind, each as steep as the next.
waft_result wafti_render_bench_sea(wafti_bench_clock* clock, int frame, waft_error* out_error) {
    waft_sea_wave waves[SEA_WAVES];
    for (int i = 0; i < SEA_WAVES; ++i) {
        const float k = 0.31f * powf(20.0f, (float)i / (float)(SEA_WAVES - 1));
        const float turn = 0.9f * sinf(2.4f * (float)i);
        const float height = 0.07f / k;
        waves[i] = (waft_sea_wave){
            .kx = k * cosf(turn),
            .kz = k * sinf(turn),
            .phase = 2.4f * (float)i - sqrtf(9.81f * k) * (float)frame / 30.0f,
            .amplitude = height,
            .reach = height,
        };
    }
    const float level = 0.0f;
    const waft_draw_water water = {
        .level = {.data = &level, .size = {1, 1, 1}, .stride = {1, 1, 1}},
        .domain = {{-20.0f, -3.0f, -20.0f}, {20.0f, 1.0f, 20.0f}},
        .edge = WAFT_EDGE_HORIZON,
        .waves = waves,
        .wave_count = SEA_WAVES,
    };
    waft_drawing drawing = wafti_bench_drawing(water.domain,
        (waft_camera){.eye = {-16.0f, 3.5f, 20.0f}, .target = {4.0f, 0.0f, -10.0f}, .fov = 0.7f});
    drawing.time = (double)frame / 30.0;
    drawing.water = &water;
    return wafti_bench_draw(clock, &drawing, out_error);
}

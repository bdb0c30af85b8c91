// SPDX-License-Identifier: MIT
// A column that widens as it rises and sways, eaten into by cellular noise (Worley 1996), whose round
// cells look like billows. They move up with the smoke and grow with the column, as in a real plume.
#include "render/bench.h"

#include <math.h>
#include <string.h>

#include "render/support.h"

enum {
    TILE = 32,  ///< samples along each side of the tile of noise
    POINTS = 4, ///< cells of noise along it
    MOST_HEIGHT = 1024,
};

/// The column at one height.
typedef struct level {
    float x, z;     ///< cells, its middle
    float radius;   ///< cells
    float rise;     ///< radii from the ground, less what the smoke has risen
    float strength; ///< of the smoke
    float heat;     ///< K over ambient in its middle
} level;

// A number from 0 to 1 for each point of a lattice, the same on every machine.
static float random_of(uint32_t index, uint32_t salt) {
    uint32_t x = index * 0x9E3779B9u ^ salt * 0x85EBCA6Bu;
    x ^= x >> 16;
    x *= 0x7FEB352Du;
    x ^= x >> 15;
    x *= 0x846CA68Bu;
    x ^= x >> 16;
    return (float)(x >> 8) * (1.0f / 16777216.0f);
}

// Square of the distance from a point to the nearest feature of the lattice around it.
static float nearest_feature(float features[][3], const float at[3]) {
    float least = 9.0f;
    for (int n = 0; n < 27; ++n) {
        float square = 0.0f;
        uint32_t cell = 0;
        int index[3];
        for (int i = 0; i < 3; ++i) {
            const int step = (i == 0 ? n : i == 1 ? n / 3 : n / 9) % 3 - 1;
            index[i] = (int)floorf(at[i]) + step;
            cell = cell * POINTS + (uint32_t)((index[i] + POINTS) % POINTS);
        }
        for (int i = 0; i < 3; ++i) {
            const float away = (float)index[i] + features[cell][i] - at[i];
            square += away * away;
        }
        least = square < least ? square : least;
    }
    return least;
}

static void make_tile(float* tile) {
    float features[POINTS * POINTS * POINTS][3];
    for (uint32_t n = 0; n < POINTS * POINTS * POINTS; ++n) {
        for (uint32_t i = 0; i < 3; ++i) {
            features[n][i] = random_of(n, i);
        }
    }
    for (int n = 0; n < TILE * TILE * TILE; ++n) {
        const float scale = (float)POINTS / TILE;
        const int row = n / TILE;
        const int layer = row / TILE;
        const float at[3] = {
            scale * (float)(n % TILE), scale * (float)(row % TILE), scale * (float)layer};
        tile[n] = 1.0f - sqrtf(nearest_feature(features, at));
    }
}

static float look_up(const float* tile, float x, float y, float z) {
    const float at[3] = {x * TILE, y * TILE, z * TILE};
    int low[3];
    int high[3];
    float t[3];
    for (int i = 0; i < 3; ++i) {
        const float whole = floorf(at[i]);
        low[i] = (int)whole & (TILE - 1);
        high[i] = (low[i] + 1) & (TILE - 1);
        t[i] = at[i] - whole;
    }
    float planes[2];
    for (int k = 0; k < 2; ++k) {
        const float* plane = tile + (ptrdiff_t)(k == 0 ? low[2] : high[2]) * TILE * TILE;
        const float* a = plane + (ptrdiff_t)low[1] * TILE;
        const float* b = plane + (ptrdiff_t)high[1] * TILE;
        const float p = a[low[0]] + (a[high[0]] - a[low[0]]) * t[0];
        const float q = b[low[0]] + (b[high[0]] - b[low[0]]) * t[0];
        planes[k] = p + (q - p) * t[1];
    }
    return planes[0] + (planes[1] - planes[0]) * t[2];
}

static void set_levels(double time, const int32_t size[3], level* levels) {
    const float width = (float)(size[0] < size[2] ? size[0] : size[2]);
    const float now = (float)fmod(time, 1000.0);
    float rise = 0.0f;
    for (int j = 0; j < size[1]; ++j) {
        const float y = ((float)j + 0.5f) / (float)size[1];
        const float radius = width * (0.06f + 0.30f * powf(y, 0.8f));
        rise += 1.0f / radius;
        const float fade = 1.0f - y;
        levels[j] = (level){
            .x = width * (0.5f + 0.09f * y * sinf(6.0f * y - 1.2f * now)),
            .z = width * (0.5f + 0.09f * y * cosf(5.0f * y - 1.0f * now)),
            .radius = radius,
            .rise = rise - 1.1f * now,
            .strength = fminf(6.0f * fade, 1.0f) * (0.35f + 0.9f * fade * fade),
            .heat = 2600.0f * expf(-3.5f * y),
        };
    }
}

// One row of cells, those the column can reach.
static void fill_row(
    const level* at, const float* tile, float z, int count, float* density, float* temperature) {
    const float per_radius = 1.0f / at->radius;
    const float dz = (z - at->z) * per_radius;
    const float billow = 0.30f; // tiles of noise that a radius spans
    for (int i = 0; i < count; ++i) {
        const float dx = ((float)i - at->x) * per_radius;
        const float inside = 1.0f - sqrtf(dx * dx + dz * dz);
        if (inside < -0.4f) {
            continue;
        }
        const float u = billow * dx;
        const float v = billow * at->rise;
        const float w = billow * dz;
        const float large = look_up(tile, u, v, w);
        const float middle = look_up(tile, 2.3f * u + 0.3f, 2.3f * v, 2.3f * w + 0.6f);
        const float small = look_up(tile, 5.1f * u, 5.1f * v + 0.4f, 5.1f * w + 0.2f);
        const float noise = 0.58f * large + 0.28f * middle + 0.14f * small;
        const float body = (inside + 1.5f * (noise - 0.52f)) * 3.5f;
        if (body > 0.0f) {
            density[i] = at->strength * fminf(body, 1.0f) * (0.5f + noise);
            if (temperature != NULL) {
                temperature[i] = at->heat * fminf(0.45f * body, 1.0f) * noise;
            }
        }
    }
}

waft_result wafti_render_bench_plume(
    double time, const int32_t size[3], float* density, float* temperature, waft_error* out_error) {
    const size_t count = (size_t)size[0] * (size_t)size[1] * (size_t)size[2];
    const size_t tile_count = (size_t)TILE * TILE * TILE;
    level levels[MOST_HEIGHT];
    float* tile = wafti_render_allocate(NULL, tile_count, sizeof *tile);
    if (tile == NULL || size[1] > MOST_HEIGHT) {
        wafti_render_release(NULL, tile, tile_count, sizeof *tile);
        return wafti_render_fail(out_error, WAFT_ERR_NO_MEMORY, "no memory for a plume");
    }
    make_tile(tile);
    set_levels(time, size, levels);
    memset(density, 0, count * sizeof *density);
    if (temperature != NULL) {
        memset(temperature, 0, count * sizeof *temperature);
    }
    for (int k = 0; k < size[2]; ++k) {
        for (int j = 0; j < size[1]; ++j) {
            const size_t row = ((size_t)k * (size_t)size[1] + (size_t)j) * (size_t)size[0];
            fill_row(&levels[j], tile, (float)k, size[0], density + row,
                temperature != NULL ? temperature + row : NULL);
        }
    }
    wafti_render_release(NULL, tile, tile_count, sizeof *tile);
    return WAFT_OK;
}

waft_result wafti_render_bench_volume(wafti_bench_clock* clock, int frame, waft_error* out_error) {
    static const int32_t size[3] = {64, 128, 64};
    const float h = 1.0f / 64.0f;
    const size_t count = (size_t)size[0] * (size_t)size[1] * (size_t)size[2];
    float* density = wafti_render_allocate(NULL, count, sizeof *density);
    if (density == NULL) {
        return wafti_render_fail(out_error, WAFT_ERR_NO_MEMORY, "no memory for a plume");
    }
    waft_result result =
        wafti_render_bench_plume(8.0 + (double)frame / 30.0, size, density, NULL, out_error);
    const waft_draw_volume smoke = {.density = {.data = density,
                                        .size = {size[0], size[1], size[2]},
                                        .stride = {1, size[0], (ptrdiff_t)size[0] * size[1]},
                                        .origin = {0.5f * h - 0.5f, 0.5f * h, 0.5f * h - 0.5f},
                                        .spacing = {h, h, h}}};
    waft_drawing drawing =
        wafti_bench_drawing((waft_bounds){{-0.5f, 0.0f, -0.5f}, {0.5f, 2.0f, 0.5f}},
            (waft_camera){.eye = {1.4f, 1.15f, 2.9f}, .target = {0.0f, 1.0f, 0.0f}, .fov = 0.64f});
    drawing.volume = &smoke;
    result = result == WAFT_OK ? wafti_bench_draw(clock, &drawing, out_error) : result;
    wafti_render_release(NULL, density, count, sizeof *density);
    return result;
}

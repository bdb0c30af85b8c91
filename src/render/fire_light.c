// SPDX-License-Identifier: MIT
// Light falls off with the square of the distance. A sum of three exponentials, each as strong as it
// is wide, is close to that from one brick to a dozen, and each is a few passes along the axes.
#include "render/fire_light.h"

#include <math.h>
#include <string.h>

#include "render/smoke_cells.h"

size_t wafti_fire_count(const wafti_smoke_bricks* bricks) {
    return (size_t)bricks->size[0] * (size_t)bricks->size[1] * (size_t)bricks->size[2];
}

// Adds up what one row of cells sends out, into the bricks of that row.
static void add_row(const wafti_fire* fire, const float* density, const float* heat, int count,
    int edge, float depth, float* bricks) {
    for (int i = 0; i < count; ++i) {
        const float over = wafti_smoke_value(heat[i]) - fire->from;
        if (over > 0.0f) {
            const float cover = wafti_smoke_value(density[i]) * depth;
            bricks[i / edge] += over / fire->unit * (cover < 1.0f ? cover : 1.0f);
        }
    }
}

// Smooths along one axis: y = (1 - a) x + a y of the cell before, there and back, dark outside.
static void smooth(const int size[3], int axis, float a, float* values) {
    const ptrdiff_t strides[3] = {1, size[0], (ptrdiff_t)size[0] * size[1]};
    const ptrdiff_t step = strides[axis];
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    for (int j = 0; j < size[v]; ++j) {
        for (int i = 0; i < size[u]; ++i) {
            float* line = values + i * strides[u] + j * strides[v];
            float last = 0.0f;
            for (int n = 0; n < size[axis]; ++n) {
                last = line[n * step] += a * (last - line[n * step]);
            }
            last = 0.0f;
            for (int n = size[axis] - 1; n >= 0; --n) {
                last = line[n * step] += a * (last - line[n * step]);
            }
        }
    }
}

static void emit(const wafti_fire* fire, const waft_field* density, const waft_field* temperature,
    const wafti_smoke_bricks* bricks, float* out) {
    const int edge = bricks->edge;
    const waft_vec3 h = density->spacing;
    const float depth = fire->extinction * cbrtf(h.x * h.y * h.z);
    for (int k = 0; k < density->size[2]; ++k) {
        for (int j = 0; j < density->size[1]; ++j) {
            const int row = (k / edge * bricks->size[1] + j / edge) * bricks->size[0];
            add_row(fire, density->data + j * density->stride[1] + k * density->stride[2],
                temperature->data + j * temperature->stride[1] + k * temperature->stride[2],
                density->size[0], edge, depth, out + row);
        }
    }
}

float wafti_fire_light(const wafti_fire* fire, const waft_field* density,
    const waft_field* temperature, const wafti_smoke_bricks* bricks, float* scratch,
    float* out_light) {
    static const float widths[] = {1.0f, 3.0f, 8.0f}; // bricks
    const size_t count = wafti_fire_count(bricks);
    float* sent = scratch;
    float* spread = scratch + count;
    memset(sent, 0, count * sizeof *sent);
    memset(out_light, 0, count * sizeof *out_light);
    emit(fire, density, temperature, bricks, sent);
    // A brick is seen as one of its faces.
    const float per_cell = 1.0f / (float)(bricks->edge * bricks->edge);
    for (size_t w = 0; w < sizeof widths / sizeof widths[0]; ++w) {
        memcpy(spread, sent, count * sizeof *sent);
        for (int axis = 0; axis < 3; ++axis) {
            smooth(bricks->size, axis, expf(-1.0f / widths[w]), spread);
        }
        for (size_t i = 0; i < count; ++i) {
            out_light[i] += spread[i] * widths[w] * per_cell;
        }
    }
    float most = 0.0f;
    for (size_t i = 0; i < count; ++i) {
        most = out_light[i] > most ? out_light[i] : most;
    }
    return most;
}

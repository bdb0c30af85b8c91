// SPDX-License-Identifier: MIT
#include "render/smoke_cells.h"

#include <math.h>

#include "render/direction.h"

static const float* row_of(const waft_field* field, int j, int k) {
    return field->data + j * field->stride[1] + k * field->stride[2];
}

float wafti_smoke_most(const waft_field* field) {
    float most = 0.0f;
    for (int k = 0; k < field->size[2]; ++k) {
        for (int j = 0; j < field->size[1]; ++j) {
            const float* row = row_of(field, j, k);
            for (int i = 0; i < field->size[0]; ++i) {
                const float here = wafti_smoke_value(row[i]);
                most = here > most ? here : most;
            }
        }
    }
    return most;
}

void wafti_smoke_put(const waft_field* field, float from, float full, bool roots, uint8_t* out) {
    const float scale = 1.0f / (full - from);
    for (int k = 0; k < field->size[2]; ++k) {
        for (int j = 0; j < field->size[1]; ++j) {
            const float* row = row_of(field, j, k);
            for (int i = 0; i < field->size[0]; ++i) {
                const float share = (wafti_smoke_value(row[i]) - from) * scale;
                const float inside = share < 0.0f ? 0.0f : share < 1.0f ? share : 1.0f;
                const float shown = roots ? sqrtf(inside) : inside;
                out[(ptrdiff_t)WAFTI_SMOKE_CHANNELS * i] = (uint8_t)(int)(shown * 255.0f + 0.5f);
            }
            out += (ptrdiff_t)WAFTI_SMOKE_CHANNELS * field->size[0];
        }
    }
}

size_t wafti_smoke_thin_count(const waft_field* field, int step) {
    size_t count = 1;
    for (int i = 0; i < 3; ++i) {
        const size_t size = (size_t)wafti_part_count(field->size[i], step);
        count = count > SIZE_MAX / 64 / size ? 0 : count * size;
    }
    return count;
}

static float mean_of(const waft_field* field, const int first[3], int step) {
    double sum = 0.0;
    int count = 0;
    for (int k = first[2]; k < first[2] + step && k < field->size[2]; ++k) {
        for (int j = first[1]; j < first[1] + step && j < field->size[1]; ++j) {
            const float* row = row_of(field, j, k);
            for (int i = first[0]; i < first[0] + step && i < field->size[0]; ++i) {
                sum += (double)wafti_smoke_value(row[i]);
                ++count;
            }
        }
    }
    return (float)(sum / count);
}

// The grid's box stays as it is: cells become as large as fill it, also where `step` does not divide
// the sizes.
waft_field wafti_smoke_thin(const waft_field* field, int step, float* out) {
    const int n[3] = {wafti_part_count(field->size[0], step),
        wafti_part_count(field->size[1], step), wafti_part_count(field->size[2], step)};
    const waft_vec3 h = field->spacing;
    const waft_vec3 wide = {h.x * (float)field->size[0] / (float)n[0],
        h.y * (float)field->size[1] / (float)n[1], h.z * (float)field->size[2] / (float)n[2]};
    const waft_vec3 shift = waft_vec3_scale(waft_vec3_sub(wide, h), 0.5f);
    float* next = out;
    for (int k = 0; k < n[2]; ++k) {
        for (int j = 0; j < n[1]; ++j) {
            for (int i = 0; i < n[0]; ++i) {
                *next++ = mean_of(field, (const int[3]){i * step, j * step, k * step}, step);
            }
        }
    }
    return (waft_field){.data = out,
        .size = {n[0], n[1], n[2]},
        .stride = {1, n[0], (ptrdiff_t)n[0] * n[1]},
        .origin = waft_vec3_add(field->origin, shift),
        .spacing = wide};
}

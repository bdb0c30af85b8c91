// SPDX-License-Identifier: MIT
#include "render/smoke_tiles.h"

#include <math.h>

#include "render/direction.h"
#include "render/smoke_cells.h"

static void brick_cells(const waft_field* density, const wafti_smoke_bricks* bricks,
    const int at[3], int first[3], int past[3]) {
    for (int i = 0; i < 3; ++i) {
        first[i] = at[i] * bricks->edge;
        const int end = first[i] + bricks->edge;
        past[i] = end < density->size[i] ? end : density->size[i];
    }
}

float wafti_smoke_survey(const waft_field* density, wafti_smoke_bricks* out_bricks) {
    int longest = 1;
    for (int i = 0; i < 3; ++i) {
        longest = density->size[i] > longest ? density->size[i] : longest;
    }
    const int enough = wafti_part_count(longest, WAFTI_SMOKE_MOST_BRICKS);
    out_bricks->edge = enough > WAFTI_SMOKE_LEAST_BRICK ? enough : WAFTI_SMOKE_LEAST_BRICK;
    for (int i = 0; i < 3; ++i) {
        out_bricks->size[i] = wafti_part_count(density->size[i], out_bricks->edge);
    }
    float most = 0.0f;
    float* out = out_bricks->densest;
    for (int k = 0; k < out_bricks->size[2]; ++k) {
        for (int j = 0; j < out_bricks->size[1]; ++j) {
            for (int i = 0; i < out_bricks->size[0]; ++i) {
                int first[3];
                int past[3];
                brick_cells(density, out_bricks, (const int[3]){i, j, k}, first, past);
                waft_field part = *density;
                part.data += first[0] + first[1] * part.stride[1] + first[2] * part.stride[2];
                for (int axis = 0; axis < 3; ++axis) {
                    part.size[axis] = past[axis] - first[axis];
                }
                *out = wafti_smoke_most(&part);
                most = fmaxf(most, *out++);
            }
        }
    }
    return most;
}

// Box of a brick in the world. A cell is felt up to the next cell's centre.
static void brick_box(const waft_field* density, const wafti_smoke_bricks* bricks, const int at[3],
    waft_vec3* low, waft_vec3* size) {
    int first[3];
    int past[3];
    brick_cells(density, bricks, at, first, past);
    const waft_vec3 h = density->spacing;
    *low = (waft_vec3){density->origin.x + h.x * (float)(first[0] - 1),
        density->origin.y + h.y * (float)(first[1] - 1),
        density->origin.z + h.z * (float)(first[2] - 1)};
    *size = (waft_vec3){h.x * (float)(past[0] - first[0] + 1),
        h.y * (float)(past[1] - first[1] + 1), h.z * (float)(past[2] - first[2] + 1)};
}

/// A box on the picture: rectangle from -1 to 1, and depths.
typedef struct footprint {
    float low[2], high[2];
    float near, far;
} footprint;

static footprint project(const wafti_frame* frame, waft_vec3 low, waft_vec3 size) {
    const float* eye = frame->block.eye;
    const float* forward = frame->block.forward;
    footprint f = {{1.0f, 1.0f}, {-1.0f, -1.0f}, INFINITY, -INFINITY};
    for (int corner = 0; corner < 8; ++corner) {
        const waft_vec3 at = {low.x + ((corner & 1) != 0 ? size.x : 0.0f),
            low.y + ((corner & 2) != 0 ? size.y : 0.0f),
            low.z + ((corner & 4) != 0 ? size.z : 0.0f)};
        const wafti_vec4 clip = wafti_mat4_apply(&frame->block.view_projection, at);
        const float depth = (at.x - eye[0]) * forward[0] + (at.y - eye[1]) * forward[1] +
                            (at.z - eye[2]) * forward[2];
        f.near = fminf(f.near, depth);
        f.far = fmaxf(f.far, depth);
        if (!(clip.w > 1e-4f * frame->radius) && eye[3] > 0.5f) {
            f.low[0] = f.low[1] = -1.0f; // beside or behind the eye: it may show anywhere
            f.high[0] = f.high[1] = 1.0f;
            continue;
        }
        const float place[2] = {clip.x / clip.w, clip.y / clip.w};
        for (int i = 0; i < 2; ++i) {
            f.low[i] = fminf(f.low[i], place[i]);
            f.high[i] = fmaxf(f.high[i], place[i]);
        }
    }
    f.near = eye[3] > 0.5f ? fmaxf(f.near, 0.0f) : f.near;
    return f;
}

static int clamp_int(float value, int low, int high) {
    return value <= (float)low ? low : value >= (float)high ? high : (int)value;
}

// Widens the ranges of the tiles that a footprint touches.
static void mark(
    const footprint* f, const int pixels[2], const int tiles[2], float* ranges, int rectangle[4]) {
    int span[4];
    if (f->far < f->near) {
        return; // behind the eye
    }
    for (int i = 0; i < 2; ++i) {
        const float scale = 0.5f * (float)pixels[i] / (float)WAFTI_SMOKE_TILE;
        span[i] = clamp_int((f->low[i] + 1.0f) * scale, 0, tiles[i]);
        span[2 + i] = clamp_int((f->high[i] + 1.0f) * scale + 1.0f, 0, tiles[i]);
        if (span[i] >= span[2 + i]) {
            return;
        }
    }
    for (int i = 0; i < 2; ++i) {
        rectangle[i] = span[i] < rectangle[i] ? span[i] : rectangle[i];
        rectangle[2 + i] = span[2 + i] > rectangle[2 + i] ? span[2 + i] : rectangle[2 + i];
    }
    for (int y = span[1]; y < span[3]; ++y) {
        for (int x = span[0]; x < span[2]; ++x) {
            float* range = ranges + 2 * ((ptrdiff_t)y * tiles[0] + x);
            range[0] = fminf(range[0], f->near);
            range[1] = fmaxf(range[1], f->far);
        }
    }
}

void wafti_smoke_ranges(const wafti_frame* frame, const waft_field* density,
    const wafti_smoke_bricks* bricks, float least, float* out_ranges, int out_rectangle[4]) {
    int tiles[2];
    for (int i = 0; i < 2; ++i) {
        tiles[i] = wafti_part_count(frame->size[i], WAFTI_SMOKE_TILE);
        out_rectangle[i] = tiles[i];
        out_rectangle[2 + i] = 0;
    }
    for (ptrdiff_t i = 0; i < (ptrdiff_t)tiles[0] * tiles[1]; ++i) {
        out_ranges[2 * i] = 1e30f;
        out_ranges[2 * i + 1] = -1e30f;
    }
    const float* densest = bricks->densest;
    for (int k = 0; k < bricks->size[2]; ++k) {
        for (int j = 0; j < bricks->size[1]; ++j) {
            for (int i = 0; i < bricks->size[0]; ++i) {
                if (*densest++ <= least) {
                    continue;
                }
                waft_vec3 low;
                waft_vec3 size;
                brick_box(density, bricks, (const int[3]){i, j, k}, &low, &size);
                const footprint f = project(frame, low, size);
                mark(&f, frame->size, tiles, out_ranges, out_rectangle);
            }
        }
    }
}

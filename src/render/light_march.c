// SPDX-License-Identifier: MIT
// Light goes from slice to slice along one axis of the grid. A slice keeps the share that has passed
// each of its cells, with a border of full light around it; the next slice looks back along the ray
// and interpolates. Shares and not optical depths are interpolated: what the interpolation smears is
// then light, like the edge of a real shadow, and a dense cell cannot darken its neighbours' light.
#include "render/light_march.h"

#include <math.h>

#include "render/smoke_cells.h"

typedef struct sweep {
    const float* data;   ///< of the first slice that the light meets
    int size[3];         ///< cells along a row, rows of a slice, slices
    ptrdiff_t stride[3]; ///< of the data, in floats
    ptrdiff_t target[3]; ///< of the output, in bytes
    uint8_t* out;        ///< byte of the first cell of the first slice
    float half_depth;    ///< optical depth of half a slice at density 1
    float back[2];       ///< cells along row and rows from a cell back to the slice before
} sweep;

enum { BORDER = 1, BORDERS = 2 * BORDER, BLOCK = 16 };

size_t wafti_light_scratch(const int32_t size[3]) {
    size_t most = 0;
    for (int i = 0; i < 3; ++i) {
        const size_t a = (size_t)size[i] + BORDERS;
        const size_t b = (size_t)size[(i + 1) % 3] + BORDERS;
        most = a * b > most ? a * b : most;
    }
    return (2 + BLOCK) * most;
}

// exp(-x) for x >= 0 as the 16th power of a cubic: 4e-5 off at most, never above 1, and without
// calls, so that loops over it become vector code.
static inline float fade(float x) {
    const float y = (x < 80.0f ? x : 80.0f) * (1.0f / 16.0f);
    float r = 1.0f / (1.0f + y * (1.0f + y * (0.5f + y * (1.0f / 6.0f))));
    r *= r;
    r *= r;
    r *= r;
    return r * r;
}

// Slices that are read and written together: along x their cells share cache lines.
static int block_of(const sweep* me) {
    return me->stride[0] == 1 ? 1 : BLOCK;
}

static void read_slices(const sweep* me, int first, int count, float* cells) {
    const ptrdiff_t area = (ptrdiff_t)me->size[0] * me->size[1];
    for (int j = 0; j < me->size[1]; ++j) {
        const float* from = me->data + j * me->stride[1] + first * me->stride[2];
        float* to = cells + (ptrdiff_t)j * me->size[0];
        if (me->stride[0] == 1) {
            for (int i = 0; i < me->size[0]; ++i) {
                to[i] = wafti_smoke_value(from[i]);
            }
            continue;
        }
        for (int i = 0; i < me->size[0]; ++i) {
            for (int n = 0; n < count; ++n) {
                to[n * area + i] = wafti_smoke_value(from[i * me->stride[0] + n * me->stride[2]]);
            }
        }
    }
}

static void write_slices(const sweep* me, int first, int count, const float* cells) {
    const ptrdiff_t area = (ptrdiff_t)me->size[0] * me->size[1];
    for (int j = 0; j < me->size[1]; ++j) {
        const float* from = cells + (ptrdiff_t)j * me->size[0];
        uint8_t* to = me->out + j * me->target[1] + first * me->target[2];
        if (me->stride[0] == 1) {
            for (int i = 0; i < me->size[0]; ++i) {
                to[(ptrdiff_t)WAFTI_SMOKE_CHANNELS * i] = (uint8_t)(int)(from[i] * 255.0f + 0.5f);
            }
            continue;
        }
        for (int i = 0; i < me->size[0]; ++i) {
            for (int n = 0; n < count; ++n) {
                to[i * me->target[0] + n * me->target[2]] =
                    (uint8_t)(int)(from[n * area + i] * 255.0f + 0.5f);
            }
        }
    }
}

// One row of the sun's light: `near` and `far` are rows of the slice before, where the ray passed.
// `row` holds densities and becomes roots of shares.
static void sun_row(const float* restrict near, const float* restrict far, float along,
    float across, float half_depth, int count, float* restrict row, float* restrict passed) {
    for (int i = 0; i < count; ++i) {
        const float a = near[i] + (near[i + 1] - near[i]) * along;
        const float b = far[i] + (far[i + 1] - far[i]) * along;
        const float half = fade(row[i] * half_depth);
        const float share = (a + (b - a) * across) * half;
        passed[i] = share * half;
        row[i] = sqrtf(sqrtf(share));
    }
}

// Light from a hemisphere: each cell takes it from the four diagonals of the slice before, a quarter
// each, and so mixes directions anew in every slice.
static void ambient_row(const float* restrict near, const float* restrict far, float half_depth,
    int count, float* restrict row, float* restrict passed) {
    for (int i = 0; i < count; ++i) {
        const float half = fade(row[i] * half_depth);
        const float share = 0.25f * (near[i] + near[i + 2] + far[i] + far[i + 2]) * half;
        passed[i] = share * half;
        row[i] = sqrtf(share);
    }
}

static void fill(float* slice, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        slice[i] = 1.0f;
    }
}

// One slice; its cells hold densities and become roots of shares.
static void pass_slice(const sweep* me, bool sun, const float* before, float* cells, float* after) {
    const int count = me->size[0];
    const ptrdiff_t pitch = count + 2 * BORDER;
    // The cell in front of the ray's place on the slice before; -1 is the border's.
    const int shift = me->back[0] < 0.0f ? -1 : 0;
    const int row_shift = me->back[1] < 0.0f ? -1 : 0;
    for (int j = 0; j < me->size[1]; ++j) {
        float* row = cells + (ptrdiff_t)j * count;
        float* passed = after + (j + BORDER) * pitch + BORDER;
        const float* same = before + (j + BORDER) * pitch + BORDER;
        if (sun) {
            const float* near = same + row_shift * pitch + shift;
            sun_row(near, near + pitch, me->back[0] - (float)shift, me->back[1] - (float)row_shift,
                me->half_depth, count, row, passed);
        } else {
            ambient_row(same - pitch - 1, same + pitch - 1, me->half_depth, count, row, passed);
        }
    }
}

static void run(const sweep* me, bool sun, float* scratch) {
    const size_t area = ((size_t)me->size[0] + BORDERS) * ((size_t)me->size[1] + BORDERS);
    const ptrdiff_t slice = (ptrdiff_t)me->size[0] * me->size[1];
    float* before = scratch;
    float* after = scratch + area;
    float* cells = scratch + 2 * area;
    fill(scratch, 2 * area);
    const int block = block_of(me);
    for (int first = 0; first < me->size[2]; first += block) {
        const int left = me->size[2] - first;
        const int count = left < block ? left : block;
        read_slices(me, first, count, cells);
        for (int n = 0; n < count; ++n) {
            pass_slice(me, sun, before, cells + n * slice, after);
            float* swap = before;
            before = after;
            after = swap;
        }
        write_slices(me, first, count, cells);
    }
}

// Sets out a sweep whose slices follow one another along `axis`.
static sweep set_out(const waft_field* density, int axis, bool from_high_end, uint8_t* out) {
    const int order[3] = {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2, axis};
    const ptrdiff_t bytes[3] = {
        4, 4 * (ptrdiff_t)density->size[0], 4 * (ptrdiff_t)density->size[0] * density->size[1]};
    sweep me = {.data = density->data};
    me.out = out;
    for (int i = 0; i < 3; ++i) {
        me.size[i] = density->size[order[i]];
        me.stride[i] = order[i] == 0 ? 1 : density->stride[order[i]];
        me.target[i] = bytes[order[i]];
    }
    if (from_high_end) {
        me.data += (me.size[2] - 1) * me.stride[2];
        me.out += (me.size[2] - 1) * me.target[2];
        me.stride[2] = -me.stride[2];
        me.target[2] = -me.target[2];
    }
    return me;
}

void wafti_light_sun(
    const waft_field* density, float extinction, waft_vec3 toward, float* scratch, uint8_t* out) {
    const float spacing[3] = {density->spacing.x, density->spacing.y, density->spacing.z};
    const float ray[3] = {
        toward.x / spacing[0], toward.y / spacing[1], toward.z / spacing[2]}; // in cells
    int axis = 0;
    for (int i = 1; i < 3; ++i) {
        axis = fabsf(ray[i]) > fabsf(ray[axis]) ? i : axis;
    }
    const float slices = fabsf(ray[axis]); // that 1 m of the ray crosses
    sweep me = set_out(density, axis, ray[axis] > 0.0f, out);
    me.half_depth = 0.5f * extinction / slices;
    me.back[0] = ray[axis == 0 ? 1 : 0] / slices;
    me.back[1] = ray[axis == 2 ? 1 : 2] / slices;
    run(&me, true, scratch);
}

void wafti_light_ambient(
    const waft_field* density, float extinction, bool above, float* scratch, uint8_t* out) {
    sweep me = set_out(density, 1, above, out);
    me.half_depth = 0.5f * extinction * density->spacing.y;
    run(&me, false, scratch);
}

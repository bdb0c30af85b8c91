// SPDX-License-Identifier: MIT
#include "smoke/noise_field.h"

#include <math.h>

#include "math/philox.h"

// Flat at both ends, so that blends have no kinks.
static double smooth(double t) {
    return t * t * (3.0 - 2.0 * t);
}

static float corner_value(const wafti_noise_field* field, const int64_t at[3], uint64_t step) {
    // 65536 lattice points along each axis before blobs repeat.
    const uint64_t index = ((uint64_t)at[0] & 0xFFFFu) | ((uint64_t)at[1] & 0xFFFFu) << 16 |
                           ((uint64_t)at[2] & 0xFFFFu) << 32;
    return wafti_uniform(wafti_random(field->seed, field->stream, step, index).word[0]);
}

static void fill_corners(wafti_noise_field* field) {
    const double start = floor(field->when);
    const float later = (float)smooth(field->when - start);
    // Steps are counted with 48 bits.
    const uint64_t step = (uint64_t)fmod(start, 281474976710656.0);
    for (int n = 0; n < 8; ++n) {
        const int64_t at[3] = {
            field->cell[0] + (n & 1), field->cell[1] + (n >> 1 & 1), field->cell[2] + (n >> 2)};
        const float now = corner_value(field, at, step);
        field->corners[n] = now + later * (corner_value(field, at, step + 1) - now);
    }
}

float wafti_noise_field_at(wafti_noise_field* field, const double point[3]) {
    int64_t cell[3];
    float t[3];
    for (int axis = 0; axis < 3; ++axis) {
        const double place = point[axis] / field->length;
        const double low = floor(place);
        cell[axis] = (int64_t)low;
        t[axis] = (float)smooth(place - low);
    }
    if (!field->known || cell[0] != field->cell[0] || cell[1] != field->cell[1] ||
        cell[2] != field->cell[2]) {
        for (int axis = 0; axis < 3; ++axis) {
            field->cell[axis] = cell[axis];
        }
        fill_corners(field);
        field->known = true;
    }
    const float* c = field->corners;
    const float y0 = c[0] + t[0] * (c[1] - c[0]) +
                     t[1] * (c[2] + t[0] * (c[3] - c[2]) - (c[0] + t[0] * (c[1] - c[0])));
    const float y1 = c[4] + t[0] * (c[5] - c[4]) +
                     t[1] * (c[6] + t[0] * (c[7] - c[6]) - (c[4] + t[0] * (c[5] - c[4])));
    return y0 + t[2] * (y1 - y0);
}

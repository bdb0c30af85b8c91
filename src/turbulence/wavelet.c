// SPDX-License-Identifier: MIT
#include "turbulence/wavelet.h"

#include <math.h>
#include <string.h>

#include "math/philox.h"
#include "math/whole.h"
#include "turbulence/wavelet_kernel.h"

enum { N = WAFTI_TILE_SIZE, TAPS = 16 };

static const uint32_t tile_stream = 0x7B600000u;

// a[0..15] of Cook & DeRose; a[-1 - m] = a[m].
static const float taps[TAPS] = {0.655340f, 0.033979f, -0.243780f, -0.025936f, 0.103311f, 0.011655f,
    -0.044412f, -0.005040f, 0.019120f, 0.002172f, -0.008233f, -0.000938f, 0.003546f, 0.000410f,
    -0.001528f, 0.000334f};

void wafti_wavelet_down(
    const float* fine, ptrdiff_t stride, int32_t count, bool periodic, float* coarse) {
    const int32_t half = (count + 1) / 2;
    for (int32_t i = 0; i < half; ++i) {
        float sum = 0.0f;
        for (int32_t m = 0; m < TAPS; ++m) {
            const float high = fine[wafti_inside(2 * i + m, count, periodic) * stride];
            const float low = fine[wafti_inside(2 * i - 1 - m, count, periodic) * stride];
            sum += taps[m] * (high + low);
        }
        coarse[i] = sum;
    }
}

void wafti_wavelet_up(
    const float* coarse, int32_t count, bool periodic, float* fine, ptrdiff_t stride) {
    const int32_t half = (count + 1) / 2;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t k = i / 2;
        const float here = coarse[k];
        const float next = coarse[wafti_inside(k + 1, half, periodic)];
        fine[i * stride] = i % 2 == 0 ? 0.75f * here + 0.25f * next : 0.25f * here + 0.75f * next;
    }
}

// One axis of the tile down and up again.
static void soften(float* tile, ptrdiff_t step, ptrdiff_t first, ptrdiff_t second) {
    float coarse[N / 2];
    for (int32_t b = 0; b < N; ++b) {
        for (int32_t a = 0; a < N; ++a) {
            float* line = tile + a * first + b * second;
            wafti_wavelet_down(line, step, N, true, coarse);
            wafti_wavelet_up(coarse, N, true, line, step);
        }
    }
}

void wafti_wavelet_fill_tile(uint64_t seed, float* tile, float* copy) {
    for (int32_t i = 0; i < WAFTI_TILE_CELLS; i += 2) {
        const wafti_random4 random = wafti_random(seed, tile_stream, 0, (uint64_t)i);
        wafti_normal_pair(random.word[0], random.word[1], tile + i);
    }
    memcpy(copy, tile, WAFTI_TILE_CELLS * sizeof(*tile));
    soften(copy, 1, N, (ptrdiff_t)N * N);
    soften(copy, N, 1, (ptrdiff_t)N * N);
    soften(copy, (ptrdiff_t)N * N, 1, N);
    for (int32_t i = 0; i < WAFTI_TILE_CELLS; ++i) {
        tile[i] -= copy[i];
    }
    // Even and odd samples differ in variance; a copy moved by an odd number of cells evens them out.
    memcpy(copy, tile, WAFTI_TILE_CELLS * sizeof(*tile));
    const int32_t shift = N / 2 + 1;
    for (int32_t k = 0; k < N; ++k) {
        for (int32_t j = 0; j < N; ++j) {
            for (int32_t i = 0; i < N; ++i) {
                tile[i + N * (j + N * k)] +=
                    copy[(i + shift) % N + N * ((j + shift) % N + N * ((k + shift) % N))];
            }
        }
    }
}

wafti_wavelet_adder* wafti_wavelet_choose(wafti_isa isa) {
    return WAFTI_COPY(isa, wafti_wavelet_add);
}

void wafti_wavelet_vector(const float* tile, const float point[3], float out_vector[3]) {
    const float whole = 1.0f;
    const wafti_wavelet_points points = {.tile = tile,
        .at = {point, point + 1, point + 2},
        .share = &whole,
        .factor = 1.0f,
        .count = 1};
    out_vector[0] = out_vector[1] = out_vector[2] = 0.0f;
    // Arrays of one number: the only set that reads no further.
    wafti_wavelet_add_scalar(
        &points, (float* const[3]){out_vector, out_vector + 1, out_vector + 2});
}

double wafti_wavelet_rms(const float* tile) {
    double sum = 0.0;
    const int32_t count = 32768;
    for (int32_t i = 0; i < count; ++i) {
        const wafti_random4 random = wafti_random(1, tile_stream, 1, (uint64_t)i);
        float point[3];
        float v[3];
        for (int axis = 0; axis < 3; ++axis) {
            point[axis] = (float)N * wafti_uniform(random.word[axis]);
        }
        wafti_wavelet_vector(tile, point, v);
        sum += (double)(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    return sqrt(sum / count);
}

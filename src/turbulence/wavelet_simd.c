// SPDX-License-Identifier: MIT
// The curl of wavelet noise (Kim, Thuerey, James & Gross 2008) at a vector of points at a time.
#include "turbulence/wavelet_kernel.h"

#include "base/inline.h"
#include "simd/wide.h"
#include "turbulence/wavelet.h"

// Everything is inlined with its numbers as constants, so that vectors stay in registers.

enum { N = WAFTI_TILE_SIZE, ALL_LANES = (1 << WAFTI_LANES) - 1 };

// A quadratic B-spline along an axis: the first of its three samples, and their weights and slopes.
typedef struct spline {
    wafti_wide_uint first;
    wafti_wide weight[3], slope[3];
} spline;

WAFTI_INLINE spline spline_at(wafti_wide p) {
    const wafti_wide one = wafti_wide_set(1.0f);
    const wafti_wide half = wafti_wide_set(0.5f);
    const wafti_wide back = p - half;
    const wafti_wide middle = -wafti_wide_floor(-back);
    const wafti_wide t = middle - back;
    const wafti_wide rest = one - t;
    spline s = {.first = wafti_wide_to_uint(middle - one),
        .weight = {half * t * t, one, half * rest * rest},
        .slope = {-t, t - rest, rest}};
    s.weight[1] = one - s.weight[0] - s.weight[2];
    return s;
}

// What is left of whole numbers in a tile, whose axes are periodic.
WAFTI_INLINE wafti_wide_uint in_tile(wafti_wide_uint v) {
    return v & wafti_wide_set_uint(N - 1);
}

WAFTI_INLINE uint32_t first_of(wafti_wide_uint few) {
    return (uint32_t)wafti_wide_first(wafti_wide_from_uint(few));
}

// Samples of a spline as offsets in the tile, by lane, and those of the first lane.
typedef struct places {
    wafti_wide_uint at[3];
    uint32_t first[3];
} places;

WAFTI_INLINE places places_of(spline s, uint32_t shift, uint32_t stride) {
    places p;
    const uint32_t first = first_of(in_tile(s.first));
    for (uint32_t n = 0; n < 3; ++n) {
        p.at[n] = in_tile(s.first + wafti_wide_set_uint(shift + n)) * wafti_wide_set_uint(stride);
        p.first[n] = ((first + shift + n) & (N - 1)) * stride;
    }
    return p;
}

WAFTI_INLINE bool all_as_first(wafti_wide_uint few) {
    const wafti_wide v = wafti_wide_from_uint(few);
    return wafti_wide_lanes(wafti_wide_equal(v, wafti_wide_set(wafti_wide_first(v)))) == ALL_LANES;
}

// Whether points are a cell apart along x and alike along y and z. Then their samples are too, and a load
// stands for a gather.
WAFTI_INLINE bool in_step(spline x, spline y, spline z) {
    return all_as_first(in_tile(x.first - wafti_wide_to_uint(wafti_wide_iota()))) &&
           all_as_first(in_tile(y.first)) && all_as_first(in_tile(z.first));
}

// Sums over samples: of weights along two axes and slopes along the third.
typedef struct slopes {
    wafti_wide along[3];
} slopes;

// Gradient of one noise, but for component `without`, which nobody asks for.
WAFTI_INLINE slopes gradient(
    const float* tile, const spline s[3], const uint32_t shift[3], int without, bool stepping) {
    const places x = places_of(s[0], shift[0], 1);
    const places y = places_of(s[1], shift[1], N);
    const places z = places_of(s[2], shift[2], (uint32_t)N * N);
    const wafti_wide zero = wafti_wide_set(0.0f);
    slopes sum = {{zero, zero, zero}};
    for (int c = 0; c < 3; ++c) {
        slopes plane = {{zero, zero, zero}};
        for (int b = 0; b < 3; ++b) {
            const wafti_wide_uint row = y.at[b] + z.at[c];
            const float* first = tile + y.first[b] + z.first[c];
            wafti_wide value = zero;
            wafti_wide slope = zero;
            for (int a = 0; a < 3; ++a) {
                const wafti_wide sample = stepping ? wafti_wide_load_any(first + x.first[a])
                                                   : wafti_wide_gather(tile, row + x.at[a]);
                value = wafti_wide_fma(s[0].weight[a], sample, value);
                slope = wafti_wide_fma(s[0].slope[a], sample, slope);
            }
            plane.along[0] = wafti_wide_fma(s[1].weight[b], slope, plane.along[0]);
            plane.along[1] = wafti_wide_fma(s[1].slope[b], value, plane.along[1]);
            plane.along[2] = wafti_wide_fma(s[1].weight[b], value, plane.along[2]);
        }
        for (int axis = 0; axis < 3; ++axis) {
            const wafti_wide by = axis == 2 ? s[2].slope[c] : s[2].weight[c];
            sum.along[axis] =
                axis == without ? zero : wafti_wide_fma(by, plane.along[axis], sum.along[axis]);
        }
    }
    return sum;
}

// Whether no sample of a vector is beyond the end of a row of the tile.
WAFTI_INLINE bool keeps_row(spline x, uint32_t shift) {
    return ((first_of(in_tile(x.first)) + shift) & (N - 1)) + WAFTI_LANES + 2 <= N;
}

WAFTI_INLINE slopes gradient_of(
    const float* tile, const spline s[3], const uint32_t shift[3], int without, bool stepping) {
    return stepping && keeps_row(s[0], shift[0]) ? gradient(tile, s, shift, without, true)
                                                 : gradient(tile, s, shift, without, false);
}

typedef struct vectors {
    wafti_wide x, y, z;
} vectors;

static vectors vectors_at(const float* tile, wafti_wide x, wafti_wide y, wafti_wide z) {
    // Far from one another, so that the three noises have nothing in common.
    static const uint32_t shifts[3][3] = {{0, 0, 0}, {43, 61, 29}, {89, 17, 71}};
    const spline s[3] = {spline_at(x), spline_at(y), spline_at(z)};
    const bool stepping = in_step(s[0], s[1], s[2]);
    const slopes first = gradient_of(tile, s, shifts[0], 2, stepping);
    const slopes second = gradient_of(tile, s, shifts[1], 1, stepping);
    const slopes third = gradient_of(tile, s, shifts[2], 0, stepping);
    return (vectors){first.along[1] - second.along[2], third.along[2] - first.along[0],
        second.along[0] - third.along[1]};
}

WAFTI_INLINE void add(float* to, wafti_wide share, wafti_wide value) {
    wafti_wide_store_any(to, wafti_wide_fma(share, value, wafti_wide_load_any(to)));
}

void WAFTI_KERNEL(wafti_wavelet_add)(const wafti_wavelet_points* points, float* const out[3]) {
    const wafti_wide factor = wafti_wide_set(points->factor);
    for (int32_t i = 0; i < points->count; i += WAFTI_LANES) {
        const vectors v = vectors_at(points->tile, wafti_wide_load_any(points->at[0] + i),
            wafti_wide_load_any(points->at[1] + i), wafti_wide_load_any(points->at[2] + i));
        const wafti_wide share = factor * wafti_wide_load_any(points->share + i);
        add(out[0] + i, share, v.x);
        add(out[1] + i, share, v.y);
        add(out[2] + i, share, v.z);
    }
}

// SPDX-License-Identifier: MIT
// One point a lane; the bits of wafti_bank_sample(). Two neighbours along x lie side by side, so that
// one gather of halves has both.
#include "turbulence/sample.h"

#include <stddef.h>

#include "base/inline.h"
#include "simd/wide.h"
#include "simd/wide_halves.h"

enum { CHUNK = 64 };

// Where points lie along an axis, with faces at whole numbers and with faces half way between.
typedef struct stage {
    float low[CHUNK];   // the lower one of the two next faces; n or no number at all means 0
    float part[CHUNK];  // how far from it to the next
    float down[CHUNK];  // by how much the lower one of the others is less: 0 or 1
    float other[CHUNK]; // how far from that to its next
} stage;

// The two faces next to a point: where their values are, but for other axes.
typedef struct between {
    wafti_wide_uint low, high;
    wafti_wide part;
    wafti_wide_uint wrapped; // the higher one begins the next period
} between;

// For |x| < 2^51; a call where there is no instruction for it.
static inline double floor_of(double x) {
#if defined(WAFTI_WIDE_HAS_ROUND)
    return __builtin_floor(x);
#else
    const double big = 0x1.8p52;
    const double nearest = (x + big) - big;
    return nearest - (nearest > x ? 1.0 : 0.0);
#endif
}

// In double: a float of cells has too few bits left for the part of one.
static inline void find_faces(const wafti_sample_points* points, int axis, uint32_t first,
    uint32_t count, double n, stage* out) {
    const float* place = points->place[axis] + first;
    const double scale = points->scale;
    const double offset = points->offset[axis];
    const double turn = 1.0 / n;
    for (uint32_t i = 0; i < count; ++i) {
        const double at = (double)place[i] * scale + offset;
        const double whole = floor_of(at);
        const double part = at - whole;
        const double down = part < 0.5 ? 1.0 : 0.0;
        out->low[i] = (float)(whole - n * floor_of(whole * turn));
        out->part[i] = (float)part;
        out->down[i] = (float)down;
        out->other[i] = (float)(part + (down - 0.5));
    }
    for (uint32_t i = count; i % WAFTI_LANES != 0; ++i) {
        out->low[i] = out->part[i] = out->down[i] = out->other[i] = 0.0f;
    }
}

// Numbers of faces times n^axis: below 2^24 but for z, and exact in floats.
static inline wafti_wide_uint stride(wafti_wide face, wafti_wide n, int axis) {
    if (axis == 0) {
        return wafti_wide_to_uint(face);
    }
    const wafti_wide_uint rows = wafti_wide_to_uint(face * n);
    return axis == 2 ? rows * wafti_wide_to_uint(n) : rows;
}

static inline between pair_at(wafti_wide low, const float* part, wafti_wide n, int axis) {
    const wafti_wide next = low + wafti_wide_set(1.0f);
    const wafti_wide_uint inside = wafti_wide_less(next, n);
    const wafti_wide high = wafti_wide_select(inside, next, wafti_wide_set(0.0f));
    return (between){
        stride(low, n, axis), stride(high, n, axis), wafti_wide_load_any(part), ~inside};
}

// Every face is looked up, so what is no number must become one.
WAFTI_INLINE void find_pairs(
    const stage* s, uint32_t i, wafti_wide n, int axis, between* out_whole, between* out_half) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide rest = wafti_wide_max(wafti_wide_load_any(s->low + i), zero);
    const wafti_wide low = wafti_wide_select(wafti_wide_less(rest, n), rest, zero);
    const wafti_wide below = low - wafti_wide_load_any(s->down + i);
    const wafti_wide other = wafti_wide_select(wafti_wide_less(below, zero), below + n, below);
    *out_whole = pair_at(low, s->part + i, n, axis);
    *out_half = pair_at(other, s->other + i, n, axis);
}

static inline wafti_wide mix(wafti_wide low, wafti_wide high, wafti_wide part) {
    return low + part * (high - low);
}

// Of rows that begin at `start`, linear along x.
WAFTI_INLINE wafti_wide mix_halves(
    const uint16_t* values, wafti_wide_uint start, const between* x) {
    // At the end of a row the pair before is taken, which is within it.
    const wafti_wide_uint back = x->wrapped & wafti_wide_set_uint(1);
    const wafti_wide_uint pairs = wafti_wide_gather_halves(values, start + (x->low - back));
    wafti_wide low = wafti_wide_low_half(pairs);
    wafti_wide high = wafti_wide_high_half(pairs);
    if (__builtin_expect(wafti_wide_any(x->wrapped), 0)) {
        const wafti_wide begin = wafti_wide_low_half(wafti_wide_gather_halves(values, start));
        low = wafti_wide_select(x->wrapped, high, low);
        high = wafti_wide_select(x->wrapped, begin, high);
    }
    return mix(low, high, x->part);
}

WAFTI_INLINE wafti_wide mix_floats(const float* values, wafti_wide_uint start, const between* x) {
    return mix(wafti_wide_gather(values, start + x->low),
        wafti_wide_gather(values, start + x->high), x->part);
}

// A component at the points of a vector.
WAFTI_INLINE wafti_wide mix_corners(const wafti_sample_field* field, int axis, const between* x,
    const between* y, const between* z) {
    wafti_wide rows[4];
    for (int row = 0; row < 4; ++row) {
        const wafti_wide_uint start =
            ((row & 1) != 0 ? y->high : y->low) + ((row & 2) != 0 ? z->high : z->low);
        rows[row] = field->halves[axis] != NULL ? mix_halves(field->halves[axis], start, x)
                                                : mix_floats(field->floats[axis], start, x);
    }
    return mix(mix(rows[0], rows[1], y->part), mix(rows[2], rows[3], y->part), z->part);
}

extern wafti_sample WAFTI_KERNEL(wafti_sample);
void WAFTI_KERNEL(wafti_sample)(
    const wafti_sample_field* field, const wafti_sample_points* points, float* const out[3]) {
    const wafti_wide n = wafti_wide_set((float)field->n);
    stage stages[3];
    for (uint32_t first = 0; first < points->count; first += CHUNK) {
        const uint32_t left = points->count - first;
        const uint32_t count = left < CHUNK ? left : CHUNK;
        for (int axis = 0; axis < 3; ++axis) {
            find_faces(points, axis, first, count, (double)field->n, &stages[axis]);
        }
        for (uint32_t i = 0; i < count; i += WAFTI_LANES) {
            between whole[3];
            between half[3];
            for (int axis = 0; axis < 3; ++axis) {
                find_pairs(&stages[axis], i, n, axis, &whole[axis], &half[axis]);
            }
            // Faces of a component lie at whole numbers along it, and half way between elsewhere.
            const uint32_t at = first + i;
            wafti_wide_store_any(out[0] + at, mix_corners(field, 0, &whole[0], &half[1], &half[2]));
            wafti_wide_store_any(out[1] + at, mix_corners(field, 1, &half[0], &whole[1], &half[2]));
            wafti_wide_store_any(out[2] + at, mix_corners(field, 2, &half[0], &half[1], &whole[2]));
        }
    }
}

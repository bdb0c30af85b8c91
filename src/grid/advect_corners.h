// SPDX-License-Identifier: MIT
// Trilinear sampling at the ends of traces, a vector of points at a time: loading the corners, and what
// lies between them. For kernel files, see simd/wide.h.
#ifndef WAFTI_GRID_ADVECT_CORNERS_H
#define WAFTI_GRID_ADVECT_CORNERS_H

#include <stddef.h>

#include "base/inline.h"
#include "simd/wide.h"

// What every vector does is inlined with the number of axes as a constant, its vectors are members by
// name, never elements of arrays: so they stay in registers. What few vectors do stays apart.
#define APART static __attribute__((noinline))

enum { ALL_LANES = (1 << WAFTI_LANES) - 1 };

// Displacements in cells.
typedef struct shifts {
    wafti_wide x, y, z;
    wafti_wide_mask cut; // lanes that would leave the box
} shifts;

typedef struct sample {
    wafti_wide value, least, greatest; // the last two: of the corners
    wafti_wide_mask cut;
} sample;

// Constants for the compiler.
typedef struct mode {
    int axes;
    int field_axis; // -1: cells
    bool range;     // whether least and greatest are wanted
    bool midpoint;  // whether traces are those of rk2
} mode;

// The corners around the end of a trace: low and high along x, at low and high y and z.
typedef struct corners {
    wafti_wide q000, q100, q010, q110, q001, q101, q011, q111;
} corners;

// Lanes whose low corner is one cell further than that of the others, by axis. Neighbours move much
// alike, so few vectors need more, and loads and selects take half the time of gathers.
typedef struct further {
    wafti_wide_mask x, y, z;
} further;

// Of rows and planes.
typedef struct strides {
    ptrdiff_t up, back;
} strides;

typedef struct line {
    wafti_wide low, high;
} line;

typedef struct sheet {
    line low, high;
} sheet;

WAFTI_INLINE line load_line(const float* at, wafti_wide_mask far) {
    const wafti_wide middle = wafti_wide_load_any(at + 1);
    return (line){wafti_wide_select(far, middle, wafti_wide_load_any(at)),
        wafti_wide_select(far, wafti_wide_load_any(at + 2), middle)};
}

WAFTI_INLINE line choose_line(wafti_wide_mask far, line a, line b) {
    return (line){wafti_wide_select(far, a.low, b.low), wafti_wide_select(far, a.high, b.high)};
}

WAFTI_INLINE sheet choose_sheet(wafti_wide_mask far, sheet a, sheet b) {
    return (sheet){choose_line(far, a.low, b.low), choose_line(far, a.high, b.high)};
}

WAFTI_INLINE sheet load_sheet(
    const float* at, ptrdiff_t row_stride, wafti_wide_mask far_x, wafti_wide_mask far_y) {
    const line low = load_line(at, far_x);
    const line middle = load_line(at + row_stride, far_x);
    const line high = load_line(at + 2 * row_stride, far_x);
    return (sheet){choose_line(far_y, middle, low), choose_line(far_y, high, middle)};
}

// Corners of lanes that are alike along x.
WAFTI_INLINE line load_alike(const float* at) {
    return (line){wafti_wide_load_any(at), wafti_wide_load_any(at + 1)};
}

WAFTI_INLINE sheet load_alike_sheet(const float* at, ptrdiff_t row_stride) {
    return (sheet){load_alike(at), load_alike(at + row_stride)};
}

WAFTI_INLINE sheet load_tall_sheet(const float* at, ptrdiff_t row_stride, wafti_wide_mask far_y) {
    const line middle = load_alike(at + row_stride);
    return (sheet){choose_line(far_y, middle, load_alike(at)),
        choose_line(far_y, load_alike(at + 2 * row_stride), middle)};
}

WAFTI_INLINE corners corners_of(sheet low, sheet high) {
    return (corners){low.low.low, low.low.high, low.high.low, low.high.high, high.low.low,
        high.low.high, high.high.low, high.high.high};
}

WAFTI_INLINE bool all_or_none(unsigned lanes) {
    return lanes == 0 || lanes == ALL_LANES;
}

// Corners of lanes that are not alike along x or z. Vectors come by value, so that they stay in
// registers.
APART void load_mixed(const float* at, strides by, wafti_wide_mask far_x, wafti_wide_mask far_y,
    wafti_wide_mask far_z, int axes, corners* out) {
    const sheet low = load_sheet(at, by.up, far_x, far_y);
    if (axes == 2) {
        *out = corners_of(low, low);
        return;
    }
    const sheet middle = load_sheet(at + by.back, by.up, far_x, far_y);
    const sheet high = load_sheet(at + 2 * by.back, by.up, far_x, far_y);
    *out = corners_of(choose_sheet(far_z, middle, low), choose_sheet(far_z, high, middle));
}

// `at`: low corner of the nearer lanes, for the first one. Most vectors are alike along all axes, and
// most others along x and z: rising smoke is narrow.
WAFTI_INLINE corners load_corners(const float* at, strides by, further far, int axes) {
    const unsigned far_x = wafti_wide_lanes(far.x);
    const unsigned far_y = wafti_wide_lanes(far.y);
    const unsigned far_z = axes == 3 ? wafti_wide_lanes(far.z) : 0;
    if (all_or_none(far_x) && all_or_none(far_z)) {
        at += (far_x != 0 ? 1 : 0) + (far_z != 0 ? by.back : 0);
        if (all_or_none(far_y)) {
            at += far_y != 0 ? by.up : 0;
            const sheet low = load_alike_sheet(at, by.up);
            return corners_of(low, axes == 3 ? load_alike_sheet(at + by.back, by.up) : low);
        }
        const sheet low = load_tall_sheet(at, by.up, far.y);
        return corners_of(low, axes == 3 ? load_tall_sheet(at + by.back, by.up, far.y) : low);
    }
    corners mixed;
    load_mixed(at, by, far.x, far.y, far.z, axes, &mixed);
    return mixed;
}

// Corners of lanes that are anywhere.
WAFTI_INLINE corners gather_corners(const float* at, strides by, shifts whole, int axes) {
    const ptrdiff_t up = by.up;
    const ptrdiff_t back = by.back;
    wafti_wide_uint low = wafti_wide_to_uint(whole.x + wafti_wide_iota());
    low += wafti_wide_to_uint(whole.y) * wafti_wide_set_uint((uint32_t)up);
    if (axes == 3) {
        low += wafti_wide_to_uint(whole.z) * wafti_wide_set_uint((uint32_t)back);
    }
    const sheet front = {{wafti_wide_gather(at, low), wafti_wide_gather(at + 1, low)},
        {wafti_wide_gather(at + up, low), wafti_wide_gather(at + up + 1, low)}};
    if (axes == 2) {
        return corners_of(front, front);
    }
    at += back;
    return corners_of(
        front, (sheet){{wafti_wide_gather(at, low), wafti_wide_gather(at + 1, low)},
                   {wafti_wide_gather(at + up, low), wafti_wide_gather(at + up + 1, low)}});
}

WAFTI_INLINE wafti_wide lerp(wafti_wide a, wafti_wide b, wafti_wide part) {
    return wafti_wide_fma(part, b - a, a);
}

WAFTI_INLINE wafti_wide least_of(wafti_wide a, wafti_wide b, wafti_wide c, wafti_wide d) {
    return wafti_wide_min(wafti_wide_min(a, b), wafti_wide_min(c, d));
}

WAFTI_INLINE wafti_wide greatest_of(wafti_wide a, wafti_wide b, wafti_wide c, wafti_wide d) {
    return wafti_wide_max(wafti_wide_max(a, b), wafti_wide_max(c, d));
}

WAFTI_INLINE wafti_wide interpolate(corners c, shifts part, int axes) {
    const wafti_wide low = lerp(lerp(c.q000, c.q100, part.x), lerp(c.q010, c.q110, part.x), part.y);
    if (axes == 2) {
        return low;
    }
    const wafti_wide high =
        lerp(lerp(c.q001, c.q101, part.x), lerp(c.q011, c.q111, part.x), part.y);
    return lerp(low, high, part.z);
}

WAFTI_INLINE sample sample_corners(corners c, shifts part, mode m) {
    sample s = {.value = interpolate(c, part, m.axes), .cut = part.cut};
    s.least = s.greatest = s.value;
    if (m.range) {
        s.least = least_of(c.q000, c.q100, c.q010, c.q110);
        s.greatest = greatest_of(c.q000, c.q100, c.q010, c.q110);
        if (m.axes == 3) {
            s.least = wafti_wide_min(s.least, least_of(c.q001, c.q101, c.q011, c.q111));
            s.greatest = wafti_wide_max(s.greatest, greatest_of(c.q001, c.q101, c.q011, c.q111));
        }
    }
    return s;
}

#endif // WAFTI_GRID_ADVECT_CORNERS_H

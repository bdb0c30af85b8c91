// SPDX-License-Identifier: MIT
// Where traces from a row of sample points end, and the field there, a vector of points at a time. For
// kernel files, see simd/wide.h.
#ifndef WAFTI_GRID_ADVECT_TRACE_H
#define WAFTI_GRID_ADVECT_TRACE_H

#include "grid/advect_corners.h"
#include "grid/advect_kernel.h"
#include "math/whole.h"

// Corners lie up to floor(shift) + 1 cells away, and clearance counts the cell itself as 1: with more
// than floor(shift) and this, no closed face matters.
enum { CLEARANCE_MARGIN = 2 };

// A row of sample points and what their traces need.
typedef struct row {
    const struct row* home; // the original of a copy
    const wafti_advect_job* job;
    const float* field; // that is sampled; here and below at the row's first point
    float cells;        // with the sign of the trace
    int axis;           // of the field
    int32_t j, k;
    int32_t count;
    ptrdiff_t stride[3];
    const float* carrier[3];
    float low[3], high[3]; // shifts that stay where no care is needed; along x those of point 0
    int32_t inside_from[3], inside_to[3]; // the same for whole steps
    int32_t half_from, half_to;           // points from which half a step is not cut, either way
    // NULL: no solids. And that of the row before along the field's axis; along x the row itself.
    const uint8_t *clearance, *clearance_below;
    float free_reach;    // traces shorter than this meet no solid, from any point of the row
    float far_clearance; // the most that the domain tells
    bool midpoint, periodic;
    struct waiting* waiting; // points near solids of this row and those before
} row;

// Points of any rows of a plane.
typedef struct points {
    wafti_wide x, y;    // indices
    wafti_wide_uint at; // from the first point of a row that comes with them
} points;

WAFTI_INLINE strides strides_of(const row* r) {
    return (strides){r->stride[1], r->stride[2]};
}

WAFTI_INLINE wafti_wide wide_index(int32_t i) {
    return wafti_wide_set((float)i) + wafti_wide_iota();
}

WAFTI_INLINE wafti_wide_mask valid_lanes(const row* r, int32_t i) {
    return wafti_wide_less(wide_index(i), wafti_wide_set((float)r->count));
}

WAFTI_INLINE bool is_tail(const row* r, int32_t i) {
    return i + WAFTI_LANES > r->count;
}

WAFTI_INLINE wafti_wide spread_first(wafti_wide v) {
    return wafti_wide_set(wafti_wide_first(v));
}

// Scaled, in steps of 2^-24 or more: what is then left of a whole number of cells is exact, and the same
// from any window. Not fused, so that all instruction sets find the same.
WAFTI_INLINE wafti_wide shift_of(wafti_wide velocity, float cells) {
    const wafti_wide one = wafti_wide_set(1.0f);
    return (velocity * wafti_wide_set(cells) + one) - one;
}

// Displacement along `axis` by the carrying velocity at points i: mean of the nearest faces.
WAFTI_INLINE wafti_wide first_shift(const row* r, int32_t i, int field_axis, int axis) {
    const float* u = r->carrier[axis] + i;
    if (field_axis == axis) {
        return shift_of(wafti_wide_load(u), r->cells);
    }
    const ptrdiff_t along = r->stride[axis];
    const wafti_wide here = wafti_wide_load(u) + wafti_wide_load_any(u + along);
    if (field_axis < 0) {
        return shift_of(here, 0.5f * r->cells);
    }
    const float* below = u - r->stride[field_axis];
    const wafti_wide there = wafti_wide_load_any(below) + wafti_wide_load_any(below + along);
    return shift_of(here + there, 0.25f * r->cells);
}

WAFTI_INLINE wafti_wide_mask between(wafti_wide low, wafti_wide v, wafti_wide high) {
    return wafti_wide_less_equal(low, v) & wafti_wide_less_equal(v, high);
}

// Lanes whose traces end where they need no care; not those of NaN.
WAFTI_INLINE wafti_wide_mask inside_lanes(const row* r, int32_t i, shifts s, int axes) {
    const wafti_wide lane = wafti_wide_iota();
    const float first = (float)i;
    wafti_wide_mask ok = between(
        wafti_wide_set(r->low[0] - first) - lane, s.x, wafti_wide_set(r->high[0] - first) - lane);
    ok &= between(wafti_wide_set(r->low[1]), s.y, wafti_wide_set(r->high[1]));
    if (axes == 3) {
        ok &= between(wafti_wide_set(r->low[2]), s.z, wafti_wide_set(r->high[2]));
    }
    return ok;
}

static wafti_wide limit_along(const wafti_advect_job* job, int axis, wafti_wide index,
    wafti_wide shift, wafti_wide_mask* cut) {
    const wafti_wide_mask ok = between(wafti_wide_set(job->trust_low[axis]) - index, shift,
        wafti_wide_set(job->trust_high[axis]) - index);
    *cut |= job->periodic[axis] ? wafti_wide_none() : ~ok;
    // NaN becomes the low end.
    const wafti_wide raised = wafti_wide_max(shift, wafti_wide_set(job->low[axis]) - index);
    return wafti_wide_min(raised, wafti_wide_set(job->high[axis]) - index);
}

// Cuts traces from points at the sides.
WAFTI_INLINE shifts limit_from(const row* r, wafti_wide index_x, wafti_wide index_y, wafti_wide x,
    wafti_wide y, wafti_wide z) {
    shifts s = {.z = z, .cut = wafti_wide_none()};
    s.x = limit_along(r->job, 0, index_x, x, &s.cut);
    s.y = limit_along(r->job, 1, index_y, y, &s.cut);
    if (r->job->domain->grid.axes == 3) {
        s.z = limit_along(r->job, 2, wafti_wide_set((float)r->k), z, &s.cut);
    }
    return s;
}

// The same from points i of the row.
APART shifts limit(const row* r, int32_t i, wafti_wide x, wafti_wide y, wafti_wide z) {
    return limit_from(r, wide_index(i), wafti_wide_set((float)r->j), x, y, z);
}

static wafti_wide wrap_along(
    const wafti_advect_job* job, int axis, wafti_wide index, wafti_wide whole) {
    const wafti_wide n = wafti_wide_set((float)job->domain->grid.n[axis]);
    const wafti_wide end = index + whole;
    const wafti_wide_mask out = ~between(wafti_wide_set(-(float)WAFTI_MAC_HALO), end, n);
    if (!job->periodic[axis] || !wafti_wide_any(out)) {
        return whole;
    }
    return end - n * wafti_wide_floor(end / n) - index;
}

// Brings whole steps back into the box and its halo along periodic axes.
APART shifts wrap(const row* r, int32_t i, wafti_wide x, wafti_wide y, wafti_wide z) {
    shifts s = {.z = z, .cut = wafti_wide_none()};
    s.x = wrap_along(r->job, 0, wide_index(i), x);
    s.y = wrap_along(r->job, 1, wafti_wide_set((float)r->j), y);
    if (r->job->domain->grid.axes == 3) {
        s.z = wrap_along(r->job, 2, wafti_wide_set((float)r->k), z);
    }
    return s;
}

// Whole steps that vectors of a row are tried with: displacements from these to less than two more.
// They come from the vector before, so that loads need not wait for traces.
typedef struct window {
    float x, y, z;
    ptrdiff_t offset; // of the steps, in the field
    int32_t from, to; // points that surely end inside
} window;

WAFTI_INLINE window window_of(const row* r, float x, float y, float z) {
    const int32_t step[3] = {(int32_t)x, (int32_t)y, (int32_t)z};
    window w = {x, y, z, .from = r->inside_from[0] - step[0]};
    w.offset = step[0] + step[1] * r->stride[1] + step[2] * r->stride[2];
    const bool inside = r->inside_from[1] <= step[1] && step[1] + 2 <= r->inside_to[1] &&
                        r->inside_from[2] <= step[2] && step[2] + 2 <= r->inside_to[2];
    const int32_t to = r->inside_to[0] - step[0] - 1;
    w.to = inside ? wafti_lesser(to, r->count) : w.from;
    return w;
}

// Moves a step of a window so that it holds what a vector takes, if one can.
WAFTI_INLINE float moved_step(float step, wafti_wide whole) {
    const float least = wafti_wide_least(whole);
    const float greatest = wafti_wide_greatest(whole);
    const float raised = greatest > step + 1.0f ? greatest - 1.0f : step;
    return least < raised ? least : raised;
}

WAFTI_INLINE wafti_wide_mask in_window(float step, wafti_wide shift) {
    return wafti_wide_less_equal(wafti_wide_set(step), shift) &
           wafti_wide_less(shift, wafti_wide_set(step + 2.0f));
}

WAFTI_INLINE wafti_wide_mask is_further(float step, wafti_wide shift) {
    return wafti_wide_less_equal(wafti_wide_set(step + 1.0f), shift);
}

// Displacements from the middle of a window, less than 1 in it. Never -0, which is not further.
WAFTI_INLINE shifts from_middle(const window* w, shifts s, int axes) {
    s.x = s.x + wafti_wide_set(-1.0f - w->x);
    s.y = s.y + wafti_wide_set(-1.0f - w->y);
    if (axes == 3) {
        s.z = s.z + wafti_wide_set(-1.0f - w->z);
    }
    return s;
}

// Not 1 itself, whose low corner is that of the next window: what is least and greatest around a point must
// not hang on the window it is found in.
WAFTI_INLINE wafti_wide_mask below_one(wafti_wide from) {
    return between(wafti_wide_set(-1.0f), from, wafti_wide_set(0x1.fffffep-1f));
}

WAFTI_INLINE wafti_wide part_of(wafti_wide_mask far, wafti_wide from) {
    return from + wafti_wide_where(~far, wafti_wide_set(1.0f));
}

// The field at the ends of traces that are in the window; `at` is that of the first point.
WAFTI_INLINE sample sample_window(
    const float* at, const row* r, const window* w, shifts from, mode m) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    further far = {
        wafti_wide_less_equal(zero, from.x), wafti_wide_less_equal(zero, from.y), from.cut};
    shifts part = {part_of(far.x, from.x), part_of(far.y, from.y), from.z, from.cut};
    if (m.axes == 3) {
        far.z = wafti_wide_less_equal(zero, from.z);
        part.z = part_of(far.z, from.z);
    }
    return sample_corners(load_corners(at + w->offset, strides_of(r), far, m.axes), part, m);
}

// A field, given at the first point, at the ends of any traces; moves the window there.
WAFTI_INLINE sample sample_ends(
    const row* r, const float* field, int32_t i, shifts s, window* w, bool outside, int axes) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const bool deep = axes == 3;
    shifts whole = {
        wafti_wide_floor(s.x), wafti_wide_floor(s.y), deep ? wafti_wide_floor(s.z) : zero, s.cut};
    const shifts part = {s.x - whole.x, s.y - whole.y, s.z - whole.z, s.cut};
    if (outside) {
        whole = wrap(r, i, whole.x, whole.y, whole.z);
    }
    *w = window_of(r, moved_step(w->x, whole.x), moved_step(w->y, whole.y),
        deep ? moved_step(w->z, whole.z) : 0.0f);
    wafti_wide_mask ok = in_window(w->x, whole.x) & in_window(w->y, whole.y);
    ok &= in_window(w->z, whole.z);
    const mode m = {axes, -1, true, false};
    if (wafti_wide_lanes(ok) != ALL_LANES) {
        return sample_corners(gather_corners(field + i, strides_of(r), whole, axes), part, m);
    }
    const further far = {
        is_further(w->x, whole.x), is_further(w->y, whole.y), is_further(w->z, whole.z)};
    return sample_corners(load_corners(field + i + w->offset, strides_of(r), far, axes), part, m);
}

// Lanes beyond the row do as the first, so that they do not part from the others.
WAFTI_INLINE shifts tame_tail(const row* r, int32_t i, shifts s) {
    if (is_tail(r, i)) {
        const wafti_wide_mask valid = valid_lanes(r, i);
        s.x = wafti_wide_select(valid, s.x, spread_first(s.x));
        s.y = wafti_wide_select(valid, s.y, spread_first(s.y));
        s.z = wafti_wide_select(valid, s.z, spread_first(s.z));
    }
    return s;
}

#endif // WAFTI_GRID_ADVECT_TRACE_H

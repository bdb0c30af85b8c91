// SPDX-License-Identifier: MIT
// Second half of rk2: the displacement by the velocity half-way along a trace, a vector of points at a time.
// A component of the carrier is found between the eight samples around, along x, then y, then z. All ways
// below do the same to a lane, so that what it finds does not depend on its neighbours. For kernel files, see
// simd/wide.h.
#ifndef WAFTI_GRID_ADVECT_MIDDLE_H
#define WAFTI_GRID_ADVECT_MIDDLE_H

#include "grid/advect_trace.h"

// Where the lanes of a vector are along an axis of a component: past a sample that they have in common, or
// past the one after it.
typedef struct stretch {
    wafti_wide part;     // past the lane's own
    wafti_wide_mask far; // lanes past the one after
    int32_t step;        // to the sample in common
    bool mixed;          // whether there are such lanes; best a constant
} stretch;

WAFTI_INLINE wafti_wide past_sample(stretch s, wafti_wide v0, wafti_wide v1, wafti_wide v2) {
    if (!s.mixed) {
        return lerp(v0, v1, s.part);
    }
    return lerp(wafti_wide_select(s.far, v1, v0), wafti_wide_select(s.far, v2, v1), s.part);
}

WAFTI_INLINE wafti_wide past_line(const float* at, stretch x) {
    const wafti_wide v1 = wafti_wide_load_any(at + 1);
    return past_sample(x, wafti_wide_load_any(at), v1, x.mixed ? wafti_wide_load_any(at + 2) : v1);
}

WAFTI_INLINE wafti_wide past_sheet(const float* at, ptrdiff_t up, stretch x, stretch y) {
    const wafti_wide v1 = past_line(at + up, x);
    return past_sample(y, past_line(at, x), v1, y.mixed ? past_line(at + 2 * up, x) : v1);
}

WAFTI_INLINE wafti_wide past_block(const float* at, strides by, stretch x, stretch y, stretch z) {
    const wafti_wide v1 = past_sheet(at + by.back, by.up, x, y);
    return past_sample(z, past_sheet(at, by.up, x, y), v1,
        z.mixed ? past_sheet(at + 2 * by.back, by.up, x, y) : v1);
}

// A component of the carrier from points i, as a shift.
WAFTI_INLINE wafti_wide shift_past(
    const row* r, const float* component, stretch x, stretch y, stretch z, int axes) {
    const float* at = component + x.step + y.step * r->stride[1];
    if (axes == 2) {
        return shift_of(past_sheet(at, r->stride[1], x, y), r->cells);
    }
    return shift_of(past_block(at + z.step * r->stride[2], strides_of(r), x, y, z), r->cells);
}

// Along an axis a component lies at the same place of a cell as the field, or half a cell beside.
WAFTI_INLINE bool is_even(int field_axis, int component, int axis) {
    return (field_axis == axis) == (component == axis);
}

WAFTI_INLINE wafti_wide from_beside(wafti_wide shift, int field_axis, int axis) {
    return shift + wafti_wide_set(field_axis == axis ? -0.5f : 0.5f);
}

// ---- traces whose middle is at most half a step away, the common case: all but vectors are constants

WAFTI_INLINE stretch near_stretch(wafti_wide shift, int field_axis, int component, int axis) {
    const wafti_wide one = wafti_wide_set(1.0f);
    if (is_even(field_axis, component, axis)) {
        const wafti_wide_mask far = wafti_wide_less_equal(wafti_wide_set(0.0f), shift);
        return (stretch){shift + wafti_wide_where(~far, one), far, -1, true};
    }
    const wafti_wide from = from_beside(shift, field_axis, axis);
    if (field_axis == axis) {
        return (stretch){from + one, wafti_wide_none(), -1, false};
    }
    return (stretch){from, wafti_wide_none(), 0, false};
}

WAFTI_INLINE wafti_wide near_shift(const row* r, int32_t i, shifts middle, mode m, int component) {
    return shift_past(r, r->carrier[component] + i,
        near_stretch(middle.x, m.field_axis, component, 0),
        near_stretch(middle.y, m.field_axis, component, 1),
        near_stretch(middle.z, m.field_axis, component, 2), m.axes);
}

WAFTI_INLINE shifts near_shifts(const row* r, int32_t i, shifts middle, mode m) {
    return (shifts){near_shift(r, i, middle, m, 0), near_shift(r, i, middle, m, 1),
        m.axes == 3 ? near_shift(r, i, middle, m, 2) : middle.z, wafti_wide_none()};
}

// From half a step back to just below half a step on, so that no part comes to 1 by rounding.
WAFTI_INLINE wafti_wide_mask within_half(wafti_wide shift) {
    return between(wafti_wide_set(-0.5f), shift, wafti_wide_set(0x1.fffffcp-2f));
}

WAFTI_INLINE wafti_wide_mask uncut_along(
    const wafti_advect_job* job, int axis, wafti_wide index, wafti_wide shift) {
    return between(
        wafti_wide_set(job->low[axis]) - index, shift, wafti_wide_set(job->high[axis]) - index);
}

// Lanes that limit() leaves as they are: further out than inside_lanes(), as halos hold what a middle needs.
WAFTI_INLINE wafti_wide_mask uncut_lanes(const row* r, int32_t i, shifts s, int axes) {
    const wafti_advect_job* job = r->job;
    wafti_wide_mask ok = uncut_along(job, 0, wide_index(i), s.x);
    ok &= uncut_along(job, 1, wafti_wide_set((float)r->j), s.y);
    if (axes == 3) {
        ok &= uncut_along(job, 2, wafti_wide_set((float)r->k), s.z);
    }
    return ok;
}

WAFTI_INLINE bool is_near(const row* r, int32_t i, shifts middle, int axes) {
    wafti_wide_mask near = within_half(middle.x) & within_half(middle.y);
    near = axes == 3 ? near & within_half(middle.z) : near;
    if (i < r->half_from || i + WAFTI_LANES > r->half_to) {
        near = (near & uncut_lanes(r, i, middle, axes)) | ~valid_lanes(r, i);
    }
    return wafti_wide_lanes(near) == ALL_LANES;
}

// ---- any traces

// First half of rk2: the middle of the way.
static shifts half_way(const row* r, int32_t i, wafti_wide x, wafti_wide y, wafti_wide z) {
    const wafti_wide half = wafti_wide_set(0.5f);
    shifts s = {x * half, y * half, z * half, wafti_wide_none()};
    const int axes = r->job->domain->grid.axes == 3 ? 3 : 2;
    const wafti_wide_mask uncut = uncut_lanes(r, i, s, axes) | ~valid_lanes(r, i);
    if (wafti_wide_lanes(uncut) != ALL_LANES) {
        s = limit(r, i, s.x, s.y, s.z);
    }
    return tame_tail(r, i, s);
}

// A stretch, or none: then lanes are too far apart, or perhaps beyond the halo of a periodic axis, which holds
// a step either way.
WAFTI_INLINE bool find_stretch(const row* r, wafti_wide from, stretch* out) {
    const wafti_wide whole = wafti_wide_floor(from);
    const float first = wafti_wide_first(whole);
    const bool before = wafti_wide_any(wafti_wide_less(whole, wafti_wide_set(first)));
    const float least = before ? first - 1.0f : first;
    const wafti_wide_mask far = wafti_wide_less(wafti_wide_set(least), whole);
    const wafti_wide_mask held =
        between(wafti_wide_set(least), whole, wafti_wide_set(least + 1.0f));
    *out = (stretch){from - whole, far, (int32_t)least, wafti_wide_any(far)};
    const bool close = out->step >= -1 && out->step + out->mixed <= 0;
    return wafti_wide_lanes(held) == ALL_LANES && (close || !r->periodic);
}

// For a constant.
WAFTI_INLINE stretch with_mixed(stretch s, bool mixed) {
    s.mixed = mixed;
    return s;
}

// Smoke rises: middles that are at most half a step away but for y.
WAFTI_INLINE wafti_wide tall_shift(
    const row* r, int32_t i, shifts middle, stretch y, int field_axis, int component) {
    const float* at = r->carrier[component] + i;
    const stretch x = near_stretch(middle.x, field_axis, component, 0);
    const stretch z = near_stretch(middle.z, field_axis, component, 2);
    return y.mixed ? shift_past(r, at, x, with_mixed(y, true), z, 3)
                   : shift_past(r, at, x, with_mixed(y, false), z, 3);
}

WAFTI_INLINE shifts tall_shifts(
    const row* r, int32_t i, shifts middle, stretch even, stretch beside, int field_axis) {
    return (shifts){
        tall_shift(r, i, middle, is_even(field_axis, 0, 1) ? even : beside, field_axis, 0),
        tall_shift(r, i, middle, is_even(field_axis, 1, 1) ? even : beside, field_axis, 1),
        tall_shift(r, i, middle, is_even(field_axis, 2, 1) ? even : beside, field_axis, 2),
        wafti_wide_none()};
}

WAFTI_INLINE shifts tall_shifts_of(
    const row* r, int32_t i, shifts middle, stretch even, stretch beside) {
    switch (r->axis) {
    case 0:
        return tall_shifts(r, i, middle, even, beside, 0);
    case 1:
        return tall_shifts(r, i, middle, even, beside, 1);
    case 2:
        return tall_shifts(r, i, middle, even, beside, 2);
    default:
        return tall_shifts(r, i, middle, even, beside, -1);
    }
}

WAFTI_INLINE wafti_wide from_component(const row* r, wafti_wide shift, int component, int axis) {
    return is_even(r->axis, component, axis) ? shift : from_beside(shift, r->axis, axis);
}

// Lanes of a component that are anywhere.
WAFTI_INLINE wafti_wide far_shift(const row* r, int32_t i, shifts from, int component, int axes) {
    // From a step back on: on the last face a window from there on would end beyond the halo.
    window w = {.x = -1.0f, .y = -1.0f, .z = axes == 3 ? -1.0f : 0.0f};
    const sample s = sample_ends(r, r->carrier[component], i, from, &w, r->periodic, axes);
    return shift_of(s.value, r->cells);
}

WAFTI_INLINE wafti_wide any_shift(
    const row* r, int32_t i, const shifts* middle, int component, int axes) {
    const shifts from = {from_component(r, middle->x, component, 0),
        from_component(r, middle->y, component, 1), from_component(r, middle->z, component, 2),
        wafti_wide_none()};
    stretch x;
    stretch y;
    stretch z = {.part = middle->z};
    if (!find_stretch(r, from.x, &x) || !find_stretch(r, from.y, &y) ||
        (axes == 3 && !find_stretch(r, from.z, &z))) {
        return far_shift(r, i, from, component, axes);
    }
    // What no lane asks for may lie beyond the halo, so that what is mixed is no constant here.
    return shift_past(r, r->carrier[component] + i, x, y, z, axes);
}

APART wafti_wide any_shift_along(const row* r, int32_t i, const shifts* middle, int component) {
    return r->job->domain->grid.axes == 3 ? any_shift(r, i, middle, component, 3)
                                          : any_shift(r, i, middle, component, 2);
}

// Displacement by the velocity half-way.
APART shifts trace_middle(const row* r, int32_t i, wafti_wide x, wafti_wide y, wafti_wide z) {
    const shifts middle = half_way(r, i, x, y, z);
    const bool deep = r->job->domain->grid.axes == 3;
    const wafti_wide_mask narrow = within_half(middle.x) & within_half(middle.z);
    stretch even;
    stretch beside;
    if (deep && wafti_wide_lanes(narrow) == ALL_LANES && find_stretch(r, middle.y, &even) &&
        find_stretch(r, from_beside(middle.y, r->axis, 1), &beside)) {
        return tame_tail(r, i, tall_shifts_of(r, i, middle, even, beside));
    }
    return tame_tail(r, i,
        (shifts){any_shift_along(r, i, &middle, 0), any_shift_along(r, i, &middle, 1),
            deep ? any_shift_along(r, i, &middle, 2) : z, wafti_wide_none()});
}

// The same, with what is common in line.
WAFTI_INLINE shifts trace_near_middle(const row* r, int32_t i, shifts first, mode m) {
    const wafti_wide half = wafti_wide_set(0.5f);
    const shifts middle = {first.x * half, first.y * half, first.z * half, first.cut};
    if (!is_near(r, i, middle, m.axes)) {
        return trace_middle(r->home, i, first.x, first.y, first.z);
    }
    return tame_tail(r, i, near_shifts(r, i, middle, m));
}

#endif // WAFTI_GRID_ADVECT_MIDDLE_H

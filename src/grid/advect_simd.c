// SPDX-License-Identifier: MIT
// The two passes of MacCormack (Selle et al. 2008), a vector of sample points at a time. Points near
// solids go to grid/careful.h one by one.
#include "grid/advect_kernel.h"

#include "grid/advect_corners.h"
#include "grid/careful.h"

#include <math.h>

// Corners lie up to floor(shift) + 1 cells away, and clearance counts the cell itself as 1: with more
// than floor(shift) and this, no closed face matters.
enum { CLEARANCE_MARGIN = 2 };

// Rows whose distance to solids is known to be this need not be looked at: few traces go further.
enum { ENOUGH_CLEARANCE = 6 };

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
    // NULL: no solids. And that of the row before along the field's axis; along x the row itself.
    const uint8_t *clearance, *clearance_below;
    int32_t least_clearance; // of the two rows
    float far_clearance;     // the most that the domain tells
    bool midpoint, periodic;
} row;

INLINE strides strides_of(const row* r) {
    return (strides){r->stride[1], r->stride[2]};
}

INLINE wafti_wide wide_index(int32_t i) {
    return wafti_wide_set((float)i) + wafti_wide_iota();
}

INLINE wafti_wide_uint valid_lanes(const row* r, int32_t i) {
    return wafti_wide_less(wide_index(i), wafti_wide_set((float)r->count));
}

INLINE bool is_tail(const row* r, int32_t i) {
    return i + WAFTI_LANES > r->count;
}

INLINE wafti_wide spread_first(wafti_wide v) {
    return wafti_wide_set(wafti_wide_first(v));
}

// Scaled, in steps of 2^-24 or more: what is then left of a whole number of cells is exact, and the same
// from any window. Not fused, so that all instruction sets find the same.
INLINE wafti_wide shift_of(wafti_wide velocity, float cells) {
    const wafti_wide one = wafti_wide_set(1.0f);
    return (velocity * wafti_wide_set(cells) + one) - one;
}

// Displacement along `axis` by the carrying velocity at points i: mean of the nearest faces.
INLINE wafti_wide first_shift(const row* r, int32_t i, int field_axis, int axis) {
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

INLINE wafti_wide_uint between(wafti_wide low, wafti_wide v, wafti_wide high) {
    return wafti_wide_less_equal(low, v) & wafti_wide_less_equal(v, high);
}

// Lanes whose traces end where they need no care; not those of NaN.
INLINE wafti_wide_uint inside_lanes(const row* r, int32_t i, shifts s, int axes) {
    const wafti_wide lane = wafti_wide_iota();
    const float first = (float)i;
    wafti_wide_uint ok = between(
        wafti_wide_set(r->low[0] - first) - lane, s.x, wafti_wide_set(r->high[0] - first) - lane);
    ok &= between(wafti_wide_set(r->low[1]), s.y, wafti_wide_set(r->high[1]));
    if (axes == 3) {
        ok &= between(wafti_wide_set(r->low[2]), s.z, wafti_wide_set(r->high[2]));
    }
    return ok;
}

static wafti_wide limit_along(const wafti_advect_job* job, int axis, wafti_wide index,
    wafti_wide shift, wafti_wide_uint* cut) {
    const wafti_wide_uint ok = between(wafti_wide_set(job->trust_low[axis]) - index, shift,
        wafti_wide_set(job->trust_high[axis]) - index);
    *cut |= job->periodic[axis] ? wafti_wide_set_uint(0u) : ~ok;
    // NaN becomes the low end.
    const wafti_wide raised = wafti_wide_max(shift, wafti_wide_set(job->low[axis]) - index);
    return wafti_wide_min(raised, wafti_wide_set(job->high[axis]) - index);
}

// Cuts traces at the sides.
APART shifts limit(const row* r, int32_t i, wafti_wide x, wafti_wide y, wafti_wide z) {
    shifts s = {.z = z, .cut = wafti_wide_set_uint(0u)};
    s.x = limit_along(r->job, 0, wide_index(i), x, &s.cut);
    s.y = limit_along(r->job, 1, wafti_wide_set((float)r->j), y, &s.cut);
    if (r->job->domain->grid.axes == 3) {
        s.z = limit_along(r->job, 2, wafti_wide_set((float)r->k), z, &s.cut);
    }
    return s;
}

static wafti_wide wrap_along(
    const wafti_advect_job* job, int axis, wafti_wide index, wafti_wide whole) {
    const wafti_wide n = wafti_wide_set((float)job->domain->grid.n[axis]);
    const wafti_wide end = index + whole;
    const wafti_wide_uint out = ~between(wafti_wide_set(-(float)WAFTI_MAC_HALO), end, n);
    if (!job->periodic[axis] || !wafti_wide_any(out)) {
        return whole;
    }
    return end - n * wafti_wide_floor(end / n) - index;
}

// Brings whole steps back into the box and its halo along periodic axes.
APART shifts wrap(const row* r, int32_t i, wafti_wide x, wafti_wide y, wafti_wide z) {
    shifts s = {.z = z, .cut = wafti_wide_set_uint(0u)};
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
    bool solids;      // whether some of the row's points may be near one
} window;

INLINE int32_t larger(int32_t a, int32_t b) {
    return a > b ? a : b;
}

INLINE int32_t smaller(int32_t a, int32_t b) {
    return a < b ? a : b;
}

// Most whole steps, either way, of what is in a window from `step` on.
INLINE int32_t most_steps(int32_t step) {
    return larger(-step, step + 1);
}

INLINE window window_of(const row* r, float x, float y, float z) {
    const int32_t step[3] = {(int32_t)x, (int32_t)y, (int32_t)z};
    window w = {x, y, z, .from = r->inside_from[0] - step[0]};
    w.offset = step[0] + step[1] * r->stride[1] + step[2] * r->stride[2];
    const bool inside = r->inside_from[1] <= step[1] && step[1] + 2 <= r->inside_to[1] &&
                        r->inside_from[2] <= step[2] && step[2] + 2 <= r->inside_to[2];
    const int32_t to = r->inside_to[0] - step[0] - 1;
    w.to = inside ? smaller(to, r->count) : w.from;
    w.solids = r->least_clearance <=
               CLEARANCE_MARGIN +
                   larger(most_steps(step[0]), larger(most_steps(step[1]), most_steps(step[2])));
    return w;
}

// Moves a step of a window so that it holds what a vector takes, if one can.
INLINE float moved_step(float step, wafti_wide whole) {
    const float least = wafti_wide_least(whole);
    const float greatest = wafti_wide_greatest(whole);
    const float raised = greatest > step + 1.0f ? greatest - 1.0f : step;
    return least < raised ? least : raised;
}

INLINE wafti_wide_uint in_window(float step, wafti_wide shift) {
    return wafti_wide_less_equal(wafti_wide_set(step), shift) &
           wafti_wide_less(shift, wafti_wide_set(step + 2.0f));
}

INLINE wafti_wide_uint is_further(float step, wafti_wide shift) {
    return wafti_wide_less_equal(wafti_wide_set(step + 1.0f), shift);
}

// Displacements from the middle of a window, not more than 1 in it. Never -0, which is not further.
INLINE shifts from_middle(const window* w, shifts s, int axes) {
    s.x = s.x + wafti_wide_set(-1.0f - w->x);
    s.y = s.y + wafti_wide_set(-1.0f - w->y);
    if (axes == 3) {
        s.z = s.z + wafti_wide_set(-1.0f - w->z);
    }
    return s;
}

INLINE wafti_wide_uint within_one(wafti_wide from) {
    return wafti_wide_less_equal(wafti_wide_abs(from), wafti_wide_set(1.0f));
}

INLINE wafti_wide part_of(wafti_wide_uint far, wafti_wide from) {
    return from + wafti_wide_from_bits(~far & wafti_wide_bits(wafti_wide_set(1.0f)));
}

// The field at the ends of traces that are in the window; `at` is that of the first point.
INLINE sample sample_window(const float* at, const row* r, const window* w, shifts from, mode m) {
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
INLINE sample sample_ends(
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
    wafti_wide_uint ok = in_window(w->x, whole.x) & in_window(w->y, whole.y);
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
INLINE shifts tame_tail(const row* r, int32_t i, shifts s) {
    if (is_tail(r, i)) {
        const wafti_wide_uint valid = valid_lanes(r, i);
        s.x = wafti_wide_select(valid, s.x, spread_first(s.x));
        s.y = wafti_wide_select(valid, s.y, spread_first(s.y));
        s.z = wafti_wide_select(valid, s.z, spread_first(s.z));
    }
    return s;
}

// Points of the field and of a component of the carrier need not lie at the same place of a cell.
INLINE shifts from_component(const row* r, shifts s, int axis) {
    s.x = s.x + wafti_wide_set(wafti_advect_place(r->axis, 0) - wafti_advect_place(axis, 0));
    s.y = s.y + wafti_wide_set(wafti_advect_place(r->axis, 1) - wafti_advect_place(axis, 1));
    s.z = s.z + wafti_wide_set(wafti_advect_place(r->axis, 2) - wafti_advect_place(axis, 2));
    return s;
}

// Between a value and those a step before and after it, for a shift of at most one step. In differences,
// so that what is constant stays so to the bit.
INLINE wafti_wide bend(wafti_wide before, wafti_wide here, wafti_wide after, shifts part) {
    return wafti_wide_fma(part.x, after - here, wafti_wide_fma(part.y, before - here, here));
}

// Shares of the value after and before, as x and y.
INLINE shifts shares_of(wafti_wide shift) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    return (shifts){.x = wafti_wide_max(shift, zero), .y = wafti_wide_max(zero - shift, zero)};
}

INLINE wafti_wide bend_line(const float* at, shifts x) {
    return bend(
        wafti_wide_load_any(at - 1), wafti_wide_load_any(at), wafti_wide_load_any(at + 1), x);
}

INLINE wafti_wide bend_sheet(const float* at, ptrdiff_t up, shifts x, shifts y) {
    return bend(bend_line(at - up, x), bend_line(at, x), bend_line(at + up, x), y);
}

// A field less than a step away, along each axis: no corners to be chosen, no gathers.
INLINE wafti_wide sample_around(const float* at, strides by, shifts s, bool deep) {
    const shifts x = shares_of(s.x);
    const shifts y = shares_of(s.y);
    const wafti_wide middle = bend_sheet(at, by.up, x, y);
    if (!deep) {
        return middle;
    }
    return bend(bend_sheet(at - by.back, by.up, x, y), middle,
        bend_sheet(at + by.back, by.up, x, y), shares_of(s.z));
}

// The same for lanes that are anywhere.
APART wafti_wide sample_far(
    const row* r, int32_t i, int axis, wafti_wide x, wafti_wide y, wafti_wide z) {
    const shifts from = {x, y, z, wafti_wide_set_uint(0u)};
    const bool deep = r->job->domain->grid.axes == 3;
    // From a step back on: on the last face a window from there on would end beyond the halo.
    window w = {.x = -1.0f, .y = -1.0f, .z = deep ? -1.0f : 0.0f};
    const float* u = r->carrier[axis];
    return deep ? sample_ends(r, u, i, from, &w, r->periodic, 3).value
                : sample_ends(r, u, i, from, &w, r->periodic, 2).value;
}

// A component of the carrying velocity at the ends of shifts from points i, as a shift. How a lane is
// sampled depends on its own shift alone, never on its neighbours.
INLINE wafti_wide shift_by(const row* r, int32_t i, shifts s, int axis) {
    const shifts from = from_component(r, s, axis);
    const bool deep = r->job->domain->grid.axes == 3;
    wafti_wide_uint near = within_one(from.x) & within_one(from.y);
    near = deep ? near & within_one(from.z) : near;
    wafti_wide value = sample_around(r->carrier[axis] + i, strides_of(r), from, deep);
    if (wafti_wide_lanes(near) != ALL_LANES) {
        value = wafti_wide_select(near, value, sample_far(r, i, axis, from.x, from.y, from.z));
    }
    return shift_of(value, r->cells);
}

// First half of rk2: the middle of the way.
static shifts half_way(const row* r, int32_t i, wafti_wide x, wafti_wide y, wafti_wide z) {
    const wafti_wide half = wafti_wide_set(0.5f);
    shifts s = {x * half, y * half, z * half, wafti_wide_set_uint(0u)};
    const int axes = r->job->domain->grid.axes == 3 ? 3 : 2;
    const wafti_wide_uint inside = inside_lanes(r, i, s, axes) | ~valid_lanes(r, i);
    if (wafti_wide_lanes(inside) != ALL_LANES) {
        s = limit(r, i, s.x, s.y, s.z);
    }
    return tame_tail(r, i, s);
}

// Second half: displacement by the velocity there.
APART shifts trace_middle(const row* r, int32_t i, wafti_wide x, wafti_wide y, wafti_wide z) {
    const shifts middle = half_way(r, i, x, y, z);
    shifts s = {shift_by(r, i, middle, 0), shift_by(r, i, middle, 1), z, wafti_wide_set_uint(0u)};
    if (r->job->domain->grid.axes == 3) {
        s.z = shift_by(r, i, middle, 2);
    }
    return tame_tail(r, i, s);
}

// Clearance of cells from i on; beyond the row's ends that of its last cells.
INLINE wafti_wide cell_clearance(const row* r, const uint8_t* cells, int32_t i) {
    const int32_t n = r->job->domain->grid.n[0];
    if (i >= 0 && i + WAFTI_LANES <= n) {
        return wafti_wide_load_bytes(cells + i);
    }
    uint8_t bytes[WAFTI_LANES];
    for (int32_t lane = 0; lane < WAFTI_LANES; ++lane) {
        const int32_t at = i + lane < n ? i + lane : n - 1;
        bytes[lane] = cells[at < 0 ? 0 : at];
    }
    return wafti_wide_load_bytes(bytes);
}

// Clearance at the points; at faces the lesser of the two cells beside.
INLINE wafti_wide clearance_at(const row* r, int32_t i, int field_axis) {
    const wafti_wide own =
        wafti_wide_min(cell_clearance(r, r->clearance, i), wafti_wide_set(r->far_clearance));
    if (field_axis < 0) {
        return own;
    }
    return wafti_wide_min(own, cell_clearance(r, r->clearance_below, field_axis == 0 ? i - 1 : i));
}

INLINE wafti_wide longest(shifts s, int axes) {
    const wafti_wide plane = wafti_wide_max(wafti_wide_abs(s.x), wafti_wide_abs(s.y));
    return axes == 3 ? wafti_wide_max(plane, wafti_wide_abs(s.z)) : plane;
}

// Lanes of the mask once more, one by one.
APART void sample_carefully(
    const row* r, int32_t i, const shifts* first, unsigned lanes, sample* s) {
    _Alignas(32) float shift[3][WAFTI_LANES];
    _Alignas(32) float values[4][WAFTI_LANES];
    wafti_wide_store(shift[0], first->x);
    wafti_wide_store(shift[1], first->y);
    wafti_wide_store(shift[2], first->z);
    wafti_wide_store(values[0], s->value);
    wafti_wide_store(values[1], s->least);
    wafti_wide_store(values[2], s->greatest);
    const wafti_wide_uint one = wafti_wide_bits(wafti_wide_set(1.0f));
    wafti_wide_store(values[3], wafti_wide_from_bits(s->cut & one));
    const float* field = r->field - wafti_mac_index(&r->job->domain->grid, 0, r->j, r->k);
    for (int32_t lane = 0; lane < WAFTI_LANES; ++lane) {
        if ((lanes >> lane & 1u) == 0) {
            continue;
        }
        const int32_t at[3] = {i + lane, r->j, r->k};
        const float from[3] = {shift[0][lane], shift[1][lane], shift[2][lane]};
        const wafti_careful_value v = wafti_careful_trace(r->job, field, r->cells, at, from);
        const float own = r->field[i + lane];
        values[0][lane] = v.found ? v.value : own;
        values[1][lane] = v.found ? v.least : own;
        values[2][lane] = v.found ? v.greatest : own;
        values[3][lane] = v.found && !v.cut ? 0.0f : 1.0f;
    }
    s->value = wafti_wide_load(values[0]);
    s->least = wafti_wide_load(values[1]);
    s->greatest = wafti_wide_load(values[2]);
    s->cut = wafti_wide_less(wafti_wide_set(0.0f), wafti_wide_load(values[3]));
}

// Offsets from a point's own cell along an axis, both ends included.
typedef struct span {
    int32_t low, high;
} span;

// Corners of traces, and the point itself.
static span span_of(wafti_wide shift) {
    const wafti_wide whole = wafti_wide_floor(shift);
    return (span){smaller(0, (int32_t)wafti_wide_least(whole)),
        larger(0, (int32_t)wafti_wide_greatest(whole) + 1)};
}

static bool in_halo(const row* r, const span box[3]) {
    const wafti_mac* grid = &r->job->domain->grid;
    const int32_t at[3] = {0, r->j, r->k};
    for (int a = 0; a < grid->axes; ++a) {
        const bool near = box[a].low >= -WAFTI_MAC_HALO && box[a].high <= WAFTI_MAC_HALO;
        const bool exists = a == 0 || (at[a] + box[a].low >= -WAFTI_MAC_HALO &&
                                          at[a] + box[a].high < grid->n[a] + WAFTI_MAC_HALO);
        if (!near || !exists) {
            return false;
        }
    }
    return true;
}

static wafti_wide least_in_box(const row* r, const float* at, const span box[3]) {
    wafti_wide least = wafti_wide_load_any(
        at + box[0].low + box[1].low * r->stride[1] + box[2].low * r->stride[2]);
    for (int32_t z = box[2].low; z <= box[2].high; ++z) {
        for (int32_t y = box[1].low; y <= box[1].high; ++y) {
            const float* faces = at + y * r->stride[1] + z * r->stride[2];
            for (int32_t x = box[0].low; x <= box[0].high; ++x) {
                least = wafti_wide_min(least, wafti_wide_load_any(faces + x));
            }
        }
    }
    return least;
}

// Lanes of `near` that meet no closed face after all: those on all ways within the box of cells that
// the vector's traces touch are open, and for a face field its faces there. Outside all count as closed.
static wafti_wide_uint open_lanes(
    const row* r, int32_t i, int field_axis, shifts s, wafti_wide_uint near) {
    const wafti_domain* domain = r->job->domain;
    const wafti_wide zero = wafti_wide_set(0.0f);
    const span box[3] = {span_of(wafti_wide_select(near, s.x, zero)),
        span_of(wafti_wide_select(near, s.y, zero)),
        domain->grid.axes == 3 ? span_of(wafti_wide_select(near, s.z, zero)) : (span){0, 0}};
    if (!in_halo(r, box)) {
        return wafti_wide_set_uint(0u);
    }
    wafti_wide_uint open = near & ~s.cut;
    const ptrdiff_t at = i + wafti_mac_index(&domain->grid, 0, r->j, r->k);
    for (int axis = 0; axis < domain->grid.axes && wafti_wide_any(open); ++axis) {
        span faces[3] = {box[0], box[1], box[2]};
        if (axis != field_axis) {
            // Between cells; at the level of those between the faces of the field.
            ++faces[axis].low;
            if (field_axis >= 0) {
                --faces[field_axis].high;
            }
        }
        open &= wafti_wide_less(zero, least_in_box(r, domain->weight[axis] + at, faces));
    }
    return open;
}

// The same, also for what rk2 does in the middle of the way.
APART wafti_wide_uint open_ways(
    const row* r, int32_t i, const shifts* first, shifts s, wafti_wide_uint near) {
    wafti_wide_uint open = open_lanes(r, i, r->axis, s, near);
    if (r->midpoint && wafti_wide_any(open)) {
        const shifts middle = half_way(r, i, first->x, first->y, first->z);
        open &= open_lanes(r, i, r->axis, middle, near);
        for (int axis = 0; axis < r->job->domain->grid.axes; ++axis) {
            open &= open_lanes(r, i, axis, from_component(r, middle, axis), near);
        }
    }
    return open;
}

INLINE shifts first_shifts(const row* r, int32_t i, int field_axis, int axes) {
    return (shifts){first_shift(r, i, field_axis, 0), first_shift(r, i, field_axis, 1),
        axes == 3 ? first_shift(r, i, field_axis, 2) : wafti_wide_set(0.0f),
        wafti_wide_set_uint(0u)};
}

// Lanes that no solid is near.
INLINE wafti_wide_uint clear_lanes(wafti_wide clearance, wafti_wide reach) {
    return wafti_wide_less(reach, clearance - wafti_wide_set((float)CLEARANCE_MARGIN));
}

// Lanes of which nothing special is to be expected.
INLINE wafti_wide_uint plain_lanes(
    const row* r, const window* w, int32_t i, shifts s, shifts from, wafti_wide reach, mode m) {
    wafti_wide_uint ok = within_one(from.x) & within_one(from.y);
    if (m.axes == 3) {
        ok &= within_one(from.z);
    }
    if (w->solids) {
        ok &= clear_lanes(clearance_at(r, i, m.field_axis), reach);
    }
    if (i < w->from || i + WAFTI_LANES > w->to) {
        ok = (ok & inside_lanes(r, i, s, m.axes)) | ~valid_lanes(r, i);
    }
    return ok;
}

INLINE void sample_any(const row* r, int32_t i, window* w, sample* out, int axes) {
    wafti_wide clearance = wafti_wide_set((float)WAFTI_CLEARANCE_FAR);
    if (r->clearance != NULL) {
        clearance = clearance_at(r, i, r->axis);
        if (!wafti_wide_any(wafti_wide_less(wafti_wide_set(0.0f), clearance))) {
            const wafti_wide own = wafti_wide_load(r->field + i);
            *out = (sample){own, own, own, ~wafti_wide_set_uint(0u)};
            return;
        }
    }
    const shifts first = first_shifts(r, i, r->axis, axes);
    shifts s = first;
    wafti_wide reach = longest(first, axes);
    if (r->midpoint) {
        s = trace_middle(r, i, s.x, s.y, s.z);
        reach = wafti_wide_max(reach, longest(s, axes));
    }
    const wafti_wide_uint inside = inside_lanes(r, i, s, axes) | ~valid_lanes(r, i);
    const bool outside = wafti_wide_lanes(inside) != ALL_LANES;
    if (outside) {
        s = limit(r, i, s.x, s.y, s.z);
    }
    *out = sample_ends(r, r->field, i, tame_tail(r, i, s), w, outside, axes);
    if (r->clearance != NULL) {
        wafti_wide_uint near = ~clear_lanes(clearance, reach) & valid_lanes(r, i);
        if (wafti_wide_any(near)) {
            near &= ~open_ways(r, i, &first, s, near);
        }
        if (wafti_wide_any(near)) {
            sample_carefully(r, i, &first, wafti_wide_lanes(near), out);
        }
    }
}

// The row's field at the ends of the traces from points i, whatever they do.
APART void sample_apart(const row* r, int32_t i, window* w, sample* out) {
    if (r->job->domain->grid.axes == 3) {
        sample_any(r, i, w, out, 3);
    } else {
        sample_any(r, i, w, out, 2);
    }
}

// The same where nothing special is to be expected; false elsewhere, and nothing done.
INLINE bool sample_plainly(const row* r, const window* w, int32_t i, mode m, sample* out) {
    shifts s = first_shifts(r, i, m.field_axis, m.axes);
    wafti_wide reach = longest(s, m.axes);
    if (m.midpoint) {
        s = trace_middle(r->home, i, s.x, s.y, s.z);
        reach = wafti_wide_max(reach, longest(s, m.axes));
    }
    const shifts from = from_middle(w, s, m.axes);
    if (wafti_wide_lanes(plain_lanes(r, w, i, s, from, reach, m)) != ALL_LANES) {
        return false;
    }
    *out = sample_window(r->field + i, r, w, from, m);
    return true;
}

INLINE void store(const row* r, int32_t i, float* at, wafti_wide v) {
    if (is_tail(r, i)) {
        v = wafti_wide_select(valid_lanes(r, i), v, wafti_wide_set(0.0f));
    }
    wafti_wide_store(at + i, v);
}

// The fields of a row that passes read and write.
typedef struct back_fields {
    float *forward, *least, *greatest;
} back_fields;

typedef struct correct_fields {
    const float *in, *forward, *least, *greatest;
    float* out;
} correct_fields;

INLINE void store_back(const row* r, const back_fields* f, int32_t i, sample s) {
    // Rounding may leave the corners by a bit.
    const wafti_wide value = wafti_wide_min(wafti_wide_max(s.value, s.least), s.greatest);
    store(r, i, f->forward, value);
    if (f->least != NULL) {
        store(r, i, f->least, wafti_wide_select(s.cut, value, s.least));
        store(r, i, f->greatest, wafti_wide_select(s.cut, value, s.greatest));
    }
}

INLINE void store_correct(const row* r, const correct_fields* f, int32_t i, sample s) {
    const wafti_wide forward = wafti_wide_load(f->forward + i);
    const wafti_wide missed = wafti_wide_load(f->in + i) - s.value;
    const wafti_wide better = wafti_wide_fma(missed, wafti_wide_set(0.5f), forward);
    const wafti_wide raised = wafti_wide_max(better, wafti_wide_load(f->least + i));
    const wafti_wide kept = wafti_wide_min(raised, wafti_wide_load(f->greatest + i));
    store(r, i, f->out, wafti_wide_select(s.cut, forward, kept));
}

// Rows come as copies, to which nothing points, and the window changes only between runs of plain
// vectors: so all stays in registers.
INLINE window back_row(const row r, window w, mode m) {
    const wafti_advect_job* job = r.job;
    const ptrdiff_t at = r.field - job->in;
    const bool range = job->least != NULL;
    const back_fields fields = {
        job->forward + at, range ? job->least + at : NULL, range ? job->greatest + at : NULL};
    sample s;
    for (int32_t i = 0; i < r.count; i += WAFTI_LANES) {
        const window run = w;
        for (; i < r.count && sample_plainly(&r, &run, i, m, &s); i += WAFTI_LANES) {
            store_back(&r, &fields, i, s);
        }
        if (i < r.count) {
            sample apart;
            window next = run;
            sample_apart(r.home, i, &next, &apart);
            store_back(&r, &fields, i, apart);
            w = next;
        }
    }
    return w;
}

INLINE window correct_row(const row r, window w, mode m) {
    const wafti_advect_job* job = r.job;
    const ptrdiff_t at = r.field - job->forward;
    const correct_fields fields = {
        job->in + at, r.field, job->least + at, job->greatest + at, job->out + at};
    sample s;
    for (int32_t i = 0; i < r.count; i += WAFTI_LANES) {
        const window run = w;
        for (; i < r.count && sample_plainly(&r, &run, i, m, &s); i += WAFTI_LANES) {
            store_correct(&r, &fields, i, s);
        }
        if (i < r.count) {
            sample apart;
            window next = run;
            sample_apart(r.home, i, &next, &apart);
            store_correct(&r, &fields, i, apart);
            w = next;
        }
    }
    return w;
}

// Row of cells that stands for row j of plane k, which may be just outside.
static const uint8_t* clearance_row(const wafti_domain* domain, int32_t j, int32_t k) {
    const int32_t* n = domain->grid.n;
    const int32_t row_j = j < 0 ? 0 : (j < n[1] ? j : n[1] - 1);
    const int32_t row_k = k < 0 ? 0 : (k < n[2] ? k : n[2] - 1);
    return domain->clearance + wafti_mac_index(&domain->grid, 0, row_j, row_k);
}

static int32_t least_byte(const uint8_t* bytes, int32_t count) {
    wafti_wide least = wafti_wide_set((float)UINT8_MAX);
    int32_t i = 0;
    for (; i + WAFTI_LANES <= count; i += WAFTI_LANES) {
        least = wafti_wide_min(least, wafti_wide_load_bytes(bytes + i));
    }
    int32_t result = (int32_t)wafti_wide_least(least);
    for (; i < count; ++i) {
        result = bytes[i] < result ? bytes[i] : result;
    }
    return result;
}

// Cells between a row and all that solids close, or fewer. Periodic axes do not count.
static int32_t row_distance(const wafti_advect_job* job, int32_t j, int32_t k) {
    const wafti_box* box = &job->domain->solid_cells;
    if (wafti_box_empty(box)) {
        return 0;
    }
    const int32_t y = job->periodic[1] ? 0 : larger(box->low[1] - j, j - box->high[1]);
    const int32_t z = job->periodic[2] ? 0 : larger(box->low[2] - k, k - box->high[2]);
    return larger(0, larger(y, z) - 1);
}

static int32_t least_clearance(const row* r, int32_t far) {
    const int32_t distance = row_distance(r->job, r->j, r->k);
    if (distance >= ENOUGH_CLEARANCE) {
        return smaller(far, distance);
    }
    const int32_t n = r->job->domain->grid.n[0];
    const int32_t own = smaller(far, least_byte(r->clearance, n));
    return r->clearance_below == r->clearance ? own
                                              : smaller(own, least_byte(r->clearance_below, n));
}

static void find_solids(row* r) {
    const wafti_advect_job* job = r->job;
    if (job->domain->has_solids) {
        r->clearance = clearance_row(job->domain, r->j, r->k);
        r->clearance_below = job->axis < 1 ? r->clearance
                                           : clearance_row(job->domain, r->j - (job->axis == 1),
                                                 r->k - (job->axis == 2));
        // 255 may stand for anything from this on.
        const int32_t far = job->domain->reach + 2;
        r->far_clearance = (float)far;
        r->least_clearance = least_clearance(r, far);
    }
}

static void set_row(row* r, const float* field, int32_t j, int32_t k) {
    const wafti_advect_job* job = r->job;
    const int32_t index[3] = {0, j, k};
    const ptrdiff_t at = wafti_mac_index(&job->domain->grid, 0, j, k);
    r->field = field + at;
    r->j = j;
    r->k = k;
    const int axes = job->domain->grid.axes == 3 ? 3 : 2;
    for (int a = 0; a < axes; ++a) {
        r->carrier[a] = job->carrier[a] + at;
        r->low[a] = job->trust_low[a] - (float)index[a];
        r->high[a] = job->trust_high[a] - (float)index[a];
        r->inside_from[a] = (int32_t)ceilf(r->low[a]);
        r->inside_to[a] = (int32_t)floorf(r->high[a]);
    }
    find_solids(r);
}

INLINE void next_row(row* r, int axes) {
    const ptrdiff_t up = r->stride[1];
    r->field += up;
    for (int a = 0; a < axes; ++a) {
        r->carrier[a] += up;
    }
    ++r->j;
    r->low[1] -= 1.0f;
    r->high[1] -= 1.0f;
    --r->inside_from[1];
    --r->inside_to[1];
    find_solids(r);
}

static row make_row(const wafti_advect_job* job, float cells) {
    const wafti_mac* grid = &job->domain->grid;
    return (row){
        .job = job,
        .cells = cells,
        .axis = job->axis,
        .count = job->count[0],
        .stride = {1, grid->row, grid->plane},
        .periodic = job->periodic[0] || job->periodic[1] || job->periodic[2],
        .midpoint = job->midpoint,
        .least_clearance = INT32_MAX,
        .inside_to = {0, 0, 2}, // of a plane flow along z
    };
}

// Rows of a block, with their modes as constants.
INLINE void run_traced(const wafti_advect_job* job, const wafti_mac_block* block, bool back,
    int field_axis, int axes, bool midpoint) {
    row r = make_row(job, back ? -job->cells : job->cells);
    // Slow flows, up and down.
    window w = {.x = -1.0f, .y = -1.0f, .z = axes == 3 ? -1.0f : 0.0f};
    r.home = &r;
    for (int32_t k = block->low[1]; k < block->high[1]; ++k) {
        set_row(&r, back ? job->in : job->forward, block->low[0], k);
        for (int32_t j = block->low[0]; j < block->high[0]; ++j) {
            w = window_of(&r, w.x, w.y, w.z);
            w = back ? back_row(r, w, (mode){axes, field_axis, true, midpoint})
                     : correct_row(r, w, (mode){axes, field_axis, false, midpoint});
            if (j + 1 < block->high[0]) {
                next_row(&r, axes);
            }
        }
    }
}

INLINE void run_rows(const wafti_advect_job* job, const wafti_mac_block* block, bool back,
    int field_axis, int axes) {
    if (job->midpoint) {
        run_traced(job, block, back, field_axis, axes, true);
    } else {
        run_traced(job, block, back, field_axis, axes, false);
    }
}

INLINE void run_block(const wafti_advect_job* job, const wafti_mac_block* block, bool back) {
    const bool deep = job->domain->grid.axes == 3;
    switch (job->axis) {
    case 0:
        deep ? run_rows(job, block, back, 0, 3) : run_rows(job, block, back, 0, 2);
        break;
    case 1:
        deep ? run_rows(job, block, back, 1, 3) : run_rows(job, block, back, 1, 2);
        break;
    case 2:
        run_rows(job, block, back, 2, 3);
        break;
    default:
        deep ? run_rows(job, block, back, -1, 3) : run_rows(job, block, back, -1, 2);
        break;
    }
}

void WAFTI_KERNEL(wafti_advect_back)(const wafti_advect_job* job, const wafti_mac_block* block) {
    run_block(job, block, true);
}

void WAFTI_KERNEL(wafti_advect_correct)(const wafti_advect_job* job, const wafti_mac_block* block) {
    run_block(job, block, false);
}

// SPDX-License-Identifier: MIT
// The two passes of MacCormack (Selle et al. 2008), a vector of sample points at a time. Points near
// solids go to grid/careful.h one by one.
#include "grid/advect_kernel.h"

#include "grid/careful.h"
#include "simd/wide.h"

#include <math.h>

// What every vector does is inlined with the number of axes as a constant, its vectors are members by
// name, never elements of arrays: so they stay in registers. What few vectors do stays apart.
#define INLINE static inline __attribute__((always_inline))
#define APART  static __attribute__((noinline))

enum { ALL_LANES = (1 << WAFTI_LANES) - 1 };

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
    // NULL: no solids. And that of the row before along the field's axis; along x the row itself.
    const uint8_t *clearance, *clearance_below;
    int32_t least_clearance; // of the two rows
    float far_clearance;     // the most that the domain tells
    bool midpoint, periodic;
} row;

// Displacements in cells.
typedef struct shifts {
    wafti_wide x, y, z;
    wafti_wide_uint cut; // lanes that would leave the box
} shifts;

typedef struct sample {
    wafti_wide value, least, greatest; // the last two: of the corners
    wafti_wide_uint cut;
} sample;

// Constants for the compiler.
typedef struct mode {
    int axes;
    int field_axis; // -1: cells
    bool range;     // whether least and greatest are wanted
} mode;

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

// Displacement along `axis` by the carrying velocity at points i: mean of the nearest faces.
INLINE wafti_wide first_shift(const row* r, int32_t i, int field_axis, int axis) {
    const float* u = r->carrier[axis] + i;
    if (field_axis == axis) {
        return wafti_wide_load(u) * wafti_wide_set(r->cells);
    }
    const ptrdiff_t along = r->stride[axis];
    const wafti_wide here = wafti_wide_load(u) + wafti_wide_load_any(u + along);
    if (field_axis < 0) {
        return here * wafti_wide_set(0.5f * r->cells);
    }
    const float* below = u - r->stride[field_axis];
    const wafti_wide there = wafti_wide_load_any(below) + wafti_wide_load_any(below + along);
    return (here + there) * wafti_wide_set(0.25f * r->cells);
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

// The corners around the end of a trace: low and high along x, at low and high y and z.
typedef struct corners {
    wafti_wide q000, q100, q010, q110, q001, q101, q011, q111;
} corners;

// Lanes whose low corner is one cell further than that of the others, by axis. Neighbours move much
// alike, so few vectors need more, and loads and selects take half the time of gathers.
typedef struct further {
    wafti_wide_uint x, y, z;
} further;

typedef struct line {
    wafti_wide low, high;
} line;

typedef struct sheet {
    line low, high;
} sheet;

INLINE line load_line(const float* at, wafti_wide_uint far) {
    const wafti_wide middle = wafti_wide_load_any(at + 1);
    return (line){wafti_wide_select(far, middle, wafti_wide_load_any(at)),
        wafti_wide_select(far, wafti_wide_load_any(at + 2), middle)};
}

INLINE line choose_line(wafti_wide_uint far, line a, line b) {
    return (line){wafti_wide_select(far, a.low, b.low), wafti_wide_select(far, a.high, b.high)};
}

INLINE sheet choose_sheet(wafti_wide_uint far, sheet a, sheet b) {
    return (sheet){choose_line(far, a.low, b.low), choose_line(far, a.high, b.high)};
}

// Four corners of lanes that are alike along y.
INLINE sheet load_alike(const float* at, ptrdiff_t row_stride, wafti_wide_uint far_x) {
    return (sheet){load_line(at, far_x), load_line(at + row_stride, far_x)};
}

INLINE sheet load_sheet(
    const float* at, ptrdiff_t row_stride, wafti_wide_uint far_x, wafti_wide_uint far_y) {
    const line low = load_line(at, far_x);
    const line middle = load_line(at + row_stride, far_x);
    const line high = load_line(at + 2 * row_stride, far_x);
    return (sheet){choose_line(far_y, middle, low), choose_line(far_y, high, middle)};
}

INLINE corners corners_of(sheet low, sheet high) {
    return (corners){low.low.low, low.low.high, low.high.low, low.high.high, high.low.low,
        high.low.high, high.high.low, high.high.high};
}

INLINE bool all_or_none(unsigned lanes) {
    return lanes == 0 || lanes == ALL_LANES;
}

// `at`: low corner of the nearer lanes, for the first one.
INLINE corners load_corners(const float* at, const row* r, further far, int axes) {
    const unsigned far_y = wafti_wide_lanes(far.y);
    const unsigned far_z = axes == 3 ? wafti_wide_lanes(far.z) : 0;
    const ptrdiff_t up = r->stride[1];
    const ptrdiff_t back = r->stride[2];
    if (all_or_none(far_y) && all_or_none(far_z)) {
        at += (far_y != 0 ? up : 0) + (far_z != 0 ? back : 0);
        const sheet low = load_alike(at, up, far.x);
        return corners_of(low, axes == 3 ? load_alike(at + back, up, far.x) : low);
    }
    const sheet low = load_sheet(at, up, far.x, far.y);
    if (axes == 2) {
        return corners_of(low, low);
    }
    const sheet middle = load_sheet(at + back, up, far.x, far.y);
    const sheet high = load_sheet(at + 2 * back, up, far.x, far.y);
    return corners_of(choose_sheet(far.z, middle, low), choose_sheet(far.z, high, middle));
}

// Corners of lanes that are anywhere.
INLINE corners gather_corners(const float* at, const row* r, shifts whole, int axes) {
    const ptrdiff_t up = r->stride[1];
    const ptrdiff_t back = r->stride[2];
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

INLINE wafti_wide lerp(wafti_wide a, wafti_wide b, wafti_wide part) {
    return wafti_wide_fma(part, b - a, a);
}

INLINE wafti_wide least_of(wafti_wide a, wafti_wide b, wafti_wide c, wafti_wide d) {
    return wafti_wide_min(wafti_wide_min(a, b), wafti_wide_min(c, d));
}

INLINE wafti_wide greatest_of(wafti_wide a, wafti_wide b, wafti_wide c, wafti_wide d) {
    return wafti_wide_max(wafti_wide_max(a, b), wafti_wide_max(c, d));
}

INLINE wafti_wide interpolate(corners c, shifts part, int axes) {
    const wafti_wide low = lerp(lerp(c.q000, c.q100, part.x), lerp(c.q010, c.q110, part.x), part.y);
    if (axes == 2) {
        return low;
    }
    const wafti_wide high =
        lerp(lerp(c.q001, c.q101, part.x), lerp(c.q011, c.q111, part.x), part.y);
    return lerp(low, high, part.z);
}

INLINE sample sample_corners(corners c, shifts part, mode m) {
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

INLINE wafti_wide part_of(float step, wafti_wide_uint far, wafti_wide shift) {
    return shift - wafti_wide_select(far, wafti_wide_set(step + 1.0f), wafti_wide_set(step));
}

// The field at the ends of traces that are in the window; `at` is that of the first point.
INLINE sample sample_window(const float* at, const row* r, const window* w, shifts s, mode m) {
    further far = {is_further(w->x, s.x), is_further(w->y, s.y), s.cut};
    shifts part = {part_of(w->x, far.x, s.x), part_of(w->y, far.y, s.y), s.z, s.cut};
    if (m.axes == 3) {
        far.z = is_further(w->z, s.z);
        part.z = part_of(w->z, far.z, s.z);
    }
    return sample_corners(load_corners(at + w->offset, r, far, m.axes), part, m);
}

// The field at the ends of any traces; moves the window there.
INLINE sample sample_ends(const row* r, int32_t i, shifts s, window* w, bool outside, int axes) {
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
    const mode m = {axes, -1, true};
    if (wafti_wide_lanes(ok) != ALL_LANES) {
        return sample_corners(gather_corners(r->field + i, r, whole, axes), part, m);
    }
    const further far = {
        is_further(w->x, whole.x), is_further(w->y, whole.y), is_further(w->z, whole.z)};
    return sample_corners(load_corners(r->field + i + w->offset, r, far, axes), part, m);
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

// A component of the carrying velocity at the ends of shifts from points i, as a shift.
static wafti_wide shift_by(const row* r, int32_t i, shifts s, int axis) {
    // Points of the field and of the component need not lie at the same place of a cell.
    float offset[3];
    for (int a = 0; a < 3; ++a) {
        offset[a] = wafti_advect_place(r->axis, a) - wafti_advect_place(axis, a);
    }
    row carrier = *r;
    carrier.field = r->carrier[axis];
    s.x = s.x + wafti_wide_set(offset[0]);
    s.y = s.y + wafti_wide_set(offset[1]);
    window w = {.x = 0.0f};
    wafti_wide value;
    if (r->job->domain->grid.axes == 3) {
        s.z = s.z + wafti_wide_set(offset[2]);
        value = sample_ends(&carrier, i, s, &w, r->periodic, 3).value;
    } else {
        value = sample_ends(&carrier, i, s, &w, r->periodic, 2).value;
    }
    return value * wafti_wide_set(r->cells);
}

// Second half of rk2: displacement by the velocity in the middle of the way.
APART shifts trace_middle(const row* r, int32_t i, wafti_wide x, wafti_wide y, wafti_wide z) {
    const wafti_wide half = wafti_wide_set(0.5f);
    const shifts middle = tame_tail(r, i, limit(r, i, x * half, y * half, z * half));
    shifts s = {shift_by(r, i, middle, 0), shift_by(r, i, middle, 1), z, wafti_wide_set_uint(0u)};
    if (r->job->domain->grid.axes == 3) {
        s.z = shift_by(r, i, middle, 2);
    }
    return s;
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
    const row* r, const window* w, int32_t i, shifts s, int field_axis, int axes) {
    wafti_wide_uint ok = in_window(w->x, s.x) & in_window(w->y, s.y);
    if (axes == 3) {
        ok &= in_window(w->z, s.z);
    }
    if (w->solids) {
        ok &= clear_lanes(clearance_at(r, i, field_axis), longest(s, axes));
    }
    if (i < w->from || i + WAFTI_LANES > w->to) {
        ok = (ok & inside_lanes(r, i, s, axes)) | ~valid_lanes(r, i);
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
    const bool outside = wafti_wide_lanes(inside_lanes(r, i, s, axes)) != ALL_LANES;
    if (outside) {
        s = limit(r, i, s.x, s.y, s.z);
    }
    *out = sample_ends(r, i, tame_tail(r, i, s), w, outside, axes);
    if (r->clearance != NULL) {
        const unsigned near = wafti_wide_lanes(~clear_lanes(clearance, reach) & valid_lanes(r, i));
        if (near != 0) {
            sample_carefully(r, i, &first, near, out);
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

INLINE sample sample_points(const row* r, window* w, int32_t i, mode m) {
    if (!r->midpoint) {
        const shifts s = first_shifts(r, i, m.field_axis, m.axes);
        if (wafti_wide_lanes(plain_lanes(r, w, i, s, m.field_axis, m.axes)) == ALL_LANES) {
            return sample_window(r->field + i, r, w, s, m);
        }
    }
    sample apart;
    window next = *w;
    sample_apart(r->home, i, &next, &apart);
    *w = next;
    return apart;
}

INLINE void store(const row* r, int32_t i, float* at, wafti_wide v) {
    if (is_tail(r, i)) {
        v = wafti_wide_select(valid_lanes(r, i), v, wafti_wide_set(0.0f));
    }
    wafti_wide_store(at + i, v);
}

// Rows come as copies, to which nothing points: so they stay in registers.
INLINE window back_row(const row r, window w, mode m) {
    const wafti_advect_job* job = r.job;
    const ptrdiff_t at = r.field - job->in;
    float* forward = job->forward + at;
    const bool range = job->least != NULL;
    float* least = range ? job->least + at : NULL;
    float* greatest = range ? job->greatest + at : NULL;
    for (int32_t i = 0; i < r.count; i += WAFTI_LANES) {
        const sample s = sample_points(&r, &w, i, m);
        // Rounding may leave the corners by a bit.
        const wafti_wide value = wafti_wide_min(wafti_wide_max(s.value, s.least), s.greatest);
        store(&r, i, forward, value);
        if (range) {
            store(&r, i, least, wafti_wide_select(s.cut, value, s.least));
            store(&r, i, greatest, wafti_wide_select(s.cut, value, s.greatest));
        }
    }
    return w;
}

INLINE window correct_row(const row r, window w, mode m) {
    const wafti_advect_job* job = r.job;
    const ptrdiff_t at = r.field - job->forward;
    const float* in = job->in + at;
    const float* least = job->least + at;
    const float* greatest = job->greatest + at;
    float* out = job->out + at;
    for (int32_t i = 0; i < r.count; i += WAFTI_LANES) {
        const sample s = sample_points(&r, &w, i, m);
        const wafti_wide forward = wafti_wide_load(r.field + i);
        const wafti_wide missed = wafti_wide_load(in + i) - s.value;
        const wafti_wide better = wafti_wide_fma(missed, wafti_wide_set(0.5f), forward);
        const wafti_wide raised = wafti_wide_max(better, wafti_wide_load(least + i));
        const wafti_wide kept = wafti_wide_min(raised, wafti_wide_load(greatest + i));
        store(&r, i, out, wafti_wide_select(s.cut, forward, kept));
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

static void set_row(row* r, const float* field, int32_t j, int32_t k) {
    const wafti_advect_job* job = r->job;
    const wafti_domain* domain = job->domain;
    const wafti_mac* grid = &domain->grid;
    const float place[3] = {0.0f, (float)j, (float)k};
    const ptrdiff_t at = wafti_mac_index(grid, 0, j, k);
    r->home = r;
    r->field = field + at;
    r->j = j;
    r->k = k;
    const int axes = grid->axes == 3 ? 3 : 2;
    for (int a = 0; a < axes; ++a) {
        r->carrier[a] = job->carrier[a] + at;
        r->low[a] = job->trust_low[a] - place[a];
        r->high[a] = job->trust_high[a] - place[a];
        r->inside_from[a] = (int32_t)ceilf(r->low[a]);
        r->inside_to[a] = (int32_t)floorf(r->high[a]);
    }
    if (domain->has_solids) {
        r->clearance = clearance_row(domain, j, k);
        r->clearance_below =
            clearance_row(domain, j - (job->axis == 1 ? 1 : 0), k - (job->axis == 2 ? 1 : 0));
        // 255 may stand for anything from this on.
        const int32_t far = domain->reach + 2;
        const int32_t own = least_byte(r->clearance, grid->n[0]);
        const int32_t below = least_byte(r->clearance_below, grid->n[0]);
        r->far_clearance = (float)far;
        r->least_clearance = smaller(far, smaller(own, below));
    }
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
INLINE void run_rows(const wafti_advect_job* job, const wafti_mac_block* block, bool back,
    int field_axis, int axes) {
    row r = make_row(job, back ? -job->cells : job->cells);
    // Slow flows, up and down.
    window w = {.x = -1.0f, .y = -1.0f, .z = axes == 3 ? -1.0f : 0.0f};
    for (int32_t k = block->low[1]; k < block->high[1]; ++k) {
        for (int32_t j = block->low[0]; j < block->high[0]; ++j) {
            set_row(&r, back ? job->in : job->forward, j, k);
            w = window_of(&r, w.x, w.y, w.z);
            w = back ? back_row(r, w, (mode){axes, field_axis, true})
                     : correct_row(r, w, (mode){axes, field_axis, false});
        }
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

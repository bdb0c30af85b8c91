// SPDX-License-Identifier: MIT
// The two passes of MacCormack (Selle et al. 2008), a vector of sample points at a time. Points near
// solids go to grid/careful.h one by one.
#include "grid/advect_kernel.h"

#include "grid/careful.h"
#include "simd/wide.h"

#include <math.h>
#include <stdlib.h>

// What every vector does is inlined with the number of axes as a constant, its vectors are members by
// name, never elements of arrays: so they stay in registers. What few vectors do stays apart.
#define INLINE static inline __attribute__((always_inline))
#define APART  static __attribute__((noinline))

enum { ALL_LANES = (1 << WAFTI_LANES) - 1 };

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
    float low[3], high[3];    // shifts that stay where no care is needed; along x those of point 0
    const uint8_t* clearance; // NULL: no solids
    bool midpoint;
    float margin;                         // reach of a trace beyond its whole steps, in clearance
    int32_t inside_from[3], inside_to[3]; // the same limits for whole steps
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
    bool range; // whether least and greatest are wanted
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
INLINE wafti_wide first_shift(const row* r, int32_t i, int axis) {
    const float* u = r->carrier[axis] + i;
    if (r->axis == axis) {
        return wafti_wide_load(u) * wafti_wide_set(r->cells);
    }
    const ptrdiff_t along = r->stride[axis];
    const wafti_wide here = wafti_wide_load(u) + wafti_wide_load_any(u + along);
    if (r->axis < 0) {
        return here * wafti_wide_set(0.5f * r->cells);
    }
    const float* below = u - r->stride[r->axis];
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

// How the low corners of a vector's lanes lie along an axis: all the same number of cells away, or
// some of them one further.
typedef struct span {
    wafti_wide_uint further;
    ptrdiff_t base;
    bool split;
    bool scattered; // neither
} span;

INLINE span span_of(wafti_wide whole) {
    const wafti_wide first = spread_first(whole);
    const wafti_wide one = wafti_wide_set(1.0f);
    const bool lower = wafti_wide_any(wafti_wide_less(whole, first));
    const wafti_wide base = lower ? (wafti_wide)(first - one) : first;
    const wafti_wide_uint further = wafti_wide_equal(whole, base + one);
    return (span){
        .further = further,
        .base = (ptrdiff_t)wafti_wide_first(base),
        .split = wafti_wide_any(further),
        .scattered = wafti_wide_any(~(further | wafti_wide_equal(whole, base))),
    };
}

typedef struct line {
    wafti_wide low, high;
} line;

INLINE line load_line(const float* at, const span* x) {
    const wafti_wide low = wafti_wide_load_any(at);
    const wafti_wide high = wafti_wide_load_any(at + 1);
    if (!x->split) {
        return (line){low, high};
    }
    return (line){wafti_wide_select(x->further, high, low),
        wafti_wide_select(x->further, wafti_wide_load_any(at + 2), high)};
}

INLINE line choose_line(const span* s, line further, line nearer) {
    return (line){wafti_wide_select(s->further, further.low, nearer.low),
        wafti_wide_select(s->further, further.high, nearer.high)};
}

typedef struct sheet {
    line low, high;
} sheet;

INLINE sheet load_sheet(const float* at, ptrdiff_t stride, const span* x, const span* y) {
    const line low = load_line(at, x);
    const line high = load_line(at + stride, x);
    if (!y->split) {
        return (sheet){low, high};
    }
    return (sheet){choose_line(y, high, low), choose_line(y, load_line(at + 2 * stride, x), high)};
}

INLINE sheet choose_sheet(const span* s, const sheet* further, const sheet* nearer) {
    return (sheet){
        choose_line(s, further->low, nearer->low), choose_line(s, further->high, nearer->high)};
}

INLINE corners corners_of(const sheet* low, const sheet* high) {
    return (corners){low->low.low, low->low.high, low->high.low, low->high.high, high->low.low,
        high->low.high, high->high.low, high->high.high};
}

INLINE corners load_box(
    const float* at, const wafti_mac* grid, const span* x, const span* y, const span* z) {
    sheet low = load_sheet(at, grid->row, x, y);
    sheet high = load_sheet(at + grid->plane, grid->row, x, y);
    if (z->split) {
        const sheet beyond = load_sheet(at + 2 * grid->plane, grid->row, x, y);
        low = choose_sheet(z, &high, &low);
        high = choose_sheet(z, &beyond, &high);
    }
    return corners_of(&low, &high);
}

// All lanes move by the same whole steps: `at` is the first one's low corner.
INLINE corners load_alike(const float* at, const row* r, int axes) {
    const span none = {.split = false};
    const sheet low = load_sheet(at, r->stride[1], &none, &none);
    const sheet high = axes == 3 ? load_sheet(at + r->stride[2], r->stride[1], &none, &none) : low;
    return corners_of(&low, &high);
}

APART void gather_corners(const float* at, const wafti_mac* grid, wafti_wide x, wafti_wide y,
    wafti_wide z, corners* out) {
    const float* above = at + grid->row;
    wafti_wide_uint low = wafti_wide_to_uint(x + wafti_wide_iota());
    low += wafti_wide_to_uint(y) * wafti_wide_set_uint((uint32_t)grid->row);
    if (grid->axes == 3) {
        low += wafti_wide_to_uint(z) * wafti_wide_set_uint((uint32_t)grid->plane);
    }
    out->q000 = wafti_wide_gather(at, low);
    out->q100 = wafti_wide_gather(at + 1, low);
    out->q010 = wafti_wide_gather(above, low);
    out->q110 = wafti_wide_gather(above + 1, low);
    if (grid->axes == 3) {
        out->q001 = wafti_wide_gather(at + grid->plane, low);
        out->q101 = wafti_wide_gather(at + grid->plane + 1, low);
        out->q011 = wafti_wide_gather(above + grid->plane, low);
        out->q111 = wafti_wide_gather(above + grid->plane + 1, low);
    }
}

// Corners of lanes that do not all move alike. Mostly they differ by one cell; loads and selects are
// then faster than gathers.
APART void load_apart(const float* at, const wafti_mac* grid, wafti_wide x, wafti_wide y,
    wafti_wide z, corners* out) {
    const span along_x = span_of(x);
    const span along_y = span_of(y);
    const span along_z = span_of(z);
    if (along_x.scattered || along_y.scattered || along_z.scattered) {
        gather_corners(at, grid, x, y, z, out);
        return;
    }
    const float* low = at + along_x.base + along_y.base * grid->row;
    if (grid->axes == 3) {
        *out = load_box(low + along_z.base * grid->plane, grid, &along_x, &along_y, &along_z);
    } else {
        const sheet only = load_sheet(low, grid->row, &along_x, &along_y);
        *out = corners_of(&only, &only);
    }
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

// The row's field at the ends of traces; `outside`: some may have to be wrapped.
INLINE sample sample_ends(const row* r, int32_t i, shifts s, bool outside, mode m) {
    shifts whole = {wafti_wide_floor(s.x), wafti_wide_floor(s.y), s.z, s.cut};
    shifts part = {s.x - whole.x, s.y - whole.y, s.z, s.cut};
    if (m.axes == 3) {
        whole.z = wafti_wide_floor(s.z);
        part.z = s.z - whole.z;
    }
    if (outside) {
        whole = wrap(r, i, whole.x, whole.y, whole.z);
    }
    corners c;
    load_apart(r->field + i, &r->job->domain->grid, whole.x, whole.y, whole.z, &c);
    return sample_corners(c, part, m);
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
    wafti_wide value;
    if (r->job->domain->grid.axes == 3) {
        s.z = s.z + wafti_wide_set(offset[2]);
        value = sample_ends(&carrier, i, s, true, (mode){3, false}).value;
    } else {
        value = sample_ends(&carrier, i, s, true, (mode){2, false}).value;
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

// Clearance of the points' cells. The last face of a row belongs to no cell; the one before will do.
INLINE wafti_wide clearance_at(const row* r, int32_t i) {
    const int32_t n = r->job->domain->grid.n[0];
    if (i + WAFTI_LANES <= n) {
        return wafti_wide_load_bytes(r->clearance + i);
    }
    uint8_t bytes[WAFTI_LANES];
    for (int32_t lane = 0; lane < WAFTI_LANES; ++lane) {
        bytes[lane] = r->clearance[i + lane < n ? i + lane : n - 1];
    }
    return wafti_wide_load_bytes(bytes);
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

// Whole steps that a vector has taken: the next one tries them first. They are known before its own
// traces are, so its loads need not wait.
typedef struct pace {
    float x, y, z;
    ptrdiff_t offset; // in the field
    int32_t from, to; // points that surely end inside with these steps
    float clearance;  // with more nothing is near
} pace;

INLINE int32_t larger(int32_t a, int32_t b) {
    return a > b ? a : b;
}

INLINE pace pace_of(const row* r, float x, float y, float z) {
    const int32_t step[3] = {(int32_t)x, (int32_t)y, (int32_t)z};
    pace p = {.x = x, .y = y, .z = z, .from = r->inside_from[0] - step[0]};
    p.offset = step[0] + step[1] * r->stride[1] + step[2] * r->stride[2];
    const bool inside = r->inside_from[1] <= step[1] && step[1] < r->inside_to[1] &&
                        r->inside_from[2] <= step[2] && step[2] < r->inside_to[2];
    p.to = inside ? r->inside_to[0] - step[0] : p.from;
    const int32_t across = larger(abs(step[1]), abs(step[2]));
    p.clearance = (float)larger(abs(step[0]), across) + r->margin;
    return p;
}

// Samples if all lanes keep the pace.
INLINE bool sample_pace(const row* r, const pace* p, int32_t i, mode m, sample* out) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide one = wafti_wide_set(1.0f);
    const wafti_wide x = wafti_wide_set(p->x);
    const wafti_wide y = wafti_wide_set(p->y);
    const wafti_wide z = wafti_wide_set(p->z);
    const shifts s = {first_shift(r, i, 0), first_shift(r, i, 1),
        m.axes == 3 ? first_shift(r, i, 2) : zero, wafti_wide_set_uint(0u)};
    wafti_wide_uint ok = wafti_wide_less_equal(x, s.x) & wafti_wide_less(s.x, x + one) &
                         wafti_wide_less_equal(y, s.y) & wafti_wide_less(s.y, y + one);
    if (m.axes == 3) {
        ok &= wafti_wide_less_equal(z, s.z) & wafti_wide_less(s.z, z + one);
    }
    if (i < p->from || i + WAFTI_LANES > p->to) {
        ok &= inside_lanes(r, i, s, m.axes);
    }
    if (r->clearance != NULL) {
        ok &= wafti_wide_less(wafti_wide_set(p->clearance), clearance_at(r, i));
    }
    if (is_tail(r, i)) {
        ok |= ~valid_lanes(r, i);
    }
    if (wafti_wide_lanes(ok) != ALL_LANES) {
        return false;
    }
    const shifts part = {s.x - x, s.y - y, s.z - z, s.cut};
    *out = sample_corners(load_alike(r->field + i + p->offset, r, m.axes), part, m);
    return true;
}

INLINE pace sample_any(const row* r, int32_t i, sample* out, int axes) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide_uint none = wafti_wide_set_uint(0u);
    wafti_wide clearance = wafti_wide_set((float)WAFTI_CLEARANCE_FAR);
    if (r->clearance != NULL) {
        clearance = clearance_at(r, i);
        if (!wafti_wide_any(wafti_wide_less(zero, clearance))) {
            const wafti_wide own = wafti_wide_load(r->field + i);
            *out = (sample){own, own, own, ~none};
            return pace_of(r, 0.0f, 0.0f, 0.0f);
        }
    }
    const shifts first = {
        first_shift(r, i, 0), first_shift(r, i, 1), axes == 3 ? first_shift(r, i, 2) : zero, none};
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
    s = tame_tail(r, i, s);
    *out = sample_ends(r, i, s, outside, (mode){axes, true});
    const wafti_wide_uint near =
        wafti_wide_less_equal(clearance, wafti_wide_floor(reach) + wafti_wide_set(r->margin)) &
        valid_lanes(r, i);
    if (wafti_wide_any(near)) {
        sample_carefully(r, i, &first, wafti_wide_lanes(near), out);
    }
    return pace_of(r, wafti_wide_first(wafti_wide_floor(s.x)),
        wafti_wide_first(wafti_wide_floor(s.y)),
        axes == 3 ? wafti_wide_first(wafti_wide_floor(s.z)) : 0.0f);
}

// The row's field at the ends of the traces from points i, whatever they do; returns a pace for the
// next vector.
APART pace sample_apart(const row* r, int32_t i, sample* out) {
    return r->job->domain->grid.axes == 3 ? sample_any(r, i, out, 3) : sample_any(r, i, out, 2);
}

INLINE void store(const row* r, int32_t i, float* at, wafti_wide v) {
    if (is_tail(r, i)) {
        v = wafti_wide_select(valid_lanes(r, i), v, wafti_wide_set(0.0f));
    }
    wafti_wide_store(at + i, v);
}

INLINE sample sample_points(const row* r, pace* p, int32_t i, mode m) {
    sample s;
    if (r->midpoint || !sample_pace(r, p, i, m, &s)) {
        sample apart;
        *p = sample_apart(r->home, i, &apart);
        s = apart;
    }
    return s;
}

// Rows come as copies, to which nothing points: so they stay in registers.
INLINE pace back_row(const row r, pace p, mode m) {
    const wafti_advect_job* job = r.job;
    const ptrdiff_t at = r.field - job->in;
    float* forward = job->forward + at;
    float* least = m.range ? job->least + at : NULL;
    float* greatest = m.range ? job->greatest + at : NULL;
    for (int32_t i = 0; i < r.count; i += WAFTI_LANES) {
        const sample s = sample_points(&r, &p, i, (mode){m.axes, true});
        // Rounding may leave the corners by a bit.
        const wafti_wide value = wafti_wide_min(wafti_wide_max(s.value, s.least), s.greatest);
        store(&r, i, forward, value);
        if (m.range) {
            store(&r, i, least, wafti_wide_select(s.cut, value, s.least));
            store(&r, i, greatest, wafti_wide_select(s.cut, value, s.greatest));
        }
    }
    return p;
}

INLINE pace correct_row(const row r, pace p, int axes) {
    const wafti_advect_job* job = r.job;
    const ptrdiff_t at = r.field - job->forward;
    const float* in = job->in + at;
    const float* least = job->least + at;
    const float* greatest = job->greatest + at;
    float* out = job->out + at;
    for (int32_t i = 0; i < r.count; i += WAFTI_LANES) {
        const sample s = sample_points(&r, &p, i, (mode){axes, false});
        const wafti_wide forward = wafti_wide_load(r.field + i);
        const wafti_wide missed = wafti_wide_load(in + i) - s.value;
        const wafti_wide better = wafti_wide_fma(missed, wafti_wide_set(0.5f), forward);
        const wafti_wide raised = wafti_wide_max(better, wafti_wide_load(least + i));
        const wafti_wide kept = wafti_wide_min(raised, wafti_wide_load(greatest + i));
        store(&r, i, out, wafti_wide_select(s.cut, forward, kept));
    }
    return p;
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
    for (int a = 0; a < grid->axes; ++a) {
        r->carrier[a] = job->carrier[a] + at;
        r->low[a] = job->trust_low[a] - place[a];
        r->high[a] = job->trust_high[a] - place[a];
        r->inside_from[a] = (int32_t)ceilf(r->low[a]);
        r->inside_to[a] = (int32_t)floorf(r->high[a]);
    }
    if (domain->has_solids) {
        const int32_t cell_j = j < grid->n[1] ? j : j - 1;
        const int32_t cell_k = k < grid->n[2] ? k : k - 1;
        r->clearance = domain->clearance + wafti_mac_index(grid, 0, cell_j, cell_k);
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
        // Corners lie up to floor(shift) + 1 cells away, from faces one more; clearance counts the
        // cell itself as 1.
        .margin = job->axis < 0 ? 2.0f : 3.0f,
        .midpoint = job->midpoint,
        .inside_to = {0, 0, 1}, // of a plane flow along z
    };
}

void WAFTI_KERNEL(wafti_advect_back)(const wafti_advect_job* job, const wafti_mac_block* block) {
    row r = make_row(job, -job->cells);
    pace p = {.x = 0.0f};
    for (int32_t k = block->low[1]; k < block->high[1]; ++k) {
        for (int32_t j = block->low[0]; j < block->high[0]; ++j) {
            set_row(&r, job->in, j, k);
            p = pace_of(&r, p.x, p.y, p.z);
            if (job->domain->grid.axes == 3) {
                p = back_row(r, p, (mode){3, job->least != NULL});
            } else {
                p = back_row(r, p, (mode){2, job->least != NULL});
            }
        }
    }
}

void WAFTI_KERNEL(wafti_advect_correct)(const wafti_advect_job* job, const wafti_mac_block* block) {
    row r = make_row(job, job->cells);
    pace p = {.x = 0.0f};
    for (int32_t k = block->low[1]; k < block->high[1]; ++k) {
        for (int32_t j = block->low[0]; j < block->high[0]; ++j) {
            set_row(&r, job->forward, j, k);
            p = pace_of(&r, p.x, p.y, p.z);
            if (job->domain->grid.axes == 3) {
                p = correct_row(r, p, 3);
            } else {
                p = correct_row(r, p, 2);
            }
        }
    }
}

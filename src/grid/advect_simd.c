// SPDX-License-Identifier: MIT
// The two passes of MacCormack (Selle et al. 2008), a vector of sample points at a time. Points near
// solids go to grid/careful.h one by one.
#include "grid/advect_kernel.h"

#include "grid/careful.h"
#include "simd/wide.h"

// What every vector does is inlined with the number of axes as a constant, its vectors are members by
// name, never elements of arrays: so they stay in registers. What few vectors do stays apart.
#define INLINE static inline __attribute__((always_inline))
#define APART  static __attribute__((noinline))

enum { ALL_LANES = (1 << WAFTI_LANES) - 1 };

// A row of sample points and what their traces need.
typedef struct row {
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

// Whether all traces end where they need no care. False for NaN.
INLINE bool stay_inside(const row* r, int32_t i, shifts s, int axes) {
    const wafti_wide lane = wafti_wide_iota();
    const float first = (float)i;
    wafti_wide_uint ok = between(
        wafti_wide_set(r->low[0] - first) - lane, s.x, wafti_wide_set(r->high[0] - first) - lane);
    ok &= between(wafti_wide_set(r->low[1]), s.y, wafti_wide_set(r->high[1]));
    if (axes == 3) {
        ok &= between(wafti_wide_set(r->low[2]), s.z, wafti_wide_set(r->high[2]));
    }
    return wafti_wide_lanes(ok) == ALL_LANES;
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

// All lanes move by the same whole steps.
INLINE corners load_alike(const row* r, int32_t i, shifts whole, int axes) {
    const float* at = r->field + i + (ptrdiff_t)wafti_wide_first(whole.x) +
                      (ptrdiff_t)wafti_wide_first(whole.y) * r->stride[1];
    const span none = {.split = false};
    if (axes == 3) {
        at += (ptrdiff_t)wafti_wide_first(whole.z) * r->stride[2];
    }
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

INLINE sample interpolate(corners c, shifts part, int axes) {
    sample s = {
        .value = lerp(lerp(c.q000, c.q100, part.x), lerp(c.q010, c.q110, part.x), part.y),
        .least = least_of(c.q000, c.q100, c.q010, c.q110),
        .greatest = greatest_of(c.q000, c.q100, c.q010, c.q110),
        .cut = part.cut,
    };
    if (axes == 3) {
        const wafti_wide high =
            lerp(lerp(c.q001, c.q101, part.x), lerp(c.q011, c.q111, part.x), part.y);
        s.value = lerp(s.value, high, part.z);
        s.least = wafti_wide_min(s.least, least_of(c.q001, c.q101, c.q011, c.q111));
        s.greatest = wafti_wide_max(s.greatest, greatest_of(c.q001, c.q101, c.q011, c.q111));
    }
    return s;
}

// The row's field at the ends of traces; `wrapping`: some may be outside along a periodic axis.
INLINE sample sample_ends(const row* r, int32_t i, shifts s, bool wrapping, int axes) {
    shifts whole = {wafti_wide_floor(s.x), wafti_wide_floor(s.y), s.z, s.cut};
    shifts part = {s.x - whole.x, s.y - whole.y, s.z, s.cut};
    wafti_wide_uint same = wafti_wide_equal(whole.x, spread_first(whole.x)) &
                           wafti_wide_equal(whole.y, spread_first(whole.y));
    if (axes == 3) {
        whole.z = wafti_wide_floor(s.z);
        part.z = s.z - whole.z;
        same &= wafti_wide_equal(whole.z, spread_first(whole.z));
    }
    if (!wrapping && wafti_wide_lanes(same) == ALL_LANES) {
        return interpolate(load_alike(r, i, whole, axes), part, axes);
    }
    if (wrapping) {
        const shifts back = wrap(r, i, whole.x, whole.y, whole.z);
        whole = back;
    }
    corners c;
    load_apart(r->field + i, &r->job->domain->grid, whole.x, whole.y, whole.z, &c);
    return interpolate(c, part, axes);
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
        value = sample_ends(&carrier, i, s, true, 3).value;
    } else {
        value = sample_ends(&carrier, i, s, true, 2).value;
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

// The row's field at the ends of the traces from points i.
INLINE sample sample_points(const row* r, int32_t i, int axes) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide_uint none = wafti_wide_set_uint(0u);
    wafti_wide clearance = zero;
    if (r->clearance != NULL) {
        clearance = clearance_at(r, i);
        if (!wafti_wide_any(wafti_wide_less(zero, clearance))) {
            const wafti_wide own = wafti_wide_load(r->field + i);
            return (sample){own, own, own, ~none};
        }
    }
    const shifts first = {
        first_shift(r, i, 0), first_shift(r, i, 1), axes == 3 ? first_shift(r, i, 2) : zero, none};
    shifts s = first;
    wafti_wide reach = longest(first, axes);
    if (r->job->midpoint) {
        const shifts later = trace_middle(r, i, s.x, s.y, s.z);
        s = later;
        reach = wafti_wide_max(reach, longest(s, axes));
    }
    const bool outside = !stay_inside(r, i, s, axes);
    if (outside) {
        const shifts limited = limit(r, i, s.x, s.y, s.z);
        s = limited;
    }
    sample result = sample_ends(r, i, tame_tail(r, i, s), outside, axes);
    if (r->clearance != NULL) {
        // Corners lie up to floor(shift) + 1 cells away, from faces one more; clearance counts the
        // cell itself as 1.
        const wafti_wide margin = wafti_wide_set(r->axis < 0 ? 2.0f : 3.0f);
        const wafti_wide_uint near =
            wafti_wide_less_equal(clearance, wafti_wide_floor(reach) + margin) & valid_lanes(r, i);
        if (wafti_wide_any(near)) {
            sample careful = result;
            const shifts start = first;
            sample_carefully(r, i, &start, wafti_wide_lanes(near), &careful);
            return careful;
        }
    }
    return result;
}

INLINE void store(const row* r, int32_t i, float* at, wafti_wide v) {
    if (is_tail(r, i)) {
        v = wafti_wide_select(valid_lanes(r, i), v, wafti_wide_set(0.0f));
    }
    wafti_wide_store(at + i, v);
}

INLINE void back_row(const row* r, ptrdiff_t at, int axes) {
    float* forward = r->job->forward + at;
    float* least = r->job->least + at;
    float* greatest = r->job->greatest + at;
    const bool keep_range = r->job->least != NULL;
    for (int32_t i = 0; i < r->count; i += WAFTI_LANES) {
        const sample s = sample_points(r, i, axes);
        // Rounding may leave the corners by a bit.
        const wafti_wide value = wafti_wide_min(wafti_wide_max(s.value, s.least), s.greatest);
        store(r, i, forward, value);
        if (keep_range) {
            store(r, i, least, wafti_wide_select(s.cut, value, s.least));
            store(r, i, greatest, wafti_wide_select(s.cut, value, s.greatest));
        }
    }
}

INLINE void correct_row(const row* r, ptrdiff_t at, int axes) {
    const float* in = r->job->in + at;
    const float* least = r->job->least + at;
    const float* greatest = r->job->greatest + at;
    float* out = r->job->out + at;
    for (int32_t i = 0; i < r->count; i += WAFTI_LANES) {
        const sample s = sample_points(r, i, axes);
        const wafti_wide forward = wafti_wide_load(r->field + i);
        const wafti_wide missed = wafti_wide_load(in + i) - s.value;
        const wafti_wide better = wafti_wide_fma(missed, wafti_wide_set(0.5f), forward);
        const wafti_wide raised = wafti_wide_max(better, wafti_wide_load(least + i));
        const wafti_wide kept = wafti_wide_min(raised, wafti_wide_load(greatest + i));
        store(r, i, out, wafti_wide_select(s.cut, forward, kept));
    }
}

static row row_at(
    const wafti_advect_job* job, const float* field, float cells, int32_t j, int32_t k) {
    const wafti_domain* domain = job->domain;
    const wafti_mac* grid = &domain->grid;
    const int32_t place[3] = {0, j, k};
    const ptrdiff_t at = wafti_mac_index(grid, 0, j, k);
    row r = {
        .job = job,
        .field = field + at,
        .cells = cells,
        .axis = job->axis,
        .j = j,
        .k = k,
        .count = job->count[0],
    };
    for (int a = 0; a < grid->axes; ++a) {
        r.stride[a] = wafti_mac_stride(grid, a);
        r.carrier[a] = job->carrier[a] + at;
        r.low[a] = job->trust_low[a] - (float)place[a];
        r.high[a] = job->trust_high[a] - (float)place[a];
    }
    if (domain->has_solids) {
        const int32_t cell_j = j < grid->n[1] ? j : j - 1;
        const int32_t cell_k = k < grid->n[2] ? k : k - 1;
        r.clearance = domain->clearance + wafti_mac_index(grid, 0, cell_j, cell_k);
    }
    return r;
}

void WAFTI_KERNEL(wafti_advect_back)(const wafti_advect_job* job, const wafti_mac_block* block) {
    for (int32_t k = block->low[1]; k < block->high[1]; ++k) {
        for (int32_t j = block->low[0]; j < block->high[0]; ++j) {
            const row r = row_at(job, job->in, -job->cells, j, k);
            const ptrdiff_t at = wafti_mac_index(&job->domain->grid, 0, j, k);
            if (job->domain->grid.axes == 3) {
                back_row(&r, at, 3);
            } else {
                back_row(&r, at, 2);
            }
        }
    }
}

void WAFTI_KERNEL(wafti_advect_correct)(const wafti_advect_job* job, const wafti_mac_block* block) {
    for (int32_t k = block->low[1]; k < block->high[1]; ++k) {
        for (int32_t j = block->low[0]; j < block->high[0]; ++j) {
            const row r = row_at(job, job->forward, job->cells, j, k);
            const ptrdiff_t at = wafti_mac_index(&job->domain->grid, 0, j, k);
            if (job->domain->grid.axes == 3) {
                correct_row(&r, at, 3);
            } else {
                correct_row(&r, at, 2);
            }
        }
    }
}

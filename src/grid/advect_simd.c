// SPDX-License-Identifier: MIT
// The two passes of MacCormack (Selle et al. 2008), a vector of sample points at a time. Points near
// solids go to grid/careful.h one by one.
#include "grid/advect_kernel.h"

#include "grid/advect_trace.h"
#include "grid/careful.h"

#include <math.h>

// Rows whose distance to solids is known to be this need not be looked at: few traces go further.
enum { ENOUGH_CLEARANCE = 6 };

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

// Least and greatest shift of the lanes that are looked at, by axis.
typedef struct extent {
    float least[3], greatest[3];
    bool partly; // others are not, and count as staying where they are
} extent;

static void extend(extent* e, int axis, wafti_wide_uint lanes, wafti_wide shift) {
    e->least[axis] = wafti_wide_least(wafti_wide_select(lanes, shift, wafti_wide_set(INFINITY)));
    e->greatest[axis] =
        wafti_wide_greatest(wafti_wide_select(lanes, shift, wafti_wide_set(-INFINITY)));
}

static extent extent_of(wafti_wide_uint lanes, shifts s, int axes) {
    extent e = {.partly = wafti_wide_lanes(lanes) != ALL_LANES};
    extend(&e, 0, lanes, s.x);
    extend(&e, 1, lanes, s.y);
    if (axes == 3) {
        extend(&e, 2, lanes, s.z);
    }
    return e;
}

// Corners of traces from points that lie `apart` from those of the extent, and the point itself.
static span span_of(const extent* e, int axis, float apart) {
    const float least = e->least[axis] + apart;
    const float greatest = e->greatest[axis] + apart;
    const int32_t low = (int32_t)floorf(e->partly && least > 0.0f ? 0.0f : least);
    const int32_t high = (int32_t)floorf(e->partly && greatest < 0.0f ? 0.0f : greatest) + 1;
    return (span){smaller(0, low), larger(0, high)};
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
            // By rows, so that one need not wait for another.
            wafti_wide row_least = wafti_wide_load_any(faces + box[0].low);
            for (int32_t x = box[0].low + 1; x <= box[0].high; ++x) {
                row_least = wafti_wide_min(row_least, wafti_wide_load_any(faces + x));
            }
            least = wafti_wide_min(least, row_least);
        }
    }
    return least;
}

// Lanes of `open` that meet no closed face where traces of points of `field_axis` go: those on all ways
// within the box of cells that the vector's traces touch are open, and for a face field its faces there.
// Outside all count as closed.
static wafti_wide_uint open_lanes(
    const row* r, int32_t i, int field_axis, const extent* e, wafti_wide_uint open) {
    const wafti_domain* domain = r->job->domain;
    span box[3] = {{0, 0}, {0, 0}, {0, 0}};
    for (int a = 0; a < domain->grid.axes; ++a) {
        const float apart = wafti_advect_place(r->axis, a) - wafti_advect_place(field_axis, a);
        box[a] = span_of(e, a, apart);
    }
    if (!in_halo(r, box)) {
        return wafti_wide_set_uint(0u);
    }
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
        const wafti_wide least = least_in_box(r, domain->weight[axis] + at, faces);
        open &= wafti_wide_less(wafti_wide_set(0.0f), least);
    }
    return open;
}

// Lanes of `near` that meet no closed face after all, neither at the end nor, with rk2, half way.
APART wafti_wide_uint open_ways(
    const row* r, int32_t i, const shifts* first, shifts s, wafti_wide_uint near) {
    const int axes = r->job->domain->grid.axes;
    const extent end = extent_of(near, s, axes);
    wafti_wide_uint open = open_lanes(r, i, r->axis, &end, near & ~s.cut);
    if (r->midpoint && wafti_wide_any(open)) {
        const shifts middle = half_way(r, i, first->x, first->y, first->z);
        const extent half = extent_of(near, middle, axes);
        open = open_lanes(r, i, r->axis, &half, open & ~middle.cut);
        for (int axis = 0; axis < axes && wafti_wide_any(open); ++axis) {
            // A field's own component was looked at.
            if (axis != r->axis) {
                open = open_lanes(r, i, axis, &half, open);
            }
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

INLINE bool all_clear(const row* r, int32_t i, int field_axis, wafti_wide reach) {
    return wafti_wide_lanes(clear_lanes(clearance_at(r, i, field_axis), reach)) == ALL_LANES;
}

// Lanes of which nothing special is to be expected.
INLINE wafti_wide_uint plain_lanes(
    const row* r, const window* w, int32_t i, shifts from, wafti_wide reach, mode m) {
    wafti_wide_uint ok = within_one(from.x) & within_one(from.y);
    if (m.axes == 3) {
        ok &= within_one(from.z);
    }
    if (w->solids) {
        ok &= clear_lanes(clearance_at(r, i, m.field_axis), reach);
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
        // The middle can only add to what is near.
        if (w->solids && !all_clear(r, i, m.field_axis, reach)) {
            return false;
        }
        s = trace_near_middle(r, i, s, m);
        reach = wafti_wide_max(reach, longest(s, m.axes));
    }
    if (i < w->from || i + WAFTI_LANES > w->to) {
        const wafti_wide_uint inside = inside_lanes(r, i, s, m.axes) | ~valid_lanes(r, i);
        if (wafti_wide_lanes(inside) != ALL_LANES) {
            if (r->periodic) {
                return false;
            }
            s = limit(r->home, i, s.x, s.y, s.z);
        }
        s = tame_tail(r, i, s);
    }
    const shifts from = from_middle(w, s, m.axes);
    if (wafti_wide_lanes(plain_lanes(r, w, i, from, reach, m)) != ALL_LANES) {
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

// Half a step from an index is not cut along an axis.
INLINE bool keeps_half(const wafti_advect_job* job, int axis, int32_t index) {
    return job->low[axis] + 0.5f <= (float)index && (float)index <= job->high[axis] - 0.5f;
}

static void find_halves(row* r, int axes) {
    const wafti_advect_job* job = r->job;
    r->half_from = (int32_t)ceilf(job->low[0] + 0.5f);
    r->half_to = (int32_t)floorf(job->high[0] - 0.5f) + 1;
    r->half_to = smaller(r->half_to, r->count);
    if (!keeps_half(job, 1, r->j) || (axes == 3 && !keeps_half(job, 2, r->k))) {
        r->half_to = r->half_from;
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
    find_halves(r, axes);
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
    find_halves(r, axes);
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

// SPDX-License-Identifier: MIT
// The two passes of MacCormack (Selle et al. 2008), a vector of sample points at a time. Points near
// solids go to grid/careful_wide.h, the few of them that go far round a periodic axis to grid/careful.h.
#define WAFTI_WIDE_SIXTEEN
#include "grid/advect_kernel.h"

#include "grid/advect_trace.h"
#include "grid/careful.h"
#include "grid/careful_wide.h"

#include <math.h>

// Rows whose distance to solids is known to be this need not be looked at: few traces go further.
enum { ENOUGH_CLEARANCE = 6 };

// Scalars closer to 0 than this become 0. The least share of a corner, 2^-24, leaves more of it than FLT_MIN,
// twice over.
#define LEAST_SCALAR 1e-22f

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
    _Alignas(64) float shift[3][WAFTI_LANES];
    _Alignas(64) float values[4][WAFTI_LANES];
    wafti_wide_store(shift[0], first->x);
    wafti_wide_store(shift[1], first->y);
    wafti_wide_store(shift[2], first->z);
    wafti_wide_store(values[0], s->value);
    wafti_wide_store(values[1], s->least);
    wafti_wide_store(values[2], s->greatest);
    wafti_wide_store(values[3], wafti_wide_where(s->cut, wafti_wide_set(1.0f)));
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

// Points in solids, where nothing moves.
INLINE wafti_wide_mask covered_lanes(const row* r, int32_t i, wafti_wide clearance) {
    const wafti_wide_mask solid = wafti_wide_equal(clearance, wafti_wide_set(0.0f));
    if (r->axis < 0) {
        return solid;
    }
    return solid | ~passes(look(shut_row(r) + 1, wafti_wide_to_uint(wide_index(i))), r->axis);
}

INLINE shifts first_shifts(const row* r, int32_t i, int field_axis, int axes) {
    return (shifts){first_shift(r, i, field_axis, 0), first_shift(r, i, field_axis, 1),
        axes == 3 ? first_shift(r, i, field_axis, 2) : wafti_wide_set(0.0f), wafti_wide_none()};
}

// Lanes that no solid is near.
INLINE wafti_wide_mask clear_lanes(wafti_wide clearance, wafti_wide reach) {
    return wafti_wide_less(reach, clearance - wafti_wide_set((float)CLEARANCE_MARGIN));
}

// Points of which no face around is shut, so that traces of less than a cell meet none.
INLINE wafti_wide_mask free_lanes(const row* r, int32_t i, wafti_wide reach) {
    const wafti_wide bits = wafti_wide_load_bytes(shut_row(r) + i);
    return wafti_wide_less(bits, wafti_wide_set((float)WAFTI_SHUT_NEAR)) &
           wafti_wide_less(reach, wafti_wide_set(1.0f));
}

// Lanes that may meet a solid.
INLINE wafti_wide_mask near_lanes(const row* r, int32_t i, int field_axis, wafti_wide reach) {
    const wafti_wide_mask clear =
        clear_lanes(clearance_at(r, i, field_axis), reach) | free_lanes(r, i, reach);
    return ~clear & valid_lanes(r, i);
}

// Lanes near solids once more. What a lane finds depends on its own trace alone: if that meets nothing of
// a solid it keeps what it has.
APART void sample_near(const row* r, int32_t i, wafti_wide_mask near, sample* s) {
    const int axes = r->job->domain->grid.axes == 3 ? 3 : 2;
    const wafti_wide_mask covered = covered_lanes(r, i, clearance_at(r, i, r->axis));
    if (!wafti_wide_any(near & ~covered)) {
        const wafti_wide own = wafti_wide_load(r->field + i);
        s->value = wafti_wide_select(near, own, s->value);
        s->least = wafti_wide_select(near, own, s->least);
        s->greatest = wafti_wide_select(near, own, s->greatest);
        s->cut |= near;
        return;
    }
    const shifts first = first_shifts(r, i, r->axis, axes);
    const careful_sample c = axes == 3 ? trace_carefully(r, i, &first, near, covered, 3)
                                       : trace_carefully(r, i, &first, near, covered, 2);
    const wafti_wide_mask taken = near & ~c.open & ~c.far;
    s->value = wafti_wide_select(taken, c.found.value, s->value);
    s->least = wafti_wide_select(taken, c.found.least, s->least);
    s->greatest = wafti_wide_select(taken, c.found.greatest, s->greatest);
    s->cut = (s->cut & ~taken) | (c.found.cut & taken);
    if (wafti_wide_any(c.far)) {
        sample_carefully(r, i, &first, wafti_wide_lanes(c.far), s);
    }
}

// Lanes that are in the window.
INLINE wafti_wide_mask plain_lanes(shifts from, mode m) {
    wafti_wide_mask ok = below_one(from.x) & below_one(from.y);
    if (m.axes == 3) {
        ok &= below_one(from.z);
    }
    return ok;
}

INLINE void sample_any(const row* r, int32_t i, window* w, sample* out, int axes) {
    shifts s = first_shifts(r, i, r->axis, axes);
    wafti_wide reach = longest(s, axes);
    if (r->midpoint) {
        s = trace_middle(r, i, s.x, s.y, s.z);
        reach = wafti_wide_max(reach, longest(s, axes));
    }
    const wafti_wide_mask inside = inside_lanes(r, i, s, axes) | ~valid_lanes(r, i);
    const bool outside = wafti_wide_lanes(inside) != ALL_LANES;
    if (outside) {
        s = limit(r, i, s.x, s.y, s.z);
    }
    *out = sample_ends(r, r->field, i, tame_tail(r, i, s), w, outside, axes);
    if (r->clearance != NULL) {
        const wafti_wide_mask near = near_lanes(r, i, r->axis, reach);
        if (wafti_wide_any(near)) {
            sample_near(r, i, near, out);
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

// The same where the window holds all traces; false elsewhere, and nothing done.
INLINE bool sample_plainly(const row* r, const window* w, int32_t i, mode m, sample* out) {
    shifts s = first_shifts(r, i, m.field_axis, m.axes);
    wafti_wide reach = longest(s, m.axes);
    if (m.midpoint) {
        s = trace_near_middle(r, i, s, m);
        reach = wafti_wide_max(reach, longest(s, m.axes));
    }
    if (i < w->from || i + WAFTI_LANES > w->to) {
        const wafti_wide_mask inside = inside_lanes(r, i, s, m.axes) | ~valid_lanes(r, i);
        if (wafti_wide_lanes(inside) != ALL_LANES) {
            if (r->periodic) {
                return false;
            }
            s = limit(r->home, i, s.x, s.y, s.z);
        }
        s = tame_tail(r, i, s);
    }
    const shifts from = from_middle(w, s, m.axes);
    if (wafti_wide_lanes(plain_lanes(from, m)) != ALL_LANES) {
        return false;
    }
    *out = sample_window(r->field + i, r, w, from, m);
    if (wafti_wide_any(wafti_wide_less_equal(wafti_wide_set(r->free_reach), reach))) {
        const wafti_wide_mask near = near_lanes(r, i, m.field_axis, reach);
        if (wafti_wide_any(near)) {
            // A copy, so that the address of the other is not taken.
            sample found = *out;
            sample_near(r->home, i, near, &found);
            *out = found;
        }
    }
    return true;
}

INLINE void store(const row* r, int32_t i, float* at, wafti_wide v) {
    if (is_tail(r, i)) {
        wafti_wide_store_first(at + i, r->count - i, v);
    } else {
        wafti_wide_store(at + i, v);
    }
}

// The fields of a row that passes read and write.
typedef struct back_fields {
    float *forward, *least, *greatest;
} back_fields;

typedef struct correct_fields {
    const float *in, *forward, *least, *greatest;
    float* out;
} correct_fields;

// What is left of a scalar where hardly any ever came. Ahead of a plume it would fade out through numbers
// below FLT_MIN, and each operation on such a number takes a hundred times as long.
INLINE wafti_wide settle(wafti_wide value, mode m) {
    if (m.field_axis >= 0) {
        return value;
    }
    return wafti_wide_where(
        wafti_wide_less_equal(wafti_wide_set(LEAST_SCALAR), wafti_wide_abs(value)), value);
}

INLINE void store_back(const row* r, const back_fields* f, int32_t i, sample s, mode m) {
    // Rounding may leave the corners by a bit.
    const wafti_wide kept = wafti_wide_min(wafti_wide_max(s.value, s.least), s.greatest);
    const wafti_wide value = settle(kept, m);
    store(r, i, f->forward, value);
    if (f->least != NULL) {
        store(r, i, f->least, wafti_wide_select(s.cut, value, s.least));
        store(r, i, f->greatest, wafti_wide_select(s.cut, value, s.greatest));
    }
}

// What a field holds at points i; nothing behind the row, where scratch may hold bits that are no numbers.
INLINE wafti_wide load_points(const row* r, int32_t i, const float* at) {
    const wafti_wide v = wafti_wide_load(at + i);
    return is_tail(r, i) ? wafti_wide_where(valid_lanes(r, i), v) : v;
}

INLINE void store_correct(const row* r, const correct_fields* f, int32_t i, sample s, mode m) {
    const wafti_wide forward = load_points(r, i, f->forward);
    const wafti_wide missed = load_points(r, i, f->in) - s.value;
    const wafti_wide better = wafti_wide_fma(missed, wafti_wide_set(0.5f), forward);
    const wafti_wide raised = wafti_wide_max(better, load_points(r, i, f->least));
    const wafti_wide kept = wafti_wide_min(raised, load_points(r, i, f->greatest));
    store(r, i, f->out, settle(wafti_wide_select(s.cut, forward, kept), m));
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
            store_back(&r, &fields, i, s, m);
        }
        if (i < r.count) {
            sample apart;
            window next = run;
            sample_apart(r.home, i, &next, &apart);
            store_back(&r, &fields, i, apart, m);
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
            store_correct(&r, &fields, i, s, m);
        }
        if (i < r.count) {
            sample apart;
            window next = run;
            sample_apart(r.home, i, &next, &apart);
            store_correct(&r, &fields, i, apart, m);
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
        r->free_reach = (float)(least_clearance(r, far) - CLEARANCE_MARGIN);
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
        .free_reach = INFINITY,
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

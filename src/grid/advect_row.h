// SPDX-License-Identifier: MIT
// Sample points of a row: those in free air by whole vectors, those near solids gathered until they fill
// one. Only advect_simd.c includes this file, once for each instruction set.
#ifndef WAFTI_GRID_ADVECT_ROW_H
#define WAFTI_GRID_ADVECT_ROW_H

#include "grid/advect_kernel.h"

#include "grid/advect_middle.h"
#include "grid/careful.h"
#include "grid/careful_wide.h"

#include <string.h>

// Rows whose distance to solids is known to be this need not be looked at: few traces go further.
enum { ENOUGH_CLEARANCE = 6 };

// Scalars closer to 0 than this become 0. The least share of a corner, 2^-24, leaves more of it than FLT_MIN,
// twice over.
#define LEAST_SCALAR 1e-22f

// Clearance of cells from i on; beyond the row's ends that of its last cells.
WAFTI_INLINE wafti_wide cell_clearance(const row* r, const uint8_t* cells, int32_t i) {
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
WAFTI_INLINE wafti_wide clearance_at(const row* r, int32_t i, int field_axis) {
    const wafti_wide own =
        wafti_wide_min(cell_clearance(r, r->clearance, i), wafti_wide_set(r->far_clearance));
    if (field_axis < 0) {
        return own;
    }
    return wafti_wide_min(own, cell_clearance(r, r->clearance_below, field_axis == 0 ? i - 1 : i));
}

WAFTI_INLINE wafti_wide longest(shifts s, int axes) {
    const wafti_wide plane = wafti_wide_max(wafti_wide_abs(s.x), wafti_wide_abs(s.y));
    return axes == 3 ? wafti_wide_max(plane, wafti_wide_abs(s.z)) : plane;
}

// What is left of a scalar where hardly any ever came. Ahead of a plume it would fade out through numbers
// below FLT_MIN, and each operation on such a number takes a hundred times as long.
WAFTI_INLINE wafti_wide settle(wafti_wide value, int field_axis) {
    if (field_axis >= 0) {
        return value;
    }
    return wafti_wide_where(
        wafti_wide_less_equal(wafti_wide_set(LEAST_SCALAR), wafti_wide_abs(value)), value);
}

// What the back pass leaves at points, by what was found: the value, and what it may be corrected to.
WAFTI_INLINE sample settle_back(sample s, int field_axis) {
    // Rounding may leave the corners by a bit.
    const wafti_wide kept = wafti_wide_min(wafti_wide_max(s.value, s.least), s.greatest);
    const wafti_wide value = settle(kept, field_axis);
    return (sample){value, wafti_wide_select(s.cut, value, s.least),
        wafti_wide_select(s.cut, value, s.greatest), s.cut};
}

// What the correcting pass leaves: `from` is what the back pass did, s what was found.
WAFTI_INLINE wafti_wide settle_correct(wafti_wide in, sample from, sample s, int field_axis) {
    const wafti_wide missed = in - s.value;
    const wafti_wide better = wafti_wide_fma(missed, wafti_wide_set(0.5f), from.value);
    const wafti_wide raised = wafti_wide_max(better, from.least);
    const wafti_wide kept = wafti_wide_min(raised, from.greatest);
    return settle(wafti_wide_select(s.cut, from.value, kept), field_axis);
}

// ---- points near solids

// One vector that is not full yet, and all of another.
enum { MOST_WAITING = 2 * WAFTI_LANES };

// Points near solids wait here until they fill a vector: few of a row's vector are near one, and their
// traces take long. All rows of a block in a plane share it.
typedef struct waiting {
    row first; // of those rows
    bool back;
    int32_t count;
    float x[MOST_WAITING], y[MOST_WAITING]; // indices
    float shift[3][MOST_WAITING];
    float in[MOST_WAITING]; // of the job: its place may be that of `out`
} waiting;

// Takes the first lane off a mask that has one.
WAFTI_INLINE int32_t take_lane(unsigned* lanes) {
    const int32_t lane = (int32_t)__builtin_ctz(*lanes);
    *lanes &= *lanes - 1u;
    return lane;
}

// Lanes of points i, with their first shifts.
WAFTI_INLINE void let_wait(
    waiting* q, const row* r, int32_t i, const shifts* first, unsigned lanes) {
    _Alignas(64) float shift[3][WAFTI_LANES];
    wafti_wide_store(shift[0], first->x);
    wafti_wide_store(shift[1], first->y);
    wafti_wide_store(shift[2], first->z);
    const float* in = r->job->in + wafti_mac_index(&r->job->domain->grid, i, r->j, r->k);
    int32_t to = q->count;
    while (lanes != 0) {
        const int32_t lane = take_lane(&lanes);
        q->x[to] = (float)(i + lane);
        q->y[to] = (float)r->j;
        q->shift[0][to] = shift[0][lane];
        q->shift[1][to] = shift[1][lane];
        q->shift[2][to] = shift[2][lane];
        q->in[to] = in[lane];
        ++to;
    }
    q->count = to;
}

// Lanes of the mask once more, one by one.
APART void sample_carefully(
    const row* r, const points* p, const shifts* first, unsigned lanes, sample* s) {
    _Alignas(64) float index[2][WAFTI_LANES];
    _Alignas(64) float shift[3][WAFTI_LANES];
    _Alignas(64) float values[4][WAFTI_LANES];
    wafti_wide_store(index[0], p->x);
    wafti_wide_store(index[1], p->y);
    wafti_wide_store(shift[0], first->x);
    wafti_wide_store(shift[1], first->y);
    wafti_wide_store(shift[2], first->z);
    wafti_wide_store(values[0], s->value);
    wafti_wide_store(values[1], s->least);
    wafti_wide_store(values[2], s->greatest);
    wafti_wide_store(values[3], wafti_wide_where(s->cut, wafti_wide_set(1.0f)));
    const wafti_mac* grid = &r->job->domain->grid;
    const float* field = r->field - wafti_mac_index(grid, 0, r->j, r->k);
    while (lanes != 0) {
        const int32_t lane = take_lane(&lanes);
        const int32_t at[3] = {(int32_t)index[0][lane], (int32_t)index[1][lane], r->k};
        const float from[3] = {shift[0][lane], shift[1][lane], shift[2][lane]};
        const wafti_careful_value v = wafti_careful_trace(r->job, field, r->cells, at, from);
        const float own = field[wafti_mac_index(grid, at[0], at[1], at[2])];
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

// Lanes go where they are from; others stay.
WAFTI_INLINE void scatter(float* to, wafti_wide_uint at, wafti_wide v, unsigned lanes) {
    _Alignas(64) float values[WAFTI_LANES];
    uint32_t offsets[WAFTI_LANES];
    wafti_wide_store(values, v);
    memcpy(offsets, &at, sizeof(offsets));
    while (lanes != 0) {
        const int32_t lane = take_lane(&lanes);
        to[(int32_t)offsets[lane]] = values[lane];
    }
}

// In place of what was stored when lanes began to wait.
WAFTI_INLINE void store_again(
    const waiting* q, wafti_wide_uint at, wafti_wide in, const sample* s, unsigned lanes) {
    const row* r = &q->first;
    const wafti_advect_job* job = r->job;
    const ptrdiff_t first = wafti_mac_index(&job->domain->grid, 0, r->j, r->k);
    if (!q->back) {
        const sample from = {wafti_wide_gather(job->forward + first, at),
            wafti_wide_gather(job->least + first, at), wafti_wide_gather(job->greatest + first, at),
            wafti_wide_none()};
        scatter(job->out + first, at, settle_correct(in, from, *s, r->axis), lanes);
        return;
    }
    const sample settled = settle_back(*s, r->axis);
    scatter(job->forward + first, at, settled.value, lanes);
    if (job->least != NULL) {
        scatter(job->least + first, at, settled.least, lanes);
        scatter(job->greatest + first, at, settled.greatest, lanes);
    }
}

// Traces the last vector of those that wait, or what there is of one. What a lane finds depends on its own
// trace alone: if that meets nothing of a solid it keeps what it has.
APART void trace_waiting(waiting* q) {
    const row* r = &q->first;
    const int32_t from = wafti_greater(q->count - WAFTI_LANES, 0);
    // Those behind the last are nothing, or points that waited before.
    const wafti_wide_mask lanes = wafti_wide_less(
        wafti_wide_iota(), wafti_wide_set((float)wafti_lesser(q->count, WAFTI_LANES)));
    q->count = from;
    points p = {.x = wafti_wide_load_any(q->x + from), .y = wafti_wide_load_any(q->y + from)};
    const wafti_wide_uint rows = wafti_wide_to_uint(p.y - wafti_wide_set((float)r->j));
    p.at = where_uint(lanes, wafti_wide_to_uint(p.x) + rows * stride_of(r, 1));
    const shifts first = {wafti_wide_load_any(q->shift[0] + from),
        wafti_wide_load_any(q->shift[1] + from), wafti_wide_load_any(q->shift[2] + from),
        wafti_wide_none()};
    careful_sample c = r->job->domain->grid.axes == 3 ? trace_carefully(r, &p, &first, lanes, 3)
                                                      : trace_carefully(r, &p, &first, lanes, 2);
    if (wafti_wide_any(c.far)) {
        sample_carefully(r, &p, &first, wafti_wide_lanes(c.far), &c.found);
    }
    const wafti_wide_mask taken = lanes & (~c.open | c.far);
    if (wafti_wide_any(taken)) {
        store_again(q, p.at, wafti_wide_load_any(q->in + from), &c.found, wafti_wide_lanes(taken));
    }
}

// Points in solids, where nothing moves.
WAFTI_INLINE wafti_wide_mask covered_lanes(const row* r, int32_t i, wafti_wide clearance) {
    const wafti_wide_mask solid = wafti_wide_equal(clearance, wafti_wide_set(0.0f));
    if (r->axis < 0) {
        return solid;
    }
    return solid | ~passes(wafti_wide_to_uint(wafti_wide_load_bytes(shut_row(r) + i)), r->axis);
}

WAFTI_INLINE shifts first_shifts(const row* r, int32_t i, int field_axis, int axes) {
    return (shifts){first_shift(r, i, field_axis, 0), first_shift(r, i, field_axis, 1),
        axes == 3 ? first_shift(r, i, field_axis, 2) : wafti_wide_set(0.0f), wafti_wide_none()};
}

// Lanes that no solid is near.
WAFTI_INLINE wafti_wide_mask clear_lanes(wafti_wide clearance, wafti_wide reach) {
    return wafti_wide_less(reach, clearance - wafti_wide_set((float)CLEARANCE_MARGIN));
}

// Points of which no face around is shut, so that traces of less than a cell meet none.
WAFTI_INLINE wafti_wide_mask free_lanes(const row* r, int32_t i, wafti_wide reach) {
    const wafti_wide bits = wafti_wide_load_bytes(shut_row(r) + i);
    return wafti_wide_less(bits, wafti_wide_set((float)WAFTI_SHUT_NEAR)) &
           wafti_wide_less(reach, wafti_wide_set(1.0f));
}

// Lanes that may meet a solid.
WAFTI_INLINE wafti_wide_mask near_lanes(const row* r, int32_t i, int field_axis, wafti_wide reach) {
    const wafti_wide_mask clear =
        clear_lanes(clearance_at(r, i, field_axis), reach) | free_lanes(r, i, reach);
    return ~clear & valid_lanes(r, i);
}

// Lanes near solids: those in one stay as they are, the others wait to be traced once more. What waits
// already is of vectors that have been stored, so that it may be traced here; this one is not yet.
APART void sample_near(const row* r, int32_t i, wafti_wide_mask near, sample* s) {
    waiting* q = r->waiting;
    if (q->count >= WAFTI_LANES) {
        trace_waiting(q);
    }
    const wafti_wide_mask covered = near & covered_lanes(r, i, clearance_at(r, i, r->axis));
    if (wafti_wide_any(covered)) {
        const wafti_wide own = wafti_wide_load(r->field + i);
        s->value = wafti_wide_select(covered, own, s->value);
        s->least = wafti_wide_select(covered, own, s->least);
        s->greatest = wafti_wide_select(covered, own, s->greatest);
        s->cut |= covered;
    }
    const unsigned lanes = wafti_wide_lanes(near & ~covered);
    if (lanes != 0) {
        const shifts first = first_shifts(r, i, r->axis, r->job->domain->grid.axes == 3 ? 3 : 2);
        let_wait(q, r, i, &first, lanes);
    }
}

// Lanes that are in the window.
WAFTI_INLINE wafti_wide_mask plain_lanes(shifts from, mode m) {
    wafti_wide_mask ok = below_one(from.x) & below_one(from.y);
    if (m.axes == 3) {
        ok &= below_one(from.z);
    }
    return ok;
}

// A trace, and how far it goes, or a straight one if that goes further.
typedef struct trace {
    shifts s;
    wafti_wide reach;
} trace;

WAFTI_INLINE void sample_any(const row* r, int32_t i, trace t, window* w, sample* out, int axes) {
    shifts s = t.s;
    const wafti_wide_mask inside = inside_lanes(r, i, s, axes) | ~valid_lanes(r, i);
    const bool outside = wafti_wide_lanes(inside) != ALL_LANES;
    if (outside) {
        s = limit(r, i, s.x, s.y, s.z);
        s.cut |= t.s.cut;
    }
    *out = sample_ends(r, r->field, i, tame_tail(r, i, s), w, outside, axes);
    if (r->clearance != NULL) {
        const wafti_wide_mask near = near_lanes(r, i, r->axis, t.reach);
        if (wafti_wide_any(near)) {
            sample_near(r, i, near, out);
        }
    }
}

// The row's field at the ends of traces from points i, whatever they do. Vectors come by value, so that
// they stay in registers.
APART void sample_apart(const row* r, int32_t i, wafti_wide x, wafti_wide y, wafti_wide z,
    wafti_wide_mask cut, wafti_wide reach, window* w, sample* out) {
    const trace t = {{x, y, z, cut}, reach};
    if (r->job->domain->grid.axes == 3) {
        sample_any(r, i, t, w, out, 3);
    } else {
        sample_any(r, i, t, w, out, 2);
    }
}

WAFTI_INLINE trace trace_points(const row* r, int32_t i, mode m) {
    trace t = {.s = first_shifts(r, i, m.field_axis, m.axes)};
    t.reach = longest(t.s, m.axes);
    if (m.midpoint) {
        t.s = trace_near_middle(r, i, t.s, m);
        t.reach = wafti_wide_max(t.reach, longest(t.s, m.axes));
    }
    return t;
}

// The same where the window holds all traces, and the trace; false elsewhere, and then there is the trace
// alone.
WAFTI_INLINE bool sample_plainly(
    const row* r, const window* w, int32_t i, mode m, trace* out_trace, sample* out) {
    const trace t = trace_points(r, i, m);
    shifts s = t.s;
    *out_trace = t;
    if (i < w->from || i + WAFTI_LANES > w->to) {
        const wafti_wide_mask inside = inside_lanes(r, i, s, m.axes) | ~valid_lanes(r, i);
        if (wafti_wide_lanes(inside) != ALL_LANES) {
            if (r->periodic) {
                return false;
            }
            s = limit(r->home, i, s.x, s.y, s.z);
        }
        s = tame_tail(r, i, s);
        out_trace->s = s;
    }
    const shifts from = from_middle(w, s, m.axes);
    if (wafti_wide_lanes(plain_lanes(from, m)) != ALL_LANES) {
        return false;
    }
    *out = sample_window(r->field + i, r, w, from, m);
    // Without solids too a velocity may be infinite.
    if (r->clearance != NULL &&
        wafti_wide_any(wafti_wide_less_equal(wafti_wide_set(r->free_reach), t.reach))) {
        const wafti_wide_mask near = near_lanes(r, i, m.field_axis, t.reach);
        if (wafti_wide_any(near)) {
            // A copy, so that the address of the other is not taken.
            sample found = *out;
            sample_near(r->home, i, near, &found);
            *out = found;
        }
    }
    return true;
}

WAFTI_INLINE void store(const row* r, int32_t i, float* at, wafti_wide v) {
    if (is_tail(r, i)) {
        wafti_wide_store_first(at + i, r->count - i, v);
    } else {
        wafti_wide_store(at + i, v);
    }
}

// The fields of a row that passes read and write.
typedef struct pass_fields {
    const float* in;
    float *forward, *least, *greatest, *out;
} pass_fields;

WAFTI_INLINE void store_back(const row* r, const pass_fields* f, int32_t i, sample s, mode m) {
    const sample settled = settle_back(s, m.field_axis);
    store(r, i, f->forward, settled.value);
    if (f->least != NULL) {
        store(r, i, f->least, settled.least);
        store(r, i, f->greatest, settled.greatest);
    }
}

// What a field holds at points i; nothing behind the row, where scratch may hold bits that are no numbers.
WAFTI_INLINE wafti_wide load_points(const row* r, int32_t i, const float* at) {
    const wafti_wide v = wafti_wide_load(at + i);
    return is_tail(r, i) ? wafti_wide_where(valid_lanes(r, i), v) : v;
}

WAFTI_INLINE void store_correct(const row* r, const pass_fields* f, int32_t i, sample s, mode m) {
    const sample from = {load_points(r, i, f->forward), load_points(r, i, f->least),
        load_points(r, i, f->greatest), s.cut};
    store(r, i, f->out, settle_correct(load_points(r, i, f->in), from, s, m.field_axis));
}

WAFTI_INLINE void store_found(
    const row* r, const pass_fields* f, int32_t i, sample s, bool back, mode m) {
    if (back) {
        store_back(r, f, i, s, m);
    } else {
        store_correct(r, f, i, s, m);
    }
}

// Rows come as copies, to which nothing points, and the window changes only between runs of plain
// vectors: so all stays in registers.
WAFTI_INLINE window trace_row(const row r, window w, bool back, mode m) {
    const wafti_advect_job* job = r.job;
    const ptrdiff_t at = r.field - (back ? job->in : job->forward);
    const bool range = job->least != NULL;
    const pass_fields fields = {job->in + at, job->forward + at, range ? job->least + at : NULL,
        range ? job->greatest + at : NULL, job->out + at};
    sample s;
    trace t;
    for (int32_t i = 0; i < r.count; i += WAFTI_LANES) {
        const window run = w;
        for (; i < r.count && sample_plainly(&r, &run, i, m, &t, &s); i += WAFTI_LANES) {
            store_found(&r, &fields, i, s, back, m);
        }
        if (i < r.count) {
            sample apart;
            window next = run;
            sample_apart(r.home, i, t.s.x, t.s.y, t.s.z, t.s.cut, t.reach, &next, &apart);
            store_found(&r, &fields, i, apart, back, m);
            w = next;
        }
    }
    return w;
}

#endif // WAFTI_GRID_ADVECT_ROW_H

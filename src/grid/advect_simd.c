// SPDX-License-Identifier: MIT
// The two passes of MacCormack (Selle et al. 2008), a vector of sample points at a time. Points near
// solids go to grid/careful.h one by one.
#include "grid/advect_kernel.h"

#include "grid/careful.h"
#include "simd/wide.h"

// A vector of sample points in a row.
typedef struct points {
    const wafti_advect_job* job;
    int32_t place[3]; // of the first
    ptrdiff_t at;
    wafti_wide_uint valid; // the last vector of a row may reach beyond it
    bool tail;
} points;

// Displacements in cells.
typedef struct trace {
    wafti_wide first[3]; // by the velocity at the points themselves
    wafti_wide shift[3];
    wafti_wide_uint cut; // lanes that would leave the box
} trace;

typedef struct sample {
    wafti_wide value, least, greatest; // the last two: of the corners
    wafti_wide_uint cut;
} sample;

static inline wafti_wide wide_index(const points* p, int axis) {
    const wafti_wide first = wafti_wide_set((float)p->place[axis]);
    return axis == 0 ? (wafti_wide)(first + wafti_wide_iota()) : first;
}

// Carrying velocity along `axis` at the points: mean of the nearest faces.
static inline wafti_wide carried(const points* p, int axis) {
    const wafti_advect_job* job = p->job;
    const wafti_mac* grid = &job->domain->grid;
    const float* u = job->carrier[axis] + p->at;
    if (job->axis == axis) {
        return wafti_wide_load(u);
    }
    const ptrdiff_t along = wafti_mac_stride(grid, axis);
    const wafti_wide here = wafti_wide_load(u) + wafti_wide_load_any(u + along);
    if (job->axis < 0) {
        return here * wafti_wide_set(0.5f);
    }
    const float* below = u - wafti_mac_stride(grid, job->axis);
    const wafti_wide there = wafti_wide_load_any(below) + wafti_wide_load_any(below + along);
    return (here + there) * wafti_wide_set(0.25f);
}

static inline bool inside(const points* p, const wafti_wide shift[3]) {
    const wafti_advect_job* job = p->job;
    wafti_wide_uint ok = p->valid | ~p->valid;
    for (int a = 0; a < job->domain->grid.axes; ++a) {
        const wafti_wide index = wide_index(p, a);
        ok &= wafti_wide_less_equal(wafti_wide_set(job->trust_low[a]) - index, shift[a]) &
              wafti_wide_less_equal(shift[a], wafti_wide_set(job->trust_high[a]) - index);
    }
    return !wafti_wide_any(~ok);
}

// Cuts traces at the sides; the mask of those that were cut.
static inline wafti_wide_uint limit(const points* p, wafti_wide shift[3]) {
    const wafti_advect_job* job = p->job;
    wafti_wide_uint cut = wafti_wide_set_uint(0u);
    for (int a = 0; a < job->domain->grid.axes; ++a) {
        const wafti_wide index = wide_index(p, a);
        const wafti_wide_uint ok =
            wafti_wide_less_equal(wafti_wide_set(job->trust_low[a]) - index, shift[a]) &
            wafti_wide_less_equal(shift[a], wafti_wide_set(job->trust_high[a]) - index);
        cut |= ~ok;
        // NaN becomes the low end.
        const wafti_wide raised = wafti_wide_max(shift[a], wafti_wide_set(job->low[a]) - index);
        shift[a] = wafti_wide_min(raised, wafti_wide_set(job->high[a]) - index);
    }
    return cut;
}

// Brings whole steps back into the box and its halo along periodic axes.
static inline void wrap(const points* p, wafti_wide whole[3]) {
    const wafti_advect_job* job = p->job;
    for (int a = 0; a < job->domain->grid.axes; ++a) {
        if (!job->periodic[a]) {
            continue;
        }
        const wafti_wide index = wide_index(p, a);
        const wafti_wide n = wafti_wide_set((float)job->domain->grid.n[a]);
        const wafti_wide end = index + whole[a];
        const wafti_wide_uint out =
            wafti_wide_less(end, wafti_wide_set(-(float)WAFTI_MAC_HALO)) | wafti_wide_less(n, end);
        if (wafti_wide_any(out & p->valid)) {
            whole[a] = end - n * wafti_wide_floor(end / n) - index;
        }
    }
}

// How the low corners of a vector's lanes lie along an axis: all the same number of cells away, or
// some of them one further.
typedef struct span {
    wafti_wide_uint further;
    bool split;
    bool scattered; // neither
} span;

static inline span span_of(wafti_wide whole, ptrdiff_t stride, const float** at) {
    const wafti_wide first = wafti_wide_set(wafti_wide_first(whole));
    const wafti_wide one = wafti_wide_set(1.0f);
    span s = {.further = wafti_wide_set_uint(0u)};
    wafti_wide base = first;
    if (wafti_wide_any(~wafti_wide_equal(whole, first))) {
        base = wafti_wide_any(wafti_wide_less(whole, first)) ? (wafti_wide)(first - one) : first;
        s.further = wafti_wide_equal(whole, base + one);
        s.split = true;
        s.scattered = wafti_wide_any(~(s.further | wafti_wide_equal(whole, base)));
    }
    *at += (ptrdiff_t)wafti_wide_first(base) * stride;
    return s;
}

static inline void load_line(const float* at, const span* x, wafti_wide out[2]) {
    out[0] = wafti_wide_load_any(at);
    out[1] = wafti_wide_load_any(at + 1);
    if (x->split) {
        out[0] = wafti_wide_select(x->further, out[1], out[0]);
        out[1] = wafti_wide_select(x->further, wafti_wide_load_any(at + 2), out[1]);
    }
}

static inline void load_sheet(
    const float* at, ptrdiff_t row, const span* x, const span* y, wafti_wide out[4]) {
    load_line(at, x, out);
    load_line(at + row, x, out + 2);
    if (y->split) {
        wafti_wide third[2];
        load_line(at + 2 * row, x, third);
        for (int c = 0; c < 2; ++c) {
            out[c] = wafti_wide_select(y->further, out[c + 2], out[c]);
            out[c + 2] = wafti_wide_select(y->further, third[c], out[c + 2]);
        }
    }
}

static inline void load_box(
    const wafti_mac* grid, const float* at, const span spans[3], wafti_wide out[8]) {
    load_sheet(at, grid->row, &spans[0], &spans[1], out);
    load_sheet(at + grid->plane, grid->row, &spans[0], &spans[1], out + 4);
    if (spans[2].split) {
        wafti_wide third[4];
        load_sheet(at + 2 * grid->plane, grid->row, &spans[0], &spans[1], third);
        for (int c = 0; c < 4; ++c) {
            out[c] = wafti_wide_select(spans[2].further, out[c + 4], out[c]);
            out[c + 4] = wafti_wide_select(spans[2].further, third[c], out[c + 4]);
        }
    }
}

static inline void gather_corners(
    const wafti_mac* grid, const float* at, const wafti_wide whole[3], wafti_wide out[8]) {
    wafti_wide_uint index = wafti_wide_to_uint(whole[0] + wafti_wide_iota());
    index += wafti_wide_to_uint(whole[1]) * wafti_wide_set_uint((uint32_t)grid->row);
    if (grid->axes == 3) {
        index += wafti_wide_to_uint(whole[2]) * wafti_wide_set_uint((uint32_t)grid->plane);
    }
    for (int c = 0; c < 1 << grid->axes; ++c) {
        const ptrdiff_t offset = (c & 1) + (c >> 1 & 1) * grid->row + (c >> 2) * grid->plane;
        out[c] = wafti_wide_gather(at + offset, index);
    }
}

// The corners around the ends of traces, number bits x, y, z. Neighbours mostly move alike: then
// corners are neighbours too, and plain loads take a third of the time of gathers.
static inline void load_corners(
    const wafti_mac* grid, const float* at, const wafti_wide whole[3], wafti_wide out[8]) {
    const float* low = at;
    span spans[3];
    bool scattered = false;
    for (int a = 0; a < grid->axes; ++a) {
        spans[a] = span_of(whole[a], wafti_mac_stride(grid, a), &low);
        scattered = scattered || spans[a].scattered;
    }
    if (scattered) {
        gather_corners(grid, at, whole, out);
    } else if (grid->axes == 3) {
        load_box(grid, low, spans, out);
    } else {
        load_sheet(low, grid->row, &spans[0], &spans[1], out);
    }
}

static inline wafti_wide lerp(wafti_wide a, wafti_wide b, wafti_wide part) {
    return wafti_wide_fma(part, b - a, a);
}

static inline sample sample_field(const points* p, const float* field, const wafti_wide shift[3]) {
    const wafti_mac* grid = &p->job->domain->grid;
    wafti_wide whole[3];
    wafti_wide part[3];
    for (int a = 0; a < grid->axes; ++a) {
        whole[a] = wafti_wide_floor(shift[a]);
        part[a] = shift[a] - whole[a];
    }
    wrap(p, whole);
    wafti_wide c[8];
    load_corners(grid, field + p->at, whole, c);
    sample s = {.cut = wafti_wide_set_uint(0u)};
    s.least = wafti_wide_min(wafti_wide_min(c[0], c[1]), wafti_wide_min(c[2], c[3]));
    s.greatest = wafti_wide_max(wafti_wide_max(c[0], c[1]), wafti_wide_max(c[2], c[3]));
    s.value = lerp(lerp(c[0], c[1], part[0]), lerp(c[2], c[3], part[0]), part[1]);
    if (grid->axes == 3) {
        s.least = wafti_wide_min(
            s.least, wafti_wide_min(wafti_wide_min(c[4], c[5]), wafti_wide_min(c[6], c[7])));
        s.greatest = wafti_wide_max(
            s.greatest, wafti_wide_max(wafti_wide_max(c[4], c[5]), wafti_wide_max(c[6], c[7])));
        const wafti_wide high = lerp(lerp(c[4], c[5], part[0]), lerp(c[6], c[7], part[0]), part[1]);
        s.value = lerp(s.value, high, part[2]);
    }
    return s;
}

// Lanes beyond the row do as the first, so that they do not scatter the vector.
static inline void tame_tail(const points* p, wafti_wide shift[3]) {
    for (int a = 0; p->tail && a < p->job->domain->grid.axes; ++a) {
        shift[a] =
            wafti_wide_select(p->valid, shift[a], wafti_wide_set(wafti_wide_first(shift[a])));
    }
}

// Second half of rk2: displacement by the velocity in the middle of the way.
static void trace_middle(const points* p, float cells, wafti_wide shift[3]) {
    const wafti_advect_job* job = p->job;
    const int axes = job->domain->grid.axes;
    wafti_wide middle[3];
    for (int a = 0; a < axes; ++a) {
        middle[a] = shift[a] * wafti_wide_set(0.5f);
    }
    (void)limit(p, middle);
    tame_tail(p, middle);
    for (int b = 0; b < axes; ++b) {
        wafti_wide from[3];
        for (int a = 0; a < axes; ++a) {
            // Points of the field and of the component need not lie at the same place of a cell.
            const float place = wafti_advect_place(job->axis, a) - wafti_advect_place(b, a);
            from[a] = middle[a] + wafti_wide_set(place);
        }
        shift[b] = sample_field(p, job->carrier[b], from).value * wafti_wide_set(cells);
    }
}

static inline trace trace_points(const points* p, float cells) {
    trace t = {.cut = wafti_wide_set_uint(0u)};
    for (int a = 0; a < p->job->domain->grid.axes; ++a) {
        t.first[a] = carried(p, a) * wafti_wide_set(cells);
        t.shift[a] = t.first[a];
    }
    if (p->job->midpoint) {
        trace_middle(p, cells, t.shift);
    }
    if (!inside(p, t.shift)) {
        t.cut = limit(p, t.shift);
    }
    tame_tail(p, t.shift);
    return t;
}

// Clearance of the points' cells. The last face of an axis belongs to no cell; that before will do.
static inline wafti_wide clearance_of(const points* p) {
    const wafti_domain* domain = p->job->domain;
    const wafti_mac* grid = &domain->grid;
    int32_t place[3];
    for (int a = 0; a < 3; ++a) {
        place[a] = p->place[a] < grid->n[a] ? p->place[a] : grid->n[a] - 1;
    }
    const uint8_t* row = domain->clearance + wafti_mac_index(grid, 0, place[1], place[2]);
    if (p->place[0] + WAFTI_LANES <= grid->n[0]) {
        return wafti_wide_load_bytes(row + p->place[0]);
    }
    uint8_t bytes[WAFTI_LANES];
    for (int lane = 0; lane < WAFTI_LANES; ++lane) {
        const int32_t i = p->place[0] + lane;
        bytes[lane] = row[i < grid->n[0] ? i : grid->n[0] - 1];
    }
    return wafti_wide_load_bytes(bytes);
}

// Lanes whose traces or corners may meet a closed face. Corners lie up to floor(shift) + 1 cells away,
// from faces one more; clearance counts the cell itself as 1.
static inline wafti_wide_uint near_solids(const points* p, const trace* t, wafti_wide clearance) {
    wafti_wide reach = wafti_wide_set(0.0f);
    for (int a = 0; a < p->job->domain->grid.axes; ++a) {
        reach = wafti_wide_max(reach, wafti_wide_abs(t->first[a]));
        reach = wafti_wide_max(reach, wafti_wide_abs(t->shift[a]));
    }
    const float margin = p->job->axis < 0 ? 2.0f : 3.0f;
    reach = wafti_wide_floor(reach) + wafti_wide_set(margin);
    return wafti_wide_less_equal(clearance, reach) & p->valid;
}

// Lanes of the mask once more, one by one.
static void sample_carefully(const points* p, const float* field, float cells, const trace* t,
    wafti_wide_uint lanes, sample* s) {
    _Alignas(32) float first[3][WAFTI_LANES] = {{0}};
    _Alignas(32) float values[4][WAFTI_LANES];
    for (int a = 0; a < p->job->domain->grid.axes; ++a) {
        wafti_wide_store(first[a], t->first[a]);
    }
    wafti_wide_store(values[0], s->value);
    wafti_wide_store(values[1], s->least);
    wafti_wide_store(values[2], s->greatest);
    wafti_wide_store(
        values[3], wafti_wide_from_bits(s->cut & wafti_wide_bits(wafti_wide_set(1.0f))));
    for (unsigned left = wafti_wide_lanes(lanes), lane = 0; left != 0; left >>= 1, ++lane) {
        if ((left & 1u) == 0) {
            continue;
        }
        const int32_t at[3] = {p->place[0] + (int32_t)lane, p->place[1], p->place[2]};
        const float shift[3] = {first[0][lane], first[1][lane], first[2][lane]};
        const wafti_careful_value v = wafti_careful_trace(p->job, field, cells, at, shift);
        const float own = field[p->at + (ptrdiff_t)lane];
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

// The field at the ends of the points' traces.
static inline sample sample_points(const points* p, const float* field, float cells) {
    const wafti_domain* domain = p->job->domain;
    wafti_wide clearance = wafti_wide_set((float)WAFTI_CLEARANCE_FAR);
    if (domain->has_solids) {
        clearance = clearance_of(p);
        if (!wafti_wide_any(wafti_wide_less(wafti_wide_set(0.0f), clearance))) {
            const wafti_wide own = wafti_wide_load(field + p->at);
            return (sample){own, own, own, ~wafti_wide_set_uint(0u)};
        }
    }
    const trace t = trace_points(p, cells);
    sample s = sample_field(p, field, t.shift);
    s.cut = t.cut;
    if (domain->has_solids) {
        const wafti_wide_uint near = near_solids(p, &t, clearance);
        if (wafti_wide_any(near)) {
            sample_carefully(p, field, cells, &t, near, &s);
        }
    }
    return s;
}

static inline void store(const points* p, float* field, wafti_wide v) {
    wafti_wide_store(
        field + p->at, p->tail ? wafti_wide_select(p->valid, v, wafti_wide_set(0.0f)) : v);
}

static inline void back_points(const points* p) {
    const wafti_advect_job* job = p->job;
    const sample s = sample_points(p, job->in, -job->cells);
    // Rounding may leave the corners by a bit.
    const wafti_wide value = wafti_wide_min(wafti_wide_max(s.value, s.least), s.greatest);
    store(p, job->forward, value);
    if (job->least != NULL) {
        store(p, job->least, wafti_wide_select(s.cut, value, s.least));
        store(p, job->greatest, wafti_wide_select(s.cut, value, s.greatest));
    }
}

static inline void correct_points(const points* p) {
    const wafti_advect_job* job = p->job;
    const sample s = sample_points(p, job->forward, job->cells);
    const wafti_wide forward = wafti_wide_load(job->forward + p->at);
    const wafti_wide missed = wafti_wide_load(job->in + p->at) - s.value;
    const wafti_wide better = wafti_wide_fma(missed, wafti_wide_set(0.5f), forward);
    const wafti_wide raised = wafti_wide_max(better, wafti_wide_load(job->least + p->at));
    const wafti_wide kept = wafti_wide_min(raised, wafti_wide_load(job->greatest + p->at));
    store(p, job->out, wafti_wide_select(s.cut, forward, kept));
}

static inline points points_at(const wafti_advect_job* job, int32_t i, int32_t j, int32_t k) {
    points p = {.job = job, .place = {i, j, k}};
    p.at = wafti_mac_index(&job->domain->grid, i, j, k);
    p.tail = i + WAFTI_LANES > job->count[0];
    p.valid = wafti_wide_less(wide_index(&p, 0), wafti_wide_set((float)job->count[0]));
    return p;
}

void WAFTI_KERNEL(wafti_advect_back)(const wafti_advect_job* job, const wafti_mac_block* block) {
    for (int32_t k = block->low[1]; k < block->high[1]; ++k) {
        for (int32_t j = block->low[0]; j < block->high[0]; ++j) {
            for (int32_t i = 0; i < job->count[0]; i += WAFTI_LANES) {
                const points p = points_at(job, i, j, k);
                back_points(&p);
            }
        }
    }
}

void WAFTI_KERNEL(wafti_advect_correct)(const wafti_advect_job* job, const wafti_mac_block* block) {
    for (int32_t k = block->low[1]; k < block->high[1]; ++k) {
        for (int32_t j = block->low[0]; j < block->high[0]; ++j) {
            for (int32_t i = 0; i < job->count[0]; i += WAFTI_LANES) {
                const points p = points_at(job, i, j, k);
                correct_points(&p);
            }
        }
    }
}

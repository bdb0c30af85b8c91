// SPDX-License-Identifier: MIT
// Traces near solids, a vector of points at a time: as grid/careful.h does it one by one, to the bit, but
// only while they stay in the box and its halo. Points are of any rows of a plane; the row that comes with
// them is where their offsets begin. For kernel files, see simd/wide.h.
#ifndef WAFTI_GRID_CAREFUL_WIDE_H
#define WAFTI_GRID_CAREFUL_WIDE_H

#include "grid/advect_trace.h"

#include <float.h>

// Where traces end: the cell, and the place in it.
typedef struct ends {
    wafti_wide_uint at; // from the row's first cell
    shifts part;
    wafti_wide_mask cut;
} ends;

// As wafti_careful_value; `open`: all corners count, and none of them for a solid.
typedef struct careful {
    wafti_wide value, least, greatest;
    wafti_wide_mask found, open;
} careful;

WAFTI_INLINE wafti_wide_uint choose_uint(
    wafti_wide_mask mask, wafti_wide_uint a, wafti_wide_uint b) {
    return wafti_wide_bits(
        wafti_wide_select(mask, wafti_wide_from_bits(a), wafti_wide_from_bits(b)));
}

WAFTI_INLINE wafti_wide_uint where_uint(wafti_wide_mask mask, wafti_wide_uint a) {
    return wafti_wide_bits(wafti_wide_where(mask, wafti_wide_from_bits(a)));
}

WAFTI_INLINE const uint8_t* shut_row(const row* r) {
    const wafti_domain* domain = r->job->domain;
    return domain->shut + wafti_mac_index(&domain->grid, 0, r->j, r->k);
}

// ---- the way

// One axis of a march: what is ahead.
typedef struct route {
    wafti_wide part, length, room; // room: up to the next face
    wafti_wide cell;               // gone so far, with its sign
    wafti_wide_mask up;
} route;

WAFTI_INLINE route route_along(const row* r, int axis, wafti_wide shift) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide one = wafti_wide_set(1.0f);
    route w = {.part = wafti_wide_set(wafti_advect_place(r->axis, axis)),
        .length = wafti_wide_abs(shift),
        .cell = zero,
        .up = wafti_wide_less(zero, shift)};
    const wafti_wide_mask down = wafti_wide_less(shift, zero);
    if (r->axis == axis) {
        w.part = wafti_wide_where(down, one);
    }
    w.room = wafti_wide_select(down, w.part, one - w.part);
    return w;
}

// Whether the next face along an axis is met before `first`, and if so when.
WAFTI_INLINE wafti_wide_mask meets(
    const route* w, wafti_wide_mask going, wafti_wide_mask others, wafti_wide* first) {
    const wafti_wide_mask ahead = going & wafti_wide_less(w->room, w->length);
    const wafti_wide_mask sooner = ahead & (~others | wafti_wide_less(w->room, *first * w->length));
    const wafti_wide length = wafti_wide_select(sooner, w->length, wafti_wide_set(1.0f));
    *first = wafti_wide_select(sooner, w->room / length, *first);
    return sooner;
}

// Lanes of `here` step over the face.
WAFTI_INLINE void step_over(route* w, wafti_wide_mask here) {
    const wafti_wide one = wafti_wide_set(1.0f);
    w->cell = w->cell + wafti_wide_where(here, wafti_wide_select(w->up, one, -one));
    w->room = w->room + wafti_wide_where(here, one);
}

WAFTI_INLINE wafti_wide_uint stride_of(const row* r, int axis) {
    return wafti_wide_set_uint((uint32_t)(int32_t)r->stride[axis]);
}

// Signed step of a way in memory.
WAFTI_INLINE wafti_wide_uint step_of(const row* r, const route* w, int axis) {
    const wafti_wide_uint stride = stride_of(r, axis);
    return choose_uint(w->up, stride, -stride);
}

// The face ahead is that of the next cell where the way goes up, else the cell's own.
WAFTI_INLINE wafti_wide_uint face_of(const row* r, const route* w, int axis) {
    return where_uint(w->up, stride_of(r, axis));
}

WAFTI_INLINE wafti_wide part_there(const route* w, wafti_wide time, wafti_wide shift) {
    const wafti_wide there = w->part + (time * shift - w->cell);
    return wafti_wide_min(wafti_wide_max(there, wafti_wide_set(0.0f)), wafti_wide_set(1.0f));
}

// wafti_careful_march() of lanes; others stay.
APART ends march_lanes(
    const row* r, const points* p, const shifts* by, wafti_wide_mask lanes, int axes) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const shifts s = {wafti_wide_where(lanes, by->x), wafti_wide_where(lanes, by->y),
        axes == 3 ? wafti_wide_where(lanes, by->z) : zero, wafti_wide_none()};
    const uint8_t* shut = shut_row(r);
    route x = route_along(r, 0, s.x);
    route y = route_along(r, 1, s.y);
    route z = route_along(r, 2, s.z);
    ends e = {.at = where_uint(lanes, p->at), .cut = wafti_wide_none()};
    // From a face downwards the trace begins in the cell before.
    const wafti_wide_mask back =
        r->axis < 0 ? wafti_wide_none()
                    : wafti_wide_less(r->axis == 0 ? s.x : (r->axis == 1 ? s.y : s.z), zero);
    e.at -= r->axis < 0 ? wafti_wide_set_uint(0u) : where_uint(back, stride_of(r, r->axis));
    wafti_wide time = wafti_wide_set(1.0f);
    wafti_wide_mask going = lanes;
    for (;;) {
        wafti_wide first = wafti_wide_set(1.0f);
        wafti_wide_mask x_next = meets(&x, going, wafti_wide_none(), &first);
        wafti_wide_mask y_next = meets(&y, going, x_next, &first);
        const wafti_wide_mask z_next =
            axes == 3 ? meets(&z, going, x_next | y_next, &first) : wafti_wide_none();
        going = x_next | y_next | z_next;
        if (!wafti_wide_any(going)) {
            break;
        }
        y_next &= ~z_next;
        x_next &= ~(y_next | z_next);
        const wafti_wide_uint face =
            e.at + choose_uint(z_next, face_of(r, &z, 2),
                       choose_uint(y_next, face_of(r, &y, 1), face_of(r, &x, 0)));
        const uint32_t shut_bits = WAFTI_SHUT_CLOSED | WAFTI_SHUT_KEPT;
        const wafti_wide_uint bits = wafti_wide_gather_bytes(shut, where_uint(going, face));
        const wafti_wide_mask closed = (x_next & wafti_wide_test(bits, shut_bits)) |
                                       (y_next & wafti_wide_test(bits, shut_bits << 1)) |
                                       (z_next & wafti_wide_test(bits, shut_bits << 2));
        time = wafti_wide_select(closed, first, time);
        e.cut |= closed;
        going &= ~closed;
        const wafti_wide_uint step = choose_uint(
            z_next, step_of(r, &z, 2), choose_uint(y_next, step_of(r, &y, 1), step_of(r, &x, 0)));
        e.at += where_uint(going, step);
        step_over(&x, x_next & going);
        step_over(&y, y_next & going);
        step_over(&z, z_next & going);
    }
    e.part = (shifts){part_there(&x, time, s.x), part_there(&y, time, s.y),
        axes == 3 ? part_there(&z, time, s.z) : zero, e.cut};
    return e;
}

// ---- the corners

// The two corners along an axis across: that of the cell and the other one.
typedef struct couple {
    wafti_wide own, other; // shares
    wafti_wide_uint step;  // from one to the other
    wafti_wide_mask up;
} couple;

WAFTI_INLINE couple couple_along(const row* r, wafti_wide part, int axis) {
    const wafti_wide half = wafti_wide_set(0.5f);
    couple c = {.up = wafti_wide_less_equal(half, part)};
    c.other = wafti_wide_select(c.up, part - half, half - part);
    c.own = wafti_wide_set(1.0f) - c.other;
    const wafti_wide_uint stride = stride_of(r, axis);
    c.step = choose_uint(c.up, stride, -stride);
    return c;
}

// Bits of the cells at four corners of a square: low is the cell's own along an axis.
typedef struct square {
    wafti_wide_uint b00, b10, b01, b11;
} square;

WAFTI_INLINE wafti_wide_mask passes(wafti_wide_uint bits, int axis) {
    return ~wafti_wide_test(bits, (uint32_t)(WAFTI_SHUT_CLOSED | WAFTI_SHUT_KEPT) << axis);
}

// Whether the faces between corners of a square are open. The face between two is kept by the upper one.
typedef struct doors {
    wafti_wide_mask a_low, a_high, b_low, b_high;
} doors;

WAFTI_INLINE doors doors_of(
    const square* s, wafti_wide_mask a_up, wafti_wide_mask b_up, int a_axis, int b_axis) {
    return (doors){passes(choose_uint(a_up, s->b10, s->b00), a_axis),
        passes(choose_uint(a_up, s->b11, s->b01), a_axis),
        passes(choose_uint(b_up, s->b01, s->b00), b_axis),
        passes(choose_uint(b_up, s->b11, s->b10), b_axis)};
}

typedef struct joined {
    wafti_wide_mask m00, m10, m01, m11;
} joined;

WAFTI_INLINE joined joined_by(const doors* d) {
    return (joined){
        ~wafti_wide_none(), d->a_low, d->b_low, (d->a_low & d->b_high) | (d->b_low & d->a_high)};
}

// Bits of a cell and of its two neighbours along x.
WAFTI_INLINE wafti_wide_uint look(const uint8_t* shut, wafti_wide_uint at) {
    return wafti_wide_gather_bytes(shut - 1, at);
}

WAFTI_INLINE wafti_wide_uint own_bits(wafti_wide_uint word) {
    return word >> 8;
}

WAFTI_INLINE wafti_wide_uint next_bits(wafti_wide_uint word) {
    return word >> 16;
}

WAFTI_INLINE wafti_wide_uint other_bits(wafti_wide_uint word, wafti_wide_mask up) {
    return choose_uint(up, next_bits(word), word);
}

typedef struct gathering {
    wafti_wide sum, total, least, greatest;
    wafti_wide_mask open;
} gathering;

WAFTI_INLINE void add_corner(
    gathering* g, wafti_wide value, wafti_wide share, wafti_wide_mask counts) {
    g->sum = g->sum + wafti_wide_where(counts, share * value);
    g->total = g->total + wafti_wide_where(counts, share);
    g->least = wafti_wide_select(counts, wafti_wide_min(value, g->least), g->least);
    g->greatest = wafti_wide_select(counts, wafti_wide_max(value, g->greatest), g->greatest);
}

WAFTI_INLINE gathering begin_gathering(wafti_wide_mask lanes) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    return (gathering){zero, zero, wafti_wide_set(FLT_MAX), wafti_wide_set(-FLT_MAX), lanes};
}

WAFTI_INLINE careful mean_of(const gathering* g) {
    careful c = {.least = g->least, .greatest = g->greatest, .open = g->open};
    c.found = wafti_wide_less(wafti_wide_set(0.0f), g->total);
    const wafti_wide total = wafti_wide_select(c.found, g->total, wafti_wide_set(1.0f));
    c.value = wafti_wide_min(wafti_wide_max(g->sum / total, g->least), g->greatest);
    return c;
}

// A face counts if it is the fluid's and reached, or the solid's and sticks.
WAFTI_INLINE void add_face(gathering* g, const float* field, wafti_wide_uint at,
    wafti_wide_uint bits, wafti_wide share, wafti_wide_mask reached, int axis) {
    const wafti_wide_mask closed = wafti_wide_test(bits, (uint32_t)WAFTI_SHUT_CLOSED << axis);
    const wafti_wide_mask kept = wafti_wide_test(bits, (uint32_t)WAFTI_SHUT_KEPT << axis);
    const wafti_wide_mask fluid = reached & ~closed;
    g->open &= fluid;
    add_corner(g, wafti_wide_gather(field, at), share, fluid | (closed & kept));
}

// Of the cell's two faces along the axis, at one corner across it.
WAFTI_INLINE void add_faces(gathering* g, const float* field, wafti_wide_uint at,
    wafti_wide_uint low_bits, wafti_wide_uint high_bits, wafti_wide share, wafti_wide part,
    wafti_wide_mask reached, const row* r, int axis) {
    add_face(g, field, at, low_bits, share * (wafti_wide_set(1.0f) - part), reached, axis);
    add_face(g, field, at + stride_of(r, axis), high_bits, share * part, reached, axis);
}

// A component, given at the row's first point, at the ends.
WAFTI_INLINE careful sample_component(
    const row* r, const float* field, const ends* e, wafti_wide_mask lanes, int axis, int axes) {
    const uint8_t* shut = shut_row(r);
    const int a_axis = axis == 0 ? 1 : 0;
    const int b_axis = axis == 2 ? 1 : 2;
    const wafti_wide part = axis == 0 ? e->part.x : (axis == 1 ? e->part.y : e->part.z);
    const couple a = couple_along(r, axis == 0 ? e->part.y : e->part.x, a_axis);
    const couple b = couple_along(r, axis == 2 ? e->part.y : e->part.z, b_axis);
    const wafti_wide_uint along = stride_of(r, axis);
    const wafti_wide_uint across = axes == 3 ? b.step : wafti_wide_set_uint(0u);
    square low;
    square high;
    if (axis == 0) {
        const wafti_wide_uint w00 = look(shut, e->at);
        const wafti_wide_uint w10 = look(shut, e->at + a.step);
        const wafti_wide_uint w01 = axes == 3 ? look(shut, e->at + across) : w00;
        const wafti_wide_uint w11 = axes == 3 ? look(shut, e->at + a.step + across) : w10;
        low = (square){own_bits(w00), own_bits(w10), own_bits(w01), own_bits(w11)};
        high = (square){next_bits(w00), next_bits(w10), next_bits(w01), next_bits(w11)};
    } else {
        const wafti_wide_uint w0 = look(shut, e->at);
        const wafti_wide_uint w1 = axes == 3 ? look(shut, e->at + across) : w0;
        const wafti_wide_uint h0 = look(shut, e->at + along);
        const wafti_wide_uint h1 = axes == 3 ? look(shut, e->at + along + across) : h0;
        low = (square){own_bits(w0), other_bits(w0, a.up), own_bits(w1), other_bits(w1, a.up)};
        high = (square){own_bits(h0), other_bits(h0, a.up), own_bits(h1), other_bits(h1, a.up)};
    }
    const doors d = doors_of(&low, a.up, b.up, a_axis, b_axis);
    const joined in = joined_by(&d);
    gathering g = begin_gathering(lanes);
    if (axes == 2) {
        add_faces(&g, field, e->at, low.b00, high.b00, a.own, part, in.m00, r, axis);
        add_faces(&g, field, e->at + a.step, low.b10, high.b10, a.other, part, in.m10, r, axis);
        return mean_of(&g);
    }
    add_faces(&g, field, e->at, low.b00, high.b00, a.own * b.own, part, in.m00, r, axis);
    add_faces(&g, field, e->at + a.step, low.b10, high.b10, a.other * b.own, part, in.m10, r, axis);
    add_faces(&g, field, e->at + across, low.b01, high.b01, a.own * b.other, part, in.m01, r, axis);
    add_faces(&g, field, e->at + a.step + across, low.b11, high.b11, a.other * b.other, part,
        in.m11, r, axis);
    return mean_of(&g);
}

WAFTI_INLINE void add_cell(gathering* g, const float* field, wafti_wide_uint at, wafti_wide share,
    wafti_wide_mask reached) {
    g->open &= reached;
    add_corner(g, wafti_wide_gather(field, at), share, reached);
}

// Values of cells, given at the row's first point, at the ends.
WAFTI_INLINE careful sample_middles(
    const row* r, const float* field, const ends* e, wafti_wide_mask lanes, int axes) {
    const uint8_t* shut = shut_row(r);
    const couple x = couple_along(r, e->part.x, 0);
    const couple y = couple_along(r, e->part.y, 1);
    const couple z = couple_along(r, e->part.z, 2);
    const wafti_wide_uint w0 = look(shut, e->at);
    const wafti_wide_uint w1 = look(shut, e->at + y.step);
    const square low = {own_bits(w0), other_bits(w0, x.up), own_bits(w1), other_bits(w1, x.up)};
    const doors d = doors_of(&low, x.up, y.up, 0, 1);
    const joined in = joined_by(&d);
    gathering g = begin_gathering(lanes);
    const wafti_wide z_own = axes == 3 ? z.own : wafti_wide_set(1.0f);
    add_cell(&g, field, e->at, x.own * y.own * z_own, in.m00);
    add_cell(&g, field, e->at + x.step, x.other * y.own * z_own, in.m10);
    add_cell(&g, field, e->at + y.step, x.own * y.other * z_own, in.m01);
    add_cell(&g, field, e->at + x.step + y.step, x.other * y.other * z_own, in.m11);
    if (axes == 2) {
        return mean_of(&g);
    }
    const wafti_wide_uint at = e->at + z.step;
    const wafti_wide_uint h0 = look(shut, at);
    const wafti_wide_uint h1 = look(shut, at + y.step);
    const square high = {own_bits(h0), other_bits(h0, x.up), own_bits(h1), other_bits(h1, x.up)};
    const doors h = doors_of(&high, x.up, y.up, 0, 1);
    joined on = {in.m00 & passes(choose_uint(z.up, high.b00, low.b00), 2),
        in.m10 & passes(choose_uint(z.up, high.b10, low.b10), 2),
        in.m01 & passes(choose_uint(z.up, high.b01, low.b01), 2),
        in.m11 & passes(choose_uint(z.up, high.b11, low.b11), 2)};
    on.m10 |= on.m00 & h.a_low;
    on.m01 |= on.m00 & h.b_low;
    on.m11 |= (on.m10 & h.b_high) | (on.m01 & h.a_high);
    add_cell(&g, field, at, x.own * y.own * z.other, on.m00);
    add_cell(&g, field, at + x.step, x.other * y.own * z.other, on.m10);
    add_cell(&g, field, at + y.step, x.own * y.other * z.other, on.m01);
    add_cell(&g, field, at + x.step + y.step, x.other * y.other * z.other, on.m11);
    return mean_of(&g);
}

// ---- both

// Lanes that end where the halo holds whatever they need: all but those that go far round a periodic axis.
WAFTI_INLINE wafti_wide_mask stays_along(
    const row* r, int axis, wafti_wide index, wafti_wide shift) {
    if (!r->job->periodic[axis]) {
        return ~wafti_wide_none();
    }
    const float place = wafti_advect_place(r->axis, axis);
    const float n = (float)r->job->domain->grid.n[axis];
    return between(
        wafti_wide_set(-0.5f - place) - index, shift, wafti_wide_set(n + 0.5f - place) - index);
}

WAFTI_INLINE wafti_wide_mask staying(const row* r, const points* p, const shifts* s, int axes) {
    wafti_wide_mask ok = stays_along(r, 0, p->x, s->x);
    ok &= stays_along(r, 1, p->y, s->y);
    return axes == 3 ? ok & stays_along(r, 2, wafti_wide_set((float)r->k), s->z) : ok;
}

// wafti_careful_trace() of lanes, and which of them are not as they would be far from solids.
typedef struct careful_sample {
    sample found;
    wafti_wide_mask open; // nothing was met: they are
    wafti_wide_mask far;  // not done
} careful_sample;

// Second half of rk2: shifts by the velocity at the middle.
WAFTI_INLINE shifts careful_shifts(
    const row* r, const ends* middle, const shifts* first, wafti_wide_mask* open, int axes) {
    const wafti_wide cells = wafti_wide_set(r->cells);
    const careful u = sample_component(r, r->carrier[0], middle, *open, 0, axes);
    const careful v = sample_component(r, r->carrier[1], middle, u.open, 1, axes);
    shifts s = {wafti_wide_select(u.found, cells * u.value, first->x),
        wafti_wide_select(v.found, cells * v.value, first->y), first->z, wafti_wide_none()};
    *open = v.open;
    if (axes == 3) {
        const careful w = sample_component(r, r->carrier[2], middle, v.open, 2, axes);
        s.z = wafti_wide_select(w.found, cells * w.value, first->z);
        *open = w.open;
    }
    return s;
}

WAFTI_INLINE careful sample_field(const row* r, const ends* e, wafti_wide_mask lanes, int axes) {
    switch (r->axis) {
    case 0:
        return sample_component(r, r->field, e, lanes, 0, axes);
    case 1:
        return sample_component(r, r->field, e, lanes, 1, axes);
    case 2:
        return sample_component(r, r->field, e, lanes, 2, axes);
    default:
        return sample_middles(r, r->field, e, lanes, axes);
    }
}

// Lanes of points that no solid covers; others need only be numbers, with an offset that is in the field.
WAFTI_INLINE careful_sample trace_carefully(
    const row* r, const points* p, const shifts* first, wafti_wide_mask lanes, int axes) {
    const wafti_wide own = wafti_wide_gather(r->field, p->at);
    careful_sample result = {.open = lanes, .far = wafti_wide_none()};
    shifts way = *first;
    if (r->midpoint) {
        const wafti_wide half = wafti_wide_set(0.5f);
        const shifts middle = limit_from(r, p->x, p->y, way.x * half, way.y * half, way.z * half);
        const wafti_wide_mask stay = staying(r, p, &middle, axes);
        result.far = ~stay;
        const ends e = march_lanes(r, p, &middle, lanes & stay, axes);
        result.open &= ~e.cut;
        way = careful_shifts(r, &e, first, &result.open, axes);
    }
    way = limit_from(r, p->x, p->y, way.x, way.y, way.z);
    result.far = (result.far | ~staying(r, p, &way, axes)) & lanes;
    const ends e = march_lanes(r, p, &way, lanes & ~result.far, axes);
    const careful c = sample_field(r, &e, result.open & ~e.cut & ~result.far, axes);
    result.open = c.open;
    result.found =
        (sample){wafti_wide_select(c.found, c.value, own), wafti_wide_select(c.found, c.least, own),
            wafti_wide_select(c.found, c.greatest, own), ~c.found | e.cut | way.cut};
    return result;
}

#endif // WAFTI_GRID_CAREFUL_WIDE_H

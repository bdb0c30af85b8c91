// SPDX-License-Identifier: MIT
// Points over plane trains and a flat bed, some at once: the steps of wafti_orbit_find() in float.
#include "water/query.h"

#include "simd/wide.h"
#include "simd/wide_math.h"

enum { NEWTON_LIMIT = 8 };

// What the trains add up to at the rest points; names as in surface_simd.c.
typedef struct sums {
    wafti_wide y, sx, sz, xx, xz, zz, yx, yz;
} sums;

// Turns of theta along one axis, less whole ones. Both factors are split so that the leading product
// is exact: what is rounded is 2^-11 of all turns, so a point a million waves away is good to 3e-5.
static wafti_wide fraction(wafti_wide place, const float turns[2]) {
    const wafti_wide high =
        wafti_wide_from_bits(wafti_wide_bits(place) & wafti_wide_set_uint(0xFFFFF000u));
    const wafti_wide low = place - high;
    const wafti_wide first = wafti_wide_set(turns[0]);
    const wafti_wide product = high * first;
    const wafti_wide rest = wafti_wide_fma(low, first, place * wafti_wide_set(turns[1]));
    return (product - wafti_wide_round(product)) + rest;
}

// Phase of one train at the points themselves; rest points are close by.
static wafti_wide phase_at(const wafti_query_train* train, wafti_wide x, wafti_wide z) {
    const wafti_wide turns =
        fraction(x, train->turns_x) + fraction(z, train->turns_z) - wafti_wide_set(train->turn);
    return (turns - wafti_wide_round(turns)) * wafti_wide_set((float)WAFTI_TWO_PI);
}

static wafti_wide moved_phase(
    const wafti_query_train* train, wafti_wide phase, wafti_wide dx, wafti_wide dz) {
    return wafti_wide_fma(
        wafti_wide_set(train->kx), dx, wafti_wide_fma(wafti_wide_set(train->kz), dz, phase));
}

static sums sum_trains(
    const wafti_query_job* job, const wafti_wide* phases, wafti_wide dx, wafti_wide dz) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    sums t = {zero, zero, zero, zero, zero, zero, zero, zero};
    for (uint32_t n = 0; n < job->train_count; ++n) {
        const wafti_query_train* train = &job->trains[n];
        wafti_wide s = zero;
        wafti_wide c = zero;
        wafti_wide_sincos(moved_phase(train, phases[n], dx, dz), &s, &c);
        const wafti_wide a = wafti_wide_set(train->amplitude);
        t.y = wafti_wide_fma(a, c, t.y);
        t.sx = wafti_wide_fma(wafti_wide_set(train->shift_x), s, t.sx);
        t.sz = wafti_wide_fma(wafti_wide_set(train->shift_z), s, t.sz);
        t.xx = wafti_wide_fma(wafti_wide_set(train->xx), c, t.xx);
        t.xz = wafti_wide_fma(wafti_wide_set(train->xz), c, t.xz);
        t.zz = wafti_wide_fma(wafti_wide_set(train->zz), c, t.zz);
        t.yx = wafti_wide_fma(a * wafti_wide_set(train->kx), s, t.yx);
        t.yz = wafti_wide_fma(a * wafti_wide_set(train->kz), s, t.yz);
    }
    return t;
}

typedef struct rest_points {
    wafti_wide dx, dz; // from the points to the rest points of what is over them
    wafti_wide found;  // 1 or 0
    sums at;
} rest_points;

static rest_points find_rest(const wafti_query_job* job, const wafti_wide* phases) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide one = wafti_wide_set(1.0f);
    rest_points r = {zero, zero, one, sum_trains(job, phases, zero, zero)};
    if (job->mode != WAFT_WAVE_GERSTNER || job->train_count == 0) {
        return r;
    }
    const wafti_wide close = wafti_wide_set(job->close * job->close);
    r.found = zero;
    for (int step = 0; step < NEWTON_LIMIT; ++step) {
        const wafti_wide xx = one - r.at.xx;
        const wafti_wide zz = one - r.at.zz;
        const wafti_wide determinant =
            wafti_wide_max(wafti_wide_fma(xx, zz, -(r.at.xz * r.at.xz)), wafti_wide_set(1e-3f));
        const wafti_wide inverse = one / determinant;
        const wafti_wide miss_x = r.dx - r.at.sx;
        const wafti_wide miss_z = r.dz - r.at.sz;
        const wafti_wide move_x = wafti_wide_fma(zz, miss_x, r.at.xz * miss_z) * inverse;
        const wafti_wide move_z = wafti_wide_fma(xx, miss_z, r.at.xz * miss_x) * inverse;
        // Points that are done stay, so that no answer depends on its neighbours.
        const wafti_wide_uint open = wafti_wide_less(r.found, one);
        r.dx = r.dx - wafti_wide_select(open, move_x, zero);
        r.dz = r.dz - wafti_wide_select(open, move_z, zero);
        const wafti_wide length = wafti_wide_fma(move_x, move_x, move_z * move_z);
        r.found = wafti_wide_select(
            open, wafti_wide_select(wafti_wide_less_equal(length, close), one, zero), r.found);
        r.at = sum_trains(job, phases, r.dx, r.dz);
        if (!wafti_wide_any(wafti_wide_less(r.found, one))) {
            break;
        }
    }
    return r;
}

static void store_normal(
    const wafti_query_job* job, const sums* t, wafti_query_batch* batch, int32_t v) {
    const wafti_wide one = wafti_wide_set(1.0f);
    wafti_wide nx = t->yx;
    wafti_wide ny = one;
    wafti_wide nz = t->yz;
    if (job->mode == WAFT_WAVE_GERSTNER) {
        const wafti_wide xx = one - t->xx;
        const wafti_wide zz = one - t->zz;
        nx = wafti_wide_fma(t->yz, t->xz, zz * t->yx);
        ny = wafti_wide_max(wafti_wide_fma(zz, xx, -(t->xz * t->xz)), wafti_wide_set(1e-12f));
        nz = wafti_wide_fma(t->xz, t->yx, t->yz * xx);
    }
    const wafti_wide square = wafti_wide_fma(nx, nx, wafti_wide_fma(ny, ny, nz * nz));
    const wafti_wide inverse = one / wafti_wide_sqrt(square);
    wafti_wide_store(batch->normal[0] + v, nx * inverse);
    wafti_wide_store(batch->normal[1] + v, ny * inverse);
    wafti_wide_store(batch->normal[2] + v, nz * inverse);
}

// Rest height of the points, 0 at and above the surface (rest_height() in query.c).
static wafti_wide rest_heights(const wafti_query_job* job, wafti_wide y, wafti_wide surface) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide depth = wafti_wide_set(job->depth);
    const wafti_wide column = wafti_wide_max(depth + surface, wafti_wide_set(1e-6f) * depth);
    const wafti_wide below = wafti_wide_min(zero, y - surface);
    return wafti_wide_max(-depth, below * depth / column);
}

// sinh k (h + d) / sinh k d by its series, for a small k d; `share` is (h + d) / d.
static wafti_wide shallow_rise(const wafti_query_train* train, wafti_wide share) {
    const wafti_wide one = wafti_wide_set(1.0f);
    const wafti_wide square = share * share * wafti_wide_set(train->shallow);
    const wafti_wide series = wafti_wide_fma(square,
        wafti_wide_fma(square, wafti_wide_set(1.0f / 120.0f), wafti_wide_set(1.0f / 6.0f)), one);
    return share * series * wafti_wide_set(train->over_sinh);
}

// Orbits shrink with depth as cosh and sinh of k (h + d), written with exponentials that cannot
// overflow.
static void store_velocity(const wafti_query_job* job, const wafti_wide* phases,
    const rest_points* r, wafti_wide height, wafti_query_batch* batch, int32_t v) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    wafti_wide vx = zero;
    wafti_wide vy = zero;
    wafti_wide vz = zero;
    const wafti_wide share = wafti_wide_set(1.0f) + height / wafti_wide_set(job->depth);
    for (uint32_t n = 0; n < job->train_count; ++n) {
        const wafti_query_train* train = &job->trains[n];
        wafti_wide s = zero;
        wafti_wide c = zero;
        wafti_wide_sincos(moved_phase(train, phases[n], r->dx, r->dz), &s, &c);
        const wafti_wide down = wafti_wide_exp(wafti_wide_set(train->k) * height);
        const wafti_wide up = wafti_wide_set(train->bed) / down;
        const wafti_wide w = wafti_wide_set(train->frequency);
        const wafti_wide across = (down + up) * wafti_wide_set(train->over_cosh) * w * c;
        wafti_wide rise = (down - up) * wafti_wide_set(train->over_sinh);
        if (train->shallow >= 0.0f) {
            rise = shallow_rise(train, share);
        }
        vx = wafti_wide_fma(wafti_wide_set(train->shift_x), across, vx);
        vy = wafti_wide_fma(wafti_wide_set(train->amplitude), rise * w * s, vy);
        vz = wafti_wide_fma(wafti_wide_set(train->shift_z), across, vz);
    }
    wafti_wide_store(batch->velocity[0] + v, vx);
    wafti_wide_store(batch->velocity[1] + v, vy);
    wafti_wide_store(batch->velocity[2] + v, vz);
}

static void answer(const wafti_query_job* job, wafti_query_batch* batch, int32_t v) {
    wafti_wide phases[WAFTI_TRAIN_LIMIT];
    phases[0] = wafti_wide_set(0.0f); // there may be no train at all
    const wafti_wide x = wafti_wide_load(batch->x + v);
    const wafti_wide z = wafti_wide_load(batch->z + v);
    for (uint32_t n = 0; n < job->train_count; ++n) {
        phases[n] = phase_at(&job->trains[n], x, z);
    }
    const rest_points r = find_rest(job, phases);
    wafti_wide level = wafti_wide_set(job->rise);
    if (job->mode != WAFT_WAVE_NORMAL) {
        level = level + r.at.y;
    }
    wafti_wide_store(batch->level + v, level);
    wafti_wide_store(batch->rest_x + v, x + r.dx);
    wafti_wide_store(batch->rest_z + v, z + r.dz);
    wafti_wide_store(batch->found + v, r.found);
    store_normal(job, &r.at, batch, v);
    const wafti_wide height = rest_heights(job, wafti_wide_load(batch->y + v), level);
    store_velocity(job, phases, &r, height, batch, v);
}

void WAFTI_KERNEL(wafti_query_planes)(const wafti_query_job* job, wafti_query_batch* batch) {
    for (int32_t v = 0; v < WAFTI_QUERY_POINTS; v += WAFTI_LANES) {
        answer(job, batch, v);
    }
}

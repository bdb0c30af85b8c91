// SPDX-License-Identifier: MIT
// One part of a step of the shallow-water equations in whole vectors. Numbers of steps are those of
// docs/spec/water.md#step-of-swe. A band is worked through in tiles of columns, a tile row by row: slopes
// follow the primitives by one row, the draining limiter by two and the update by three, so that a few
// rows in the cache serve for all and fields pass through memory once.
#include "water/swe_flux.h"

#include <string.h>

// A face's fluxes times what its donor can give.
WAFTI_INLINE flux drained(flux q, wafti_wide low, wafti_wide high) {
    const wafti_wide one = wafti_wide_set(1);
    const wafti_wide share = wafti_wide_select(wafti_wide_less(zero(), q.f), low,
        wafti_wide_select(wafti_wide_less(q.f, zero()), high, one));
    return (flux){q.f * share, q.low * share, q.high * share, q.t * share};
}

WAFTI_INLINE flux flux_at(const fluxes* q, int32_t c) {
    return (flux){wafti_wide_load_any(q->f + c), wafti_wide_load_any(q->low + c),
        wafti_wide_load_any(q->high + c), wafti_wide_load_any(q->t + c)};
}

typedef struct around {
    flux west, east, south, north;
} around;

WAFTI_INLINE around fluxes_around(const work* k, int32_t j, int32_t c, bool limit) {
    around a = {flux_at(&k->x[slot(j)], c), flux_at(&k->x[slot(j)], c + 1),
        flux_at(&k->z[slot(j)], c), flux_at(&k->z[slot(j + 1)], c)};
    if (limit) {
        const wafti_real* keep = k->keep[slot(j)];
        const wafti_wide here = wafti_wide_load(keep + c);
        a.west = drained(a.west, wafti_wide_load_any(keep + c - 1), here);
        a.east = drained(a.east, here, wafti_wide_load_any(keep + c + 1));
        a.south = drained(a.south, wafti_wide_load(k->keep[slot(j - 1)] + c), here);
        a.north = drained(a.north, here, wafti_wide_load(k->keep[slot(j + 1)] + c));
    }
    return a;
}

// h^(7/3). Bits of a float, taken as a whole number, are near its logarithm: a third of them starts
// Newton's iteration for h^(-1/3), and three steps without a division leave the error of rounding.
WAFTI_INLINE wafti_wide depth_power(wafti_wide h) {
#if defined(WAFTI_REAL_DOUBLE)
    return h * h * cbrt(h);
#else
    const wafti_wide third = wafti_wide_set(1.0f / 3.0f);
    const wafti_wide bits = wafti_wide_from_uint(wafti_wide_bits(h));
    wafti_wide y = wafti_wide_from_bits(
        wafti_wide_to_uint(wafti_wide_fma(-third, bits, wafti_wide_set(1419910442.0f))));
    for (int n = 0; n < 3; ++n) {
        y = y * wafti_wide_fma(-(third * h), y * y * y, wafti_wide_set(4.0f / 3.0f));
    }
    return h * (h * y) * (h * y);
#endif
}

// Step 8: what friction leaves of the flow. Depths below a nanometre count as one: their power must
// not vanish.
WAFTI_INLINE wafti_wide friction(
    const wafti_swe_job* job, wafti_wide h, wafti_wide qx, wafti_wide qz) {
    wafti_wide left = wafti_wide_set(job->linear);
    if (job->manning > 0) {
        const wafti_wide power = depth_power(wafti_wide_max(h, wafti_wide_set((wafti_real)1e-9)));
        const wafti_wide flow = wafti_wide_sqrt(madd(qx, qx, qz * qz));
        left = left * (power / madd(wafti_wide_set(job->manning), flow, power));
    }
    return left;
}

typedef struct found {
    wafti_wide speed_x, speed_z, not_finite, lost;
} found;

WAFTI_INLINE void add_speed(
    const wafti_swe_job* job, wafti_wide h, wafti_wide qx, wafti_wide qz, found* f) {
    const wafti_wide inverse = wafti_wide_set(1) / wafti_wide_max(h, least_depth(job));
    const wafti_wide c = wafti_wide_sqrt(wafti_wide_set(job->gravity) * h);
    f->speed_x = wafti_wide_max(f->speed_x, madd(wafti_wide_abs(qx), inverse, c));
    f->speed_z = wafti_wide_max(f->speed_z, madd(wafti_wide_abs(qz), inverse, c));
}

// A row to update.
typedef struct updating {
    const tile* t;
    const work* k;
    int32_t j;
    bool limit; // some face's donor is short of water
    wafti_swe_row row;
} updating;

// Steps 7 and 8 for the cells at c; `inside` is 1 for those of the row and 0 past its end.
WAFTI_INLINE void update_at(const updating* u, int32_t c, bool limit, wafti_wide inside, found* f) {
    const tile* t = u->t;
    const work* k = u->k;
    const int32_t j = u->j;
    const wafti_swe_row* row = &u->row;
    const wafti_swe_job* job = t->job;
    const wafti_wide dtx = wafti_wide_set(job->dtx);
    const wafti_wide dtz = wafti_wide_set(job->dtz);
    const around a = fluxes_around(k, j, c, limit);
    const int32_t i = t->first + c - LEFT;
    const wafti_wide old = wafti_wide_load(row->h + i);
    wafti_wide qx = wafti_wide_load(row->qx + i);
    wafti_wide qz = wafti_wide_load(row->qz + i);
    const wafti_wide drained = madd(dtx, a.east.f - a.west.f, dtz * (a.north.f - a.south.f));
    wafti_wide h = old - drained;
    qx = qx - (madd(dtx, a.east.low - a.west.high, dtz * (a.north.t - a.south.t)) +
                  wafti_wide_load(k->pull_x[slot(j)] + c));
    qz = qz - (madd(dtz, a.north.low - a.south.high, dtx * (a.east.t - a.west.t)) +
                  wafti_wide_load(k->pull_z[slot(j)] + c));
    const wafti_wide rounded = (old - h) - drained;
    f->lost = madd(inside, wafti_wide_min(h, zero()) + rounded, f->lost);
    h = wafti_wide_max(zero(), h); // a NaN stays one
    const wafti_wide_uint wet = wafti_wide_less(wafti_wide_set(job->dry), h);
    qx = wafti_wide_select(wet, qx, zero());
    qz = wafti_wide_select(wet, qz, zero());
    if (job->manning > 0 || job->linear < 1) {
        const wafti_wide left = friction(job, h, qx, qz);
        qx = qx * left;
        qz = qz * left;
    }
    wafti_wide_store(row->h + i, h);
    wafti_wide_store(row->qx + i, qx);
    wafti_wide_store(row->qz + i, qz);
    f->not_finite = madd(zero(), h + qx + qz, f->not_finite);
    add_speed(job, h * inside, qx * inside, qz * inside, f);
}

static found nothing_found(void) {
    return (found){zero(), zero(), zero(), zero()};
}

static void add_found(const found* f, wafti_swe_sums* to) {
    to->lost = wafti_lanes_add(to->lost, f->lost);
    to->finite = to->finite && wafti_lanes_are_zero(f->not_finite);
    const wafti_real speeds[2] = {wafti_wide_greatest(f->speed_x), wafti_wide_greatest(f->speed_z)};
    for (int axis = 0; axis < 2; ++axis) {
        to->speed[axis] = speeds[axis] > to->speed[axis] ? speeds[axis] : to->speed[axis];
    }
}

// 1 for lanes inside the row, of which `count` are left.
static wafti_wide lanes_inside(int32_t count) {
    return wafti_wide_select(wafti_lanes_first(count), wafti_wide_set(1), zero());
}

static void update_cells(const updating* u, found* f) {
    const wafti_wide all = wafti_wide_set(1);
    const int32_t end = LEFT + u->t->count;
    const int32_t whole = LEFT + u->t->count / WAFTI_LANES * WAFTI_LANES;
    int32_t c = LEFT;
    if (u->limit) {
        for (; c < whole; c += WAFTI_LANES) {
            update_at(u, c, true, all, f);
        }
    } else {
        for (; c < whole; c += WAFTI_LANES) {
            update_at(u, c, false, all, f);
        }
    }
    if (c < end) {
        update_at(u, c, true, lanes_inside(end - c), f);
    }
}

static wafti_real face_flux(
    const fluxes* q, const wafti_real* low, const wafti_real* high, int32_t c) {
    const wafti_real f = q->f[c];
    return f > 0 ? f * low[c - 1] : f * high[c];
}

// What passes the edges of the domain, for the ledger.
static void note_edges(const tile* t, const work* k, int32_t j) {
    const wafti_swe_job* job = t->job;
    const wafti_real* keep = k->keep[slot(j)];
    const fluxes* x = &k->x[slot(j)];
    wafti_swe_sums* sums = &job->rows[j];
    if (t->first == 0) {
        sums->edge[0] = face_flux(x, keep, keep, LEFT);
    }
    if (t->last) {
        sums->edge[1] = face_flux(x, keep, keep, LEFT + t->count);
    }
    for (int high = 0; high < 2; ++high) {
        if (j != (high ? job->basin.nz - 1 : 0)) {
            continue;
        }
        const fluxes* z = &k->z[slot(j + high)];
        const wafti_real* below = k->keep[slot(j + high - 1)];
        const wafti_real* above = k->keep[slot(j + high)];
        for (int32_t c = LEFT; c < LEFT + t->count; ++c) {
            const wafti_real f = z->f[c];
            job->z_edge[high][t->first + c - LEFT] = f > 0 ? f * below[c] : f * above[c];
        }
    }
}

static void update_row(const tile* t, const work* k, int32_t j) {
    const updating u = {.t = t,
        .k = k,
        .j = j,
        .limit = k->drained[slot(j - 1)] || k->drained[slot(j)] || k->drained[slot(j + 1)],
        .row = wafti_swe_row_at(t->job, t->band, j)};
    note_edges(t, k, j);
    found f = nothing_found();
    update_cells(&u, &f);
    add_found(&f, &t->job->rows[j]);
}

// Old values of the tile's last columns, for the next one.
static void save_columns(const tile* t, wafti_real (*to)[3][AROUND]) {
    const int32_t from = t->first + t->count - AROUND;
    for (int32_t j = t->band->low; j < t->band->high; ++j) {
        const wafti_swe_row row = wafti_swe_row_at(t->job, t->band, j);
        wafti_real(*saved)[AROUND] = to[j - t->band->low];
        memcpy(saved[0], row.h + from, sizeof(saved[0]));
        memcpy(saved[1], row.qx + from, sizeof(saved[1]));
        memcpy(saved[2], row.qz + from, sizeof(saved[2]));
    }
}

static void run_line(const tile* t, work* k) {
    make_prims(t, 0, &k->prims[slot(0)]);
    make_slopes(t, k, 0);
    make_x_flux(t, k, 0);
    make_keep(t, k, 0);
    update_row(t, k, 0);
}

static void run_tile(const tile* t, work* k) {
    const int32_t low = t->band->low;
    const int32_t high = t->band->high;
    for (int32_t j = low - WAFTI_SWE_REACH; j < high + WAFTI_SWE_REACH; ++j) {
        make_prims(t, j, &k->prims[slot(j)]);
        if (j - 1 < low - 2) {
            continue;
        }
        make_slopes(t, k, j - 1);
        if (j - 1 > low - 2) {
            make_z_flux(t, k, j - 1);
        }
        if (j - 1 > low - 2 && j - 1 <= high) {
            make_x_flux(t, k, j - 1);
        }
        if (j - 2 < low - 1) {
            continue;
        }
        make_keep(t, k, j - 2);
        if (j - 3 >= low) {
            update_row(t, k, j - 3);
        }
    }
}

static void WAFTI_KERNEL(part)(const wafti_swe_job* job, const wafti_swe_band* band) {
    work k;
    memset(&k, 0, sizeof(k));
    for (int32_t j = band->low; j < band->high; ++j) {
        job->rows[j] = (wafti_swe_sums){.finite = true};
    }
    const int32_t nx = job->basin.nx;
    wafti_real(*before)[3][AROUND] = NULL;
    for (int32_t first = 0, n = 0; first < nx; first += TILE, ++n) {
        const int32_t count = nx - first < TILE ? nx - first : TILE;
        const tile t = {.job = job,
            .band = band,
            .first = first,
            .count = count,
            .end = LEFT + (count + 7) / 8 * 8 + AROUND,
            .last = first + count == nx,
            .before = before};
        if (!t.last) {
            save_columns(&t, k.before[n & 1]);
        }
        if (job->basin.nz == 1) {
            run_line(&t, &k);
        } else {
            run_tile(&t, &k);
        }
        before = k.before[n & 1];
    }
}

WAFTI_INLINE void speed_at(
    const wafti_swe_job* job, const wafti_swe_row* row, int32_t i, wafti_wide inside, found* f) {
    const wafti_wide h = wafti_wide_load(row->h + i) * inside;
    const wafti_wide_uint wet = wafti_wide_less(wafti_wide_set(job->dry), h);
    add_speed(job, h, wafti_wide_select(wet, wafti_wide_load(row->qx + i), zero()),
        wafti_wide_select(wet, wafti_wide_load(row->qz + i), zero()), f);
}

static void WAFTI_KERNEL(speed)(const wafti_swe_job* job, const wafti_swe_band* band) {
    const int32_t nx = job->basin.nx;
    const int32_t whole = nx / WAFTI_LANES * WAFTI_LANES;
    for (int32_t j = band->low; j < band->high; ++j) {
        const wafti_swe_row row = wafti_swe_row_at(job, band, j);
        found f = nothing_found();
        for (int32_t i = 0; i < whole; i += WAFTI_LANES) {
            speed_at(job, &row, i, wafti_wide_set(1), &f);
        }
        if (whole < nx) {
            speed_at(job, &row, whole, lanes_inside(nx - whole), &f);
        }
        job->rows[j] = (wafti_swe_sums){.finite = true};
        add_found(&f, &job->rows[j]);
    }
}

const wafti_swe_kernels WAFTI_KERNEL(wafti_swe_kernels) = {
    .part = WAFTI_KERNEL(part),
    .speed = WAFTI_KERNEL(speed),
};

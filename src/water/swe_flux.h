// SPDX-License-Identifier: MIT
// Rows of a tile of the shallow-water step: primitives, slopes, fluxes at faces and the draining limiter.
// Numbers of steps are those of docs/spec/water.md#step-of-swe. Only swe_simd.c includes this file, once
// for each instruction set.
#ifndef WAFTI_WATER_SWE_FLUX_H
#define WAFTI_WATER_SWE_FLUX_H

#include "water/swe.h"

#include <stdalign.h>

#include "base/inline.h"
#include "math/lanes.h"

enum {
    TILE = 256, // keeps the rows below at 110 KB, on the stack; twice as much gains 2 %
    LEFT = 16,  // place of a tile's first cell in a buffer
    AROUND = 8, // cells on both sides that are worked out too: the reach, in whole vectors
    WIDTH = LEFT + TILE + 16,
};

// Rows of a tile. Faces are stored with the cell to their right (above): face i is between i - 1 and i.
typedef struct prims {
    alignas(64) wafti_real h[WIDTH];
    wafti_real z[WIDTH], u[WIDTH], w[WIDTH], b[WIDTH]; // level, velocities, bed with load
} prims;

typedef struct states {
    alignas(64) wafti_real h[WIDTH];
    wafti_real z[WIDTH], u[WIDTH], w[WIDTH];
} states;

typedef struct fluxes {
    alignas(64) wafti_real f[WIDTH];              // volume
    wafti_real low[WIDTH], high[WIDTH], t[WIDTH]; // momentum to the cell below, above, and along
} fluxes;

typedef struct work {
    prims prims[3];
    states east, west, south, north[2]; // of faces, this row's and the one below's
    alignas(64) wafti_real kink_x[WIDTH], kink_z[2][WIDTH];
    wafti_real pull_x[3][WIDTH], pull_z[3][WIDTH]; // dt / dx g h' D zeta
    fluxes x[3], z[3];
    wafti_real keep[3][WIDTH]; // Kd of the draining limiter
    bool drained[3];           // some Kd of the row is less than 1
    bool rough_x, rough_z[2];  // the row has kinks
    // Columns before the tile as they were before the tile to the left was updated.
    alignas(64) wafti_real before[2][WAFTI_SWE_BAND][3][AROUND];
} work;

typedef struct tile {
    const wafti_swe_job* job;
    const wafti_swe_band* band;
    int32_t first, count; // columns
    int32_t end;          // in buffers, of whole vectors
    bool last;
    wafti_real (*before)[3][AROUND]; // NULL for the first tile
} tile;

static int32_t slot(int32_t j) {
    return (j + 3 * WAFTI_SWE_REACH) % 3;
}

WAFTI_INLINE wafti_wide zero(void) {
    return wafti_wide_set(0);
}

WAFTI_INLINE wafti_wide madd(wafti_wide a, wafti_wide b, wafti_wide c) {
    return wafti_wide_fma(a, b, c);
}

// c - a b
WAFTI_INLINE wafti_wide msub(wafti_wide a, wafti_wide b, wafti_wide c) {
    return madd(-a, b, c);
}

WAFTI_INLINE wafti_wide least_depth(const wafti_swe_job* job) {
    return wafti_wide_set(job->dry > (wafti_real)1e-30 ? job->dry : (wafti_real)1e-30);
}

// First cells of a row to read. `load` may be NULL.
typedef struct source_row {
    const wafti_real *h, *qx, *qz, *bed, *load;
} source_row;

// Cell i of h, qx, qz; of bed and load, cell `under`.
WAFTI_INLINE void prims_at(const wafti_swe_job* job, const source_row* from, int32_t i,
    int32_t under, int32_t c, prims* to) {
    const wafti_wide h = wafti_wide_load(from->h + i);
    const wafti_wide_uint wet = wafti_wide_less(wafti_wide_set(job->dry), h);
    const wafti_wide inverse =
        wafti_wide_select(wet, wafti_wide_set(1) / wafti_wide_max(h, least_depth(job)), zero());
    wafti_wide b = wafti_wide_load(from->bed + under);
    if (from->load != NULL) {
        b = b + wafti_wide_load(from->load + under);
    }
    wafti_wide_store(to->h + c, h);
    wafti_wide_store(to->z + c, h + b);
    wafti_wide_store(to->u + c, wafti_wide_load(from->qx + i) * inverse);
    wafti_wide_store(to->w + c, wafti_wide_load(from->qz + i) * inverse);
    wafti_wide_store(to->b + c, b);
}

// Beds beyond the ends of the row: the fields hold none of ours there.
static void fill_beds(const tile* t, const source_row* from, prims* to) {
    const wafti_swe_job* job = t->job;
    const int32_t nx = job->basin.nx;
    for (int32_t n = 1; n <= WAFTI_SWE_REACH; ++n) {
        const int32_t ends[2] = {-n, nx - 1 + n};
        for (int end = 0; end < 2; ++end) {
            const int32_t c = LEFT + ends[end] - t->first;
            if (c >= LEFT - AROUND && c < t->end) {
                const int32_t inner = wafti_swe_inside(ends[end], nx, job->edge[0], job->edge[1]);
                to->b[c] = from->bed[inner] + (from->load != NULL ? from->load[inner] : 0);
                to->z[c] = to->h[c] + to->b[c];
            }
        }
    }
}

// A tile's rows are too short for the processor to see what comes next.
static void fetch_row(const tile* t, int32_t j) {
    const wafti_swe_job* job = t->job;
    if (j >= t->band->high) {
        return;
    }
    const wafti_swe_row row = wafti_swe_row_at(job, t->band, j);
    const ptrdiff_t at = wafti_basin_index(&job->basin, 0, j < 0 ? 0 : j);
    const int32_t line = (int32_t)(64 / sizeof(wafti_real));
    for (int32_t i = t->first; i < t->first + t->count; i += line) {
        __builtin_prefetch(row.h + i);
        __builtin_prefetch(row.qx + i);
        __builtin_prefetch(row.qz + i);
        __builtin_prefetch(job->bed + at + i);
    }
}

static void make_prims(const tile* t, int32_t j, prims* to) {
    const wafti_swe_job* job = t->job;
    const wafti_swe_row row = wafti_swe_row_at(job, t->band, j);
    const int32_t inner = wafti_swe_inside(j, job->basin.nz, job->edge[2], job->edge[3]);
    const ptrdiff_t at = wafti_basin_index(&job->basin, 0, inner);
    const source_row from = {
        row.h, row.qx, row.qz, job->bed + at, job->load != NULL ? job->load + at : NULL};
    const int32_t shift = t->first - LEFT;
    int32_t c = LEFT - AROUND;
    if (j >= t->band->low && j < t->band->high && t->before != NULL) {
        wafti_real(*saved)[AROUND] = t->before[j - t->band->low];
        const source_row kept = {saved[0], saved[1], saved[2], from.bed, from.load};
        for (; c < LEFT; c += WAFTI_LANES) {
            prims_at(job, &kept, c - LEFT + AROUND, c + shift, c, to);
        }
    }
    for (; c < t->end; c += WAFTI_LANES) {
        prims_at(job, &from, c + shift, c + shift, c, to);
    }
    if (t->first == 0 || t->first + t->count + AROUND > job->basin.nx) {
        fill_beds(t, &from, to);
    }
    fetch_row(t, j + 1);
}

// lim(a, c): 0 if signs differ, else the smallest of tl a, tl c, (a + c) / 2.
WAFTI_INLINE wafti_wide limited(wafti_wide tl, wafti_wide low, wafti_wide here, wafti_wide high) {
    const wafti_wide a = here - low;
    const wafti_wide c = high - here;
    const wafti_wide up = wafti_wide_max(tl * wafti_wide_min(a, c), zero());
    const wafti_wide down = wafti_wide_min(tl * wafti_wide_max(a, c), zero());
    const wafti_wide mean = wafti_wide_set((wafti_real)0.5) * (a + c);
    return wafti_wide_max(wafti_wide_min(mean, up), down);
}

typedef struct slopes {
    wafti_wide h, z, u, w;
    wafti_wide_uint smooth; // no kink of the bed
} slopes;

typedef struct cell {
    wafti_wide h, z, u, w, b;
} cell;

WAFTI_INLINE cell cell_at(const prims* p, int32_t c) {
    return (cell){wafti_wide_load_any(p->h + c), wafti_wide_load_any(p->z + c),
        wafti_wide_load_any(p->u + c), wafti_wide_load_any(p->w + c),
        wafti_wide_load_any(p->b + c)};
}

// Slopes along one direction; none at a kink of the bed, no shear in dry cells: a limiter of 0 gives 0.
WAFTI_INLINE slopes slopes_of(
    wafti_wide tl, const cell* low, const cell* here, const cell* high, wafti_wide_uint wet) {
    const wafti_wide bend = wafti_wide_abs((high->b - here->b) - (here->b - low->b));
    const wafti_wide_uint smooth = wafti_wide_less_equal(bend, here->h);
    const wafti_wide steep = wafti_wide_select(smooth, tl, zero());
    const wafti_wide shear = wafti_wide_select(wet, steep, zero());
    return (slopes){
        .h = limited(steep, low->h, here->h, high->h),
        .z = limited(steep, low->z, here->z, high->z),
        .u = limited(shear, low->u, here->u, high->u),
        .w = limited(shear, low->w, here->w, high->w),
        .smooth = smooth,
    };
}

// Cells half a step on (step 3), without z slopes they stay along z.
WAFTI_INLINE cell half_step(const wafti_swe_job* job, const cell* q, const slopes* x,
    const slopes* z, wafti_wide_uint wet) {
    const wafti_wide half = wafti_wide_set((wafti_real)0.5);
    const wafti_wide kx = wafti_wide_set((wafti_real)0.5 * job->dtx);
    const wafti_wide kz = wafti_wide_set((wafti_real)0.5 * job->dtz);
    const wafti_wide g = wafti_wide_set(job->gravity);
    const wafti_wide hx = madd(q->u, x->h, q->h * x->u);
    const wafti_wide hz = madd(q->w, z->h, q->h * z->w);
    const wafti_wide h = q->h - madd(kx, hx, kz * hz);
    const wafti_wide ux = madd(q->u, x->u, g * x->z);
    const wafti_wide u = q->u - madd(kx, ux, kz * (q->w * z->u));
    const wafti_wide wz = madd(q->w, z->w, g * z->z);
    const wafti_wide w = q->w - madd(kz, wz, kx * (q->u * x->w));
    const wafti_wide most = wafti_wide_max(wafti_wide_abs(x->h), wafti_wide_abs(z->h));
    const wafti_wide_uint moves = wet & wafti_wide_less_equal(half * most, h);
    cell out = *q;
    out.h = wafti_wide_select(moves, h, q->h);
    out.u = wafti_wide_select(moves, u, q->u);
    out.w = wafti_wide_select(moves, w, q->w);
    out.z = out.h + q->b;
    return out;
}

WAFTI_INLINE void store_states(
    const cell* q, const slopes* d, int32_t c, states* low, states* high) {
    const wafti_wide half = wafti_wide_set((wafti_real)0.5);
    wafti_wide_store(high->h + c, madd(half, d->h, q->h));
    wafti_wide_store(high->z + c, madd(half, d->z, q->z));
    wafti_wide_store(high->u + c, madd(half, d->u, q->u));
    wafti_wide_store(high->w + c, madd(half, d->w, q->w));
    wafti_wide_store(low->h + c, msub(half, d->h, q->h));
    wafti_wide_store(low->z + c, msub(half, d->z, q->z));
    wafti_wide_store(low->u + c, msub(half, d->u, q->u));
    wafti_wide_store(low->w + c, msub(half, d->w, q->w));
}

typedef struct side {
    wafti_wide h, z, n, t; // n across the face, t along it
} side;

typedef struct flux {
    wafti_wide f, low, high, t;
} flux;

// Reaction of a cliff to water that runs against it: otherwise trapped cells keep their momentum.
WAFTI_INLINE wafti_wide reaction(wafti_wide g, const side* q, wafti_wide_uint hits) {
    const wafti_wide n = wafti_wide_abs(q->n);
    return wafti_wide_select(hits, q->h * n * (n + wafti_wide_sqrt(g * q->h)), zero());
}

// Water that leaves over the edge of a kink, already as fast as falling by `drop` (< 0) makes it.
WAFTI_INLINE wafti_wide_uint has_fallen(wafti_wide g, wafti_wide drop, wafti_wide out) {
    return wafti_wide_less(zero(), out) & wafti_wide_less(drop, zero()) &
           wafti_wide_less(wafti_wide_set(-2) * g * drop, out * out);
}

// Where the bed has kinks on both sides of faces.
typedef struct kinks {
    const wafti_real *low, *high;
    bool rough; // there is one in these rows
} kinks;

// A flux on its way: depths that pass, drops of the bed, momentum without their pull.
typedef struct bare_flux {
    wafti_wide h1, h2, drop_l, drop_r, low, high;
} bare_flux;

// Cliffs throw back what runs against them. What leaves over an edge is pulled by the drop only until it
// has fallen by it: a film that runs dry would go on gaining speed for as long as some of it is left.
WAFTI_INLINE void at_kinks(
    wafti_wide g, const side* l, const side* r, const kinks* at, const bare_flux* bare, flux* out) {
    const wafti_wide_uint kink_l = wafti_wide_less(zero(), wafti_wide_load_any(at->low));
    const wafti_wide_uint kink_r = wafti_wide_less(zero(), wafti_wide_load(at->high));
    const wafti_wide_uint fell_l = kink_l & has_fallen(g, bare->drop_l, l->n);
    const wafti_wide_uint fell_r = kink_r & has_fallen(g, bare->drop_r, -r->n);
    const wafti_wide_uint hits_l =
        kink_l & wafti_wide_less_equal(bare->h1, zero()) & wafti_wide_less(zero(), l->n);
    const wafti_wide_uint hits_r =
        kink_r & wafti_wide_less_equal(bare->h2, zero()) & wafti_wide_less(r->n, zero());
    out->low = wafti_wide_select(fell_l, bare->low, out->low);
    out->high = wafti_wide_select(fell_r, bare->high, out->high);
    if (wafti_wide_any(hits_l | hits_r)) {
        out->low = out->low + reaction(g, l, hits_l);
        out->high = out->high + reaction(g, r, hits_r);
    }
}

// Steps 4 and 5: HLL between the states on both sides. Volume must be 0 to the bit at walls, where
// ap = -am and q1 = -q2: no fused product there.
WAFTI_INLINE flux flux_between(wafti_real gravity, const side* l, const side* r, const kinks* at) {
    const wafti_wide g = wafti_wide_set(gravity);
    const wafti_wide bl = l->z - l->h;
    const wafti_wide br = r->z - r->h;
    const wafti_wide bs = wafti_wide_min(wafti_wide_max(bl, br), wafti_wide_min(l->z, r->z));
    const wafti_wide h1 =
        wafti_wide_select(wafti_wide_less(bs, bl), l->h, wafti_wide_max(zero(), l->z - bs));
    const wafti_wide h2 =
        wafti_wide_select(wafti_wide_less(bs, br), r->h, wafti_wide_max(zero(), r->z - bs));
    const wafti_wide c1 = wafti_wide_sqrt(g * h1);
    const wafti_wide c2 = wafti_wide_sqrt(g * h2);
    const wafti_wide ap = wafti_wide_max(zero(), wafti_wide_max(l->n + c1, r->n + c2));
    const wafti_wide am = wafti_wide_min(zero(), wafti_wide_min(l->n - c1, r->n - c2));
    // ap = am = 0 only if there is no water on either side: then all products are 0.
    const wafti_wide d =
        wafti_wide_set(1) / wafti_wide_max(ap - am, wafti_wide_set((wafti_real)1e-30));
    const wafti_wide q1 = h1 * l->n;
    const wafti_wide q2 = h2 * r->n;
    const wafti_wide a1 = ap * q1;
    const wafti_wide a2 = am * q2;
    const wafti_wide both = ap * am;
    const wafti_wide step = h2 - h1;
    const wafti_wide f = madd(both, step, a1 - a2) * d;
    const wafti_wide a = madd(both, q2 - q1, madd(a1, l->n, -(a2 * r->n))) * d;
    const wafti_wide p = wafti_wide_set((wafti_real)0.5) * g * step * (h2 + h1) * d;
    const wafti_wide drop_l = wafti_wide_min(zero(), bs - bl);
    const wafti_wide drop_r = wafti_wide_min(zero(), bs - br);
    const wafti_wide low = msub(am, p, a);
    const wafti_wide high = msub(ap, p, a);
    flux out = {
        .f = f,
        .low = madd(g * l->h, drop_l, low),
        .high = madd(g * r->h, drop_r, high),
        .t = f * wafti_wide_select(wafti_wide_less(zero(), f), l->t, r->t),
    };
    if (at->rough) {
        at_kinks(g, l, r, at, &(bare_flux){h1, h2, drop_l, drop_r, low, high}, &out);
    }
    return out;
}

WAFTI_INLINE void store_flux(const flux* q, int32_t c, fluxes* to) {
    wafti_wide_store(to->f + c, q->f);
    wafti_wide_store(to->low + c, q->low);
    wafti_wide_store(to->high + c, q->high);
    wafti_wide_store(to->t + c, q->t);
}

WAFTI_INLINE void store_kink(wafti_wide_uint smooth, wafti_real* to) {
    wafti_wide_store(to, wafti_wide_select(smooth, zero(), wafti_wide_set(1)));
}

// Slopes, half step and states at faces of row j.
static void make_slopes(const tile* t, work* k, int32_t j) {
    const wafti_swe_job* job = t->job;
    const bool line = job->basin.nz == 1;
    const prims* here = &k->prims[slot(j)];
    const prims* below = line ? here : &k->prims[slot(j - 1)];
    const prims* above = line ? here : &k->prims[slot(j + 1)];
    const int32_t now = slot(j);
    const wafti_wide tl = wafti_wide_set(job->limiter);
    wafti_wide_uint rough_x = wafti_wide_less(zero(), zero());
    wafti_wide_uint rough_z = rough_x;
    for (int32_t c = LEFT - AROUND; c < t->end; c += WAFTI_LANES) {
        const cell q = cell_at(here, c);
        const cell west = cell_at(here, c - 1);
        const cell east = cell_at(here, c + 1);
        const cell south = cell_at(below, c);
        const cell north = cell_at(above, c);
        const wafti_wide_uint wet = wafti_wide_less(wafti_wide_set(job->dry), q.h);
        const slopes x = slopes_of(tl, &west, &q, &east, wet);
        const slopes z = slopes_of(tl, &south, &q, &north, wet);
        const cell on = half_step(job, &q, &x, &z, wet);
        const wafti_wide weight = wafti_wide_set(job->gravity) * on.h;
        wafti_wide_store(k->pull_x[now] + c, wafti_wide_set(job->dtx) * weight * x.z);
        wafti_wide_store(k->pull_z[now] + c, wafti_wide_set(job->dtz) * weight * z.z);
        rough_x = rough_x | (wet & ~x.smooth);
        rough_z = rough_z | (wet & ~z.smooth);
        store_kink(x.smooth, k->kink_x + c);
        store_kink(z.smooth, k->kink_z[j & 1] + c);
        store_states(&on, &x, c, &k->west, &k->east);
        store_states(&on, &z, c, &k->south, &k->north[j & 1]);
    }
    k->rough_x = wafti_wide_any(rough_x);
    k->rough_z[j & 1] = wafti_wide_any(rough_z);
}

WAFTI_INLINE side side_at(const states* s, int32_t c, bool along_z) {
    const wafti_wide u = wafti_wide_load_any(s->u + c);
    const wafti_wide w = wafti_wide_load_any(s->w + c);
    return (side){wafti_wide_load_any(s->h + c), wafti_wide_load_any(s->z + c), along_z ? w : u,
        along_z ? u : w};
}

// Through the faces between cells of row j, or between row j - 1 and row j. The switches are constant
// where this is called, so that rows without kinks pay nothing for them.
WAFTI_INLINE void make_fluxes(const tile* t, work* k, int32_t j, bool along_z, bool rough) {
    const states* low = along_z ? &k->north[(j + 1) & 1] : &k->east;
    const states* high = along_z ? &k->south : &k->west;
    const wafti_real* kink_low = along_z ? k->kink_z[(j + 1) & 1] : k->kink_x;
    const wafti_real* kink_high = along_z ? k->kink_z[j & 1] : k->kink_x;
    const int32_t back = along_z ? 0 : 1;
    for (int32_t c = LEFT - AROUND; c < t->end; c += WAFTI_LANES) {
        const side l = side_at(low, c - back, along_z);
        const side r = side_at(high, c, along_z);
        const kinks at = {kink_low + c - back, kink_high + c, rough};
        const flux through = flux_between(t->job->gravity, &l, &r, &at);
        store_flux(&through, c, along_z ? &k->z[slot(j)] : &k->x[slot(j)]);
    }
}

static void make_x_flux(const tile* t, work* k, int32_t j) {
    if (k->rough_x) {
        make_fluxes(t, k, j, false, true);
    } else {
        make_fluxes(t, k, j, false, false);
    }
}

static void make_z_flux(const tile* t, work* k, int32_t j) {
    if (k->rough_z[0] || k->rough_z[1]) {
        make_fluxes(t, k, j, true, true);
    } else {
        make_fluxes(t, k, j, true, false);
    }
}

// Step 6: the share of its outflow that a cell can give.
static void make_keep(const tile* t, work* k, int32_t j) {
    const wafti_wide dtx = wafti_wide_set(t->job->dtx);
    const wafti_wide dtz = wafti_wide_set(t->job->dtz);
    const wafti_real* h = k->prims[slot(j)].h;
    const wafti_real* x = k->x[slot(j)].f;
    const wafti_real* below = k->z[slot(j)].f;
    const wafti_real* above = k->z[slot(j + 1)].f;
    wafti_real* keep = k->keep[slot(j)];
    bool some = false;
    for (int32_t c = LEFT - AROUND; c < t->end; c += WAFTI_LANES) {
        const wafti_wide out_x = wafti_wide_max(wafti_wide_load_any(x + c + 1), zero()) -
                                 wafti_wide_min(wafti_wide_load(x + c), zero());
        const wafti_wide out_z = wafti_wide_max(wafti_wide_load(above + c), zero()) -
                                 wafti_wide_min(wafti_wide_load(below + c), zero());
        const wafti_wide out = madd(dtx, out_x, dtz * out_z);
        const wafti_wide here = wafti_wide_load(h + c);
        const wafti_wide_uint short_of = wafti_wide_less(here, out);
        wafti_wide kept = wafti_wide_set(1);
        if (wafti_wide_any(short_of)) {
            const wafti_wide share = here / wafti_wide_max(out, wafti_wide_set((wafti_real)1e-30));
            kept = wafti_wide_select(short_of, share, kept);
            some = true;
        }
        wafti_wide_store(keep + c, kept);
    }
    k->drained[slot(j)] = some;
}

#endif // WAFTI_WATER_SWE_FLUX_H

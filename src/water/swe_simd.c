// SPDX-License-Identifier: MIT
// One part of a step of the shallow-water equations, water spec, section 6.1, in whole vectors. A band
// is worked through in tiles of columns, a tile row by row: slopes follow the primitives by one row,
// the draining limiter by two and the update by three, so that a few rows in the cache serve for all
// and fields pass through memory once. y of the spec is z here.
#include "water/swe.h"

#include <stdalign.h>
#include <string.h>

#include "water/lanes.h"

#define INLINE static inline __attribute__((always_inline))

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

INLINE wafti_wide zero(void) {
    return wafti_wide_set(0);
}

INLINE wafti_wide madd(wafti_wide a, wafti_wide b, wafti_wide c) {
#if defined(WAFTI_REAL_DOUBLE)
    return a * b + c;
#else
    return wafti_wide_fma(a, b, c);
#endif
}

// c - a b
INLINE wafti_wide msub(wafti_wide a, wafti_wide b, wafti_wide c) {
    return madd(-a, b, c);
}

INLINE wafti_wide least_depth(const wafti_swe_job* job) {
    return wafti_wide_set(job->dry > (wafti_real)1e-30 ? job->dry : (wafti_real)1e-30);
}

// First cells of a row to read. `load` may be NULL.
typedef struct source_row {
    const wafti_real *h, *qx, *qz, *bed, *load;
} source_row;

// Cell i of h, qx, qz; of bed and load, cell `under`.
INLINE void prims_at(const wafti_swe_job* job, const source_row* from, int32_t i, int32_t under,
    int32_t c, prims* to) {
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
INLINE wafti_wide limited(wafti_wide tl, wafti_wide low, wafti_wide here, wafti_wide high) {
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

INLINE cell cell_at(const prims* p, int32_t c) {
    return (cell){wafti_wide_load_any(p->h + c), wafti_wide_load_any(p->z + c),
        wafti_wide_load_any(p->u + c), wafti_wide_load_any(p->w + c),
        wafti_wide_load_any(p->b + c)};
}

// Slopes along one direction; none at a kink of the bed, no shear in dry cells: a limiter of 0 gives 0.
INLINE slopes slopes_of(
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
INLINE cell half_step(const wafti_swe_job* job, const cell* q, const slopes* x, const slopes* z,
    wafti_wide_uint wet) {
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

INLINE void store_states(const cell* q, const slopes* d, int32_t c, states* low, states* high) {
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
INLINE wafti_wide reaction(wafti_wide g, const side* q, wafti_wide_uint hits) {
    const wafti_wide n = wafti_wide_abs(q->n);
    return wafti_wide_select(hits, q->h * n * (n + wafti_wide_sqrt(g * q->h)), zero());
}

// Water that leaves over the edge of a kink, already as fast as falling by `drop` (< 0) makes it.
INLINE wafti_wide_uint has_fallen(wafti_wide g, wafti_wide drop, wafti_wide out) {
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
INLINE void at_kinks(
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
INLINE flux flux_between(wafti_real gravity, const side* l, const side* r, const kinks* at) {
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

INLINE void store_flux(const flux* q, int32_t c, fluxes* to) {
    wafti_wide_store(to->f + c, q->f);
    wafti_wide_store(to->low + c, q->low);
    wafti_wide_store(to->high + c, q->high);
    wafti_wide_store(to->t + c, q->t);
}

INLINE void store_kink(wafti_wide_uint smooth, wafti_real* to) {
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

// `rough` is constant where these are called, so that rows without kinks pay nothing for them.
INLINE void x_fluxes(const tile* t, work* k, int32_t j, bool rough) {
    const states* low = &k->east;
    const states* high = &k->west;
    for (int32_t c = LEFT - AROUND; c < t->end; c += WAFTI_LANES) {
        const side l = {wafti_wide_load_any(low->h + c - 1), wafti_wide_load_any(low->z + c - 1),
            wafti_wide_load_any(low->u + c - 1), wafti_wide_load_any(low->w + c - 1)};
        const side r = {wafti_wide_load(high->h + c), wafti_wide_load(high->z + c),
            wafti_wide_load(high->u + c), wafti_wide_load(high->w + c)};
        const kinks at = {k->kink_x + c - 1, k->kink_x + c, rough};
        const flux through = flux_between(t->job->gravity, &l, &r, &at);
        store_flux(&through, c, &k->x[slot(j)]);
    }
}

static void make_x_flux(const tile* t, work* k, int32_t j) {
    if (k->rough_x) {
        x_fluxes(t, k, j, true);
    } else {
        x_fluxes(t, k, j, false);
    }
}

// Through the faces between row j - 1 and row j.
INLINE void z_fluxes(const tile* t, work* k, int32_t j, bool rough) {
    const states* low = &k->north[(j + 1) & 1];
    const states* high = &k->south;
    const wafti_real* kink_low = k->kink_z[(j + 1) & 1];
    const wafti_real* kink_high = k->kink_z[j & 1];
    for (int32_t c = LEFT - AROUND; c < t->end; c += WAFTI_LANES) {
        const side l = {wafti_wide_load(low->h + c), wafti_wide_load(low->z + c),
            wafti_wide_load(low->w + c), wafti_wide_load(low->u + c)};
        const side r = {wafti_wide_load(high->h + c), wafti_wide_load(high->z + c),
            wafti_wide_load(high->w + c), wafti_wide_load(high->u + c)};
        const kinks at = {kink_low + c, kink_high + c, rough};
        const flux through = flux_between(t->job->gravity, &l, &r, &at);
        store_flux(&through, c, &k->z[slot(j)]);
    }
}

static void make_z_flux(const tile* t, work* k, int32_t j) {
    if (k->rough_z[0] || k->rough_z[1]) {
        z_fluxes(t, k, j, true);
    } else {
        z_fluxes(t, k, j, false);
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

// A face's fluxes times what its donor can give.
INLINE flux drained(flux q, wafti_wide low, wafti_wide high) {
    const wafti_wide one = wafti_wide_set(1);
    const wafti_wide share = wafti_wide_select(wafti_wide_less(zero(), q.f), low,
        wafti_wide_select(wafti_wide_less(q.f, zero()), high, one));
    return (flux){q.f * share, q.low * share, q.high * share, q.t * share};
}

INLINE flux flux_at(const fluxes* q, int32_t c) {
    return (flux){wafti_wide_load_any(q->f + c), wafti_wide_load_any(q->low + c),
        wafti_wide_load_any(q->high + c), wafti_wide_load_any(q->t + c)};
}

typedef struct around {
    flux west, east, south, north;
} around;

INLINE around fluxes_around(const work* k, int32_t j, int32_t c, bool limit) {
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
INLINE wafti_wide depth_power(wafti_wide h) {
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
INLINE wafti_wide friction(const wafti_swe_job* job, wafti_wide h, wafti_wide qx, wafti_wide qz) {
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

INLINE void add_speed(
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
INLINE void update_at(const updating* u, int32_t c, bool limit, wafti_wide inside, found* f) {
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
    alignas(64) wafti_real lost[WAFTI_LANES];
    alignas(64) wafti_real odd[WAFTI_LANES];
    wafti_wide_store(lost, f->lost);
    wafti_wide_store(odd, f->not_finite);
    for (int lane = 0; lane < WAFTI_LANES; ++lane) {
        to->lost += (double)lost[lane];
        to->not_finite += odd[lane];
    }
    const wafti_real speeds[2] = {wafti_wide_greatest(f->speed_x), wafti_wide_greatest(f->speed_z)};
    for (int axis = 0; axis < 2; ++axis) {
        to->speed[axis] = speeds[axis] > to->speed[axis] ? speeds[axis] : to->speed[axis];
    }
}

// 1 for lanes inside the row, of which `count` are left.
static wafti_wide lanes_inside(int32_t count) {
    alignas(64) wafti_real lanes[WAFTI_LANES];
    for (int32_t lane = 0; lane < WAFTI_LANES; ++lane) {
        lanes[lane] = (wafti_real)(lane < count ? 1 : 0);
    }
    return wafti_wide_load(lanes);
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
        job->rows[j] = (wafti_swe_sums){0};
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

INLINE void speed_at(
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
        job->rows[j] = (wafti_swe_sums){0};
        add_found(&f, &job->rows[j]);
    }
}

const wafti_swe_kernels WAFTI_KERNEL(wafti_swe_kernels) = {
    .part = WAFTI_KERNEL(part),
    .speed = WAFTI_KERNEL(speed),
};

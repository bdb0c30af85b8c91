// SPDX-License-Identifier: MIT
// The rows of an implicit step: blocks of rows are turned over, so that lanes lie across the line of
// elimination. Only implicit_simd.c includes this file, once for each instruction set.
#ifndef WAFTI_WATER_IMPLICIT_ROWS_H
#define WAFTI_WATER_IMPLICIT_ROWS_H

#include "water/implicit.h"

#include <stdalign.h>

#include "base/inline.h"
#include "math/lanes.h"

// Kernels are inlined for each case, whose constants then drop out.

enum {
    ROWS = 8, // of a block; 16 would wait less for divisions, but their scratch leaves the cache
    GROUPS = ROWS / WAFTI_LANES,
    VECTORS = WAFTI_IMPLICIT_STRIP / WAFTI_LANES,
    LINE = 64 / (int)sizeof(wafti_real), // numbers in a line of the cache
    // What is asked for in advance, in numbers of a row and in rows of a strip: a block reads some 30
    // rows at once and a strip jumps from page to page, which the machine does not foresee.
    AHEAD = 2 * LINE,
    ROWS_AHEAD = 8,
    FLUSH = 16, // rows whose changes are added up in lanes before they go on in double
};

// Cells beside one another.
typedef struct cells {
    wafti_wide level, bed, depth;
} cells;

WAFTI_INLINE cells cells_make(wafti_wide level, wafti_wide bed) {
    return (cells){level, bed, level - bed};
}

// The pull of the faces between cells: wafti_face_depth() times `pull`. *out_over is above 0 where
// there is water.
WAFTI_INLINE wafti_wide face_pull(
    const cells* a, const cells* b, wafti_real pull, wafti_wide* out_over) {
    const wafti_wide bed = wafti_wide_max(a->bed, b->bed);
    const wafti_wide low = wafti_wide_min(a->level, b->level);
    const wafti_wide over = wafti_wide_max(a->level, b->level) - bed;
    const wafti_wide mean = (a->depth + b->depth) * wafti_wide_set(pull / 2);
    const wafti_wide film = wafti_wide_max(over, wafti_wide_set(0)) * wafti_wide_set(pull);
    *out_over = over;
    return wafti_wide_select(wafti_wide_less(bed, low), mean, film);
}

// Rows of a block, those before and after included; missing ones are the last again, joined by faces
// without pull.
typedef struct block {
    const wafti_real* level[ROWS + 2];
    const wafti_real* bed[ROWS + 2];
    const wafti_real* load[ROWS + 2];
    wafti_real* rise[ROWS];
    wafti_real pull[ROWS + 1]; // along z, of the face before each row
    int32_t count;
} block;

static block block_make(const wafti_implicit_job* job, int32_t first, int32_t end) {
    const int32_t nz = job->basin->nz;
    block b = {.count = end - first < ROWS ? end - first : ROWS};
    for (int32_t r = 0; r < ROWS + 2; ++r) {
        int32_t j = first + (r < b.count + 2 ? r : b.count + 1) - 1;
        const bool outside = j < 0 || j >= nz;
        if (outside) {
            j = (j < 0) != job->ring[1] ? 0 : nz - 1;
        }
        const ptrdiff_t at = wafti_basin_index(job->basin, 0, j);
        b.level[r] = job->level + at;
        b.bed[r] = job->bed + at;
        b.load[r] = job->load != NULL ? job->load + at : NULL;
    }
    for (int32_t r = 0; r < ROWS; ++r) {
        const int32_t j = first + (r < b.count ? r : b.count - 1);
        b.rise[r] = job->rise + wafti_basin_index(job->basin, 0, j);
    }
    for (int32_t r = 0; r <= ROWS; ++r) {
        const int32_t j = first + r; // the row after the face
        const bool inside = j > 0 && j < nz;
        b.pull[r] = r <= b.count && (inside || job->ring[1]) ? job->pull[1] : 0;
    }
    return b;
}

// Level and load at one cell, and that with M_z of it: for the face between the ends of a ring.
static wafti_real pressed_at(const block* b, int32_t row, int32_t i) {
    return b->level[row][i] + (b->load[row] != NULL ? b->load[row][i] : 0);
}

static wafti_real flow_at(const block* b, int32_t row, int32_t i) {
    const wafti_real depth = wafti_face_depth(
        b->level[row][i], b->bed[row][i], b->level[row + 1][i], b->bed[row + 1][i]);
    return b->pull[row] * depth * (pressed_at(b, row + 1, i) - pressed_at(b, row, i));
}

static wafti_real raised_at(const block* b, int32_t row, int32_t i) {
    return pressed_at(b, row + 1, i) + (flow_at(b, row, i) - flow_at(b, row + 1, i));
}

// The face between the last and the first cell of each row.
typedef struct seam {
    alignas(64) wafti_real pull[ROWS];
    alignas(64) wafti_real flow[ROWS];
} seam;

static seam seam_make(const wafti_implicit_job* job, const block* b) {
    seam s = {.pull = {0}};
    const int32_t last = job->basin->nx - 1;
    for (int32_t r = 0; r < ROWS; ++r) {
        const wafti_real* level = b->level[r + 1];
        const wafti_real* bed = b->bed[r + 1];
        s.pull[r] = job->pull[0] * wafti_face_depth(level[last], bed[last], level[0], bed[0]);
        s.flow[r] = job->plain ? 0 : s.pull[r] * (raised_at(b, r, 0) - raised_at(b, r, last));
    }
    return s;
}

// A few columns of a block: what x is solved from. First row by row, then turned over.
typedef struct tile {
    wafti_wide raised[ROWS]; // level + load + M_z (level + load)
    wafti_wide rest[ROWS];   // (1 - tau) rise - M_z (level + load)
    wafti_wide pull[ROWS];   // of the faces after the cells
} tile;

WAFTI_INLINE wafti_wide pressed(const block* b, int32_t row, ptrdiff_t i, wafti_wide level) {
    if (b->load[row] != NULL) {
        level = level + wafti_wide_load(b->load[row] + i);
    }
    return level;
}

WAFTI_INLINE cells cells_at(const block* b, int32_t row, ptrdiff_t i) {
    return cells_make(wafti_wide_load(b->level[row] + i), wafti_wide_load(b->bed[row] + i));
}

WAFTI_INLINE wafti_wide pull_along(const block* b, int32_t row, ptrdiff_t i, const cells* here,
    wafti_real pull, wafti_wide* out_over) {
    const cells next = cells_make(
        wafti_wide_load_any(b->level[row] + i + 1), wafti_wide_load_any(b->bed[row] + i + 1));
    return face_pull(here, &next, pull, out_over);
}

// A tile in the making, row after row.
typedef struct maker {
    const wafti_implicit_job* job;
    const block* b;
    tile* t;
    ptrdiff_t i;
    bool plain;            // only the pulls; the right-hand side is given
    bool last;             // of the row: not all its faces count
    wafti_wide_uint inner; // those that do
    wafti_wide least;      // opening of all so far
    cells here;            // of the next row
    wafti_wide level;      // load included
    wafti_wide flow;       // through the face before it
} maker;

WAFTI_INLINE void note_opening(maker* m, wafti_wide over) {
    m->least =
        wafti_wide_min(m->least, m->last ? wafti_wide_select(m->inner, over, m->least) : over);
}

WAFTI_INLINE void tile_start(maker* m, ptrdiff_t i, bool last, tile* t) {
    const block* b = m->b;
    m->t = t;
    m->i = i;
    m->last = last;
    m->inner = wafti_lanes_first(last ? m->job->basin->nx - 1 - (int32_t)i : WAFTI_LANES);
    if (m->plain) {
        return;
    }
    wafti_wide over;
    const cells before = cells_at(b, 0, i);
    m->here = cells_at(b, 1, i);
    m->level = pressed(b, 1, i, m->here.level);
    m->flow = face_pull(&before, &m->here, b->pull[0], &over) *
              (m->level - pressed(b, 0, i, before.level));
    note_opening(m, over);
}

WAFTI_INLINE void tile_row(maker* m, int32_t r) {
    const block* b = m->b;
    const wafti_wide rise = wafti_wide_load(b->rise[r] + m->i);
    wafti_wide over_x;
    if (m->plain) {
        const cells here = cells_at(b, r + 1, m->i);
        m->t->pull[r] = pull_along(b, r + 1, m->i, &here, m->job->pull[0], &over_x);
        m->t->raised[r] = wafti_wide_set(0);
        m->t->rest[r] = rise;
        return;
    }
    const cells after = cells_at(b, r + 2, m->i);
    const wafti_wide level = pressed(b, r + 2, m->i, after.level);
    wafti_wide over;
    const wafti_wide out = face_pull(&m->here, &after, b->pull[r + 1], &over) * (level - m->level);
    m->t->pull[r] = pull_along(b, r + 1, m->i, &m->here, m->job->pull[0], &over_x);
    note_opening(m, wafti_wide_min(over, over_x));
    const wafti_wide bend = m->flow - out;
    m->t->raised[r] = m->level + bend;
    m->t->rest[r] = rise * wafti_wide_set(m->job->keep) - bend;
    m->here = after;
    m->level = level;
    m->flow = out;
}

// Where elimination along x stands: the cell before the one that comes next, since its flow needs
// both neighbours.
typedef struct front {
    wafti_wide raised, rest, pull;
    wafti_wide flow;  // through the face before it
    wafti_wide given; // k_{i-1} y_{i-1}
    wafti_wide w;
    wafti_wide bent; // `given` of h
} front;

// Scratch: c and y (and h) of a cell and all groups, cell after cell. Cell i is in slot i + 1.
WAFTI_INLINE void eliminate(
    front* f, wafti_wide pull, wafti_wide flow, wafti_wide corner, bool ring, wafti_real* slot) {
    const wafti_wide one = wafti_wide_set(1);
    const wafti_wide r = f->rest - (f->flow - flow);
    const wafti_wide m = one / (f->w + (one + pull));
    const wafti_wide y = (r + f->given) * m;
    wafti_wide_store(slot, pull * m);
    wafti_wide_store(slot + WAFTI_LANES, y);
    f->w = (pull * (one + f->w)) * m;
    f->given = pull * y;
    f->flow = flow;
    if (ring) {
        const wafti_wide h = (corner + f->bent) * m;
        wafti_wide_store(slot + 2 * (ptrdiff_t)WAFTI_LANES, h);
        f->bent = pull * h;
    }
}

// What elimination of a block goes through.
typedef struct line {
    front fronts[GROUPS];
    const seam* ends; // of a ring, else NULL
    wafti_real* slot;
} line;

WAFTI_INLINE ptrdiff_t slot_size(bool ring) {
    return (ptrdiff_t)(ring ? 3 : 2) * WAFTI_LANES;
}

// Takes up vector n of a tile: of cell i + n / GROUPS. With it the cell before is complete.
WAFTI_INLINE void eliminate_next(line* l, const tile* t, int32_t i, int32_t n, bool ring) {
    const int32_t g = n % GROUPS;
    const int32_t cell = i + n / GROUPS;
    const int32_t at = g * WAFTI_LANES + n / GROUPS;
    front* f = &l->fronts[g];
    const wafti_wide flow = f->pull * (t->raised[at] - f->raised);
    const wafti_wide corner = wafti_wide_set(ring && cell == 1 ? 1 : 0);
    eliminate(f, f->pull, flow, corner, ring, l->slot);
    f->raised = t->raised[at];
    f->rest = t->rest[at];
    f->pull = t->pull[at];
    if (ring && cell == 0) {
        f->flow = wafti_wide_load(l->ends->flow + (ptrdiff_t)g * WAFTI_LANES);
    }
    l->slot += slot_size(ring);
}

WAFTI_INLINE void turn(tile* t) {
    for (int32_t g = 0; g < ROWS; g += WAFTI_LANES) {
        wafti_wide_transpose(t->raised + g);
        wafti_wide_transpose(t->rest + g);
        wafti_wide_transpose(t->pull + g);
    }
}

// Asks for what the tiles some way on will read.
WAFTI_INLINE void fetch_rows(const block* b, ptrdiff_t i) {
    for (int32_t r = 0; r < ROWS + 2; ++r) {
        __builtin_prefetch(b->level[r] + i);
        __builtin_prefetch(b->bed[r] + i);
    }
    for (int32_t r = 0; r < ROWS; ++r) {
        __builtin_prefetch(b->rise[r] + i, 1);
    }
}

// Elimination waits for its divisions, so the next tile is made in between: row by row, as many as
// there are vectors in a tile.
WAFTI_INLINE void work_tile(maker* m, line* l, const tile* t, int32_t i, bool ring) {
#pragma GCC unroll 8
    for (int32_t n = 0; n < ROWS; ++n) {
        tile_row(m, n);
        eliminate_next(l, t, i, n, ring);
    }
}

WAFTI_INLINE void eliminate_rows(const wafti_implicit_job* job, const block* b, bool plain,
    bool ring, wafti_real* scratch, wafti_wide* least) {
    const int32_t nx = job->basin->nx;
    const wafti_wide zero = wafti_wide_set(0);
    seam ends;
    line l = {.ends = &ends};
    l.slot = scratch;
    maker m = {.job = job, .b = b, .plain = plain, .least = *least};
    if (ring) {
        ends = seam_make(job, b);
    }
    // A cell without pull before the first leaves no trace.
    for (int32_t g = 0; g < GROUPS; ++g) {
        l.fronts[g] = (front){zero, zero, zero, zero, zero, zero, zero};
    }
    tile tiles[2];
    int32_t now = 0;
    tile_start(&m, 0, nx <= WAFTI_LANES, &tiles[0]);
    for (int32_t r = 0; r < ROWS; ++r) {
        tile_row(&m, r);
    }
    turn(&tiles[0]);
    int32_t i = 0;
    for (; i + WAFTI_LANES < nx; i += WAFTI_LANES) {
        const int32_t next = i + WAFTI_LANES;
        if (next % LINE == 0 && next + AHEAD < nx) {
            fetch_rows(b, next + AHEAD);
        }
        if (next + WAFTI_LANES < nx) {
            tile_start(&m, next, false, &tiles[1 - now]);
            work_tile(&m, &l, &tiles[now], i, ring);
        } else {
            tile_start(&m, next, true, &tiles[1 - now]);
            work_tile(&m, &l, &tiles[now], i, ring);
        }
        now = 1 - now;
        turn(&tiles[now]);
    }
    for (int32_t n = 0; n < (nx - i) * GROUPS; ++n) {
        eliminate_next(&l, &tiles[now], i, n, ring);
    }
    for (int32_t g = 0; g < GROUPS; ++g) {
        const wafti_wide flow =
            ring ? wafti_wide_load(ends.flow + (ptrdiff_t)g * WAFTI_LANES) : zero;
        eliminate(&l.fronts[g], zero, flow, wafti_wide_set(-1), ring, l.slot);
        l.slot += slot_size(ring);
    }
    *least = m.least;
}

WAFTI_INLINE void store_rows(const block* b, ptrdiff_t i, wafti_wide x[ROWS]) {
    for (int32_t g = 0; g < ROWS; g += WAFTI_LANES) {
        wafti_wide_transpose(x + g);
    }
    for (int32_t r = 0; r < b->count; ++r) {
        wafti_wide_store(b->rise[r] + i, x[r]);
    }
}

// Last cell to first; cells past the end of the row repeat the last.
WAFTI_INLINE void substitute_rows(
    const wafti_implicit_job* job, const block* b, const wafti_real* scratch) {
    const int32_t nx = job->basin->nx;
    wafti_wide x[GROUPS];
    for (int32_t g = 0; g < GROUPS; ++g) {
        x[g] = wafti_wide_set(0);
    }
    for (int32_t i = (nx - 1) / WAFTI_LANES * WAFTI_LANES; i >= 0; i -= WAFTI_LANES) {
        wafti_wide out[ROWS];
        for (int32_t n = ROWS - 1; n >= 0; --n) {
            const int32_t g = n % GROUPS;
            const int32_t cell = i + n / GROUPS;
            if (cell < nx) {
                const wafti_real* slot =
                    scratch + ((ptrdiff_t)(cell + 1) * GROUPS + g) * slot_size(false);
                x[g] = wafti_wide_load(slot + WAFTI_LANES) + wafti_wide_load(slot) * x[g];
            }
            out[g * WAFTI_LANES + n / GROUPS] = x[g];
        }
        store_rows(b, i, out);
    }
}

// The ring: both solutions, what closes it, and then the rows.
WAFTI_INLINE void substitute_ring(
    const wafti_implicit_job* job, const block* b, wafti_real* scratch) {
    const int32_t nx = job->basin->nx;
    const ptrdiff_t part = slot_size(true);
    const seam ends = seam_make(job, b);
    wafti_wide factor[GROUPS];
    for (int32_t g = 0; g < GROUPS; ++g) {
        wafti_wide x = wafti_wide_set(0);
        wafti_wide h = x;
        wafti_real* slot = scratch + g * part;
        for (int32_t i = nx; i > 0; --i) {
            wafti_real* own = slot + (ptrdiff_t)i * GROUPS * part;
            const wafti_wide c = wafti_wide_load(own);
            x = wafti_wide_load(own + WAFTI_LANES) + c * x;
            h = wafti_wide_load(own + 2 * (ptrdiff_t)WAFTI_LANES) + c * h;
            wafti_wide_store(own + WAFTI_LANES, x);
            wafti_wide_store(own + 2 * (ptrdiff_t)WAFTI_LANES, h);
        }
        const wafti_real* last = slot + (ptrdiff_t)nx * GROUPS * part;
        const wafti_wide k = wafti_wide_load(ends.pull + (ptrdiff_t)g * WAFTI_LANES);
        factor[g] =
            k * (x - wafti_wide_load(last + WAFTI_LANES)) /
            (wafti_wide_set(1) + k * (h - wafti_wide_load(last + 2 * (ptrdiff_t)WAFTI_LANES)));
    }
    for (int32_t i = 0; i < nx; i += WAFTI_LANES) {
        wafti_wide out[ROWS];
        for (int32_t n = 0; n < WAFTI_LANES; ++n) {
            for (int32_t g = 0; g < GROUPS; ++g) {
                const int32_t cell = i + n < nx ? i + n : nx - 1;
                const wafti_real* own = scratch + ((ptrdiff_t)(cell + 1) * GROUPS + g) * part;
                out[g * WAFTI_LANES + n] =
                    wafti_wide_load(own + WAFTI_LANES) -
                    wafti_wide_load(own + 2 * (ptrdiff_t)WAFTI_LANES) * factor[g];
            }
        }
        store_rows(b, i, out);
    }
}

static void rows(const wafti_implicit_job* job, int32_t first, int32_t end, wafti_real* scratch,
    wafti_implicit_slot* out_slot) {
    wafti_wide least = wafti_wide_set((wafti_real)INFINITY);
    for (int32_t j = first; j < end; j += ROWS) {
        const block b = block_make(job, j, end);
        if (job->ring[0]) {
            if (job->plain) {
                eliminate_rows(job, &b, true, true, scratch, &least);
            } else {
                eliminate_rows(job, &b, false, true, scratch, &least);
            }
            substitute_ring(job, &b, scratch);
        } else if (job->plain) {
            eliminate_rows(job, &b, true, false, scratch, &least);
            substitute_rows(job, &b, scratch);
        } else {
            eliminate_rows(job, &b, false, false, scratch, &least);
            substitute_rows(job, &b, scratch);
        }
    }
    out_slot->opening = wafti_wide_least(least);
}

#endif // WAFTI_WATER_IMPLICIT_ROWS_H

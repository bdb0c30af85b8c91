// SPDX-License-Identifier: MIT
// Kernels of alternating directions. Elimination follows a line, so the lanes lie across it: blocks
// of rows are turned over, columns are taken as they are.
//
// With pulls k the system is diagonal 1 + k_{i-1} + k_i and neighbours -k. Elimination is written as
//   m = 1 / (w_i + (1 + k_i)),  c_i = k_i m,  y_i = (r_i + k_{i-1} y_{i-1}) m,
//   w_{i+1} = k_i (1 + w_i) m,  x_i = y_i + c_i x_{i+1},
// which adds positive numbers only: nothing cancels at any step size. A ring adds the face between
// the ends, A = T + k g g^T with g = (1, 0, .., 0, -1) and T the system between walls, and
//   x = y - h k (y_0 - y_n) / (1 + k (h_0 - h_n)),  T h = g  (Sherman-Morrison).
#include "water/implicit_rows.h"

// Columns of a strip side by side, and what their cells add up to.
typedef struct strip {
    wafti_wide change, deepest, shallowest, bad;
    double sum;
    int32_t first;   // column
    int32_t vectors; // of cells across
    int32_t count;   // columns
} strip;

WAFTI_INLINE cells cells_in(const wafti_implicit_job* job, ptrdiff_t at) {
    return cells_make(wafti_wide_load(job->level + at), wafti_wide_load(job->bed + at));
}

// Asks for a row of a strip, and for its part of the scratch if that is not NULL.
WAFTI_INLINE void fetch_strip(
    const wafti_implicit_job* job, const strip* s, int32_t j, const wafti_real* scratch) {
    const ptrdiff_t row = wafti_basin_index(job->basin, s->first, j);
    for (int32_t i = 0; i < s->count; i += LINE) {
        __builtin_prefetch(job->level + row + i, 1);
        __builtin_prefetch(job->bed + row + i);
        __builtin_prefetch(job->rise + row + i, 1);
        if (scratch != NULL) {
            __builtin_prefetch(scratch + (ptrdiff_t)j * WAFTI_IMPLICIT_STRIP + i);
        }
    }
}

// Downwards; y stays where the right-hand side was, c (and h) go to scratch.
WAFTI_INLINE void eliminate_columns(
    const wafti_implicit_job* job, const strip* s, bool ring, wafti_real* scratch) {
    const int32_t nz = job->basin->nz;
    const ptrdiff_t stride = job->basin->stride;
    const wafti_wide one = wafti_wide_set(1);
    const ptrdiff_t part = (ring ? 2 : 1) * (ptrdiff_t)WAFTI_IMPLICIT_STRIP;
    wafti_wide w[VECTORS];
    wafti_wide given[VECTORS];
    wafti_wide bent[VECTORS];
    for (int32_t v = 0; v < VECTORS; ++v) {
        w[v] = given[v] = bent[v] = wafti_wide_set(0);
    }
    for (int32_t j = 0; j < nz; ++j) {
        const bool last = j == nz - 1;
        const ptrdiff_t row = wafti_basin_index(job->basin, s->first, j);
        const ptrdiff_t to_next = last ? 0 : stride;
        const wafti_real pull = last ? 0 : job->pull[1];
        const wafti_wide corner = wafti_wide_set((wafti_real)((j == 0) - (last ? 1 : 0)));
        if (j + ROWS_AHEAD < nz) {
            fetch_strip(job, s, j + ROWS_AHEAD, NULL);
        }
        for (int32_t v = 0; v < s->vectors; ++v) {
            const ptrdiff_t at = row + (ptrdiff_t)v * WAFTI_LANES;
            const cells here = cells_in(job, at);
            const cells next = cells_in(job, at + to_next);
            wafti_wide over;
            const wafti_wide k = face_pull(&here, &next, pull, &over);
            const wafti_wide m = one / (w[v] + (one + k));
            const wafti_wide y = (wafti_wide_load(job->rise + at) + given[v]) * m;
            wafti_real* out = scratch + j * part + (ptrdiff_t)v * WAFTI_LANES;
            wafti_wide_store(out, k * m);
            wafti_wide_store(job->rise + at, y);
            w[v] = (k * (one + w[v])) * m;
            given[v] = k * y;
            if (ring) {
                const wafti_wide h = (corner + bent[v]) * m;
                wafti_wide_store(out + WAFTI_IMPLICIT_STRIP, h);
                bent[v] = k * h;
            }
        }
    }
}

// The new level of some cells with step 4 of docs/spec/water.md#step-of-implicit, and what they add to
// the sums.
WAFTI_INLINE void raise(
    const wafti_implicit_job* job, strip* s, ptrdiff_t at, int32_t count, wafti_wide x) {
    const wafti_wide zero = wafti_wide_set(0);
    const wafti_wide bed = wafti_wide_load(job->bed + at);
    const wafti_wide old = wafti_wide_load(job->level + at);
    const wafti_wide level = old + x;
    const wafti_wide_uint sunk = wafti_wide_less(level, bed);
    wafti_wide_store(
        job->level + at, wafti_wide_select(sunk, bed - wafti_wide_set(job->below), level));
    wafti_wide_store(job->rise + at, wafti_wide_select(sunk, zero, x));
    const wafti_wide top = wafti_wide_max(level, bed);
    wafti_wide change = top - wafti_wide_max(old, bed);
    wafti_wide depth = top - bed;
    if (count < WAFTI_LANES) {
        const wafti_wide_uint inner = wafti_lanes_first(count);
        change = wafti_wide_select(inner, change, zero);
        s->shallowest =
            wafti_wide_min(s->shallowest, wafti_wide_select(inner, depth, s->shallowest));
        depth = wafti_wide_select(inner, depth, zero);
        x = wafti_wide_select(inner, x, zero);
    } else {
        s->shallowest = wafti_wide_min(s->shallowest, depth);
    }
    s->change = s->change + change;
    s->deepest = wafti_wide_max(s->deepest, depth);
    // Zero times anything finite is zero; the rest stays visible.
    s->bad = s->bad + x * zero;
}

WAFTI_INLINE void flush(strip* s) {
    s->sum = wafti_lanes_add(s->sum, s->change);
    s->change = wafti_wide_set(0);
}

WAFTI_INLINE void take(
    const wafti_implicit_job* job, strip* s, ptrdiff_t at, int32_t v, wafti_wide x, bool plain) {
    if (plain) {
        wafti_wide_store(job->rise + at, x);
    } else {
        raise(job, s, at, s->count - v * WAFTI_LANES, x);
    }
}

WAFTI_INLINE void substitute_columns(
    const wafti_implicit_job* job, strip* out, bool plain, const wafti_real* scratch) {
    strip own = *out; // in registers: memory would make each sum wait for the one before
    strip* s = &own;
    wafti_wide x[VECTORS];
    for (int32_t v = 0; v < VECTORS; ++v) {
        x[v] = wafti_wide_set(0);
    }
    for (int32_t j = job->basin->nz - 1; j >= 0; --j) {
        const ptrdiff_t row = wafti_basin_index(job->basin, s->first, j);
        const wafti_real* c = scratch + (ptrdiff_t)j * WAFTI_IMPLICIT_STRIP;
        if (j >= ROWS_AHEAD) {
            fetch_strip(job, s, j - ROWS_AHEAD, scratch);
        }
        for (int32_t v = 0; v < s->vectors; ++v) {
            const ptrdiff_t at = row + (ptrdiff_t)v * WAFTI_LANES;
            x[v] = wafti_wide_load(job->rise + at) +
                   wafti_wide_load(c + (ptrdiff_t)v * WAFTI_LANES) * x[v];
            take(job, s, at, v, x[v], plain);
        }
        if (j % FLUSH == 0) {
            flush(s);
        }
    }
    *out = own;
}

// A ring, upwards: both solutions, which stay where y and h were. x and h of the first row are left in
// the arrays.
WAFTI_INLINE void substitute_both(const wafti_implicit_job* job, const strip* s,
    wafti_real* scratch, wafti_wide x[VECTORS], wafti_wide h[VECTORS]) {
    for (int32_t v = 0; v < VECTORS; ++v) {
        x[v] = h[v] = wafti_wide_set(0);
    }
    for (int32_t j = job->basin->nz - 1; j >= 0; --j) {
        wafti_real* rise = job->rise + wafti_basin_index(job->basin, s->first, j);
        wafti_real* own = scratch + 2 * (ptrdiff_t)WAFTI_IMPLICIT_STRIP * j;
        for (int32_t v = 0; v < s->vectors; ++v) {
            const ptrdiff_t at = (ptrdiff_t)v * WAFTI_LANES;
            const wafti_wide c = wafti_wide_load(own + at);
            x[v] = wafti_wide_load(rise + at) + c * x[v];
            h[v] = wafti_wide_load(own + at + WAFTI_IMPLICIT_STRIP) + c * h[v];
            wafti_wide_store(rise + at, x[v]);
            wafti_wide_store(own + at + WAFTI_IMPLICIT_STRIP, h[v]);
        }
    }
}

WAFTI_INLINE void close_ring(
    const wafti_implicit_job* job, strip* out, bool plain, wafti_real* scratch) {
    strip own = *out;
    strip* s = &own;
    const int32_t nz = job->basin->nz;
    const ptrdiff_t part = 2 * (ptrdiff_t)WAFTI_IMPLICIT_STRIP;
    const ptrdiff_t top = wafti_basin_index(job->basin, s->first, 0);
    const ptrdiff_t bottom = wafti_basin_index(job->basin, s->first, nz - 1);
    const wafti_real* bends = scratch + WAFTI_IMPLICIT_STRIP;
    wafti_wide x[VECTORS];
    wafti_wide h[VECTORS];
    wafti_wide factor[VECTORS];
    substitute_both(job, s, scratch, x, h);
    for (int32_t v = 0; v < s->vectors; ++v) {
        const ptrdiff_t at = (ptrdiff_t)v * WAFTI_LANES;
        const cells here = cells_in(job, bottom + at);
        const cells next = cells_in(job, top + at);
        wafti_wide over;
        const wafti_wide k = face_pull(&here, &next, job->pull[1], &over);
        const wafti_wide last = wafti_wide_load(bends + (nz - 1) * part + at);
        factor[v] = k * (x[v] - wafti_wide_load(job->rise + bottom + at)) /
                    (wafti_wide_set(1) + k * (h[v] - last));
    }
    for (int32_t j = 0; j < nz; ++j) {
        const ptrdiff_t row = wafti_basin_index(job->basin, s->first, j);
        for (int32_t v = 0; v < s->vectors; ++v) {
            const ptrdiff_t at = (ptrdiff_t)v * WAFTI_LANES;
            const wafti_wide bend = wafti_wide_load(bends + j * part + at);
            // cppcheck-suppress uninitvar ; filled above, as many
            take(job, s, row + at, v, wafti_wide_load(job->rise + row + at) - bend * factor[v],
                plain);
        }
        if (j % FLUSH == 0 || j == nz - 1) {
            flush(s);
        }
    }
    *out = own;
}

static void solve_strip(const wafti_implicit_job* job, strip* s, wafti_real* scratch) {
    if (!job->ring[1]) {
        eliminate_columns(job, s, false, scratch);
        if (job->plain) {
            substitute_columns(job, s, true, scratch);
        } else {
            substitute_columns(job, s, false, scratch);
        }
        return;
    }
    eliminate_columns(job, s, true, scratch);
    if (job->plain) {
        close_ring(job, s, true, scratch);
    } else {
        close_ring(job, s, false, scratch);
    }
}

static void columns(const wafti_implicit_job* job, int32_t first, int32_t end, wafti_real* scratch,
    wafti_implicit_slot* out_slot) {
    const int32_t nx = job->basin->nx;
    strip s = {.deepest = wafti_wide_set(0),
        .shallowest = wafti_wide_set((wafti_real)INFINITY),
        .bad = wafti_wide_set(0),
        .change = wafti_wide_set(0)};
    for (int32_t n = first; n < end; ++n) {
        s.first = n * WAFTI_IMPLICIT_STRIP;
        s.count = nx - s.first < WAFTI_IMPLICIT_STRIP ? nx - s.first : WAFTI_IMPLICIT_STRIP;
        s.vectors = (s.count + WAFTI_LANES - 1) / WAFTI_LANES;
        solve_strip(job, &s, scratch);
    }
    out_slot->change = s.sum;
    out_slot->deepest = wafti_wide_greatest(s.deepest);
    out_slot->shallowest = wafti_wide_least(s.shallowest);
    out_slot->bad = !wafti_lanes_are_zero(s.bad);
}

// Step 6 of docs/spec/water.md#step-of-implicit for `count` faces between cells `at` and `at + apart`.
WAFTI_INLINE void push_faces(const wafti_implicit_job* job, wafti_real* face, wafti_real kick,
    ptrdiff_t at, ptrdiff_t apart, int32_t count) {
    const wafti_wide zero = wafti_wide_set(0);
    wafti_wide low = wafti_wide_load(job->level + at);
    wafti_wide high = wafti_wide_load_any(job->level + at + apart);
    const wafti_wide top = wafti_wide_max(low, high);
    if (job->load != NULL) {
        low = low + wafti_wide_load(job->load + at);
        high = high + wafti_wide_load_any(job->load + at + apart);
    }
    wafti_wide u = wafti_wide_load(face + at) - wafti_wide_set(kick) * (high - low);
    u = u * wafti_wide_set(job->keep);
    if (!job->open) {
        const wafti_wide bed = wafti_wide_max(
            wafti_wide_load(job->bed + at), wafti_wide_load_any(job->bed + at + apart));
        u = wafti_wide_select(wafti_wide_less(bed, top), u, zero);
    }
    if (count < WAFTI_LANES) {
        u = wafti_wide_select(wafti_lanes_first(count), u, zero);
    }
    wafti_wide_store(face + at, u);
}

static void push_seam(const wafti_implicit_job* job, ptrdiff_t row) {
    const ptrdiff_t last = row + job->basin->nx - 1;
    wafti_real rise = job->level[row] - job->level[last];
    if (job->load != NULL) {
        rise += job->load[row] - job->load[last];
    }
    const wafti_real u = (job->face[0][last] - job->kick[0] * rise) * job->keep;
    const bool open =
        wafti_implicit_open(job->level[last], job->bed[last], job->level[row], job->bed[row]);
    job->face[0][last] = open ? u : 0;
}

static void faces(const wafti_implicit_job* job, int32_t first, int32_t end) {
    const int32_t nx = job->basin->nx;
    const int32_t nz = job->basin->nz;
    for (int32_t j = first; j < end; ++j) {
        const ptrdiff_t row = wafti_basin_index(job->basin, 0, j);
        const wafti_real around = job->face[0][row + nx - 1];
        for (int32_t i = 0; i < nx - 1; i += WAFTI_LANES) {
            push_faces(job, job->face[0], job->kick[0], row + i, 1, nx - 1 - i);
        }
        if (job->ring[0]) {
            job->face[0][row + nx - 1] = around;
            push_seam(job, row);
        }
        if (j == nz - 1 && !job->ring[1]) {
            continue;
        }
        const ptrdiff_t apart =
            j < nz - 1 ? job->basin->stride : -(ptrdiff_t)(nz - 1) * job->basin->stride;
        for (int32_t i = 0; i < nx; i += WAFTI_LANES) {
            push_faces(job, job->face[1], job->kick[1], row + i, apart, nx - i);
        }
    }
}

const wafti_implicit_kernels WAFTI_KERNEL(wafti_implicit_kernels) = {
    .rows = rows,
    .columns = columns,
    .faces = faces,
};

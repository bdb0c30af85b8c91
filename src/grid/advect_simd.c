// SPDX-License-Identifier: MIT
// The two passes of MacCormack (Selle et al. 2008), a vector of sample points at a time. Points near
// solids go to grid/careful_wide.h, the few of them that go far round a periodic axis to grid/careful.h.
#define WAFTI_WIDE_SIXTEEN
#include "grid/advect_kernel.h"
#include "grid/advect_row.h"

// Row of cells that stands for row j of plane k, which may be just outside.
static const uint8_t* clearance_row(const wafti_domain* domain, int32_t j, int32_t k) {
    const int32_t* n = domain->grid.n;
    return domain->clearance + wafti_mac_index(&domain->grid, 0, wafti_inside(j, n[1], false),
                                   wafti_inside(k, n[2], false));
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
    const int32_t y = job->periodic[1] ? 0 : wafti_greater(box->low[1] - j, j - box->high[1]);
    const int32_t z = job->periodic[2] ? 0 : wafti_greater(box->low[2] - k, k - box->high[2]);
    return wafti_greater(0, wafti_greater(y, z) - 1);
}

static int32_t least_clearance(const row* r, int32_t far) {
    const int32_t distance = row_distance(r->job, r->j, r->k);
    if (distance >= ENOUGH_CLEARANCE) {
        return wafti_lesser(far, distance);
    }
    const int32_t n = r->job->domain->grid.n[0];
    const int32_t own = wafti_lesser(far, least_byte(r->clearance, n));
    return r->clearance_below == r->clearance
               ? own
               : wafti_lesser(own, least_byte(r->clearance_below, n));
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
WAFTI_INLINE bool keeps_half(const wafti_advect_job* job, int axis, int32_t index) {
    return job->low[axis] + 0.5f <= (float)index && (float)index <= job->high[axis] - 0.5f;
}

static void find_halves(row* r, int axes) {
    const wafti_advect_job* job = r->job;
    r->half_from = (int32_t)ceilf(job->low[0] + 0.5f);
    r->half_to = (int32_t)floorf(job->high[0] - 0.5f) + 1;
    r->half_to = wafti_lesser(r->half_to, r->count);
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

// Asks for a row of a field before it is needed: rows are too short for a processor to foresee the next one.
WAFTI_INLINE void fetch(const float* at, int32_t count) {
    enum { FLOATS_OF_LINE = 16 };
    for (int32_t i = 0; i < count; i += FLOATS_OF_LINE) {
        __builtin_prefetch(at + i);
    }
}

WAFTI_INLINE void next_row(row* r, int axes) {
    const ptrdiff_t up = r->stride[1];
    if (axes == 3) {
        // Of the plane behind, as far up as the row after the next one reaches.
        const ptrdiff_t ahead = r->stride[2] + 3 * up;
        fetch(r->field + ahead, r->count);
        fetch(r->carrier[0] + ahead, r->count);
        fetch(r->carrier[1] + ahead, r->count);
        fetch(r->carrier[2] + ahead, r->count);
    }
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
WAFTI_INLINE void run_traced(const wafti_advect_job* job, const wafti_mac_block* block, bool back,
    int field_axis, int axes, bool midpoint) {
    row r = make_row(job, back ? -job->cells : job->cells);
    // Slow flows, up and down.
    window w = {.x = -1.0f, .y = -1.0f, .z = axes == 3 ? -1.0f : 0.0f};
    waiting q = {.back = back};
    r.home = &r;
    r.waiting = &q;
    for (int32_t k = block->low[1]; k < block->high[1]; ++k) {
        set_row(&r, back ? job->in : job->forward, block->low[0], k);
        q.first = r;
        for (int32_t j = block->low[0]; j < block->high[0]; ++j) {
            w = window_of(&r, w.x, w.y, w.z);
            w = trace_row(r, w, back, (mode){axes, field_axis, back, midpoint});
            if (j + 1 < block->high[0]) {
                next_row(&r, axes);
            }
        }
        while (q.count > 0) {
            trace_waiting(&q);
        }
    }
}

WAFTI_INLINE void run_rows(const wafti_advect_job* job, const wafti_mac_block* block, bool back,
    int field_axis, int axes) {
    if (job->midpoint) {
        run_traced(job, block, back, field_axis, axes, true);
    } else {
        run_traced(job, block, back, field_axis, axes, false);
    }
}

WAFTI_INLINE void run_block(const wafti_advect_job* job, const wafti_mac_block* block, bool back) {
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

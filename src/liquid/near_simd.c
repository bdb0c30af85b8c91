// SPDX-License-Identifier: MIT
// The lists of docs/spec/sph.md#neighbours, and the density that falls out of making them.
#include "liquid/sweep.h"
#include "mesh/vector.h"
#include "simd/wide_pick.h"

// Where the buffers of candidates hold their numbers, after the places.
enum { AT_NUMBER = 3 };

// The box around the particles of a cell.
typedef struct near_box {
    float low[3], high[3];
} near_box;

static inline near_box box_of(const wafti_pair_job* job, uint32_t first, uint32_t end) {
    near_box box;
    for (int axis = 0; axis < 3; ++axis) {
        wafti_float_range(job->x[axis] + first, end - first, &box.low[axis], &box.high[axis]);
    }
    return box;
}

static inline wafti_wide square_of(wafti_wide x, wafti_wide y, wafti_wide z) {
    return wafti_wide_fma(x, x, wafti_wide_fma(y, y, z * z));
}

WAFTI_INLINE wafti_wide beyond(wafti_wide low, wafti_wide high, wafti_wide x) {
    return wafti_wide_max(wafti_wide_set(0.0f), wafti_wide_max(low - x, x - high));
}

// Candidates within reach of the box, places and numbers packed. Distances to a box are rounded as
// those to a point in it are, so none that is near a particle is left out. False if nothing is
// left to look at.
static inline bool fill_near(sweep_buffer* buffer, const wafti_pair_job* job, const near_box* box,
    const wafti_row* rows, int row_count, sweep_cursor* cursor) {
    const uint32_t lanes_all = (uint32_t)WAFTI_LANES;
    const wafti_wide h2 = wafti_wide_set(job->constants.h2);
    const wafti_wide_uint iota = wafti_wide_to_uint(wafti_wide_set(4.0f) * wafti_wide_iota());
    wafti_wide low[3];
    wafti_wide high[3];
    for (int axis = 0; axis < 3; ++axis) {
        low[axis] = wafti_wide_set(box->low[axis]);
        high[axis] = wafti_wide_set(box->high[axis]);
    }
    float* const places[4] = {
        buffer->values[0], buffer->values[1], buffer->values[2], buffer->values[AT_NUMBER]};
    const bool any = cursor->row < row_count;
    uint32_t count = 0;
    while (cursor->row < row_count && count < SWEEP_CAPACITY) {
        const wafti_row* row = &rows[cursor->row];
        uint32_t first = 0;
        const uint32_t take = sweep_take(cursor, rows, count, &first);
        for (uint32_t i = 0; i < take; i += WAFTI_LANES) {
            wafti_wide values[4];
            for (int axis = 0; axis < 3; ++axis) {
                values[axis] = wafti_wide_load_any(job->x[axis] + first + i) +
                               wafti_wide_set(row->shift[axis]);
            }
            values[3] = wafti_wide_from_bits(wafti_wide_set_uint(4 * (first + i)) + iota);
            const wafti_wide r2 = square_of(beyond(low[0], high[0], values[0]),
                beyond(low[1], high[1], values[1]), beyond(low[2], high[2], values[2]));
            const uint32_t left = take - i;
            const unsigned valid = left < lanes_all ? (1u << left) - 1u : ~0u;
            const unsigned lanes = wafti_wide_lanes(wafti_wide_less(r2, h2)) & valid;
            count = wafti_wide_pick(lanes, 4, values, places, count);
        }
    }
    sweep_close(buffer, job, count, 4);
    return any;
}

typedef struct found {
    float r2[SWEEP_CAPACITY + SWEEP_SLACK] __attribute__((aligned(64)));
    float number[SWEEP_CAPACITY + SWEEP_SLACK] __attribute__((aligned(64)));
} found;

// Candidates nearer than the reach, the particle itself among them. Returns how many.
static inline uint32_t pick_near(
    const wafti_pair_job* job, const sweep_buffer* buffer, uint32_t i, found* out) {
    const wafti_wide h2 = wafti_wide_set(job->constants.h2);
    const wafti_wide x = wafti_wide_set(job->x[0][i]);
    const wafti_wide y = wafti_wide_set(job->x[1][i]);
    const wafti_wide z = wafti_wide_set(job->x[2][i]);
    float* const places[2] = {out->r2, out->number};
    uint32_t count = 0;
    for (uint32_t at = 0; at < buffer->count; at += WAFTI_LANES) {
        const wafti_wide r2 = square_of(x - wafti_wide_load(buffer->values[0] + at),
            y - wafti_wide_load(buffer->values[1] + at),
            z - wafti_wide_load(buffer->values[2] + at));
        const wafti_wide values[2] = {r2, wafti_wide_load(buffer->values[AT_NUMBER] + at)};
        const unsigned lanes = wafti_wide_lanes(wafti_wide_less(r2, h2));
        count = wafti_wide_pick(lanes, 2, values, places, count);
    }
    return count;
}

WAFTI_INLINE void write_slopes(const wafti_pair_job* job, waft_liquid_kernel kernel,
    const found* from, uint32_t count, uint32_t to) {
    const wafti_pair_constants* c = &job->constants;
    const wafti_wide scale = wafti_wide_set(sweep_slope_scale(c, kernel));
    const wafti_wide tiny = wafti_wide_set(1e-12f * c->h2);
    for (uint32_t at = 0; at < count; at += WAFTI_LANES) {
        const wafti_wide r2 = wafti_wide_load(from->r2 + at) + tiny;
        const wafti_wide inverse_r = wafti_wide_inverse_sqrt(r2);
        const wafti_wide slope = sweep_slope(kernel, sweep_t(c, r2, inverse_r), inverse_r);
        wafti_wide_store_any(job->list->slope + to + at, scale * slope);
    }
}

// What was found goes to the list from `to` on; returns its share of the density.
WAFTI_INLINE float write_near(const wafti_pair_job* job, waft_liquid_kernel kernel, uint32_t i,
    found* from, uint32_t count, uint32_t to) {
    const wafti_pair_constants* c = &job->constants;
    wafti_wide_store_any(from->r2 + count, wafti_wide_set(4.0f * c->h2));
    wafti_wide_store_any(from->number + count, wafti_wide_from_bits(wafti_wide_set_uint(4 * i)));
    wafti_wide sum = wafti_wide_set(0.0f);
    for (uint32_t at = 0; at < count; at += WAFTI_LANES) {
        sum = sum + sweep_value(c, kernel, wafti_wide_load(from->r2 + at));
        wafti_wide_store_any(job->list->j + to + at, wafti_wide_load(from->number + at));
    }
    if (job->list->slope != NULL) {
        write_slopes(job, kernel, from, count, to);
    }
    return sweep_value_scale(c, kernel) * wafti_wide_sum(sum);
}

typedef struct list_place {
    uint32_t next, end; // of the task's room
} list_place;

// One fill's neighbours of one particle; false if the task's room is used up.
WAFTI_INLINE bool append(const wafti_pair_job* job, waft_liquid_kernel kernel,
    const sweep_buffer* buffer, uint32_t i, found* near, list_place* place) {
    const uint32_t count = pick_near(job, buffer, i, near);
    if (place->end - place->next < sweep_whole(count)) {
        return false;
    }
    job->fluid[i] += write_near(job, kernel, i, near, count, place->next);
    job->list->found[i] += count;
    place->next += sweep_whole(count);
    return true;
}

// The particle itself is in its list, and is no neighbour.
static inline void open_particle(const wafti_pair_job* job, uint32_t i, uint32_t next) {
    job->fluid[i] = 0.0f;
    job->list->first[i] = next;
    job->list->found[i] = UINT32_MAX;
}

WAFTI_INLINE bool list_cell(const wafti_pair_job* job, waft_liquid_kernel kernel, uint32_t cell,
    sweep_buffer* buffer, found* near, list_place* place) {
    const wafti_cells* cells = job->cells;
    wafti_row rows[WAFTI_LIQUID_ROWS];
    int own = 0;
    const int row_count = wafti_cells_rows(cells, cell, rows, &own);
    const uint32_t first = cells->start[cell];
    const uint32_t end = cells->start[cell + 1];
    const near_box box = box_of(job, first, end);
    sweep_cursor cursor = {0};
    (void)fill_near(buffer, job, &box, rows, row_count, &cursor);
    const bool crowded = cursor.row < row_count;
    for (uint32_t i = first; i < end; ++i) {
        open_particle(job, i, place->next);
        bool fits = crowded || append(job, kernel, buffer, i, near, place);
        cursor = (sweep_cursor){0};
        while (crowded && fits && fill_near(buffer, job, &box, rows, row_count, &cursor)) {
            fits = append(job, kernel, buffer, i, near, place);
        }
        if (!fits) {
            return false;
        }
        job->list->padded[i] = place->next - job->list->first[i];
    }
    return true;
}

WAFTI_INLINE void make_lists(const wafti_pair_job* job, int32_t task, waft_liquid_kernel kernel) {
    const wafti_cells* cells = job->cells;
    sweep_buffer buffer;
    found near;
    const uint32_t first = cells->start[cells->filled[cells->tasks[task]]];
    const uint32_t last_cell = cells->filled[cells->tasks[task + 1] - 1];
    list_place place = {first * job->list->each, cells->start[last_cell + 1] * job->list->each};
    job->overflow[task] = 0;
    for (uint32_t n = cells->tasks[task]; n < cells->tasks[task + 1]; ++n) {
        if (!list_cell(job, kernel, cells->filled[n], &buffer, &near, &place)) {
            job->overflow[task] = cells->start[cells->filled[n]] + 1;
            return;
        }
    }
}

void WAFTI_KERNEL(wafti_liquid_list)(const wafti_pair_job* job, int32_t task) {
    sweep_by_kernel(make_lists, job, task);
}

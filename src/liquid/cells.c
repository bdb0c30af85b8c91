// SPDX-License-Identifier: MIT
// A stable counting sort. Its result is unique, so that neither threads nor ranges matter.
#include "liquid/cells.h"

#include <math.h>
#include <string.h>

static uint32_t cell_along(const wafti_cells* cells, int axis, double place) {
    const double at = (place - cells->low[axis]) / cells->edge[axis];
    const int32_t last = cells->size[axis] - 1;
    if (!(at > 0.0)) {
        return 0;
    }
    return at >= (double)last ? (uint32_t)last : (uint32_t)at;
}

uint32_t wafti_cells_at(const wafti_cells* cells, const double place[3]) {
    const uint32_t i = cell_along(cells, 0, place[0]);
    const uint32_t j = cell_along(cells, 1, place[1]);
    const uint32_t k = cell_along(cells, 2, place[2]);
    return i + (uint32_t)cells->size[0] * (j + (uint32_t)cells->size[1] * k);
}

typedef struct sort_job {
    wafti_cells* cells;
    uint32_t count, range;
    const wafti_particles *from, *to;
} sort_job;

static void count_range(void* context, int32_t block) {
    const sort_job* job = context;
    const wafti_cells* cells = job->cells;
    const uint32_t slots = cells->cell_count + 1;
    uint32_t* counts = cells->counts + (size_t)block * slots;
    memset(counts, 0, slots * sizeof(*counts));
    const uint32_t first = (uint32_t)block * job->range;
    const uint32_t end = job->count - first < job->range ? job->count : first + job->range;
    for (uint32_t i = first; i < end; ++i) {
        const double place[3] = {
            (double)job->from->x[0][i], (double)job->from->x[1][i], (double)job->from->x[2][i]};
        if (cells->key[i] != WAFTI_LIQUID_DEAD) {
            cells->key[i] = wafti_cells_at(cells, place);
        }
        ++counts[cells->key[i] == WAFTI_LIQUID_DEAD ? cells->cell_count : cells->key[i]];
    }
}

static void scatter_range(void* context, int32_t block) {
    const sort_job* job = context;
    const wafti_cells* cells = job->cells;
    const wafti_particles* from = job->from;
    const wafti_particles* to = job->to;
    uint32_t* next = cells->counts + (size_t)block * (cells->cell_count + 1);
    const uint32_t first = (uint32_t)block * job->range;
    const uint32_t end = job->count - first < job->range ? job->count : first + job->range;
    for (uint32_t i = first; i < end; ++i) {
        if (cells->key[i] == WAFTI_LIQUID_DEAD) {
            continue;
        }
        const uint32_t at = next[cells->key[i]]++;
        for (int axis = 0; axis < 3; ++axis) {
            to->x[axis][at] = from->x[axis][i];
            to->u[axis][at] = from->u[axis][i];
        }
        to->k[at] = from->k[i];
        to->kv[at] = from->kv[i];
        to->id[at] = from->id[i];
    }
}

// Where each range's particles of each cell go; cells that hold any are listed, and cut into tasks.
static uint32_t place_cells(wafti_cells* cells, int ranges) {
    const size_t slots = (size_t)cells->cell_count + 1;
    uint32_t sum = 0;
    uint32_t task_end = 0;
    cells->filled_count = 0;
    cells->task_count = 0;
    for (uint32_t cell = 0; cell < cells->cell_count; ++cell) {
        cells->start[cell] = sum;
        for (int range = 0; range < ranges; ++range) {
            uint32_t* slot = &cells->counts[(size_t)range * slots + cell];
            const uint32_t here = *slot;
            *slot = sum;
            sum += here;
        }
        if (sum > cells->start[cell]) {
            if (cells->start[cell] >= task_end) {
                cells->tasks[cells->task_count++] = cells->filled_count;
                task_end = cells->start[cell] + WAFTI_LIQUID_TASK;
            }
            cells->filled[cells->filled_count++] = cell;
        }
    }
    cells->tasks[cells->task_count] = cells->filled_count;
    cells->start[cells->cell_count] = sum;
    return sum;
}

uint32_t wafti_cells_sort(wafti_cells* cells, wafti_pool* pool, uint32_t count,
    const wafti_particles* from, const wafti_particles* to) {
    const int threads = wafti_pool_threads(pool);
    int ranges = threads < WAFTI_SORT_RANGES ? threads : WAFTI_SORT_RANGES;
    ranges = count < 4096 ? 1 : ranges;
    sort_job job = {cells, count, (count + (uint32_t)ranges - 1) / (uint32_t)ranges, from, to};
    job.range = job.range > 0 ? job.range : 1;
    const double work = 0.005 * (double)count;
    wafti_pool_run(pool, ranges, work, count_range, &job);
    const uint32_t left = place_cells(cells, ranges);
    wafti_pool_run(pool, ranges, work, scatter_range, &job);
    return left;
}

// One row of cells along x, in up to three pieces if it crosses a periodic side.
static int add_row(const wafti_cells* cells, int32_t i, int32_t base, const float shift[3],
    wafti_row* rows, int count) {
    const int32_t reach = cells->reach[0];
    const int32_t size = cells->size[0];
    const float period = (float)(cells->high[0] - cells->low[0]);
    const int pieces = cells->periodic[0] ? 1 : 0;
    for (int piece = -pieces; piece <= pieces; ++piece) {
        const int32_t low = i - reach - piece * size;
        const int32_t high = i + reach - piece * size;
        const int32_t first = low > 0 ? low : 0;
        const int32_t last = high < size - 1 ? high : size - 1;
        if (first > last) {
            continue;
        }
        const wafti_row row = {
            .first = cells->start[base + first],
            .end = cells->start[base + last + 1],
            .shift = {shift[0] + (float)piece * period, shift[1], shift[2]},
        };
        if (row.end > row.first) {
            rows[count++] = row;
        }
    }
    return count;
}

// Wraps a cell number along a periodic axis; false if it lies outside.
static bool wrap(const wafti_cells* cells, int axis, int32_t* number, float* shift) {
    const int32_t size = cells->size[axis];
    *shift = 0.0f;
    if (*number >= 0 && *number < size) {
        return true;
    }
    if (!cells->periodic[axis]) {
        return false;
    }
    const float period = (float)(cells->high[axis] - cells->low[axis]);
    *shift = *number < 0 ? -period : period;
    *number += *number < 0 ? size : -size;
    return true;
}

int wafti_cells_rows(
    const wafti_cells* cells, uint32_t cell, wafti_row out_rows[WAFTI_LIQUID_ROWS], int* out_own) {
    const int32_t nx = cells->size[0];
    const int32_t ny = cells->size[1];
    const int32_t i = (int32_t)(cell % (uint32_t)nx);
    const int32_t j = (int32_t)(cell / (uint32_t)nx % (uint32_t)ny);
    const int32_t k = (int32_t)(cell / ((uint32_t)nx * (uint32_t)ny));
    int count = 0;
    *out_own = 0;
    for (int32_t dk = -cells->reach[2]; dk <= cells->reach[2]; ++dk) {
        for (int32_t dj = -cells->reach[1]; dj <= cells->reach[1]; ++dj) {
            float shift[3] = {0.0f, 0.0f, 0.0f};
            int32_t row_j = j + dj;
            int32_t row_k = k + dk;
            if (!wrap(cells, 1, &row_j, &shift[1]) || !wrap(cells, 2, &row_k, &shift[2])) {
                continue;
            }
            const int before = count;
            count = add_row(cells, i, nx * (row_j + ny * row_k), shift, out_rows, count);
            for (int row = before; row < count && dj == 0 && dk == 0; ++row) {
                *out_own = out_rows[row].shift[0] == 0.0f ? row : *out_own;
            }
        }
    }
    return count;
}

// SPDX-License-Identifier: MIT
// What traces near solids meet at faces, as bits, so that they need not ask weights, owners and sides.
#include "grid/careful.h"
#include "grid/domain_parts.h"
#include "simd/clones.h"

enum { ROW = 4096 + 2 * WAFTI_MAC_HALO + 2 };

// Time of one cell in one of the passes in us, on one core.
static const double cell_us = 0.002;

static bool any_no_slip(const wafti_domain* domain) {
    for (int s = 0; s < domain->solid_capacity; ++s) {
        if (domain->solids[s].alive && domain->solids[s].no_slip) {
            return true;
        }
    }
    return false;
}

// Cells of a row from low to high whose faces are all inside the box.
static void mark_inner(
    const wafti_domain* domain, const int32_t range[2], int32_t j, int32_t k, bool sticky) {
    const wafti_mac* grid = &domain->grid;
    const ptrdiff_t row = wafti_mac_index(grid, 0, j, k);
    uint8_t* restrict shut = domain->shut + row;
    for (int axis = 0; axis < grid->axes; ++axis) {
        const float* restrict weight = domain->weight[axis] + row;
        const int keep = axis == 0 ? 0 : UINT8_MAX;
        for (int32_t i = range[0]; i < range[1]; ++i) {
            shut[i] = (uint8_t)((shut[i] & keep) | (weight[i] <= 0.0f) << axis);
        }
    }
    for (int32_t i = range[0]; i < range[1] && sticky; ++i) {
        if (shut[i] != 0) {
            shut[i] = wafti_careful_shut(domain, (const int32_t[3]){i, j, k});
        }
    }
}

static void mark_any(const wafti_domain* domain, int32_t from, int32_t to, int32_t j, int32_t k) {
    uint8_t* shut = domain->shut + wafti_mac_index(&domain->grid, 0, j, k);
    for (int32_t i = from; i < to; ++i) {
        shut[i] = wafti_careful_shut(domain, (const int32_t[3]){i, j, k});
    }
}

static void mark_row(
    const wafti_domain* domain, const wafti_box* box, int32_t j, int32_t k, bool sticky) {
    const wafti_mac* grid = &domain->grid;
    // Of a plane flow all cells are at its only level.
    const bool deep = grid->axes == 3;
    const bool inside = j > 0 && j < grid->n[1] && (!deep || (k > 0 && k < grid->n[2]));
    const int32_t from = box->low[0] > 1 ? box->low[0] : 1;
    const int32_t to = box->high[0] < grid->n[0] ? box->high[0] : grid->n[0];
    if (!inside || from >= to) {
        mark_any(domain, box->low[0], box->high[0], j, k);
        return;
    }
    mark_any(domain, box->low[0], from, j, k);
    mark_inner(domain, (const int32_t[2]){from, to}, j, k, sticky);
    mark_any(domain, to, box->high[0], j, k);
}

// Changed cells, the further faces of the last, and what of the halo stands for any of them. Faces stick
// by the owners of cells, which change further out.
static wafti_box marked_box(const wafti_domain* domain, const wafti_change* change, bool sticky) {
    const wafti_box all = wafti_domain_all(&domain->grid, -1);
    wafti_box box = change->cells;
    if (sticky) {
        const wafti_box owned = wafti_box_common(&change->band, &all);
        box = wafti_box_hull(&box, &owned);
    }
    if (wafti_box_empty(&box)) {
        return box;
    }
    for (int axis = 0; axis < domain->grid.axes; ++axis) {
        const int32_t n = domain->grid.n[axis];
        const int32_t halo = domain->grid.halo[axis];
        ++box.high[axis];
        const bool low = box.low[axis] == 0;
        const bool high = box.high[axis] > n;
        const bool wraps = wafti_domain_periodic(domain, axis) &&
                           (box.low[axis] <= halo || box.high[axis] >= n - halo);
        box.low[axis] = low || wraps ? -halo : box.low[axis];
        box.high[axis] = high || wraps ? n + halo : box.high[axis];
    }
    return box;
}

// Passes over planes from the first on, each of which writes to its own plane alone.
typedef struct shut_job {
    const wafti_domain* domain;
    wafti_box box;
    int32_t first;
    bool sticky;
} shut_job;

static void mark_plane(void* context, int32_t block) {
    const shut_job* job = context;
    for (int32_t j = job->box.low[1]; j < job->box.high[1]; ++j) {
        mark_row(job->domain, &job->box, j, job->first + block, job->sticky);
    }
}

// Scratch of the clearance, which comes after, laid out like a field.
static uint8_t* within_at(const wafti_domain* domain, int32_t i, int32_t j, int32_t k) {
    return domain->spread + domain->grid.first + wafti_mac_index(&domain->grid, i, j, k);
}

// Whether a cell or one of the eight around it in its plane has a face that is shut.
WAFTI_CLONES static void look_within_plane(void* context, int32_t block) {
    const shut_job* job = context;
    const wafti_box* box = &job->box;
    const ptrdiff_t up = job->domain->grid.row;
    const int32_t k = job->first + block;
    const int32_t count = box->high[0] - box->low[0];
    uint8_t any[ROW];
    for (int32_t j = box->low[1]; j < box->high[1]; ++j) {
        const uint8_t* shut =
            job->domain->shut + wafti_mac_index(&job->domain->grid, box->low[0] - 1, j, k);
        uint8_t* within = within_at(job->domain, box->low[0], j, k);
        for (int32_t i = 0; i < count + 2; ++i) {
            any[i] = (uint8_t)((shut[i - up] | shut[i] | shut[i + up]) & ~WAFTI_SHUT_NEAR);
        }
        for (int32_t i = 0; i < count; ++i) {
            // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): all of these were set
            within[i] = any[i] | any[i + 1] | any[i + 2];
        }
    }
}

// The same of the planes before and behind.
WAFTI_CLONES static void mark_near(void* context, int32_t block) {
    const shut_job* job = context;
    const wafti_mac* grid = &job->domain->grid;
    const wafti_box* box = &job->box;
    const ptrdiff_t behind = grid->axes == 3 ? grid->plane : 0;
    const int32_t k = job->first + block;
    for (int32_t j = box->low[1]; j < box->high[1]; ++j) {
        const uint8_t* within = within_at(job->domain, box->low[0], j, k);
        uint8_t* restrict shut = job->domain->shut + wafti_mac_index(grid, box->low[0], j, k);
        for (int32_t i = 0; i < box->high[0] - box->low[0]; ++i) {
            const int near = (within[i - behind] | within[i] | within[i + behind]) != 0;
            shut[i] = (uint8_t)((shut[i] & ~WAFTI_SHUT_NEAR) | near * WAFTI_SHUT_NEAR);
        }
    }
}

// A cell more each way, as far as points are: faces of the last cells count.
static wafti_box box_around(const wafti_domain* domain, wafti_box box) {
    for (int axis = 0; axis < domain->grid.axes && !wafti_box_empty(&box); ++axis) {
        const int32_t last = domain->grid.n[axis] + 1;
        box.low[axis] = box.low[axis] > 0 ? box.low[axis] - 1 : 0;
        box.high[axis] = box.high[axis] < last ? box.high[axis] + 1 : last;
    }
    return box;
}

static void run_planes(shut_job* job, wafti_pool* pool, int32_t margin, wafti_block_function* run) {
    const wafti_box* box = &job->box;
    if (wafti_box_empty(box)) {
        return;
    }
    job->first = box->low[2] - margin;
    wafti_pool_run(
        pool, box->high[2] - box->low[2] + 2 * margin, cell_us * wafti_box_cells(box), run, job);
}

void wafti_domain_mark_shut(const wafti_domain_job* job, wafti_pool* pool) {
    const wafti_domain* domain = job->domain;
    shut_job work = {.domain = domain, .sticky = any_no_slip(domain)};
    for (int c = 0; c < job->change_count; ++c) {
        work.box = marked_box(domain, &domain->changes[c], work.sticky);
        run_planes(&work, pool, 0, mark_plane);
    }
    for (int c = 0; c < job->change_count; ++c) {
        work.box = box_around(domain, marked_box(domain, &domain->changes[c], work.sticky));
        run_planes(&work, pool, domain->grid.axes == 3 ? 1 : 0, look_within_plane);
        run_planes(&work, pool, 0, mark_near);
    }
}

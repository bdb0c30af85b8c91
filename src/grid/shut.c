// SPDX-License-Identifier: MIT
// What traces near solids meet at faces, as bits, so that they need not ask weights, owners and sides.
#include "grid/careful.h"
#include "grid/domain_parts.h"

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

enum { ROW = 4096 + 2 * WAFTI_MAC_HALO };

// The cells of a row from low to high, by what is in the nine rows around them.
static void mark_near(const wafti_domain* domain, int32_t low, int32_t high, int32_t j, int32_t k) {
    const wafti_mac* grid = &domain->grid;
    const int32_t depth = grid->axes == 3 ? 1 : 0;
    const int32_t count = high - low;
    uint8_t any[ROW + 2] = {0};
    for (int32_t z = k - depth; z <= k + depth; ++z) {
        for (int32_t y = j - 1; y <= j + 1; ++y) {
            const uint8_t* shut = domain->shut + wafti_mac_index(grid, low - 1, y, z);
            for (int32_t i = 0; i < count + 2; ++i) {
                any[i] |= shut[i];
            }
        }
    }
    uint8_t* shut = domain->shut + wafti_mac_index(grid, low, j, k);
    for (int32_t i = 0; i < count; ++i) {
        const int near = ((any[i] | any[i + 1] | any[i + 2]) & ~WAFTI_SHUT_NEAR) != 0;
        shut[i] = (uint8_t)((shut[i] & ~WAFTI_SHUT_NEAR) | near * WAFTI_SHUT_NEAR);
    }
}

// A cell more each way, as far as points are: faces of the last cells count.
static void mark_around(const wafti_domain* domain, wafti_box box) {
    if (wafti_box_empty(&box)) {
        return;
    }
    for (int axis = 0; axis < domain->grid.axes; ++axis) {
        const int32_t last = domain->grid.n[axis] + 1;
        box.low[axis] = box.low[axis] > 0 ? box.low[axis] - 1 : 0;
        box.high[axis] = box.high[axis] < last ? box.high[axis] + 1 : last;
    }
    for (int32_t k = box.low[2]; k < box.high[2]; ++k) {
        for (int32_t j = box.low[1]; j < box.high[1]; ++j) {
            mark_near(domain, box.low[0], box.high[0], j, k);
        }
    }
}

void wafti_domain_mark_shut(const wafti_domain_job* job) {
    const wafti_domain* domain = job->domain;
    const bool sticky = any_no_slip(domain);
    for (int c = 0; c < job->change_count; ++c) {
        const wafti_box box = marked_box(domain, &domain->changes[c], sticky);
        for (int32_t k = box.low[2]; k < box.high[2]; ++k) {
            for (int32_t j = box.low[1]; j < box.high[1]; ++j) {
                mark_row(domain, &box, j, k, sticky);
            }
        }
    }
    for (int c = 0; c < job->change_count; ++c) {
        mark_around(domain, marked_box(domain, &domain->changes[c], sticky));
    }
}

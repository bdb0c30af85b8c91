// SPDX-License-Identifier: MIT
// Which solid a cell belongs to, in it or near it.
#include <string.h>

#include "grid/candidates.h"

// How far around it a solid owns cells.
static const double most_cells = 3.0;

static uint8_t owner_index(const wafti_domain* domain, const wafti_placement* owner) {
    return (uint8_t)(owner - domain->placements + 1);
}

// Elements from the low corner of a cell to the opposite one. The mean of both tells the distance at
// the centre near enough for an owner.
static ptrdiff_t opposite_corner(const wafti_mac* grid) {
    return 1 + grid->row + (grid->axes == 3 ? grid->plane : 0);
}

// Where one volume alone is near, corners tell how far it is; where several are, each is asked.
static uint8_t owner_of(
    const wafti_domain* domain, const wafti_candidates* volumes, const int32_t cell[3]) {
    const wafti_mac* grid = &domain->grid;
    const wafti_placement* owner = NULL;
    int near = 0;
    for (int c = 0; c < volumes->count; ++c) {
        if (wafti_box_contains(&volumes->placement[c]->band, cell)) {
            owner = volumes->placement[c];
            ++near;
        }
    }
    const double most = most_cells * grid->h;
    if (near > 1) {
        return wafti_candidates_nearest(volumes, grid, -1, cell, &owner) <= most
                   ? owner_index(domain, owner)
                   : 0;
    }
    const ptrdiff_t at = wafti_mac_index(grid, cell[0], cell[1], cell[2]);
    const float distance = 0.5f * (domain->sdf[at] + domain->sdf[at + opposite_corner(grid)]);
    return near == 1 && (double)distance <= most ? owner_index(domain, owner) : 0;
}

static bool sheet_closes(
    const wafti_domain* domain, const wafti_placement* sheet, const int32_t cell[3]) {
    const wafti_mac* grid = &domain->grid;
    for (int axis = 0; axis < grid->axes; ++axis) {
        for (int side = 0; side < 2; ++side) {
            int32_t face[3] = {cell[0], cell[1], cell[2]};
            face[axis] += side;
            const float weight =
                domain->weight[axis][wafti_mac_index(grid, face[0], face[1], face[2])];
            if (weight <= 0.0f && wafti_domain_open_weight(domain, axis, face[axis]) > 0.0f &&
                wafti_sheet_near(sheet, axis, face) &&
                wafti_sheet_crosses(grid, sheet, axis, face)) {
                return true;
            }
        }
    }
    return false;
}

// The row of a box where one volume alone is near.
static void own_row(const wafti_domain* domain, const wafti_placement* volume, const wafti_box* box,
    int32_t j, int32_t k) {
    const wafti_mac* grid = &domain->grid;
    const ptrdiff_t start = wafti_mac_index(grid, 0, j, k);
    const double most = most_cells * grid->h;
    const uint8_t number = owner_index(domain, volume);
    const ptrdiff_t opposite = opposite_corner(grid);
    const float* restrict sdf = domain->sdf + start;
    uint8_t* restrict owner = domain->owner + start;
    const wafti_box common = wafti_box_common(&volume->band, box);
    for (int32_t i = common.low[0]; i < common.high[0]; ++i) {
        const double distance = (double)(0.5f * (sdf[i] + sdf[i + opposite]));
        owner[i] = distance <= most ? number : 0;
    }
}

static void owners_of_row(const wafti_domain* domain, const wafti_candidates* volumes,
    const wafti_box* box, int32_t j, int32_t k) {
    uint8_t* owner = domain->owner + wafti_mac_index(&domain->grid, 0, j, k);
    if (volumes->count > 1) {
        for (int32_t i = box->low[0]; i < box->high[0]; ++i) {
            owner[i] = owner_of(domain, volumes, (const int32_t[3]){i, j, k});
        }
        return;
    }
    memset(owner + box->low[0], 0, (size_t)box->high[0] - (size_t)box->low[0]);
    for (int c = 0; c < volumes->count; ++c) {
        if (wafti_box_has_row(&volumes->placement[c]->band, j, k)) {
            own_row(domain, volumes->placement[c], box, j, k);
        }
    }
}

static void sheets_of_row(const wafti_domain* domain, const wafti_candidates* sheets,
    const wafti_box* box, int32_t j, int32_t k) {
    uint8_t* owner = domain->owner + wafti_mac_index(&domain->grid, 0, j, k);
    for (int c = 0; c < sheets->count; ++c) {
        for (int32_t i = box->low[0]; i < box->high[0]; ++i) {
            if (sheet_closes(domain, sheets->placement[c], (const int32_t[3]){i, j, k})) {
                owner[i] = owner_index(domain, sheets->placement[c]);
            }
        }
    }
}

void wafti_domain_mark_owners(const wafti_domain* domain, const wafti_box* corners) {
    const wafti_box all = wafti_domain_all(&domain->grid, -1);
    const wafti_box box = wafti_box_common(corners, &all);
    if (wafti_box_empty(&box)) {
        return;
    }
    wafti_candidates volumes;
    wafti_candidates sheets;
    wafti_candidates_gather(domain, &box, false, &volumes);
    wafti_candidates_gather(domain, &box, true, &sheets);
    for (wafti_walk at = wafti_walk_box(&domain->grid, &box); wafti_walk_next(&at);) {
        owners_of_row(domain, &volumes, &box, at.j, at.k);
        sheets_of_row(domain, &sheets, &box, at.j, at.k);
    }
}

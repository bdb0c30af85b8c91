// SPDX-License-Identifier: MIT
// How a field goes on outside the box, and filling its halo piece by piece so that tasks can do it
// while rows are still in cache. wafti_halo_cells() and wafti_halo_faces_by_blocks() in grid/domain.h do all.
#ifndef WAFTI_GRID_HALO_H
#define WAFTI_GRID_HALO_H

#include "grid/domain.h"

typedef struct wafti_halo {
    const wafti_mac* grid;
    int32_t count[3]; ///< values inside; the last face of a periodic axis counts as outside
    bool periodic[3];
    float share[6], constant[6]; ///< outside = share * outermost value + constant, by side
} wafti_halo;

/// Of a cell field with `outside[side]` beyond open and inflow sides, and of the faces along `axis`.
wafti_halo wafti_halo_of_cells(const wafti_domain* domain, const float outside[6]);
wafti_halo wafti_halo_of_faces(const wafti_domain* domain, int axis);

/// Outside along x of the block's rows; padding becomes 0.
void wafti_halo_rows(const wafti_halo* halo, const wafti_mac_block* block, float* field);
/// Outside along y of plane k; its rows are done.
void wafti_halo_plane(const wafti_halo* halo, int32_t k, float* field);
/// The same beyond one of its two sides, 2 or 3; the row that it goes on from is done.
void wafti_halo_edge(const wafti_halo* halo, int side, int32_t k, float* field);
/// Outside along z; planes are done.
void wafti_halo_ends(const wafti_halo* halo, float* field);
/// What a block has of the halo of cells (axis -1) or faces along an axis, and what no block has.
void wafti_halo_block(const wafti_halo* halo, int axis, int32_t block, float* field);
void wafti_halo_rest(const wafti_halo* halo, float* field);
/// All of these in order.
void wafti_halo_fill(const wafti_halo* halo, float* field);

#endif // WAFTI_GRID_HALO_H

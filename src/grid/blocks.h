// SPDX-License-Identifier: MIT
// Work over the blocks of a staggered grid.
#ifndef WAFTI_GRID_BLOCKS_H
#define WAFTI_GRID_BLOCKS_H

#include <string.h>

#include "grid/mac.h"
#include "task/context.h"

/// Most blocks that a grid can have: slots for sums over blocks.
enum { WAFTI_MAC_MOST_BLOCKS = 4096 };

/// Runs run(job, block) for all blocks of the grid and returns when all are done. A small grid stays
/// on the calling thread. `ns_per_cell` is what the work takes on one core.
static inline void wafti_mac_run(const wafti_mac* grid, const wafti_context* context,
    double ns_per_cell, wafti_block_function* run, void* job) {
    const size_t cells = wafti_mac_cells(grid);
    const double work_us =
        cells < WAFTI_MAC_SERIAL_CELLS ? 0.0 : 1e-3 * ns_per_cell * (double)cells;
    wafti_pool_run(context->pool, wafti_mac_block_count(grid), work_us, run, job);
}

/// Rows and planes of faces along an axis that belong to a block: the last block along it has the
/// faces of the high side too.
static inline wafti_mac_block wafti_mac_faces_of(const wafti_mac* grid, int axis, int32_t block) {
    wafti_mac_block faces = wafti_mac_block_at(grid, block);
    if (axis == 1 && faces.high[0] == grid->n[1]) {
        ++faces.high[0];
    }
    if (axis == 2 && faces.high[1] == grid->n[2]) {
        ++faces.high[1];
    }
    return faces;
}

/// Rows of faces along an axis that belong to a block.
static inline wafti_walk wafti_walk_faces(const wafti_mac* grid, int axis, int32_t block) {
    return wafti_walk_make(wafti_mac_faces_of(grid, axis, block), grid->row, grid->plane);
}

/// Faces in a row, along any axis.
static inline int32_t wafti_mac_row_faces(const wafti_mac* grid, int axis) {
    return grid->n[0] + (axis == 0 ? 1 : 0);
}

/// Bits of the greatest |value| of a row: as whole numbers they are ordered like the values, and
/// infinities and NaN lie above all others, at WAFTI_BITS_INFINITE or more. Whole numbers also let the
/// compiler reorder the search, which it may not do with floats.
enum { WAFTI_BITS_INFINITE = 0x7F800000 };

static inline int32_t wafti_row_greatest_bits(const float* row, int32_t count) {
    int32_t greatest = 0;
    for (int32_t i = 0; i < count; ++i) {
        int32_t bits = 0;
        memcpy(&bits, row + i, sizeof(bits));
        bits &= INT32_MAX;
        greatest = bits > greatest ? bits : greatest;
    }
    return greatest;
}

static inline float wafti_float_of_bits(int32_t bits) {
    float value = 0.0f;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

#endif // WAFTI_GRID_BLOCKS_H

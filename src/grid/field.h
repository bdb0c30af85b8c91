// SPDX-License-Identifier: MIT
// Horizontal grids: cells along x and z, samples at cell centres, rows padded.
#ifndef WAFTI_GRID_FIELD_H
#define WAFTI_GRID_FIELD_H

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

/// Rows are padded to whole cache lines, so that kernels may work past the last cell of a row.
enum { WAFTI_ROW_QUANTUM = 16 };

typedef struct wafti_grid {
    int32_t nx, nz;
    ptrdiff_t stride;      ///< floats from one row to the next
    double x0, z0, dx, dz; ///< centre of cell (0, 0) and spacing, m
} wafti_grid;

/// The cells low[0] <= i < high[0], low[1] <= j < high[1]: what one task works on.
typedef struct wafti_block {
    int32_t low[2], high[2];
} wafti_block;

/// A way over the cells of a block, row by row:
///     for (wafti_cells at = wafti_cells_of(block); wafti_cells_next(&at);)
typedef struct wafti_cells {
    wafti_block block;
    int32_t i, j; ///< the cell it has come to
} wafti_cells;

static inline wafti_cells wafti_cells_of(wafti_block block) {
    return (wafti_cells){block, block.low[0] - 1, block.low[1]};
}

/// All cells of nz rows.
static inline wafti_cells wafti_cells_all(int32_t nx, int32_t nz) {
    return wafti_cells_of((wafti_block){.high = {nx, nz}});
}

static inline bool wafti_cells_next(wafti_cells* at) {
    ++at->i;
    if (at->i >= at->block.high[0]) {
        at->i = at->block.low[0];
        ++at->j;
    }
    return at->i < at->block.high[0] && at->j < at->block.high[1];
}

static inline wafti_cells wafti_grid_cells(const wafti_grid* grid) {
    return wafti_cells_all(grid->nx, grid->nz);
}

/// Floats from row to row: a multiple of 16, but never a power of two, which would map whole
/// columns onto a few cache sets.
static inline ptrdiff_t wafti_field_stride(int32_t nx) {
    const ptrdiff_t quantum = WAFTI_ROW_QUANTUM;
    ptrdiff_t stride = (nx + quantum - 1) / quantum * quantum;
    while ((stride & (stride - 1)) == 0) {
        stride += quantum;
    }
    return stride;
}

/// A grid over the rectangle with the lowest corner (x, z).
static inline wafti_grid wafti_grid_make(
    const int32_t cells[2], double x, double z, double width, double depth) {
    const double dx = width / cells[0];
    const double dz = depth / cells[1];
    return (wafti_grid){.nx = cells[0],
        .nz = cells[1],
        .stride = wafti_field_stride(cells[0]),
        .x0 = x + 0.5 * dx,
        .z0 = z + 0.5 * dz,
        .dx = dx,
        .dz = dz};
}

static inline double wafti_grid_x(const wafti_grid* grid, int32_t i) {
    return grid->x0 + i * grid->dx;
}

static inline double wafti_grid_z(const wafti_grid* grid, int32_t j) {
    return grid->z0 + j * grid->dz;
}

/// Floats that one field takes, padding included.
static inline size_t wafti_grid_size(const wafti_grid* grid) {
    return wafti_size_mul((size_t)grid->stride, (size_t)grid->nz);
}

static inline ptrdiff_t wafti_grid_index(const wafti_grid* grid, int32_t i, int32_t j) {
    return i + j * grid->stride;
}

/// Bands of `rows` rows; the last may be lower.
static inline int32_t wafti_grid_band_count(const wafti_grid* grid, int32_t rows) {
    return (grid->nz + rows - 1) / rows;
}

static inline wafti_block wafti_grid_band(const wafti_grid* grid, int32_t rows, int32_t band) {
    const int32_t low = band * rows;
    const int32_t high = low + rows < grid->nz ? low + rows : grid->nz;
    return (wafti_block){.low = {0, low}, .high = {grid->nx, high}};
}

/// Four neighbouring cells around a point and their bilinear weights. Points beyond the outermost
/// centres take the value there.
typedef struct wafti_corners {
    int32_t i[2], j[2];
    double weight[2][2]; ///< [along z][along x]
} wafti_corners;

static inline void wafti_axis_corners(
    double place, int32_t count, int32_t out_index[2], double out_weight[2]) {
    const double last = count - 1;
    const double inside = place > 0.0 ? (place < last ? place : last) : 0.0;
    const int32_t low = inside < last ? (int32_t)inside : count - 1;
    out_index[0] = low;
    out_index[1] = low + 1 < count ? low + 1 : low;
    out_weight[1] = inside - low;
    out_weight[0] = 1.0 - out_weight[1];
}

static inline wafti_corners wafti_grid_corners(const wafti_grid* grid, double x, double z) {
    wafti_corners corners;
    double along_x[2];
    double along_z[2];
    wafti_axis_corners((x - grid->x0) / grid->dx, grid->nx, corners.i, along_x);
    wafti_axis_corners((z - grid->z0) / grid->dz, grid->nz, corners.j, along_z);
    for (int b = 0; b < 2; ++b) {
        for (int a = 0; a < 2; ++a) {
            corners.weight[b][a] = along_z[b] * along_x[a];
        }
    }
    return corners;
}

static inline double wafti_field_sample(
    const wafti_grid* grid, const float* field, const wafti_corners* corners) {
    double value = 0.0;
    for (int b = 0; b < 2; ++b) {
        for (int a = 0; a < 2; ++a) {
            const ptrdiff_t cell = wafti_grid_index(grid, corners->i[a], corners->j[b]);
            value += corners->weight[b][a] * (double)field[cell];
        }
    }
    return value;
}

#endif // WAFTI_GRID_FIELD_H

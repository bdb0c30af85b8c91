// SPDX-License-Identifier: MIT
// Staggered grids of cubic cells: scalars at cell centres, velocity components on faces, rows padded,
// a halo all round. A plane flow is a grid of one cell along z with the same code.
#ifndef WAFTI_GRID_MAC_H
#define WAFTI_GRID_MAC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

/// Floats before the first cell of a row, so that it begins a cache line, and the least after its last:
/// a vector load may start one cell outside, and a vector of eight may be stored past the end.
enum { WAFTI_MAC_LEAD = 16, WAFTI_MAC_PAD = 8, WAFTI_MAC_HALO = 2, WAFTI_MAC_BAND = 16 };

/// All fields of a grid share strides, face fields use the halo for their extra entry. A field is
/// known by the address of its element (0, 0, 0); cell (i, j, k) is field[i + j * row + k * plane]
/// and its low faces have the same index.
typedef struct wafti_mac {
    int32_t n[3];
    int axes; ///< 3, or 2 if n[2] == 1: then there is no w and nothing happens along z
    int32_t
        halo[3]; ///< cells that exist outside: 2 along x (of the padding), 2, 2 (z of a plane: 0)
    ptrdiff_t row, plane; ///< elements from row to row and plane to plane
    size_t size;          ///< elements of a field, halo and padding included
    ptrdiff_t first;      ///< element (0, 0, 0), from the start of the storage
    double h;             ///< m
    double low[3];        ///< m, low corner of cell (0, 0, 0)
} wafti_mac;

/// Rows low[0] <= j < high[0] of planes low[1] <= k < high[1]: what one task works on. Cut by the
/// grid alone: a plane, or a band of 16 rows of a plane flow.
typedef struct wafti_mac_block {
    int32_t low[2], high[2];
} wafti_mac_block;

/// n: 1 to 4096 each. The size is SIZE_MAX if it does not fit.
wafti_mac wafti_mac_make(const int32_t n[3], double h, const double low[3]);

static inline ptrdiff_t wafti_mac_index(const wafti_mac* grid, int32_t i, int32_t j, int32_t k) {
    return i + j * grid->row + k * grid->plane;
}

/// Elements from a cell to the next along an axis.
static inline ptrdiff_t wafti_mac_stride(const wafti_mac* grid, int axis) {
    return axis == 0 ? 1 : (axis == 1 ? grid->row : grid->plane);
}

static inline size_t wafti_mac_cells(const wafti_mac* grid) {
    return (size_t)grid->n[0] * (size_t)grid->n[1] * (size_t)grid->n[2];
}

static inline int32_t wafti_mac_block_count(const wafti_mac* grid) {
    return grid->axes == 3 ? grid->n[2] : (grid->n[1] + WAFTI_MAC_BAND - 1) / WAFTI_MAC_BAND;
}

/// A block of planes that have so many rows.
static inline wafti_mac_block wafti_mac_block_of(
    const wafti_mac* grid, int32_t rows, int32_t block) {
    if (grid->axes == 3) {
        return (wafti_mac_block){.low = {0, block}, .high = {rows, block + 1}};
    }
    const int32_t low = block * WAFTI_MAC_BAND;
    const int32_t high = low + WAFTI_MAC_BAND;
    return (wafti_mac_block){.low = {low, 0}, .high = {high < rows ? high : rows, 1}};
}

static inline wafti_mac_block wafti_mac_block_at(const wafti_mac* grid, int32_t block) {
    return wafti_mac_block_of(grid, grid->n[1], block);
}

/// Grids smaller than this run on the calling thread, but for their transport; the choice depends on size
/// alone.
enum { WAFTI_MAC_SERIAL_CELLS = 32768 };

/// Fields from an arena, cleared; NULL if memory is out. The address is that of (0, 0, 0).
float* wafti_mac_take_float(const wafti_mac* grid, wafti_arena* arena);
double* wafti_mac_take_double(const wafti_mac* grid, wafti_arena* arena);
uint8_t* wafti_mac_take_bytes(const wafti_mac* grid, wafti_arena* arena);

/// The two float fields that fit into the storage of a double field.
void wafti_mac_alias(const wafti_mac* grid, double* field, float* out_fields[2]);

/// A box of cells: low <= index < high; empty if high <= low anywhere.
typedef struct wafti_box {
    int32_t low[3], high[3];
} wafti_box;

static inline bool wafti_box_empty(const wafti_box* box) {
    return box->high[0] <= box->low[0] || box->high[1] <= box->low[1] ||
           box->high[2] <= box->low[2];
}

/// Rows along x, one after the other:
///     for (wafti_walk at = wafti_walk_cells(grid, block); wafti_walk_next(&at);) {
///         float* row = field + at.start;
typedef struct wafti_walk {
    int32_t j, k;
    ptrdiff_t start; ///< element 0 of the row, in fields
    wafti_mac_block rows;
    ptrdiff_t row, plane;
} wafti_walk;

static inline bool wafti_walk_next(wafti_walk* walk) {
    ++walk->j;
    if (walk->j >= walk->rows.high[0]) {
        walk->j = walk->rows.low[0];
        ++walk->k;
    }
    walk->start = walk->j * walk->row + walk->k * walk->plane;
    return walk->j < walk->rows.high[0] && walk->k < walk->rows.high[1];
}

/// Of fields with these strides.
static inline wafti_walk wafti_walk_make(wafti_mac_block rows, ptrdiff_t row, ptrdiff_t plane) {
    return (wafti_walk){
        .j = rows.low[0] - 1, .k = rows.low[1], .rows = rows, .row = row, .plane = plane};
}

static inline wafti_walk wafti_walk_rows(const wafti_mac* grid, const wafti_mac_block* rows) {
    return wafti_walk_make(*rows, grid->row, grid->plane);
}

/// Rows of cells of a block.
static inline wafti_walk wafti_walk_cells(const wafti_mac* grid, int32_t block) {
    return wafti_walk_make(wafti_mac_block_at(grid, block), grid->row, grid->plane);
}

/// Rows that a box has cells of. Each starts at x = 0 all the same.
static inline wafti_walk wafti_walk_box(const wafti_mac* grid, const wafti_box* box) {
    const wafti_mac_block rows = {{box->low[1], box->low[2]}, {box->high[1], box->high[2]}};
    return wafti_walk_make(rows, grid->row, grid->plane);
}

/// All rows of cells (axis -1), or of faces along an axis.
static inline wafti_walk wafti_walk_all(const wafti_mac* grid, int axis) {
    const wafti_mac_block rows = {.high = {grid->n[1] + (axis == 1), grid->n[2] + (axis == 2)}};
    return wafti_walk_make(rows, grid->row, grid->plane);
}

#endif // WAFTI_GRID_MAC_H

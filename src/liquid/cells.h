// SPDX-License-Identifier: MIT
// Particles sorted by the cell they lie in, so that neighbours are rows of memory
// (docs/spec/sph.md#neighbours).
#ifndef WAFTI_LIQUID_CELLS_H
#define WAFTI_LIQUID_CELLS_H

#include "task/context.h"

enum {
    WAFTI_LIQUID_PADDING = 32, ///< floats that vectors may read past an array's end
    WAFTI_LIQUID_TASK = 512,   ///< particles that one block of work holds, or a little more
    WAFTI_LIQUID_ROWS = 27,    ///< most pieces of memory around a cell
    WAFTI_SORT_RANGES = 8,     ///< histograms; the order does not depend on how many
};

/// Structure of arrays, 64-byte aligned, padded.
typedef struct wafti_particles {
    float* x[3]; ///< m
    float* u[3]; ///< m/s
    float* k;    ///< m2/s2, of the density solve
    float* kv;   ///< m2/s2, of the divergence solve
    uint32_t* id;
} wafti_particles;

typedef struct wafti_cells {
    double low[3], high[3]; ///< m, the domain
    double edge[3];         ///< m, of a cell: the reach, or a little more
    int32_t size[3];
    int32_t reach[3]; ///< cells to either side that may hold neighbours
    bool periodic[3];
    uint32_t cell_count;
    uint32_t* start;  ///< cell_count + 1: first particle of each cell
    uint32_t* counts; ///< histograms, cell_count + 1 each: the last is of the dead
    uint32_t* key;    ///< of each particle
    uint32_t* filled; ///< cells with particles, in order
    uint32_t* tasks;  ///< first of `filled` in each task, and the end
    uint32_t filled_count;
    int32_t task_count;
} wafti_cells;

/// A piece of memory near a cell; what lies across a periodic side is shifted.
typedef struct wafti_row {
    uint32_t first, end;
    float shift[3];
} wafti_row;

/// Particles to be removed have this in key[].
#define WAFTI_LIQUID_DEAD UINT32_MAX

/// Sorts `count` particles from one set of arrays into the other; those whose key is
/// WAFTI_LIQUID_DEAD are cut off. keys are found first by wafti_cells_find_keys(). Returns how many
/// are left.
uint32_t wafti_cells_sort(wafti_cells* cells, wafti_pool* pool, uint32_t count,
    const wafti_particles* from, const wafti_particles* to);

/// Cell of a place inside the domain; places on its faces belong to the cells beside them.
uint32_t wafti_cells_at(const wafti_cells* cells, const double place[3]);

/// Pieces of memory that hold all neighbours of the particles in `cell`, in a fixed order. The one
/// that holds the cell itself is *out_own.
int wafti_cells_rows(
    const wafti_cells* cells, uint32_t cell, wafti_row out_rows[WAFTI_LIQUID_ROWS], int* out_own);

#endif // WAFTI_LIQUID_CELLS_H

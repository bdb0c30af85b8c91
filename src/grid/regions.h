// SPDX-License-Identifier: MIT
// Regions of cells that open faces join (docs/spec/smoke.md#regions). A row of cells is cut into
// runs, cells in line joined by open faces; a run belongs to one region, and a uniform row is one run.
#ifndef WAFTI_GRID_REGIONS_H
#define WAFTI_GRID_REGIONS_H

#include "grid/multigrid.h"

/// More regions than this are not told apart: their cells are left out like solid ones.
enum { WAFTI_REGION_CAPACITY = 65535 };

typedef struct wafti_regions {
    uint16_t* label;     ///< of each run; WAFTI_REGION_CAPACITY: left out
    uint32_t* first_run; ///< of each row, and behind the last one the number of all
    uint8_t* closed;     ///< of each region: no open side
    uint32_t* cells;     ///< of each region
    uint32_t capacity;   ///< of regions
    int count, closed_count;
    bool full; ///< some regions had no room
} wafti_regions;

/// Cells low <= i < high of a row.
typedef struct wafti_run {
    int32_t low, high;
} wafti_run;

/// Memory for any pattern of weights on a level. False if memory is out.
bool wafti_regions_init(wafti_regions* regions, const wafti_level* level, wafti_arena* arena);
size_t wafti_regions_size(const wafti_mac* grid);

/// Labels anew. `scratch` has room for two numbers for each cell. Row kinds are those of now.
void wafti_regions_rebuild(wafti_regions* regions, const wafti_level* level, uint32_t* scratch);

/// The next run of a row after `run`, which starts as {0, 0}. False: there is none.
bool wafti_run_next(const wafti_level* level, int32_t j, int32_t k, wafti_run* run);

/// Of a row by its number: the region of all its runs; -1: none, or left out, -2: they are not of one.
static inline int wafti_regions_of_row(const wafti_regions* regions, ptrdiff_t row) {
    const uint32_t first = regions->first_run[row];
    const uint32_t end = regions->first_run[row + 1];
    for (uint32_t run = first + 1; run < end; ++run) {
        if (regions->label[run] != regions->label[first]) {
            return -2;
        }
    }
    const bool none = first == end || regions->label[first] == WAFTI_REGION_CAPACITY;
    return none ? -1 : (int)regions->label[first];
}

/// Region of a cell, -1: none.
int wafti_regions_at(
    const wafti_regions* regions, const wafti_level* level, int32_t i, int32_t j, int32_t k);

#endif // WAFTI_GRID_REGIONS_H

// SPDX-License-Identifier: MIT
#include "grid/mac.h"

enum { ROW_QUANTUM = 16, CONFLICT_BYTES = 4096 };

// Strides that are multiples of a page map a column of cells onto a few cache sets.
static size_t avoid_conflicts(size_t floats) {
    return floats % (CONFLICT_BYTES / sizeof(float)) == 0 ? floats + ROW_QUANTUM : floats;
}

wafti_mac wafti_mac_make(const int32_t n[3], double h, const double low[3]) {
    const int32_t halo_z = n[2] > 1 ? WAFTI_MAC_HALO : 0;
    // One value more than cells, for the last face.
    const size_t values = (size_t)n[0] + 1 + WAFTI_MAC_LEAD + WAFTI_MAC_PAD;
    const size_t row = avoid_conflicts((values + ROW_QUANTUM - 1) / ROW_QUANTUM * ROW_QUANTUM);
    const size_t rows = (size_t)n[1] + 2 * (size_t)WAFTI_MAC_HALO;
    const size_t plane = avoid_conflicts(row * rows);
    const size_t planes = (size_t)n[2] + 2 * (size_t)halo_z;
    wafti_mac grid = {
        .n = {n[0], n[1], n[2]},
        .axes = n[2] > 1 ? 3 : 2,
        .halo = {WAFTI_MAC_HALO, WAFTI_MAC_HALO, halo_z},
        .row = (ptrdiff_t)row,
        .plane = (ptrdiff_t)plane,
        .size = wafti_size_mul(plane, planes),
        .h = h,
        .low = {low[0], low[1], low[2]},
    };
    grid.first = WAFTI_MAC_LEAD + WAFTI_MAC_HALO * grid.row + halo_z * grid.plane;
    return grid;
}

float* wafti_mac_take_float(const wafti_mac* grid, wafti_arena* arena) {
    float* storage = wafti_arena_take(arena, grid->size, sizeof(*storage));
    return storage != NULL ? storage + grid->first : NULL;
}

double* wafti_mac_take_double(const wafti_mac* grid, wafti_arena* arena) {
    double* storage = wafti_arena_take(arena, grid->size, sizeof(*storage));
    return storage != NULL ? storage + grid->first : NULL;
}

uint8_t* wafti_mac_take_bytes(const wafti_mac* grid, wafti_arena* arena) {
    uint8_t* storage = wafti_arena_take(arena, grid->size, sizeof(*storage));
    return storage != NULL ? storage + grid->first : NULL;
}

void wafti_mac_alias(const wafti_mac* grid, double* field, float* out_fields[2]) {
    float* storage = (float*)(void*)(field - grid->first);
    out_fields[0] = storage + grid->first;
    out_fields[1] = storage + grid->size + grid->first;
}

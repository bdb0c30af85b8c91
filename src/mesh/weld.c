// SPDX-License-Identifier: MIT
// A hash of cells `weld` wide. Points that are kept lie more than that apart, so a cell holds few of
// them and the search of a cell and its neighbours has a bound. With `weld` 0 a cell is a place.
#include "mesh/weld.h"

#include "base/hash.h"
#include "base/memory.h"
#include "mesh/vector.h"

#include <string.h>

#define NONE UINT32_MAX

typedef struct weld_table {
    const double* positions;
    double weld;
    uint32_t* heads; // first kept point of each slot
    uint32_t* nexts; // the next kept point of the same slot
    size_t slot_mask;
} weld_table;

static size_t slot_of(const weld_table* table, const double cell[3]) {
    return (size_t)wafti_hash(WAFTI_HASH_START, cell, 3 * sizeof(double)) & table->slot_mask;
}

// The first kept point of the slot of `cell` that `point` falls on.
static uint32_t find_in_cell(
    const weld_table* table, const double cell[3], const double point[3], uint32_t best) {
    for (uint32_t i = table->heads[slot_of(table, cell)]; i != NONE; i = table->nexts[i]) {
        double gap[3];
        wafti_vector_sub(&table->positions[3 * (size_t)i], point, gap);
        const bool same = wafti_vector_dot(gap, gap) <= table->weld * table->weld;
        best = i < best && same ? i : best;
    }
    return best;
}

static uint32_t find(const weld_table* table, const double cell[3], const double point[3]) {
    if (table->weld <= 0.0) {
        return find_in_cell(table, cell, point, NONE);
    }
    uint32_t best = NONE;
    for (int n = 0; n < 27; ++n) {
        const int step[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
        const double near[3] = {cell[0] + step[0], cell[1] + step[1], cell[2] + step[2]};
        best = find_in_cell(table, near, point, best);
    }
    return best;
}

static void weld_all(weld_table* table, size_t point_count, uint32_t* out_targets) {
    memset(table->heads, 0xFF, (table->slot_mask + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < (uint32_t)point_count; ++i) {
        const double* point = &table->positions[3 * (size_t)i];
        // Cells are numbered in double: where numbers are too large for the next whole one, neighbours
        // fall together and are searched twice, which is harmless.
        double cell[3];
        for (int k = 0; k < 3; ++k) {
            cell[k] = table->weld > 0.0 ? floor(point[k] / table->weld) + 0.0 : point[k];
        }
        const uint32_t found = find(table, cell, point);
        out_targets[i] = found != NONE ? found : i;
        if (found == NONE) {
            const size_t slot = slot_of(table, cell);
            table->nexts[i] = table->heads[slot];
            table->heads[slot] = i;
        }
    }
}

waft_result wafti_weld(const double* positions, size_t point_count, double weld,
    const waft_allocator* allocator, uint32_t* out_targets) {
    size_t slot_count = 16;
    while (slot_count < point_count) {
        slot_count *= 2;
    }
    weld_table table = {positions, weld, NULL, NULL, slot_count - 1};
    table.heads = wafti_allocate(allocator, slot_count, sizeof(uint32_t));
    table.nexts = wafti_allocate(allocator, point_count, sizeof(uint32_t));
    const bool enough = table.heads != NULL && table.nexts != NULL;
    if (enough) {
        weld_all(&table, point_count, out_targets);
    }
    wafti_release(allocator, table.heads, slot_count, sizeof(uint32_t));
    wafti_release(allocator, table.nexts, point_count, sizeof(uint32_t));
    return enough ? WAFT_OK : WAFT_ERR_NO_MEMORY;
}

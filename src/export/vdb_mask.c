// SPDX-License-Identifier: MIT
#include "export/vdb_mask.h"

#include "base/error.h"
#include "base/memory.h"
#include "export/cells.h"

// Keeps those above a bound, or those that are not. Quiet comparisons: a NaN is neither smoke nor solid, and
// must not trap.
static void keep(bool* active, const float* row, int32_t count, float bound, bool above) {
    for (int32_t i = 0; i < count; ++i) {
        active[i] = active[i] & (isgreater(row[i], bound) == above);
    }
}

// Most rows of most smoke hold none.
static bool any_above(const float* row, int32_t count, float bound) {
    int found = 0;
    for (int32_t i = 0; i < count; ++i) {
        found |= isgreater(row[i], bound);
    }
    return found != 0;
}

// False: none of the row is active.
static bool find_active(
    bool* active, const waft_vdb_def* def, bool everywhere, int32_t j, int32_t k) {
    const int32_t count = def->grids[0].cells.component[0].size[0];
    const float* smoke =
        def->activity != NULL && !everywhere ? wafti_cells_row(def->activity, j, k) : NULL;
    if (smoke != NULL && !any_above(smoke, count, def->active_above)) {
        return false;
    }
    for (int32_t i = 0; i < count; ++i) {
        active[i] = true;
    }
    if (smoke != NULL) {
        keep(active, smoke, count, def->active_above, true);
    }
    if (def->obstacle != NULL) {
        keep(active, wafti_cells_row(def->obstacle, j, k), count, def->solid_above, false);
    }
    if (def->solid != NULL) {
        const uint8_t* row = def->solid + j * def->solid_stride[1] + k * def->solid_stride[2];
        for (int32_t i = 0; i < count; ++i) {
            active[i] = active[i] && row[i] == 0;
        }
    }
    return true;
}

static void widen(wafti_vdb_mask* mask, const int32_t cell[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        if (mask->active_count == 0 || cell[axis] < mask->low[axis]) {
            mask->low[axis] = cell[axis];
        }
        if (mask->active_count == 0 || cell[axis] > mask->high[axis]) {
            mask->high[axis] = cell[axis];
        }
    }
}

static void store_row(wafti_vdb_mask* mask, const bool* active, int32_t j, int32_t k) {
    unsigned char* bytes = wafti_vdb_mask_leaf(mask, 0, j / WAFTI_VDB_LEAF, k / WAFTI_VDB_LEAF);
    int32_t first = -1;
    int32_t last = -1;
    uint64_t count = 0;
    for (int32_t i = 0; i < mask->size[0]; ++i) {
        if (!active[i]) {
            continue;
        }
        unsigned char* leaf = bytes + (ptrdiff_t)(i / WAFTI_VDB_LEAF) * WAFTI_VDB_LEAF_MASK;
        leaf[(i & 7) << 3 | (j & 7)] |= (unsigned char)(1 << (k & 7));
        first = first < 0 ? i : first;
        last = i;
        ++count;
    }
    if (count > 0) {
        widen(mask, (const int32_t[3]){first, j, k});
        mask->active_count += count;
        widen(mask, (const int32_t[3]){last, j, k});
    }
}

waft_result wafti_vdb_mask_make(
    wafti_vdb_mask* mask, const waft_vdb_def* def, bool everywhere, waft_error* out_error) {
    *mask = (wafti_vdb_mask){.byte_count = WAFTI_VDB_LEAF_MASK};
    for (int axis = 0; axis < 3; ++axis) {
        mask->size[axis] = def->grids[0].cells.component[0].size[axis];
        mask->leaves[axis] = (mask->size[axis] + WAFTI_VDB_LEAF - 1) / WAFTI_VDB_LEAF;
        mask->byte_count = wafti_size_mul(mask->byte_count, (size_t)mask->leaves[axis]);
    }
    mask->bytes = wafti_allocate_zero(&def->allocator, 1, mask->byte_count);
    if (mask->bytes == NULL) {
        return wafti_fail_memory(out_error, mask->byte_count, "the active cells of a .vdb file");
    }
    bool active[WAFTI_CELLS_AXIS_LIMIT] = {false};
    for (int32_t k = 0; k < mask->size[2]; ++k) {
        for (int32_t j = 0; j < mask->size[1]; ++j) {
            if (find_active(active, def, everywhere, j, k)) {
                store_row(mask, active, j, k);
            }
        }
    }
    return WAFT_OK;
}

void wafti_vdb_mask_free(wafti_vdb_mask* mask, const waft_allocator* allocator) {
    wafti_release(allocator, mask->bytes, 1, mask->byte_count);
    mask->bytes = NULL;
}

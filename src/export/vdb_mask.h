// SPDX-License-Identifier: MIT
// Which cells of a .vdb file are active: 512 bits for each leaf of 8 x 8 x 8 cells.
#ifndef WAFTI_EXPORT_VDB_MASK_H
#define WAFTI_EXPORT_VDB_MASK_H

#include <waft/export.h>

enum {
    WAFTI_VDB_UPPER = 32,                    ///< lower nodes along an axis of the upper node
    WAFTI_VDB_LOWER = 16,                    ///< leaves along an axis of a lower node
    WAFTI_VDB_LEAF = 8,                      ///< voxels along an axis of a leaf
    WAFTI_VDB_UPPER_MASK = 32 * 32 * 32 / 8, ///< bytes of a mask
    WAFTI_VDB_LOWER_MASK = 16 * 16 * 16 / 8,
    WAFTI_VDB_LEAF_VOXELS = 8 * 8 * 8,
    WAFTI_VDB_LEAF_MASK = WAFTI_VDB_LEAF_VOXELS / 8,
};

/// Bit number `index` of a mask, least significant first.
static inline bool wafti_vdb_bit(const unsigned char* mask, int index) {
    return (mask[index >> 3] >> (index & 7) & 1) != 0;
}

typedef struct wafti_vdb_mask {
    int32_t size[3];      ///< cells
    int32_t leaves[3];    ///< that cover them
    unsigned char* bytes; ///< 64 a leaf; see wafti_vdb_mask_leaf()
    size_t byte_count;
    uint64_t active_count;
    int32_t low[3], high[3]; ///< first and last active cell along each axis; 0 if there is none
} wafti_vdb_mask;

/// The mask of a file's grids: where the def's activity is above its bound (everywhere: all cells),
/// but not in solid cells. Error: WAFT_ERR_NO_MEMORY; nothing is then left.
waft_result wafti_vdb_mask_make(
    wafti_vdb_mask* mask, const waft_vdb_def* def, bool everywhere, waft_error* out_error);
void wafti_vdb_mask_free(wafti_vdb_mask* mask, const waft_allocator* allocator);

/// The 64 bytes of leaf (a, b, c): voxel (x, y, z) of it is bit x << 6 | y << 3 | z, least
/// significant first; so byte x << 3 | y holds the eight along z.
static inline unsigned char* wafti_vdb_mask_leaf(
    const wafti_vdb_mask* mask, int32_t a, int32_t b, int32_t c) {
    const ptrdiff_t row = (ptrdiff_t)c * mask->leaves[1] + b;
    return mask->bytes + (row * mask->leaves[0] + a) * WAFTI_VDB_LEAF_MASK;
}

#endif // WAFTI_EXPORT_VDB_MASK_H

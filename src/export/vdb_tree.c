// SPDX-License-Identifier: MIT
// Bits of a node's masks stand least significant first; child (x, y, z) of the upper node is bit
// x << 10 | y << 5 | z, of a lower node x << 8 | y << 4 | z, voxel of a leaf x << 6 | y << 3 | z:
// z is fastest where our fields have x.
#include "export/vdb_tree.h"

#include "export/cells.h"
#include "io/little_endian.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_BYTES = WAFTI_VDB_LEAF_VOXELS * 3 * (int)sizeof(float) };

static void set_bit(unsigned char* mask, int index) {
    mask[index >> 3] = (unsigned char)(mask[index >> 3] | 1 << (index & 7));
}

static bool any_bit(const unsigned char* mask, size_t byte_count) {
    unsigned char found = 0;
    for (size_t i = 0; i < byte_count; ++i) {
        found |= mask[i];
    }
    return found != 0;
}

// Which leaves of the lower node (x, y, z) have active voxels; false if none has.
static bool lower_children(
    const wafti_vdb_mask* mask, int x, int y, int z, unsigned char children[WAFTI_VDB_LOWER_MASK]) {
    memset(children, 0, WAFTI_VDB_LOWER_MASK);
    for (int n = 0; n < WAFTI_VDB_LOWER_MASK * 8; ++n) {
        const int32_t a = x * WAFTI_VDB_LOWER + (n >> 8);
        const int32_t b = y * WAFTI_VDB_LOWER + (n >> 4 & 15);
        const int32_t c = z * WAFTI_VDB_LOWER + (n & 15);
        if (a < mask->leaves[0] && b < mask->leaves[1] && c < mask->leaves[2] &&
            any_bit(wafti_vdb_mask_leaf(mask, a, b, c), WAFTI_VDB_LEAF_MASK)) {
            set_bit(children, n);
        }
    }
    return any_bit(children, WAFTI_VDB_LOWER_MASK);
}

typedef void leaf_visitor(const wafti_vdb_tree* tree, const int32_t leaf[3]);
typedef void node_visitor(
    const wafti_vdb_tree* tree, const unsigned char children[WAFTI_VDB_LOWER_MASK]);

static void visit_leaves(const wafti_vdb_tree* tree, const int32_t first[3],
    const unsigned char children[WAFTI_VDB_LOWER_MASK], leaf_visitor* on_leaf) {
    for (int n = 0; n < WAFTI_VDB_LOWER_MASK * 8; ++n) {
        if (wafti_vdb_bit(children, n)) {
            on_leaf(tree, (const int32_t[3]){
                              first[0] + (n >> 8), first[1] + (n >> 4 & 15), first[2] + (n & 15)});
        }
    }
}

// Visits what is not empty, in the order of the file.
static void visit(const wafti_vdb_tree* tree, node_visitor* on_node, leaf_visitor* on_leaf) {
    const int32_t* leaves = tree->mask->leaves;
    for (int x = 0; x * WAFTI_VDB_LOWER < leaves[0]; ++x) {
        for (int y = 0; y * WAFTI_VDB_LOWER < leaves[1]; ++y) {
            for (int z = 0; z * WAFTI_VDB_LOWER < leaves[2]; ++z) {
                unsigned char children[WAFTI_VDB_LOWER_MASK];
                if (lower_children(tree->mask, x, y, z, children)) {
                    const int32_t first[3] = {
                        x * WAFTI_VDB_LOWER, y * WAFTI_VDB_LOWER, z * WAFTI_VDB_LOWER};
                    if (on_node != NULL) {
                        on_node(tree, children);
                    }
                    visit_leaves(tree, first, children, on_leaf);
                }
            }
        }
    }
}

static void put_zeros(wafti_file* file, size_t byte_count) {
    static const unsigned char zeros[WAFTI_VDB_UPPER_MASK];
    wafti_file_put(file, zeros, byte_count);
}

// A node's own values: none. The readers want a length after all where zip is on, but not for half.
static void put_empty_run(const wafti_vdb_tree* tree) {
    const bool has_length = tree->deflater != NULL && !tree->grid->half;
    put_zeros(tree->file, has_length ? 1 + sizeof(uint64_t) : 1);
}

static void put_lower_node(
    const wafti_vdb_tree* tree, const unsigned char children[WAFTI_VDB_LOWER_MASK]) {
    wafti_file_put(tree->file, children, WAFTI_VDB_LOWER_MASK);
    put_zeros(tree->file, WAFTI_VDB_LOWER_MASK);
    put_empty_run(tree);
}

static void put_leaf_mask(const wafti_vdb_tree* tree, const int32_t leaf[3]) {
    const unsigned char* mask = wafti_vdb_mask_leaf(tree->mask, leaf[0], leaf[1], leaf[2]);
    wafti_file_put(tree->file, mask, WAFTI_VDB_LEAF_MASK);
}

static void put_upper_node(const wafti_vdb_tree* tree) {
    const int32_t* leaves = tree->mask->leaves;
    unsigned char children[WAFTI_VDB_UPPER_MASK] = {0};
    for (int n = 0; n < WAFTI_VDB_UPPER_MASK * 8; ++n) {
        const int x = n >> 10;
        const int y = n >> 5 & 31;
        const int z = n & 31;
        unsigned char below[WAFTI_VDB_LOWER_MASK];
        if (x * WAFTI_VDB_LOWER < leaves[0] && y * WAFTI_VDB_LOWER < leaves[1] &&
            z * WAFTI_VDB_LOWER < leaves[2] && lower_children(tree->mask, x, y, z, below)) {
            set_bit(children, n);
        }
    }
    wafti_file_put(tree->file, children, WAFTI_VDB_UPPER_MASK);
    put_zeros(tree->file, WAFTI_VDB_UPPER_MASK);
    put_empty_run(tree);
}

void wafti_vdb_tree_put_topology(const wafti_vdb_tree* tree) {
    wafti_file_put_u32(tree->file, 1); // buffers a leaf
    put_zeros(tree->file, (size_t)tree->grid->cells.component_count * sizeof(float)); // background
    wafti_file_put_u32(tree->file, 0);                                                // tiles
    if (tree->mask->active_count == 0) {
        wafti_file_put_u32(tree->file, 0);
        return;
    }
    wafti_file_put_u32(tree->file, 1);
    put_zeros(tree->file, 3 * sizeof(int32_t)); // the upper node's first voxel
    put_upper_node(tree);
    visit(tree, put_lower_node, put_leaf_mask);
}

static float made_finite(float value) {
    if (isfinite(value)) {
        return value;
    }
    return isnan(value) ? 0.0f : copysignf(FLT_MAX, value);
}

// One component of a leaf's values in the leaf's own order, `components` floats apart.
static void gather(const waft_field* field, const int32_t leaf[3], int components, float* out) {
    int32_t low[3];
    int32_t count[3];
    for (int axis = 0; axis < 3; ++axis) {
        low[axis] = leaf[axis] * WAFTI_VDB_LEAF;
        const int32_t left = field->size[axis] - low[axis];
        count[axis] = left < WAFTI_VDB_LEAF ? left : WAFTI_VDB_LEAF;
    }
    for (int32_t z = 0; z < count[2]; ++z) {
        for (int32_t y = 0; y < count[1]; ++y) {
            const float* row = wafti_cells_row(field, low[1] + y, low[2] + z) + low[0];
            for (int32_t x = 0; x < count[0]; ++x) {
                out[(ptrdiff_t)(x << 6 | y << 3 | z) * components] = row[x];
            }
        }
    }
}

// Moves the values of active voxels to the front; returns how many.
static size_t compact(const unsigned char* mask, int components, float* values) {
    size_t count = 0;
    for (int n = 0; n < WAFTI_VDB_LEAF_VOXELS; ++n) {
        if (wafti_vdb_bit(mask, n)) {
            for (int c = 0; c < components; ++c) {
                values[count++] = values[n * components + c];
            }
        }
    }
    return count;
}

// A zipped run says its length; one that zip does not shrink says it as a negative number.
static void put_run(const wafti_vdb_tree* tree, const unsigned char* bytes, size_t byte_count) {
    put_zeros(tree->file, 1);
    if (tree->deflater == NULL) {
        wafti_file_put(tree->file, bytes, byte_count);
        return;
    }
    unsigned char zipped[MOST_BYTES];
    const size_t size = wafti_deflate(tree->deflater, bytes, byte_count, zipped, byte_count);
    if (size == 0 || size >= byte_count) {
        wafti_file_put_u64(tree->file, (uint64_t) - (int64_t)byte_count);
        wafti_file_put(tree->file, bytes, byte_count);
    } else {
        wafti_file_put_u64(tree->file, size);
        wafti_file_put(tree->file, zipped, size);
    }
}

static void put_leaf_values(const wafti_vdb_tree* tree, const int32_t leaf[3]) {
    float values[WAFTI_VDB_LEAF_VOXELS * 3] = {0.0f};
    unsigned char bytes[MOST_BYTES];
    const waft_cells* cells = &tree->grid->cells;
    const unsigned char* mask = wafti_vdb_mask_leaf(tree->mask, leaf[0], leaf[1], leaf[2]);
    for (int c = 0; c < cells->component_count; ++c) {
        gather(&cells->component[c], leaf, cells->component_count, values + c);
    }
    const size_t count = compact(mask, cells->component_count, values);
    for (size_t i = 0; i < count && !tree->grid->half; ++i) {
        values[i] = made_finite(values[i]); // a half is anyway
    }
    wafti_file_put(tree->file, mask, WAFTI_VDB_LEAF_MASK);
    put_run(tree, bytes, wafti_put_reals(bytes, values, count, tree->grid->half));
}

void wafti_vdb_tree_put_values(const wafti_vdb_tree* tree) {
    visit(tree, NULL, put_leaf_values);
}

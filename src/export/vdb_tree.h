// SPDX-License-Identifier: MIT
// The tree of one grid of a .vdb file: a root, one node of 32^3 children, nodes of 16^3 leaves,
// leaves of 8^3 voxels.
#ifndef WAFTI_EXPORT_VDB_TREE_H
#define WAFTI_EXPORT_VDB_TREE_H

#include "export/vdb_mask.h"
#include "io/deflate.h"
#include "io/file.h"

#include <waft/export.h>

typedef struct wafti_vdb_tree {
    wafti_file* file;
    const wafti_vdb_mask* mask;
    const waft_vdb_grid* grid;
    wafti_zlib* deflater; ///< NULL: values stay as they are
} wafti_vdb_tree;

/// Which nodes there are, and the active voxels of each leaf.
void wafti_vdb_tree_put_topology(const wafti_vdb_tree* tree);

/// The values, leaf by leaf.
void wafti_vdb_tree_put_values(const wafti_vdb_tree* tree);

#endif // WAFTI_EXPORT_VDB_TREE_H

// SPDX-License-Identifier: MIT
// Marching cubes (Lorensen & Cline 1987): which facets a cell has, by which of its corners are inside.
//
// Corner c of a cell lies at (c & 1, c >> 1 & 1, c >> 2). A face with two inside corners across a
// diagonal is cut so that they stay apart. Both cells of a face see the same four corners and so the
// same cut: the mesh is closed. No facet has a side across a face of the cell other than those cuts, so
// no two cells share such a side, and every edge has two facets.
#ifndef WAFTI_MESH_MARCHING_H
#define WAFTI_MESH_MARCHING_H

#include <stdint.h>

enum {
    WAFTI_MARCHING_CASES = 256,
    WAFTI_MARCHING_EDGES = 12,
    WAFTI_MARCHING_FACETS = 5, ///< most of a cell
};

typedef struct wafti_marching {
    uint8_t edge_corner[WAFTI_MARCHING_EDGES]; ///< where the edge begins
    uint8_t edge_axis[WAFTI_MARCHING_EDGES];   ///< and along which axis it runs
    uint8_t facet_counts[WAFTI_MARCHING_CASES];
    /// Edges that carry the corners of each facet, counter-clockwise seen from outside.
    uint8_t facets[WAFTI_MARCHING_CASES][WAFTI_MARCHING_FACETS][3];
} wafti_marching;

/// Works the table out; bit c of a case is set if corner c is inside.
void wafti_marching_make(wafti_marching* out_table);

#endif // WAFTI_MESH_MARCHING_H

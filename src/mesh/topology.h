// SPDX-License-Identifier: MIT
// Which facets share an edge, and what keeps a mesh from being the surface of a body.
#ifndef WAFTI_MESH_TOPOLOGY_H
#define WAFTI_MESH_TOPOLOGY_H

#include <waft/base.h>

#define WAFTI_NO_FACET UINT32_MAX

typedef enum wafti_edge_fault {
    WAFTI_EDGE_SOUND,
    WAFTI_EDGE_OPEN,    ///< one facet
    WAFTI_EDGE_TURNED,  ///< two facets that run along it in the same direction
    WAFTI_EDGE_CROWDED, ///< three facets or more
    WAFTI_EDGE_FAULT_COUNT,
} wafti_edge_fault;

/// Edges are in order of their lower, then their higher point; the first bad one is told.
typedef struct wafti_topology {
    size_t edge_counts[WAFTI_EDGE_FAULT_COUNT]; ///< how many edges of each kind there are
    wafti_edge_fault first_fault;               ///< SOUND: the mesh is closed
    uint32_t first_edge[2];                     ///< its points
    uint32_t twins[2]; ///< the first facet that has the points of an earlier one, and that one;
                       ///< WAFTI_NO_FACET: none
    size_t component_count; ///< parts that share no point
} wafti_topology;

typedef struct wafti_triangles {
    const uint32_t* indices; ///< three a facet
    size_t facet_count;      ///< > 0
    size_t point_count;      ///< > 0; every point is in use
} wafti_triangles;

/// The lowest number of the part that `item` belongs to; every item begins as its own parent.
uint32_t wafti_forest_root(uint32_t* parents, uint32_t item);
/// Joins two parts; false if they were one. The lower number leads, so that the forest does not depend on the
/// order of joins.
bool wafti_forest_join(uint32_t* parents, uint32_t a, uint32_t b);

/// Fills neighbours (three a facet, WAFTI_NO_FACET where an edge is not sound) and what is above.
/// Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_topology_find(const wafti_triangles* triangles, const waft_allocator* allocator,
    uint32_t* out_neighbors, wafti_topology* out_topology);

/// How many facets were left out, and why.
typedef struct wafti_tidied {
    size_t flat_count; ///< no area
    size_t twin_count; ///< the points of an earlier facet
} wafti_tidied;

/// Leaves out the facets that no use of a mesh allows; the others keep their order. `indices`, three
/// a facet, are moved up, and `facet_count` becomes what is left. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_tidy(const double* positions, uint32_t* indices, size_t* facet_count,
    const waft_allocator* allocator, wafti_tidied* out_tidied);

#endif // WAFTI_MESH_TOPOLOGY_H

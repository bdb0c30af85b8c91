// SPDX-License-Identifier: MIT
// What a mesh holds.
#ifndef WAFTI_MESH_MESH_H
#define WAFTI_MESH_MESH_H

#include "base/memory.h"
#include "mesh/topology.h"

#include <waft/mesh.h>

enum {
    WAFTI_MESH_MOST_FACETS = 4000000,
    WAFTI_MESH_MOST_POINTS = 1 << 24,
    WAFTI_MESH_WARNINGS = 5,
};

/// Largest coordinate in m: products of three stay far from overflow.
#define WAFTI_MESH_REACH 1e9

/// Facets whose area is below this share of the squared diagonal are rounding, not geometry
/// (docs/spec/bodies.md#mesh-checks).
#define WAFTI_MESH_FLAT_SHARE 1e-12

struct waft_mesh {
    wafti_arena arena;
    const char* name;          ///< begins every sentence
    waft_mesh_options options; ///< it was made with; texts are its own
    bool from_file;            ///< `name` is the path of one
    double* positions;
    float* draw_positions;
    double* normals;
    uint32_t* indices;
    uint32_t* neighbors;
    wafti_topology topology;
    uint32_t flat_facet; ///< the first without area, WAFTI_NO_FACET: none
    waft_mesh_info info;
    char warnings[WAFTI_MESH_WARNINGS][160];
    size_t warning_count;
};

/// The facets of a mesh with other points. Errors: those of waft_mesh_create().
waft_result wafti_mesh_with_points(const waft_mesh* mesh, const double* positions, const char* name,
    const waft_allocator* allocator, waft_mesh** out_mesh, waft_error* out_error);

/// Takes bounds, area, volume, centroid and the first flat facet; points, facets and topology are
/// known.
void wafti_mesh_measure(waft_mesh* mesh);

/// Whether it is a body's surface, or meant to be: every edge has two facets, however they wind.
bool wafti_mesh_is_body(const waft_mesh* mesh);

/// Takes the normals of points. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_mesh_find_normals(waft_mesh* mesh);

/// Error: WAFT_ERR_ARGUMENT, with a sentence that begins with the function's name.
waft_result wafti_mesh_take_options(const char* function, const waft_mesh_options* given,
    waft_mesh_options* options, waft_error* out_error);

#endif // WAFTI_MESH_MESH_H

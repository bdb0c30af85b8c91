// SPDX-License-Identifier: MIT
// The checks of docs/spec/bodies.md#mesh-checks, in its order. What they need was found when the mesh
// was made.
#include "mesh/mesh.h"

#include <stdio.h>

#include "base/error.h"
#include "base/text.h"

enum { HULL_LEAST_FACETS = 4, HULL_MOST_FACETS = 4096, PLACE_SIZE = 104 };

// The place of a point, "(0.1, 2, -3)" in m.
static const char* format_place(char buffer[PLACE_SIZE], const waft_mesh* mesh, uint32_t point) {
    char numbers[3][32];
    for (size_t k = 0; k < 3; ++k) {
        (void)wafti_format_float(numbers[k], (float)mesh->positions[3 * (size_t)point + k]);
    }
    (void)snprintf(buffer, PLACE_SIZE, "(%s, %s, %s)", numbers[0], numbers[1], numbers[2]);
    return buffer;
}

static waft_result check_count(const waft_mesh* mesh, waft_error* error) {
    const size_t count = mesh->info.facet_count;
    if (count < HULL_LEAST_FACETS) {
        return wafti_fail(error, WAFT_ERR_MESH, "%s: %zu facets; a hull has at least %d",
            mesh->name, count, HULL_LEAST_FACETS);
    }
    if (count > HULL_MOST_FACETS) {
        return wafti_fail(error, WAFT_ERR_MESH,
            "%s: %zu facets; a hull has at most %d: make the mesh coarser", mesh->name, count,
            HULL_MOST_FACETS);
    }
    return WAFT_OK;
}

static waft_result check_facets(const waft_mesh* mesh, waft_error* error) {
    char place[PLACE_SIZE];
    if (mesh->flat_facet != WAFTI_NO_FACET) {
        const uint32_t* points = &mesh->indices[3 * (size_t)mesh->flat_facet];
        return wafti_fail(error, WAFT_ERR_MESH,
            "%s: facet %u (points %u, %u, %u) at %s has no area; counted from 0", mesh->name,
            mesh->flat_facet, points[0], points[1], points[2],
            format_place(place, mesh, points[0]));
    }
    if (mesh->topology.twins[0] != WAFTI_NO_FACET) {
        const uint32_t* points = &mesh->indices[3 * (size_t)mesh->topology.twins[1]];
        return wafti_fail(error, WAFT_ERR_MESH,
            "%s: facets %u and %u at %s have the same points %u, %u, %u; counted from 0",
            mesh->name, mesh->topology.twins[1], mesh->topology.twins[0],
            format_place(place, mesh, points[0]), points[0], points[1], points[2]);
    }
    return WAFT_OK;
}

// What is to be done about edges with a fault.
static const char* advice(wafti_edge_fault fault, waft_mesh_use use) {
    static const char* const texts[WAFTI_EDGE_FAULT_COUNT] = {
        [WAFTI_EDGE_OPEN] = "open edges; close the mesh or make it a sheet",
        [WAFTI_EDGE_TURNED] =
            "edges between facets that wind against each other; turn one side over",
        [WAFTI_EDGE_CROWDED] =
            "edges with more than two facets; separate the parts that share them"};
    return fault == WAFTI_EDGE_OPEN && use == WAFT_MESH_HULL
               ? "open edges; set shell to the sheet's thickness or close the mesh"
               : texts[fault];
}

static waft_result check_edges(const waft_mesh* mesh, waft_mesh_use use, waft_error* error) {
    const wafti_topology* topology = &mesh->topology;
    if (topology->first_fault == WAFTI_EDGE_SOUND) {
        return WAFT_OK;
    }
    char from[PLACE_SIZE];
    char to[PLACE_SIZE];
    const uint32_t* edge = topology->first_edge;
    return wafti_fail(error, WAFT_ERR_MESH,
        "%s: %zu %s; the first runs from point %u %s to %u %s, counted from 0", mesh->name,
        topology->edge_counts[topology->first_fault], advice(topology->first_fault, use), edge[0],
        format_place(from, mesh, edge[0]), edge[1], format_place(to, mesh, edge[1]));
}

bool wafti_mesh_is_body(const waft_mesh* mesh) {
    const size_t* counts = mesh->topology.edge_counts;
    return counts[WAFTI_EDGE_OPEN] == 0 && counts[WAFTI_EDGE_CROWDED] == 0;
}

waft_result waft_mesh_check(const waft_mesh* mesh, waft_mesh_use use, waft_error* out_error) {
    if (mesh == NULL || use < WAFT_MESH_SHEET || use > WAFT_MESH_HULL) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "waft_mesh_check: no mesh, or no use numbered so");
    }
    waft_result result = use == WAFT_MESH_HULL ? check_count(mesh, out_error) : WAFT_OK;
    result = result == WAFT_OK ? check_facets(mesh, out_error) : result;
    if (use == WAFT_MESH_SHEET) {
        return result;
    }
    result = result == WAFT_OK ? check_edges(mesh, use, out_error) : result;
    if (result == WAFT_OK && !(mesh->info.volume > 0.0)) {
        return wafti_fail(out_error, WAFT_ERR_MESH, "%s: %s", mesh->name,
            mesh->info.volume < 0.0 ? "normals point inwards; set flip = true"
                                    : "the mesh encloses no volume");
    }
    return result;
}

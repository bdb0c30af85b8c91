// SPDX-License-Identifier: MIT
// A solid given by its distance, as a mesh: marching cubes over samples of it.
#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "mesh/marching.h"
#include "mesh/soup.h"

enum { MOST_NODES = 1 << 24 };

// Points keep away from nodes by this share of an edge: no two fall together, no facet is too thin.
static const double node_margin = 0.01;

typedef struct sampling {
    const waft_mesh_distance* solid;
    waft_allocator allocator;
    wafti_marching table;
    int32_t nodes[3]; // one of them outside the bounds at each end
    size_t node_count;
    double* values;
    uint32_t* points;                // of the edges from a node along x, y and z
    size_t point_count, facet_count; // of the mesh
    wafti_soup soup;
    waft_result result; // of asking for distances
    waft_error* error;
} sampling;

typedef void visit_node(sampling* s, const int32_t node[3]);

// In order, but for the last `spared` along each axis.
static void visit_nodes(sampling* s, int32_t spared, visit_node* visit) {
    int32_t node[3];
    for (node[2] = 0; node[2] + spared < s->nodes[2]; ++node[2]) {
        for (node[1] = 0; node[1] + spared < s->nodes[1]; ++node[1]) {
            for (node[0] = 0; node[0] + spared < s->nodes[0]; ++node[0]) {
                visit(s, node);
            }
        }
    }
}

// The number of a node, and of the node at corner c of the cell that begins there.
static size_t node_at(const sampling* s, const int32_t node[3]) {
    const size_t row = (size_t)node[2] * (size_t)s->nodes[1] + (size_t)node[1];
    return row * (size_t)s->nodes[0] + (size_t)node[0];
}

static size_t corner_at(const sampling* s, const int32_t cell[3], unsigned c) {
    const int32_t node[3] = {
        cell[0] + (int32_t)(c & 1u), cell[1] + (int32_t)(c >> 1 & 1u), cell[2] + (int32_t)(c >> 2)};
    return node_at(s, node);
}

static double place(const sampling* s, int axis, double index) {
    return s->solid->low[axis] + (index - 1.0) * s->solid->spacing;
}

static bool is_within(double value, double low, double high) {
    return isgreaterequal(value, low) && islessequal(value, high);
}

static waft_result count_nodes(sampling* s) {
    const waft_mesh_distance* solid = s->solid;
    bool possible = is_within(solid->spacing, 1e-9, 1e9);
    double count = 1.0;
    for (int axis = 0; axis < 3 && possible; ++axis) {
        possible = is_within(solid->low[axis], -1e9, 1e9) &&
                   is_within(solid->high[axis], -1e9, 1e9) && solid->low[axis] < solid->high[axis];
        const double width = possible ? solid->high[axis] - solid->low[axis] : 0.0;
        const double nodes = floor(width / solid->spacing + 1e-9) + 3.0;
        possible = possible && nodes <= MOST_NODES;
        s->nodes[axis] = possible ? (int32_t)nodes : 0;
        count *= nodes;
    }
    if (!possible || count > MOST_NODES) {
        return wafti_fail(s->error, WAFT_ERR_ARGUMENT,
            "waft_mesh_create_distance: low must be below high, and at most %d nodes of the "
            "spacing "
            "fit between them",
            MOST_NODES);
    }
    s->node_count = (size_t)count;
    return WAFT_OK;
}

// What reaches out of the bounds ends before the outermost nodes.
static void sample_node(sampling* s, const int32_t node[3]) {
    if (s->result != WAFT_OK) {
        return;
    }
    double point[3];
    bool outermost = false;
    for (int axis = 0; axis < 3; ++axis) {
        point[axis] = place(s, axis, node[axis]);
        outermost = outermost || node[axis] == 0 || node[axis] == s->nodes[axis] - 1;
    }
    double value = s->solid->distance(s->solid->context, point);
    if (!isfinite(value)) {
        s->result = wafti_fail(s->error, WAFT_ERR_ARGUMENT,
            "waft_mesh_create_distance: the distance at (%g, %g, %g) is not finite", point[0],
            point[1], point[2]);
    }
    s->values[node_at(s, node)] = outermost ? fmax(value, node_margin * s->solid->spacing) : value;
}

// Bit c is set if corner c of the cell is inside.
static unsigned case_of(const sampling* s, const int32_t cell[3]) {
    unsigned which = 0;
    for (unsigned c = 0; c < 8; ++c) {
        which |= (s->values[corner_at(s, cell, c)] < 0.0 ? 1u : 0u) << c;
    }
    return which;
}

// Every edge with a point is one of three that leave a cell's first corner: the last nodes, which have
// no cell, are outside all of them.
static void count_parts(sampling* s, const int32_t cell[3]) {
    const unsigned which = case_of(s, cell);
    s->facet_count += s->table.facet_counts[which];
    s->point_count +=
        ((which ^ which >> 1) & 1u) + ((which ^ which >> 2) & 1u) + ((which ^ which >> 4) & 1u);
}

// Edges that leave the last nodes are not cut: both ends are outside.
static void cut_edges(sampling* s, const int32_t node[3]) {
    const size_t at = node_at(s, node);
    const double a = s->values[at];
    for (int axis = 0; axis < 3; ++axis) {
        const bool last = node[axis] + 1 == s->nodes[axis];
        const double b = last ? a : s->values[corner_at(s, node, 1u << axis)];
        if ((a < 0.0) == (b < 0.0)) {
            continue;
        }
        const double share = fmin(fmax(a / (a - b), node_margin), 1.0 - node_margin);
        double point[3];
        for (int d = 0; d < 3; ++d) {
            point[d] = place(s, d, node[d] + (d == axis ? share : 0.0));
        }
        s->points[3 * at + (size_t)axis] = wafti_soup_point(&s->soup, point[0], point[1], point[2]);
    }
}

static void add_facets(sampling* s, const int32_t cell[3]) {
    const unsigned which = case_of(s, cell);
    for (int f = 0; f < s->table.facet_counts[which]; ++f) {
        uint32_t corner[3];
        for (int n = 0; n < 3; ++n) {
            const uint8_t edge = s->table.facets[which][f][n];
            const size_t node = corner_at(s, cell, s->table.edge_corner[edge]);
            corner[n] = s->points[3 * node + s->table.edge_axis[edge]];
        }
        wafti_soup_facet(&s->soup, corner[0], corner[1], corner[2]);
    }
}

static waft_result make_mesh(sampling* s, waft_mesh** out_mesh) {
    wafti_marching_make(&s->table);
    visit_nodes(s, 1, count_parts);
    if (s->facet_count == 0) {
        return wafti_fail(s->error, WAFT_ERR_MESH,
            "waft_mesh_create_distance: no node is inside; the spacing is too wide or the solid is "
            "elsewhere");
    }
    if (wafti_soup_init(&s->soup, &s->allocator, s->point_count, s->facet_count)) {
        visit_nodes(s, 0, cut_edges);
        visit_nodes(s, 1, add_facets);
    }
    return wafti_soup_make(&s->soup, "distance", out_mesh, s->error);
}

static waft_result run(sampling* s, waft_mesh** out_mesh) {
    const size_t edge_bytes = 3 * sizeof(*s->points);
    s->values = wafti_allocate(&s->allocator, s->node_count, sizeof(*s->values));
    s->points = wafti_allocate(&s->allocator, s->node_count, edge_bytes);
    if (s->values != NULL && s->points != NULL) {
        visit_nodes(s, 0, sample_node);
        s->result = s->result == WAFT_OK ? make_mesh(s, out_mesh) : s->result;
    } else {
        s->result = wafti_fail_memory(s->error, s->node_count * edge_bytes, "distance");
    }
    wafti_release(&s->allocator, s->values, s->node_count, sizeof(*s->values));
    wafti_release(&s->allocator, s->points, s->node_count, edge_bytes);
    return s->result;
}

waft_result waft_mesh_create_distance(const waft_mesh_distance* solid,
    const waft_allocator* allocator, waft_mesh** out_mesh, waft_error* out_error) {
    if (out_mesh != NULL) {
        *out_mesh = NULL;
    }
    if (out_mesh == NULL || solid == NULL || solid->distance == NULL) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "waft_mesh_create_distance: a pointer is NULL");
    }
    sampling s = {.solid = solid,
        .allocator = allocator != NULL ? *allocator : (waft_allocator){0},
        .error = out_error};
    const waft_result result = count_nodes(&s);
    return result == WAFT_OK ? run(&s, out_mesh) : result;
}

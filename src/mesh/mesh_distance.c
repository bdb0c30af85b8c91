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
    uint32_t* points; // of the edges from a node along x, y and z
} sampling;

static size_t node_at(const sampling* s, int32_t i, int32_t j, int32_t k) {
    return ((size_t)k * (size_t)s->nodes[1] + (size_t)j) * (size_t)s->nodes[0] + (size_t)i;
}

static double place(const sampling* s, int axis, double index) {
    return s->solid->low[axis] + (index - 1.0) * s->solid->spacing;
}

static bool is_within(double value, double low, double high) {
    return isfinite(value) && value >= low && value <= high;
}

static waft_result count_nodes(sampling* s, waft_error* error) {
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
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "waft_mesh_create_distance: low must be below high, and at most %d nodes of the "
            "spacing "
            "fit between them",
            MOST_NODES);
    }
    s->node_count = (size_t)count;
    return WAFT_OK;
}

static bool is_outermost(const sampling* s, const int32_t node[3]) {
    bool outermost = false;
    for (int axis = 0; axis < 3; ++axis) {
        outermost = outermost || node[axis] == 0 || node[axis] == s->nodes[axis] - 1;
    }
    return outermost;
}

// What reaches out of the bounds ends before the outermost nodes.
static waft_result sample_node(const sampling* s, const int32_t node[3], waft_error* error) {
    double* value = &s->values[node_at(s, node[0], node[1], node[2])];
    const double point[3] = {place(s, 0, node[0]), place(s, 1, node[1]), place(s, 2, node[2])};
    *value = s->solid->distance(s->solid->context, point);
    if (!isfinite(*value)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "waft_mesh_create_distance: the distance at (%g, %g, %g) is not finite", point[0],
            point[1], point[2]);
    }
    if (is_outermost(s, node)) {
        *value = fmax(*value, node_margin * s->solid->spacing);
    }
    return WAFT_OK;
}

static waft_result sample_all(const sampling* s, waft_error* error) {
    waft_result result = WAFT_OK;
    for (int32_t k = 0; k < s->nodes[2]; ++k) {
        for (int32_t j = 0; j < s->nodes[1]; ++j) {
            for (int32_t i = 0; i < s->nodes[0] && result == WAFT_OK; ++i) {
                result = sample_node(s, (const int32_t[3]){i, j, k}, error);
            }
        }
    }
    return result;
}

// Bit c is set if corner c of the cell is inside.
static unsigned case_of(const sampling* s, int32_t i, int32_t j, int32_t k) {
    unsigned which = 0;
    for (int c = 0; c < 8; ++c) {
        const size_t node = node_at(s, i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
        which |= (s->values[node] < 0.0 ? 1u : 0u) << c;
    }
    return which;
}

static void cut_edge(const sampling* s, wafti_soup* soup, const int32_t node[3], int axis) {
    int32_t far[3] = {node[0], node[1], node[2]};
    ++far[axis];
    if (far[axis] == s->nodes[axis]) {
        return;
    }
    const size_t at = node_at(s, node[0], node[1], node[2]);
    const double a = s->values[at];
    const double b = s->values[node_at(s, far[0], far[1], far[2])];
    if ((a < 0.0) == (b < 0.0)) {
        return;
    }
    const double share = fmin(fmax(a / (a - b), node_margin), 1.0 - node_margin);
    double point[3];
    for (int d = 0; d < 3; ++d) {
        point[d] = place(s, d, node[d] + (d == axis ? share : 0.0));
    }
    s->points[3 * at + (size_t)axis] = wafti_soup_point(soup, point[0], point[1], point[2]);
}

static void add_facets(const sampling* s, wafti_soup* soup, const int32_t cell[3]) {
    const unsigned which = case_of(s, cell[0], cell[1], cell[2]);
    for (int f = 0; f < s->table.facet_counts[which]; ++f) {
        uint32_t corner[3];
        for (int n = 0; n < 3; ++n) {
            const uint8_t edge = s->table.facets[which][f][n];
            const int c = s->table.edge_corner[edge];
            const size_t node =
                node_at(s, cell[0] + (c & 1), cell[1] + (c >> 1 & 1), cell[2] + (c >> 2));
            corner[n] = s->points[3 * node + s->table.edge_axis[edge]];
        }
        wafti_soup_facet(soup, corner[0], corner[1], corner[2]);
    }
}

// Every edge with a point is one of three that leave a cell's first corner: the last nodes, which have
// no cell, are outside all of them.
static void count_parts(const sampling* s, size_t* out_points, size_t* out_facets) {
    *out_points = *out_facets = 0;
    for (int32_t k = 0; k + 1 < s->nodes[2]; ++k) {
        for (int32_t j = 0; j + 1 < s->nodes[1]; ++j) {
            for (int32_t i = 0; i + 1 < s->nodes[0]; ++i) {
                const unsigned which = case_of(s, i, j, k);
                const unsigned along[3] = {
                    which ^ which >> 1, which ^ which >> 2, which ^ which >> 4};
                *out_facets += s->table.facet_counts[which];
                *out_points += (along[0] & 1u) + (along[1] & 1u) + (along[2] & 1u);
            }
        }
    }
}

// Edges that leave the last nodes are not cut: both ends are outside.
static void fill_soup(const sampling* s, wafti_soup* soup) {
    for (int32_t k = 0; k < s->nodes[2]; ++k) {
        for (int32_t j = 0; j < s->nodes[1]; ++j) {
            for (int32_t i = 0; i < s->nodes[0]; ++i) {
                for (int axis = 0; axis < 3; ++axis) {
                    cut_edge(s, soup, (const int32_t[3]){i, j, k}, axis);
                }
            }
        }
    }
    for (int32_t k = 0; k + 1 < s->nodes[2]; ++k) {
        for (int32_t j = 0; j + 1 < s->nodes[1]; ++j) {
            for (int32_t i = 0; i + 1 < s->nodes[0]; ++i) {
                add_facets(s, soup, (const int32_t[3]){i, j, k});
            }
        }
    }
}

static waft_result make_mesh(const sampling* s, waft_mesh** out_mesh, waft_error* error) {
    size_t points = 0;
    size_t facets = 0;
    count_parts(s, &points, &facets);
    if (facets == 0) {
        return wafti_fail(error, WAFT_ERR_MESH,
            "waft_mesh_create_distance: no node is inside; the spacing is too wide or the solid is "
            "elsewhere");
    }
    wafti_soup soup;
    waft_result result = wafti_soup_init(&soup, &s->allocator, points, facets);
    if (result == WAFT_OK) {
        fill_soup(s, &soup);
        result = wafti_soup_make(&soup, "distance", out_mesh, error);
    } else {
        result = wafti_fail_memory(error, facets * 3 * sizeof(uint32_t), "distance");
    }
    wafti_soup_free(&soup);
    return result;
}

static waft_result run(sampling* s, waft_mesh** out_mesh, waft_error* error) {
    const size_t edge_bytes = 3 * sizeof(*s->points);
    s->values = wafti_allocate(&s->allocator, s->node_count, sizeof(*s->values));
    s->points = wafti_allocate(&s->allocator, s->node_count, edge_bytes);
    waft_result result = s->values != NULL && s->points != NULL
                             ? sample_all(s, error)
                             : wafti_fail_memory(error, s->node_count * edge_bytes, "distance");
    if (result == WAFT_OK) {
        wafti_marching_make(&s->table);
        result = make_mesh(s, out_mesh, error);
    }
    wafti_release(&s->allocator, s->values, s->node_count, sizeof(*s->values));
    wafti_release(&s->allocator, s->points, s->node_count, edge_bytes);
    return result;
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
    sampling s = {.solid = solid};
    if (allocator != NULL) {
        s.allocator = *allocator;
    }
    const waft_result result = count_nodes(&s, out_error);
    return result == WAFT_OK ? run(&s, out_mesh, out_error) : result;
}

// SPDX-License-Identifier: MIT
#include "mesh/topology.h"

#include "hooks.h"
#include "mesh_fixture.h"

static wafti_topology find(
    const uint32_t* indices, size_t facet_count, size_t point_count, uint32_t* neighbors) {
    const wafti_triangles triangles = {indices, facet_count, point_count};
    wafti_topology topology;
    CHECK(wafti_topology_find(&triangles, NULL, neighbors, &topology) == WAFT_OK);
    return topology;
}

static void a_tetrahedron_is_closed(void) {
    uint32_t neighbors[12];
    const wafti_topology t = find(tetra_facets, 4, 4, neighbors);
    CHECK(t.first_fault == WAFTI_EDGE_SOUND);
    CHECK(t.edge_counts[WAFTI_EDGE_SOUND] == 6);
    CHECK(t.twins[0] == WAFTI_NO_FACET);
    CHECK(t.component_count == 1);
    for (uint32_t f = 0; f < 4; ++f) {
        for (uint32_t k = 0; k < 3; ++k) {
            const uint32_t from = tetra_facets[3 * f + k];
            const uint32_t to = tetra_facets[3 * f + (k + 1) % 3];
            const uint32_t beyond = neighbors[3 * f + k];
            if (!CHECK(beyond < 4 && beyond != f)) {
                continue;
            }
            int shared = 0;
            for (uint32_t j = 0; j < 3; ++j) {
                shared += tetra_facets[3 * beyond + j] == to &&
                          tetra_facets[3 * beyond + (j + 1) % 3] == from;
            }
            CHECK(shared == 1);
        }
    }
}

static void open_edges_are_counted(void) {
    uint32_t neighbors[9];
    const wafti_topology t = find(tetra_facets, 3, 4, neighbors);
    CHECK(t.first_fault == WAFTI_EDGE_OPEN);
    CHECK(t.edge_counts[WAFTI_EDGE_OPEN] == 3);
    CHECK(t.first_edge[0] == 0);
    CHECK(t.first_edge[1] == 2);
    CHECK(neighbors[0] == WAFTI_NO_FACET);
}

static void turned_facets_are_found(void) {
    const uint32_t indices[] = {0, 1, 2, 0, 1, 3};
    uint32_t neighbors[6];
    const wafti_topology t = find(indices, 2, 4, neighbors);
    CHECK(t.first_fault == WAFTI_EDGE_TURNED);
    CHECK(t.first_edge[0] == 0);
    CHECK(t.first_edge[1] == 1);
    CHECK(t.edge_counts[WAFTI_EDGE_TURNED] == 1);
    CHECK(t.edge_counts[WAFTI_EDGE_OPEN] == 4);
    CHECK(neighbors[0] == WAFTI_NO_FACET);
}

static void crowded_edges_are_found(void) {
    const uint32_t indices[] = {0, 1, 2, 1, 0, 3, 0, 1, 4};
    uint32_t neighbors[9];
    const wafti_topology t = find(indices, 3, 5, neighbors);
    CHECK(t.first_fault == WAFTI_EDGE_CROWDED);
    CHECK(t.edge_counts[WAFTI_EDGE_CROWDED] == 1);
}

static void twins_are_found_in_any_order(void) {
    const uint32_t indices[] = {0, 1, 2, 3, 4, 5, 2, 0, 1, 5, 4, 3};
    uint32_t neighbors[12];
    const wafti_topology t = find(indices, 4, 6, neighbors);
    CHECK(t.twins[0] == 2);
    CHECK(t.twins[1] == 0);
    CHECK(t.component_count == 2);
}

// A fan of many facets about one point, which an unkind sort would take long over.
static void a_wide_fan_is_quick(void) {
    enum { FACETS = 20000 };
    static uint32_t indices[3 * FACETS];
    static uint32_t neighbors[3 * FACETS];
    for (size_t f = 0; f < FACETS; ++f) {
        indices[3 * f] = 0;
        indices[3 * f + 1] = (uint32_t)f + 1;
        indices[3 * f + 2] = (uint32_t)f + 2;
    }
    const wafti_topology t = find(indices, FACETS, FACETS + 2, neighbors);
    CHECK(t.edge_counts[WAFTI_EDGE_OPEN] == FACETS + 2);
    CHECK(t.edge_counts[WAFTI_EDGE_SOUND] == FACETS - 1);
    CHECK(t.component_count == 1);
}

static void memory_may_be_out(void) {
    for (long fail_at = 1; fail_at <= 3; ++fail_at) {
        counting count = {.fail_at = fail_at};
        const waft_allocator allocator = counting_hook(&count);
        const wafti_triangles triangles = {tetra_facets, 4, 4};
        uint32_t neighbors[12];
        wafti_topology topology;
        CHECK(wafti_topology_find(&triangles, &allocator, neighbors, &topology) ==
              WAFT_ERR_NO_MEMORY);
        CHECK(count.live == 0);
    }
}

static const test_case cases[] = {
    {"a_tetrahedron_is_closed", a_tetrahedron_is_closed},
    {"open_edges_are_counted", open_edges_are_counted},
    {"turned_facets_are_found", turned_facets_are_found},
    {"crowded_edges_are_found", crowded_edges_are_found},
    {"twins_are_found_in_any_order", twins_are_found_in_any_order},
    {"a_wide_fan_is_quick", a_wide_fan_is_quick},
    {"memory_may_be_out", memory_may_be_out},
};

TEST_MAIN(cases)

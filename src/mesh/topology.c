// SPDX-License-Identifier: MIT
// Edges are brought together by counting sort, first by their higher, then by their lower point: the
// time is linear whatever the mesh, and the order does not depend on anything but the mesh.
#include "mesh/topology.h"

#include "base/hash.h"
#include "base/memory.h"

#include <string.h>

// A half edge is 3 * facet + corner: from that corner to the next.
static uint32_t edge_start(const wafti_triangles* t, uint32_t half_edge) {
    return t->indices[half_edge];
}

static uint32_t edge_end(const wafti_triangles* t, uint32_t half_edge) {
    return t->indices[half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1];
}

static uint32_t lower_point(const wafti_triangles* t, uint32_t half_edge) {
    const uint32_t a = edge_start(t, half_edge);
    const uint32_t b = edge_end(t, half_edge);
    return a < b ? a : b;
}

static uint32_t higher_point(const wafti_triangles* t, uint32_t half_edge) {
    const uint32_t a = edge_start(t, half_edge);
    const uint32_t b = edge_end(t, half_edge);
    return a < b ? b : a;
}

// Sorts half edges by a point of theirs, keeping the order among equal ones. `from` NULL: 0, 1, 2, ...
static void sort_edges(const wafti_triangles* t, uint32_t (*key)(const wafti_triangles*, uint32_t),
    const uint32_t* from, uint32_t* starts, uint32_t* to) {
    const uint32_t edge_count = (uint32_t)(3 * t->facet_count);
    memset(starts, 0, (t->point_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < edge_count; ++i) {
        ++starts[key(t, i) + 1];
    }
    for (size_t p = 1; p <= t->point_count; ++p) {
        starts[p] += starts[p - 1];
    }
    for (uint32_t i = 0; i < edge_count; ++i) {
        const uint32_t half_edge = from != NULL ? from[i] : i;
        to[starts[key(t, half_edge)]++] = half_edge;
    }
}

static bool same_edge(const wafti_triangles* t, uint32_t a, uint32_t b) {
    return lower_point(t, a) == lower_point(t, b) && higher_point(t, a) == higher_point(t, b);
}

static wafti_edge_fault judge_edge(
    const wafti_triangles* t, const uint32_t* half_edges, uint32_t count) {
    if (count != 2) {
        return count == 1 ? WAFTI_EDGE_OPEN : WAFTI_EDGE_CROWDED;
    }
    const bool opposite = edge_start(t, half_edges[0]) == edge_end(t, half_edges[1]);
    return opposite ? WAFTI_EDGE_SOUND : WAFTI_EDGE_TURNED;
}

static void pair_edges(const wafti_triangles* t, const uint32_t* sorted, uint32_t* out_neighbors,
    wafti_topology* out) {
    const uint32_t edge_count = (uint32_t)(3 * t->facet_count);
    uint32_t next = 0;
    for (uint32_t first = 0; first < edge_count; first = next) {
        next = first + 1;
        while (next < edge_count && same_edge(t, sorted[first], sorted[next])) {
            ++next;
        }
        const wafti_edge_fault fault = judge_edge(t, &sorted[first], next - first);
        ++out->edge_counts[fault];
        if (fault == WAFTI_EDGE_SOUND) {
            out_neighbors[sorted[first]] = sorted[first + 1] / 3;
            out_neighbors[sorted[first + 1]] = sorted[first] / 3;
        } else if (out->first_fault == WAFTI_EDGE_SOUND) {
            out->first_fault = fault;
            out->first_edge[0] = lower_point(t, sorted[first]);
            out->first_edge[1] = higher_point(t, sorted[first]);
        }
    }
}

static void sort_three(uint32_t points[3]) {
    static const int pairs[3][2] = {{0, 1}, {1, 2}, {0, 1}};
    for (int i = 0; i < 3; ++i) {
        const uint32_t a = points[pairs[i][0]];
        const uint32_t b = points[pairs[i][1]];
        points[pairs[i][0]] = a < b ? a : b;
        points[pairs[i][1]] = a < b ? b : a;
    }
}

static void point_set(const wafti_triangles* t, uint32_t facet, uint32_t out_points[3]) {
    memcpy(out_points, &t->indices[3 * (size_t)facet], 3 * sizeof(uint32_t));
    sort_three(out_points);
}

// The first facet whose points an earlier one has too. `slots` is a hash of facets, a power of two
// with room to spare.
static void find_twins(
    const wafti_triangles* t, uint32_t* slots, size_t slot_count, wafti_topology* out) {
    memset(slots, 0xFF, slot_count * sizeof(uint32_t));
    for (uint32_t facet = 0; facet < (uint32_t)t->facet_count; ++facet) {
        uint32_t points[3];
        point_set(t, facet, points);
        size_t slot = (size_t)wafti_hash(WAFTI_HASH_START, points, sizeof(points));
        for (slot &= slot_count - 1; slots[slot] != WAFTI_NO_FACET;
             slot = (slot + 1) & (slot_count - 1)) {
            uint32_t others[3];
            point_set(t, slots[slot], others);
            if (memcmp(points, others, sizeof(points)) == 0) {
                out->twins[0] = facet;
                out->twins[1] = slots[slot];
                return;
            }
        }
        slots[slot] = facet;
    }
}

static uint32_t root_of(uint32_t* parents, uint32_t point) {
    while (parents[point] != point) {
        parents[point] = parents[parents[point]];
        point = parents[point];
    }
    return point;
}

static size_t count_components(const wafti_triangles* t, uint32_t* parents) {
    for (uint32_t p = 0; p < (uint32_t)t->point_count; ++p) {
        parents[p] = p;
    }
    size_t count = t->point_count;
    for (size_t i = 0; i < 3 * t->facet_count; ++i) {
        const uint32_t a = root_of(parents, t->indices[i]);
        const uint32_t b = root_of(parents, t->indices[i - i % 3]);
        count -= a != b;
        // The lower number leads, so that the forest does not depend on the order of joins.
        parents[a < b ? b : a] = a < b ? a : b;
    }
    return count;
}

waft_result wafti_topology_find(const wafti_triangles* triangles, const waft_allocator* allocator,
    uint32_t* out_neighbors, wafti_topology* out_topology) {
    const size_t edge_count = 3 * triangles->facet_count;
    size_t slot_count = 16;
    while (slot_count < 2 * triangles->facet_count) {
        slot_count *= 2;
    }
    // The second array of edges serves as the hash of facets later.
    const size_t second_count = edge_count > slot_count ? edge_count : slot_count;
    uint32_t* first = wafti_allocate(allocator, edge_count, sizeof(uint32_t));
    uint32_t* second = wafti_allocate(allocator, second_count, sizeof(uint32_t));
    uint32_t* by_point = wafti_allocate(allocator, triangles->point_count + 1, sizeof(uint32_t));
    const bool enough = first != NULL && second != NULL && by_point != NULL;
    if (enough) {
        *out_topology = (wafti_topology){.twins = {WAFTI_NO_FACET, WAFTI_NO_FACET}};
        memset(out_neighbors, 0xFF, edge_count * sizeof(uint32_t));
        sort_edges(triangles, higher_point, NULL, by_point, first);
        sort_edges(triangles, lower_point, first, by_point, second);
        pair_edges(triangles, second, out_neighbors, out_topology);
        find_twins(triangles, second, slot_count, out_topology);
        out_topology->component_count = count_components(triangles, by_point);
    }
    wafti_release(allocator, first, edge_count, sizeof(uint32_t));
    wafti_release(allocator, second, second_count, sizeof(uint32_t));
    wafti_release(allocator, by_point, triangles->point_count + 1, sizeof(uint32_t));
    return enough ? WAFT_OK : WAFT_ERR_NO_MEMORY;
}

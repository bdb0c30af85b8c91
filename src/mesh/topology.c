// SPDX-License-Identifier: MIT
// Edges are brought together by counting sort, first by their higher, then by their lower point: the
// time is linear whatever the mesh, and the order does not depend on anything but the mesh.
#include "mesh/topology.h"

#include "base/hash.h"
#include "mesh/mesh.h"
#include "mesh/vector.h"

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

static void pair_edges(const wafti_triangles* t, const uint32_t* sorted, uint32_t* out_neighbors,
    wafti_topology* out) {
    const uint32_t edge_count = (uint32_t)(3 * t->facet_count);
    uint32_t next = 0;
    for (uint32_t first = 0; first < edge_count; first = next) {
        next = first + 1;
        while (next < edge_count && lower_point(t, sorted[first]) == lower_point(t, sorted[next]) &&
               higher_point(t, sorted[first]) == higher_point(t, sorted[next])) {
            ++next;
        }
        const uint32_t count = next - first;
        const bool opposite =
            count == 2 && edge_start(t, sorted[first]) == edge_end(t, sorted[first + 1]);
        const wafti_edge_fault fault = count == 1  ? WAFTI_EDGE_OPEN
                                       : count > 2 ? WAFTI_EDGE_CROWDED
                                       : opposite  ? WAFTI_EDGE_SOUND
                                                   : WAFTI_EDGE_TURNED;
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

// The points of a facet in rising order.
static void point_set(const uint32_t facet[3], uint32_t out_points[3]) {
    const uint32_t a = facet[0] < facet[1] ? facet[0] : facet[1];
    const uint32_t b = facet[0] < facet[1] ? facet[1] : facet[0];
    const uint32_t c = facet[2];
    out_points[0] = a < c ? a : c;
    out_points[1] = c < a ? a : (c < b ? c : b);
    out_points[2] = b < c ? c : b;
}

// A hash of facets by their points, whichever way they wind: a power of two of slots, with room to spare.
typedef struct facet_set {
    uint32_t* slots;
    size_t slot_count;
} facet_set;

static size_t count_slots(size_t facet_count) {
    size_t slot_count = 16;
    while (slot_count < 2 * facet_count) {
        slot_count *= 2;
    }
    return slot_count;
}

// `slots` are the caller's, as many as are counted.
static facet_set start_set(uint32_t* slots, size_t facet_count) {
    const size_t slot_count = count_slots(facet_count);
    memset(slots, 0xFF, slot_count * sizeof(uint32_t));
    return (facet_set){slots, slot_count};
}

// The facet with the same points that was added before; WAFTI_NO_FACET: none, and this one is added.
static uint32_t add_facet(const facet_set* set, const uint32_t* indices, uint32_t facet) {
    uint32_t points[3];
    point_set(&indices[3 * (size_t)facet], points);
    const size_t mask = set->slot_count - 1;
    size_t slot = (size_t)wafti_hash(WAFTI_HASH_START, points, sizeof(points)) & mask;
    for (; set->slots[slot] != WAFTI_NO_FACET; slot = (slot + 1) & mask) {
        uint32_t others[3];
        point_set(&indices[3 * (size_t)set->slots[slot]], others);
        if (memcmp(points, others, sizeof(points)) == 0) {
            return set->slots[slot];
        }
    }
    set->slots[slot] = facet;
    return WAFTI_NO_FACET;
}

// The first facet whose points an earlier one has too.
static void find_twins(const wafti_triangles* t, uint32_t* slots, wafti_topology* out) {
    const facet_set set = start_set(slots, t->facet_count);
    for (uint32_t facet = 0; facet < (uint32_t)t->facet_count; ++facet) {
        const uint32_t twin = add_facet(&set, t->indices, facet);
        if (twin != WAFTI_NO_FACET) {
            out->twins[0] = facet;
            out->twins[1] = twin;
            return;
        }
    }
}

uint32_t wafti_forest_root(uint32_t* parents, uint32_t item) {
    while (parents[item] != item) {
        parents[item] = parents[parents[item]];
        item = parents[item];
    }
    return item;
}

bool wafti_forest_join(uint32_t* parents, uint32_t a, uint32_t b) {
    const uint32_t ra = wafti_forest_root(parents, a);
    const uint32_t rb = wafti_forest_root(parents, b);
    parents[ra < rb ? rb : ra] = ra < rb ? ra : rb;
    return ra != rb;
}

static size_t count_components(const wafti_triangles* t, uint32_t* parents) {
    for (uint32_t p = 0; p < (uint32_t)t->point_count; ++p) {
        parents[p] = p;
    }
    size_t count = t->point_count;
    for (size_t i = 0; i < 3 * t->facet_count; ++i) {
        count -= wafti_forest_join(parents, t->indices[i], t->indices[i - i % 3]);
    }
    return count;
}

waft_result wafti_topology_find(const wafti_triangles* triangles, const waft_allocator* allocator,
    uint32_t* out_neighbors, wafti_topology* out_topology) {
    const size_t edge_count = 3 * triangles->facet_count;
    const size_t slot_count = count_slots(triangles->facet_count);
    // The second array of edges serves as the hash of facets later.
    const size_t second_count = edge_count > slot_count ? edge_count : slot_count;
    wafti_arena arena;
    wafti_arena_init(&arena, allocator, 0);
    uint32_t* first = wafti_arena_take(&arena, edge_count, sizeof(uint32_t));
    uint32_t* second = wafti_arena_take(&arena, second_count, sizeof(uint32_t));
    uint32_t* by_point = wafti_arena_take(&arena, triangles->point_count + 1, sizeof(uint32_t));
    if (!arena.failed) {
        *out_topology = (wafti_topology){.twins = {WAFTI_NO_FACET, WAFTI_NO_FACET}};
        memset(out_neighbors, 0xFF, edge_count * sizeof(uint32_t));
        sort_edges(triangles, higher_point, NULL, by_point, first);
        sort_edges(triangles, lower_point, first, by_point, second);
        pair_edges(triangles, second, out_neighbors, out_topology);
        find_twins(triangles, second, out_topology);
        out_topology->component_count = count_components(triangles, by_point);
    }
    wafti_arena_free(&arena);
    return arena.failed ? WAFT_ERR_NO_MEMORY : WAFT_OK;
}

// ---- leaving out what no use allows

// What waft_mesh_check() calls no area is measured by the size of the whole.
static double least_area(const double* positions, const uint32_t* indices, size_t facet_count) {
    double square = 0.0;
    for (int k = 0; k < 3; ++k) {
        double low = INFINITY;
        double high = -INFINITY;
        for (size_t i = 0; i < 3 * facet_count; ++i) {
            const double at = positions[3 * (size_t)indices[i] + (size_t)k];
            low = fmin(low, at);
            high = fmax(high, at);
        }
        square += (high - low) * (high - low);
    }
    return WAFTI_MESH_FLAT_SHARE * square;
}

waft_result wafti_tidy(const double* positions, uint32_t* indices, size_t* facet_count,
    const waft_allocator* allocator, wafti_tidied* out_tidied) {
    *out_tidied = (wafti_tidied){0};
    const size_t slot_count = count_slots(*facet_count);
    uint32_t* slots = wafti_allocate(allocator, slot_count, sizeof(uint32_t));
    if (slots == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    const facet_set set = start_set(slots, *facet_count);
    const double least = least_area(positions, indices, *facet_count);
    size_t kept = 0;
    for (size_t f = 0; f < *facet_count; ++f) {
        memmove(&indices[3 * kept], &indices[3 * f], 3 * sizeof(uint32_t));
        if (!(wafti_facet_area(positions, indices, kept) > least)) {
            ++out_tidied->flat_count;
        } else if (add_facet(&set, indices, (uint32_t)kept) != WAFTI_NO_FACET) {
            ++out_tidied->twin_count;
        } else {
            ++kept;
        }
    }
    *facet_count = kept;
    wafti_release(allocator, slots, slot_count, sizeof(uint32_t));
    return WAFT_OK;
}

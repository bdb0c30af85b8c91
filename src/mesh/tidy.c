// SPDX-License-Identifier: MIT
#include "mesh/tidy.h"

#include "base/hash.h"
#include "base/memory.h"
#include "mesh/mesh.h"
#include "mesh/vector.h"

#include <string.h>

static double area_of(const double* positions, const uint32_t facet[3]) {
    double edges[2][3];
    double cross[3];
    for (int k = 0; k < 2; ++k) {
        wafti_vector_sub(
            &positions[3 * (size_t)facet[k + 1]], &positions[3 * (size_t)facet[0]], edges[k]);
    }
    wafti_vector_cross(edges[0], edges[1], cross);
    return 0.5 * wafti_vector_length(cross);
}

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

// The points of a facet in rising order, whichever way it winds.
static void point_set(const uint32_t facet[3], uint32_t out_points[3]) {
    const uint32_t a = facet[0] < facet[1] ? facet[0] : facet[1];
    const uint32_t b = facet[0] < facet[1] ? facet[1] : facet[0];
    const uint32_t c = facet[2];
    out_points[0] = a < c ? a : c;
    out_points[1] = c < a ? a : (c < b ? c : b);
    out_points[2] = b < c ? c : b;
}

// True if an earlier facet that was kept has the same points; else `facet` is noted in the hash.
static bool has_twin(const uint32_t* indices, uint32_t facet, uint32_t* slots, size_t slot_count) {
    uint32_t points[3];
    point_set(&indices[3 * (size_t)facet], points);
    size_t slot = (size_t)wafti_hash(WAFTI_HASH_START, points, sizeof(points)) & (slot_count - 1);
    for (; slots[slot] != WAFTI_NO_FACET; slot = (slot + 1) & (slot_count - 1)) {
        uint32_t others[3];
        point_set(&indices[3 * (size_t)slots[slot]], others);
        if (memcmp(points, others, sizeof(points)) == 0) {
            return true;
        }
    }
    slots[slot] = facet;
    return false;
}

waft_result wafti_tidy(const double* positions, uint32_t* indices, size_t* facet_count,
    const waft_allocator* allocator, wafti_tidied* out_tidied) {
    *out_tidied = (wafti_tidied){0};
    size_t slot_count = 16;
    while (slot_count < 2 * *facet_count) {
        slot_count *= 2;
    }
    uint32_t* slots = wafti_allocate(allocator, slot_count, sizeof(uint32_t));
    if (slots == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    memset(slots, 0xFF, slot_count * sizeof(uint32_t));
    const double least = least_area(positions, indices, *facet_count);
    size_t kept = 0;
    for (size_t f = 0; f < *facet_count; ++f) {
        memmove(&indices[3 * kept], &indices[3 * f], 3 * sizeof(uint32_t));
        if (!(area_of(positions, &indices[3 * kept]) > least)) {
            ++out_tidied->flat_count;
        } else if (has_twin(indices, (uint32_t)kept, slots, slot_count)) {
            ++out_tidied->twin_count;
        } else {
            ++kept;
        }
    }
    *facet_count = kept;
    wafti_release(allocator, slots, slot_count, sizeof(uint32_t));
    return WAFT_OK;
}

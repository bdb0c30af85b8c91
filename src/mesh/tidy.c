// SPDX-License-Identifier: MIT
#include "mesh/tidy.h"

#include "base/memory.h"
#include "mesh/mesh.h"
#include "mesh/vector.h"

#include <string.h>

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
    const size_t slot_count = wafti_facet_set_slots(*facet_count);
    uint32_t* slots = wafti_allocate(allocator, slot_count, sizeof(uint32_t));
    if (slots == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    wafti_facet_set set = wafti_facet_set_start(slots, *facet_count);
    const double least = least_area(positions, indices, *facet_count);
    size_t kept = 0;
    for (size_t f = 0; f < *facet_count; ++f) {
        memmove(&indices[3 * kept], &indices[3 * f], 3 * sizeof(uint32_t));
        if (!(wafti_facet_area(positions, indices, kept) > least)) {
            ++out_tidied->flat_count;
        } else if (wafti_facet_set_add(&set, indices, (uint32_t)kept) != WAFTI_NO_FACET) {
            ++out_tidied->twin_count;
        } else {
            ++kept;
        }
    }
    *facet_count = kept;
    wafti_release(allocator, slots, slot_count, sizeof(uint32_t));
    return WAFT_OK;
}

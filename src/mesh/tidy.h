// SPDX-License-Identifier: MIT
#ifndef WAFTI_MESH_TIDY_H
#define WAFTI_MESH_TIDY_H

#include <waft/base.h>

/// How many facets were left out, and why.
typedef struct wafti_tidied {
    size_t flat_count; ///< no area
    size_t twin_count; ///< the points of an earlier facet
} wafti_tidied;

/// Leaves out the facets that no use of a mesh allows; the others keep their order. `indices`, three
/// a facet, are moved up, and `facet_count` becomes what is left. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_tidy(const double* positions, uint32_t* indices, size_t* facet_count,
    const waft_allocator* allocator, wafti_tidied* out_tidied);

#endif // WAFTI_MESH_TIDY_H

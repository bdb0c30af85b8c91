// SPDX-License-Identifier: MIT
#ifndef WAFTI_MESH_WELD_H
#define WAFTI_MESH_WELD_H

#include <waft/base.h>

/// Finds for each point the one it becomes: the first point kept so far that is equal (`weld` 0) or
/// within `weld` m (>= 1e-9), else itself. Coordinates are finite and -0 does not occur; point_count
/// is above 0 and below UINT32_MAX / 4. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_weld(const double* positions, size_t point_count, double weld,
    const waft_allocator* allocator, uint32_t* out_targets);

#endif // WAFTI_MESH_WELD_H

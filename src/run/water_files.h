// SPDX-License-Identifier: MIT
// Files of the water's fields.
#ifndef WAFTI_RUN_WATER_FILES_H
#define WAFTI_RUN_WATER_FILES_H

#include <waft/world.h>

/// Writes level, bed and foam, and depth and velocity where the method has them, as a .vti of one
/// layer of cells. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_IO, WAFT_ERR_NO_MEMORY.
waft_result wafti_water_files_write_vti(const waft_world* world, const char* path,
    const waft_allocator* allocator, waft_error* out_error);

#endif // WAFTI_RUN_WATER_FILES_H

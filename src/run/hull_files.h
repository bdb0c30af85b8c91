// SPDX-License-Identifier: MIT
// What a run tells of its hulls: hulls/hull_001.json and hulls/turbulence_001.csv and so on, in the order
// in which bodies first have them.
#ifndef WAFTI_RUN_HULL_FILES_H
#define WAFTI_RUN_HULL_FILES_H

#include "base/text.h"
#include "run/manifest.h"

#include <waft/world.h>

/// Adds mass, volume, inertia, added mass and how good it is, as one JSON object.
void wafti_hull_file_add_json(wafti_text* text, const waft_hull_info* hull);
/// Adds `t_s,chi,eps,k` of the flow past the hull, in the fluid that it was baked for.
void wafti_hull_file_add_turbulence(wafti_text* text, const waft_hull_info* hull);

/// Writes the files of all hulls that bodies of the world have, and lists them; makes their folder. Errors:
/// WAFT_ERR_IO, WAFT_ERR_NO_MEMORY.
waft_result wafti_hull_files_write(const char* directory, const waft_world* world,
    const waft_allocator* allocator, wafti_manifest* list, waft_error* out_error);

#endif // WAFTI_RUN_HULL_FILES_H

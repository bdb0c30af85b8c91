// SPDX-License-Identifier: MIT
// The files that tell of smoke: OpenVDB, VTK, and our own cache.
#ifndef WAFTI_RUN_SMOKE_FILES_H
#define WAFTI_RUN_SMOKE_FILES_H

#include "base/memory.h"

#include <waft/export.h>
#include <waft/scene.h>
#include <waft/world.h>

/// Room for fields that the smoke does not hold as files want them. All zero is empty.
typedef struct wafti_smoke_files {
    wafti_arena arena;
    float* velocity[3]; ///< at cell centres
    float* vorticity;
    float* solid; ///< share of obstacles
} wafti_smoke_files;

/// Takes what an output of VDB or VTI will need; may be called for several. Error:
/// WAFT_ERR_NO_MEMORY.
waft_result wafti_smoke_files_reserve(wafti_smoke_files* files, const waft_output_def* output,
    const waft_smoke* smoke, waft_error* out_error);
void wafti_smoke_files_free(wafti_smoke_files* files);

/// What a file is of.
typedef struct wafti_smoke_frame {
    const char* path;
    int frame;
    uint64_t identity; ///< of the run
} wafti_smoke_frame;

/// Writes one file of VDB, VTI or cache; room for it was reserved.
waft_result wafti_smoke_files_write(wafti_smoke_files* files, const waft_output_def* output,
    const waft_world* world, const wafti_smoke_frame* frame, waft_error* out_error);

#endif // WAFTI_RUN_SMOKE_FILES_H

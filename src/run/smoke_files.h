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

struct wafti_output_job;

/// Takes what an output of VDB, VTI or cache will need; may be called for several. Error:
/// WAFT_ERR_NO_MEMORY.
waft_result wafti_smoke_files_take(const struct wafti_output_job* job);
void wafti_smoke_files_free(wafti_smoke_files* files);

/// Write one file each; room for it was taken.
waft_result wafti_smoke_files_write_vdb(const struct wafti_output_job* job);
waft_result wafti_smoke_files_write_vti(const struct wafti_output_job* job);
waft_result wafti_smoke_files_write_cache(const struct wafti_output_job* job);

#endif // WAFTI_RUN_SMOKE_FILES_H

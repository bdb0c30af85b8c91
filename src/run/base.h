// SPDX-License-Identifier: MIT
// The cached run that detail is laid over: whether it has the frames, and whether it is still the same.
#ifndef WAFTI_RUN_BASE_H
#define WAFTI_RUN_BASE_H

#include <waft/run.h>

/// Digest of what the scene's world will read of its base from frame `first` to `last`; 0 if it has a flow
/// of its own. Errors: WAFT_ERR_ARGUMENT (no run there, frames are missing, frames before the start of the
/// detail), WAFT_ERR_PARSE (a cached frame is damaged), WAFT_ERR_NO_MEMORY.
waft_result wafti_base_digest(const waft_scene* scene, int first, int last,
    const waft_allocator* allocator, uint64_t* out_digest, waft_error* out_error);

/// Refuses a directory that lies in the base, which is never written to. Error: WAFT_ERR_ARGUMENT.
waft_result wafti_base_keep_out(
    const waft_scene* scene, const char* directory, waft_error* out_error);

/// Refuses a base that is no longer the one that `directory` was made over.
waft_result wafti_base_compare(
    const waft_scene* scene, const char* directory, uint64_t old, uint64_t now, waft_error* error);

#endif // WAFTI_RUN_BASE_H

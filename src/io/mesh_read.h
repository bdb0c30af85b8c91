// SPDX-License-Identifier: MIT
// What the readers of mesh files share.
#ifndef WAFTI_IO_MESH_READ_H
#define WAFTI_IO_MESH_READ_H

#include "base/memory.h"

#include <waft/mesh.h>

/// A file on its way to a mesh. Readers fill positions and indices, which come from the arena.
typedef struct wafti_mesh_file {
    const char* bytes;
    size_t byte_count;
    const waft_mesh_options* options;
    const char* path; ///< of the file, for those beside it; NULL: bytes are all there is
    wafti_arena* arena;
    waft_error* error;
    double* positions;
    uint32_t* indices;
    size_t point_count, facet_count;
} wafti_mesh_file;

/// Takes memory for the counts, after looking at the limits. Errors: WAFT_ERR_MESH,
/// WAFT_ERR_NO_MEMORY.
waft_result wafti_mesh_file_reserve(wafti_mesh_file* file, size_t point_count, size_t facet_count);

/// Errors: WAFT_ERR_PARSE, those of wafti_mesh_file_reserve().
waft_result wafti_mesh_file_read_obj(wafti_mesh_file* file);
waft_result wafti_mesh_file_read_stl(wafti_mesh_file* file);
waft_result wafti_mesh_file_read_ply(wafti_mesh_file* file);
/// Errors besides: WAFT_ERR_IO, for buffers in other files.
waft_result wafti_mesh_file_read_gltf(wafti_mesh_file* file);

/// True if the size is just that of a binary STL file, which may begin with any bytes.
bool wafti_mesh_file_is_binary_stl(const wafti_mesh_file* file);

#endif // WAFTI_IO_MESH_READ_H

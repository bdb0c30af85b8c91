// SPDX-License-Identifier: MIT
// OpenEXR in memory.
#ifndef WAFTI_IO_EXR_H
#define WAFTI_IO_EXR_H

#include <waft/files.h>

/// True if a path ends as OpenEXR files do.
bool wafti_exr_is_named(const char* path);

typedef struct wafti_exr_file {
    const void* bytes;
    size_t byte_count;
    const char* name;    ///< stands in sentences
    const char* channel; ///< that holds heights, NULL: the only one
} wafti_exr_file;

/// waft_exr_read_heights() from memory.
waft_result wafti_exr_decode_heights(const wafti_exr_file* file, const waft_allocator* allocator,
    waft_heightmap* out_map, waft_error* out_error);

#endif // WAFTI_IO_EXR_H

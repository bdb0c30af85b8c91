// SPDX-License-Identifier: MIT
// Height maps from 16-bit pictures.
#include "base/error.h"
#include "base/memory.h"
#include "io/png.h"

#include <waft/files.h>

// 16384 x 16384 samples that do not compress at all, and what surrounds them.
#define LARGEST_FILE ((size_t)640 << 20)

waft_result waft_png_read_heights(const char* path, const waft_allocator* allocator,
    waft_heightmap* out_map, waft_error* out_error) {
    if (path == NULL || out_map == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_png_read_heights: a pointer is NULL");
    }
    *out_map = (waft_heightmap){0};
    char* bytes = NULL;
    size_t count = 0;
    waft_result result = waft_file_read(path, LARGEST_FILE, allocator, &bytes, &count, out_error);
    if (result == WAFT_OK) {
        result = wafti_png_decode_heights(bytes, count, path, allocator, out_map, out_error);
    }
    waft_text_free(allocator, bytes);
    return result;
}

void waft_heightmap_free(const waft_allocator* allocator, waft_heightmap* map) {
    if (map != NULL) {
        const size_t count = wafti_size_mul((size_t)map->size[0], (size_t)map->size[1]);
        wafti_release(allocator, map->samples, count, sizeof(float));
        *map = (waft_heightmap){0};
    }
}

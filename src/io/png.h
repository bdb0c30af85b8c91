// SPDX-License-Identifier: MIT
// PNG in memory, both ways.
#ifndef WAFTI_IO_PNG_H
#define WAFTI_IO_PNG_H

#include "base/text.h"

#include <waft/files.h>

enum { WAFTI_PNG_TEXTS = 6 };

/// A picture that is made row by row while it is written.
typedef struct wafti_png_image {
    int32_t width, height;
    bool color; ///< 8-bit RGB; else 16-bit grey, high byte first
    void (*fill_row)(void* user, int32_t row, unsigned char* out_bytes);
    void* user;
    /// Text chunks waft:low, waft:high, waft:origin_x, origin_z, spacing_x, spacing_z; NULL: none.
    const char* texts[WAFTI_PNG_TEXTS];
} wafti_png_image;

/// Appends the picture as PNG to `out`. `name` stands in sentences.
/// Errors: WAFT_ERR_NO_MEMORY; WAFT_ERR_IO if this build has no PNG.
waft_result wafti_png_encode(
    const wafti_png_image* image, const char* name, wafti_text* out, waft_error* out_error);
/// The same as a file.
waft_result wafti_png_write(const wafti_png_image* image, const char* path, waft_error* out_error);

/// waft_png_read_picture() from memory: any PNG as RGBA of 8 bits.
waft_result wafti_png_decode_picture(const void* bytes, size_t byte_count, const char* name,
    const waft_allocator* allocator, uint8_t** out_pixels, int32_t out_size[2],
    waft_error* out_error);

/// Sides of a PNG from its first bytes; works in any build. False if these are not of a PNG.
bool wafti_png_sides(const void* bytes, size_t byte_count, uint32_t out_sides[2]);

/// waft_png_read_heights() from memory.
waft_result wafti_png_decode_heights(const void* bytes, size_t byte_count, const char* name,
    const waft_allocator* allocator, waft_heightmap* out_map, waft_error* out_error);

#endif // WAFTI_IO_PNG_H

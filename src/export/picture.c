// SPDX-License-Identifier: MIT
// Pictures as PNG files.
#include "base/error.h"
#include "io/png.h"

#include <waft/export.h>

#include <string.h>

enum { LARGEST_SIDE = 16384 };

// 16384 x 16384 pixels of any kind that do not compress at all, and what surrounds them.
#define LARGEST_FILE ((size_t)2200 << 20)

typedef struct canvas {
    const uint8_t* pixels;
    int32_t width;
    size_t row_size;
} canvas;

static void fill_row(void* user, int32_t row, unsigned char* out_bytes) {
    const canvas* c = user;
    const uint8_t* from = c->pixels + (size_t)row * c->row_size;
    for (int32_t x = 0; x < c->width; ++x, from += 4, out_bytes += 3) {
        memcpy(out_bytes, from, 3);
    }
}

static waft_result need_png(const char* path, waft_error* out_error) {
    if (waft_has("png")) {
        return WAFT_OK;
    }
    return wafti_fail(out_error, WAFT_ERR_MISSING,
        "%s: this build of waft has no PNG; install libpng-dev and build again", path);
}

static waft_result check_picture(const char* path, const uint8_t* pixels, const int32_t size[2],
    size_t row_size, waft_error* out_error) {
    if (path == NULL || pixels == NULL || size == NULL) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "waft_png_write_picture: a pointer is NULL");
    }
    if (size[0] < 1 || size[1] < 1 || size[0] > LARGEST_SIDE || size[1] > LARGEST_SIDE) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: the picture is to be %d x %d; each side must be 1 to %d", path, (int)size[0],
            (int)size[1], LARGEST_SIDE);
    }
    if (row_size < 4 * (size_t)size[0]) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: rows of %zu bytes cannot hold %d pixels of 4 bytes", path, row_size, (int)size[0]);
    }
    return need_png(path, out_error);
}

waft_result waft_png_write_picture(const char* path, const uint8_t* pixels, const int32_t size[2],
    size_t row_size, waft_error* out_error) {
    const waft_result result = check_picture(path, pixels, size, row_size, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    canvas c = {pixels, size[0], row_size};
    const wafti_png_image image = {
        .width = size[0], .height = size[1], .color = true, .fill_row = fill_row, .user = &c};
    return wafti_png_write(&image, path, out_error);
}

waft_result waft_png_read_picture(const char* path, const waft_allocator* allocator,
    uint8_t** out_pixels, int32_t out_size[2], waft_error* out_error) {
    if (out_pixels != NULL) {
        *out_pixels = NULL;
    }
    if (path == NULL || out_pixels == NULL || out_size == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_png_read_picture: a pointer is NULL");
    }
    waft_result result = need_png(path, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    char* bytes = NULL;
    size_t count = 0;
    result = waft_file_read(path, LARGEST_FILE, allocator, &bytes, &count, out_error);
    if (result == WAFT_OK) {
        result = wafti_png_decode_picture(
            bytes, count, path, allocator, out_pixels, out_size, out_error);
    }
    waft_text_free(allocator, bytes);
    return result;
}

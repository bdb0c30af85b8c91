// SPDX-License-Identifier: MIT
// What the renderer needs of its own, since it sees only the public side of libwaft.
#ifndef WAFTI_RENDER_SUPPORT_H
#define WAFTI_RENDER_SUPPORT_H

#include <waft/base.h>

/// Writes result and sentence into `error` (NULL: nowhere) and returns the result.
waft_result wafti_render_fail(waft_error* error, waft_result result, const char* format, ...)
    WAFT_PRINTF(3, 4);

/// count * size bytes, cleared; NULL if memory is out, the product overflows or is zero.
void* wafti_render_allocate(const waft_allocator* allocator, size_t count, size_t size);
/// Releases what wafti_render_allocate() gave for the same count and size. NULL is allowed.
void wafti_render_release(const waft_allocator* allocator, void* memory, size_t count, size_t size);

/// Storage that grows and is kept from picture to picture.
typedef struct wafti_render_buffer {
    void* memory;
    size_t capacity; ///< bytes
} wafti_render_buffer;

/// Makes room for count * size bytes; what was in it is lost if it grows. NULL if memory is out;
/// the buffer is then as before. A zero size gives a pointer that must not be read.
void* wafti_render_reserve(
    const waft_allocator* allocator, wafti_render_buffer* buffer, size_t count, size_t size);
void wafti_render_buffer_free(const waft_allocator* allocator, wafti_render_buffer* buffer);

#endif // WAFTI_RENDER_SUPPORT_H

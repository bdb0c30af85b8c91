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
    size_t capacity;                  ///< bytes
    struct wafti_render_buffer* next; ///< of the same room
} wafti_render_buffer;

/// All buffers that one owner has taken. They stay where they are until it lets go of them.
typedef struct wafti_render_room {
    waft_allocator allocator;
    wafti_render_buffer* newest;
} wafti_render_room;

/// Makes room for count * size bytes, cleared; what was in it is lost if it grows. NULL if memory is
/// out; the buffer is then as before. A zero size gives a pointer that must not be read.
void* wafti_render_reserve(
    wafti_render_room* room, wafti_render_buffer* buffer, size_t count, size_t size);
/// Releases what its buffers hold, the newest first: a buffer may lie in the memory of an older one.
void wafti_render_room_free(wafti_render_room* room);

#endif // WAFTI_RENDER_SUPPORT_H

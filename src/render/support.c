// SPDX-License-Identifier: MIT
#include "render/support.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

waft_result wafti_render_fail(waft_error* error, waft_result result, const char* format, ...) {
    if (error != NULL) {
        error->result = result;
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(error->sentence, sizeof error->sentence, format, arguments);
        va_end(arguments);
    }
    return result;
}

static size_t product(size_t a, size_t b) {
    return b != 0 && a > SIZE_MAX / 2 / b ? 0 : a * b;
}

void* wafti_render_allocate(const waft_allocator* allocator, size_t count, size_t size) {
    const size_t bytes = product(count, size);
    if (bytes == 0) {
        return NULL;
    }
    void* memory = allocator != NULL && allocator->allocate != NULL
                       ? allocator->allocate(allocator->user, bytes, ALIGNMENT)
                       : aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    if (memory != NULL) {
        memset(memory, 0, bytes);
    }
    return memory;
}

void wafti_render_release(
    const waft_allocator* allocator, void* memory, size_t count, size_t size) {
    if (memory == NULL) {
        return;
    }
    if (allocator != NULL && allocator->release != NULL) {
        allocator->release(allocator->user, memory, product(count, size), ALIGNMENT);
    } else {
        free(memory);
    }
}

void* wafti_render_reserve(
    wafti_render_room* room, wafti_render_buffer* buffer, size_t count, size_t size) {
    const size_t bytes = product(count, size);
    if (bytes == 0 && count != 0 && size != 0) {
        return NULL;
    }
    if (buffer->memory != NULL && bytes <= buffer->capacity) {
        return buffer->memory;
    }
    // Half as much again: a stream of particles that grows must not allocate every picture.
    const size_t capacity = bytes + bytes / 2 + ALIGNMENT;
    void* memory = wafti_render_allocate(&room->allocator, capacity, 1);
    if (memory == NULL) {
        return NULL;
    }
    if (buffer->memory == NULL) {
        buffer->next = room->newest;
        room->newest = buffer;
    }
    wafti_render_release(&room->allocator, buffer->memory, buffer->capacity, 1);
    buffer->memory = memory;
    buffer->capacity = capacity;
    return memory;
}

void wafti_render_room_free(wafti_render_room* room) {
    while (room->newest != NULL) {
        wafti_render_buffer* buffer = room->newest;
        room->newest = buffer->next;
        wafti_render_release(&room->allocator, buffer->memory, buffer->capacity, 1);
        *buffer = (wafti_render_buffer){0};
    }
}

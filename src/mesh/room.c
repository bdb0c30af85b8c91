// SPDX-License-Identifier: MIT
#include "mesh/room.h"

#include "base/error.h"
#include "base/memory.h"

void wafti_array_free(wafti_room* room, wafti_array* array) {
    wafti_release(&room->allocator, array->data, array->count, array->size);
    room->used -= array->count * array->size;
    *array = (wafti_array){NULL, 0, 0};
}

waft_result wafti_array_need(wafti_room* room, wafti_array* array, size_t count, size_t size) {
    if (array->data != NULL && array->size == size && array->count >= count) {
        return WAFT_OK;
    }
    wafti_array_free(room, array);
    // A quarter more than asked: the next frame has a few more, and need not take memory again.
    const size_t least = wafti_size_mul(count > 0 ? count : 1, size);
    const size_t ample = wafti_size_add(least, least / 4 / size * size);
    const size_t left = room->most > room->used ? room->most - room->used : 0;
    if (least > left) {
        return wafti_fail(room->error, WAFT_ERR_FULL,
            "%s: more than its memory of %zu bytes is needed", room->name, room->most);
    }
    const size_t bytes = ample <= left ? ample : least;
    array->data = wafti_allocate(&room->allocator, bytes / size, size);
    if (array->data == NULL) {
        return wafti_fail_memory(room->error, bytes, room->name);
    }
    array->count = bytes / size;
    array->size = size;
    room->used += array->count * size;
    return WAFT_OK;
}

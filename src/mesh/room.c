// SPDX-License-Identifier: MIT
#include "mesh/room.h"

#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

void wafti_array_free(wafti_room* room, wafti_array* array) {
    wafti_release(&room->allocator, array->data, array->count, array->size);
    room->used -= array->count * array->size;
    *array = (wafti_array){NULL, 0, 0};
}

void wafti_room_free(wafti_room* room) {
    for (size_t n = 0; n < room->array_count; ++n) {
        wafti_array_free(room, room->arrays[n]);
    }
}

static void note_array(wafti_room* room, wafti_array* array) {
    size_t n = 0;
    while (n < room->array_count && room->arrays[n] != array) {
        ++n;
    }
    WAFT_ASSERT(n < WAFTI_ROOM_ARRAYS);
    room->arrays[n] = array;
    room->array_count += n == room->array_count;
}

waft_result wafti_array_need(wafti_room* room, wafti_array* array, size_t count, size_t size) {
    if (array->data != NULL && array->size == size && array->count >= count) {
        return WAFT_OK;
    }
    wafti_array_free(room, array);
    note_array(room, array);
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

waft_result wafti_arrays_need(wafti_room* room, const wafti_array_wish* wishes, size_t wish_count) {
    waft_result result = WAFT_OK;
    for (size_t n = 0; n < wish_count && result == WAFT_OK; ++n) {
        result = wafti_array_need(room, wishes[n].array, wishes[n].count, wishes[n].size);
    }
    return result;
}

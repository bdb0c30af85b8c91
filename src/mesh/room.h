// SPDX-License-Identifier: MIT
// Arrays that are used anew for every frame and grow when they must, all under one limit.
#ifndef WAFTI_MESH_ROOM_H
#define WAFTI_MESH_ROOM_H

#include <waft/base.h>

enum { WAFTI_ROOM_ARRAYS = 32 }; ///< that may share one room

typedef struct wafti_array {
    void* data;
    size_t count; ///< there is room for
    size_t size;  ///< of an element
} wafti_array;

/// What the arrays of one object share.
typedef struct wafti_room {
    waft_allocator allocator;
    const char* name; ///< begins the sentences
    size_t most;      ///< bytes of all arrays together
    size_t used;
    waft_error* error;                      ///< of the call that runs; NULL is allowed
    wafti_array* arrays[WAFTI_ROOM_ARRAYS]; ///< that were needed; they stay where they are
    size_t array_count;
} wafti_room;

/// Makes room for `count` elements; what was in the array may be gone. Errors: WAFT_ERR_FULL,
/// WAFT_ERR_NO_MEMORY; the array is then empty.
waft_result wafti_array_need(wafti_room* room, wafti_array* array, size_t count, size_t size);
/// The same of several, the first that cannot be had ends it.
typedef struct wafti_array_wish {
    wafti_array* array;
    size_t count, size;
} wafti_array_wish;
waft_result wafti_arrays_need(wafti_room* room, const wafti_array_wish* wishes, size_t wish_count);
void wafti_array_free(wafti_room* room, wafti_array* array);
/// Frees all that was needed.
void wafti_room_free(wafti_room* room);

#endif // WAFTI_MESH_ROOM_H

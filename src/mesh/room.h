// SPDX-License-Identifier: MIT
// Arrays that are used anew for every frame and grow when they must, all under one limit.
#ifndef WAFTI_MESH_ROOM_H
#define WAFTI_MESH_ROOM_H

#include <waft/base.h>

/// What the arrays of one object share.
typedef struct wafti_room {
    waft_allocator allocator;
    const char* name; ///< begins the sentences
    size_t most;      ///< bytes of all arrays together
    size_t used;
    waft_error* error; ///< of the call that runs; NULL is allowed
} wafti_room;

typedef struct wafti_array {
    void* data;
    size_t count; ///< there is room for
    size_t size;  ///< of an element
} wafti_array;

/// Makes room for `count` elements; what was in the array may be gone. Errors: WAFT_ERR_FULL,
/// WAFT_ERR_NO_MEMORY; the array is then empty.
waft_result wafti_array_need(wafti_room* room, wafti_array* array, size_t count, size_t size);
void wafti_array_free(wafti_room* room, wafti_array* array);

#endif // WAFTI_MESH_ROOM_H
